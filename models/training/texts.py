"""What is said in the clips: orders of both games from the project's own grammars, and what is none.

Drawn by lot, and the same for the same lot. Talk is put together by a language model (the one that is inside the
recogniser's), by sentences of the table, and out of orders: cut short, a word of them another one, or within a sentence
of its speaker. Whatever a grammar takes for an order all the same is drawn again.
"""

from __future__ import annotations

import math
import random
import tomllib
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from referee import models
from referee.hearing.talk import Talk, talk
from referee.language.grammar import Grammar
from referee.language.phrases import Listing, said
from referee.language.understanding import Understood
from referee.language.vocabulary import symbols
from referee.rules.crews import Game
from referee.rules.notation import line_of

TALK = "chatter"
"""What stands for a game where there is none."""
_OF_EACH = 600  # phrases of each kind of order that are chosen from
_ORDERS, _CALLED, _IN_SONAR = 0.62, 0.3, 0.25  # of all clips; of the orders
_RARELY = frozenset({
    "text", "continue", "pause", "speak", "quiet", "faster", "slower", "softer", "louder", "why", "options", "status",
    "help", "repeat", "cancel",
})  # fmt: skip
"""What players ask the referee for: as many kinds as there are orders, and said far less often."""
_OFTEN = frozenset({"yes", "no"})
_COMMON = 3000  # words
_LONGEST, _GOES_ON = 9, 0.85  # words; how likely another one is
_TRIES = 50


@dataclass(frozen=True, slots=True)
class Line:
    """Something to say."""

    text: str
    spoken: str
    """How a synthesiser is to be told: letters as letters."""
    order: str | None
    game: str


class Texts:
    """Everything that may be said in one language."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._grammars = {game: Grammar.load(language, game) for game in Game}
        self._phrases = {game: _by_kind(grammar) for game, grammar in self._grammars.items()}
        known: dict[str, Any] = tomllib.loads((Path(__file__).parent / "talk.toml").read_text(encoding="utf-8"))
        self._known: dict[str, list[str]] = known[language]
        self._words = _Words(models.folder(language))
        self._ways: tuple[tuple[float, Callable[[random.Random], str]], ...] = (
            (0.3, self._words.sentence),
            (0.15, self._words.common),
            (0.2, self._nearly),
            (0.15, self._within),
            (0.2, self._at_the_table),
        )

    def line(self, lot: random.Random) -> Line:
        return self._order(lot) if lot.random() < _ORDERS else self._none(lot)

    def _order(self, lot: random.Random) -> Line:
        game = Game.SONAR if lot.random() < _IN_SONAR else Game.CAPTAIN_SONAR
        grammar = self._grammars[game]
        text = self._phrase(game, lot)
        if lot.random() < _CALLED:
            called = f"{lot.choice(_calls(grammar))} {text}"
            text = called if isinstance(grammar.parse(called), Understood) else text
        found = grammar.parse(text)
        assert isinstance(found, Understood), text
        return Line(text, self._spoken(grammar, text), line_of(found.announced), game)

    def _phrase(self, game: Game, lot: random.Random) -> str:
        kinds, weights = self._phrases[game]
        return lot.choice(kinds[lot.choices(list(kinds), weights)[0]])

    def _none(self, lot: random.Random) -> Line:
        for _ in range(_TRIES):
            text = lot.choices([way for _, way in self._ways], [share for share, _ in self._ways])[0](lot)
            if text and not any(isinstance(one.parse(said(text)), Understood) for one in self._grammars.values()):
                return Line(text, self._spoken(self._grammars[Game.CAPTAIN_SONAR], text), None, TALK)
        raise AssertionError("nothing but orders")

    def _nearly(self, lot: random.Random) -> str:
        """An order that is cut short, or with another word in it."""
        words = self._phrase(lot.choice(list(Game)), lot).split()
        if len(words) > 1 and lot.random() < 0.5:
            cut = lot.randrange(1, len(words))
            return " ".join(words[:cut] if lot.random() < 0.5 else words[cut:])
        words[lot.randrange(len(words))] = self._words.common(lot)
        return " ".join(words)

    def _within(self, lot: random.Random) -> str:
        return lot.choice(self._known["around"]).format(order=self._phrase(Game.CAPTAIN_SONAR, lot))

    def _at_the_table(self, lot: random.Random) -> str:
        sentence = lot.choice(self._known["talk"])
        for slot, choices in (("{heading}", self._known["headings"]), ("{number}", self._known["numbers"])):
            while slot in sentence:
                sentence = sentence.replace(slot, lot.choice(choices), 1)
        return sentence.replace("{word}", self._words.common(lot))

    def _spoken(self, grammar: Grammar, text: str) -> str:
        words = text.split()
        return " ".join(
            self._letter(cell or word) for word, cell in zip(words, grammar.written_cells(words), strict=True)
        )

    def _letter(self, word: str) -> str:
        if self._language == "en":
            return "ay" if word == "A" else word  # else it is an article to most of them
        return word.upper() if len(word) == 1 and word.isascii() else word


class _Words:
    """Words of a language as they follow each other in talk."""

    def __init__(self, model: Path) -> None:
        self._talk: Talk = talk(model / "graph" / "Gr.fst")
        names = {number: word for word, number in symbols(model).items()}
        self._names = {
            number: word for number, word in names.items() if word.replace("'", "").replace("-", "").isalpha()
        }
        usual = sorted((cost, number) for number, cost in self._talk.words.items() if number in self._names)
        self._common = [self._names[number] for _, number in usual[:_COMMON]]
        self._often = [
            math.exp(-cost / 2) for cost, _ in usual[:_COMMON]
        ]  # rarer words come up more often than in talk

    def common(self, lot: random.Random) -> str:
        return lot.choices(self._common, self._often)[0]

    def sentence(self, lot: random.Random) -> str:
        here, words = self._talk.start, list[str]()
        while len(words) < _LONGEST and (len(words) < 2 or lot.random() < _GOES_ON):
            followers, costs = self._talk.pairs.get(here, (np.zeros(0, np.int32), np.zeros(0, np.float32)))
            known = [
                (int(one), math.exp(-float(cost)))
                for one, cost in zip(followers, costs, strict=True)
                if int(one) in self._names
            ]
            if not known:
                break
            here = lot.choices([one for one, _ in known], [share for _, share in known])[0]
            words.append(self._names[here])
        return " ".join(words)


def _by_kind(grammar: Grammar) -> tuple[dict[str, list[str]], list[float]]:
    """Phrases by what they order, cells and numbers aside, and how often each is to be drawn: more of those with many
    cells, where orders go wrong."""
    words, found, orders = grammar.words(), defaultdict[str, list[str]](list), defaultdict[str, set[str]](set)
    for phrase in Listing(grammar).by_order(_OF_EACH):
        if words.issuperset(phrase.text.split()):
            order = line_of(phrase.understood.announced)
            kind = order if order.startswith("head") else order.split()[0]
            found[kind].append(phrase.text)
            orders[kind].add(order)
    return dict(found), [_weight(kind) * (1 + math.log2(len(orders[kind])) / 2) for kind in found]


def _weight(kind: str) -> float:
    return 0.5 if kind in _RARELY else 2.0 if kind in _OFTEN else 1.0


def _calls(grammar: Grammar) -> Sequence[str]:
    """The shorter ways to name a crew."""
    steps, start = grammar.callers.steps, grammar.callers.start
    first = [(word, step.to) for word, ways in steps[start].items() for step in ways]
    calls = [word for word, to in first if to in grammar.callers.finals]
    calls += [
        f"{word} {more}"
        for word, to in first
        for more, ways in steps[to].items()
        if any(one.to in grammar.callers.finals for one in ways)
    ]
    return sorted(dict.fromkeys(calls))

"""What may be said in one game: the grammar files of a language, as a word automaton and as orders.

The files say the words (`grammars/<language>/*.yaml`); `grammars/orders.yaml` says once, for all languages, which order
an intent stands for and in which game. Strict: a whole utterance is one order or none. Repair is for typed text alone.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from typing import Any

from hassil.expression import Expression
from hassil.intents import IntentData
from hassil.parse_expression import parse_sentence
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from referee import paths
from referee.faults import Fault
from referee.language import sources
from referee.language.network import Entry, Network, Op, Ops, Transducer, Weaver
from referee.language.understanding import Ambiguous, NotUnderstood, Understanding, Understood
from referee.rules import notation
from referee.rules.crews import TEAMS, Game, Mode, Team
from referee.rules.orders import Announced
from referee.rules.sea import LETTERS

LARGEST = 26


class Part(StrEnum):
    """When a phrase may be said."""

    PLAY = "play"
    CHART = "chart"  # drawing a chart together


@dataclass(frozen=True, slots=True)
class Phrase:
    """One thing that can be said, and its order."""

    text: str
    announced: Announced


@dataclass(frozen=True, slots=True)
class Cut:
    """Which part of the files one game uses."""

    game: Game
    mode: Mode | None = None
    part: Part = Part.PLAY
    columns: int = 15
    rows: int = 15
    team_names: tuple[tuple[Team, str], ...] = ()

    def keeps(self, name: str, value: Any) -> bool:
        """Whether a value of a list exists in this game."""
        match name:
            case "column":
                return str(value) in LETTERS[: self.columns]
            case "row":
                return int(value) <= self.rows
            case "team":
                return value in TEAMS[self.game]
            case _:
                return True


class Grammar:
    """The phrases of one game in one language."""

    def __init__(self, language: str, cut: Cut) -> None:
        self.language = language
        self.cut = cut
        self.source = _source(language)
        self.typed_only = frozenset(str(word).lower() for word in self.source.tree.get("typed_only", ()))

    @classmethod
    def load(
        cls,
        language: str,
        game: Game,
        mode: Mode | None = None,
        team_names: Mapping[Team, str] | None = None,
        *,
        part: Part = Part.PLAY,
        columns: int = 15,
        rows: int = 15,
    ) -> Grammar:
        """The grammar of a language for one game. `columns` and `rows` are the chart's, never what is legal on it."""
        names = tuple(sorted((team_names or {}).items()))
        return _loaded(language, Cut(game, mode, part, columns, rows, names))

    @cached_property
    def _automaton(self) -> Transducer:
        return _Woven(self).automaton()

    @cached_property
    def _network(self) -> Network:
        return self._automaton.network(self.is_spoken)

    def is_spoken(self, word: str) -> bool:
        """Not a word for the keyboard alone."""
        return not word.isdigit() and word not in self.typed_only

    def network(self) -> Network:
        """What the recogniser may hear, as a word automaton."""
        return self._network

    def words(self) -> frozenset[str]:
        """Every word of the network: what the speech model must know."""
        return self._network.words()

    def all_words(self) -> frozenset[str]:
        """Every word, those for the keyboard alone too."""
        return frozenset(word for steps in self._automaton.steps for word in steps)

    def parse(self, words: str | Iterable[str]) -> Understanding:
        """The whole utterance as one order, or nothing."""
        said = words.split() if isinstance(words, str) else list(words)
        found = {meaning(ops) for ops in self._automaton.read(said)}
        heard = sorted((one for one in found if one is not None), key=lambda one: notation.line_of(one.announced))
        if len(heard) == 1:
            return heard[0]
        if heard:
            return Ambiguous(tuple(one.announced for one in heard))
        return NotUnderstood(" ".join(said))

    def check(self, known: Container[str], suggestions: Iterable[str] = ()) -> None:
        """A Fault when the speech model lacks a word, with file, line and the nearest word it knows."""
        for word in sorted(self.words()):
            if word not in known:
                line = self.source.find(word)
                near = process.extractOne(word, list(suggestions), scorer=Levenshtein.distance)
                raise Fault(
                    "grammar.word",
                    word=word,
                    file=line.file if line else "--team-name",
                    line=line.number if line else 1,
                    suggestion=near[0] if near else "?",
                )


def meaning(ops: Ops) -> Understood | None:
    """Gathered slots as an order with its crew."""
    slots = dict(ops)
    order = notation.parse(slots["order"].format(**slots))
    if order is None:
        return None
    team = Team(slots["team"]) if "team" in slots else None
    return Understood(Announced(order, team), stop="stop" in slots)


@cache
def _source(language: str) -> sources.Source:
    folder = paths.grammars() / language
    files = sorted(folder.glob("*.yaml"))
    if not files:
        raise Fault("grammar.no-language", language=language, folder=folder.name)
    return sources.read([paths.grammars() / "orders.yaml", *files])


@cache
def _loaded(language: str, cut: Cut) -> Grammar:
    return Grammar(language, cut)


def languages() -> tuple[str, ...]:
    """The languages that have a folder of grammar files."""
    return tuple(sorted(file.parent.name for file in paths.grammars().glob("*/orders.yaml")))


@dataclass(frozen=True, slots=True)
class _Meant:
    """What `orders.yaml` says of an intent."""

    order: str
    games: tuple[str, ...]
    parts: tuple[str, ...]
    after_stop: bool

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> _Meant:
        return cls(
            entry["order"],
            tuple(entry.get("games", tuple(Game))),
            tuple(entry.get("parts", (Part.PLAY,))),
            bool(entry.get("after_stop")),
        )

    def belongs(self, cut: Cut) -> bool:
        return cut.game in self.games and cut.part in self.parts


class _Woven:
    """One grammar being woven: the call word in front, STOP before a system, then the order."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._intents = grammar.source.intents
        self._here: IntentData | None = None
        self._weaver = Weaver(self._rule, self._entries)

    def automaton(self) -> Transducer:
        weaver = self._weaver
        called, stopped = weaver.state(), weaver.state()
        weaver.join(weaver.START, called)
        self._phrase("call", weaver.START, called)
        self._phrase("stop_first", called, stopped, (("stop", True),))
        for name, meant in self._meant():
            for block in self._intents.intents[name].data:
                self._block(block, meant, called)
                if meant.after_stop:
                    self._block(block, meant, stopped)
        return weaver.done()

    def _meant(self) -> Iterator[tuple[str, _Meant]]:
        known = self._grammar.source.tree.get("orders", {})
        for name in self._intents.intents:
            if name not in known:
                raise Fault("grammar.no-order", intent=name)
            meant = _Meant.of(known[name])
            if meant.belongs(self._grammar.cut):
                yield name, meant

    def _phrase(self, rule: str, start: int, end: int, ops: Ops = ()) -> None:
        body = self._rule(rule)
        if body is not None:
            after = self._weaver.state()
            self._weaver.space(self._weaver.weave(body, start), after)
            self._weaver.join(after, end, ops)

    def _block(self, block: IntentData, meant: _Meant, start: int) -> None:
        self._here = block
        fixed: tuple[Op, ...] = (("order", meant.order), *block.slots.items())
        for sentence in block.sentences:
            self._weaver.join(self._weaver.weave(sentence.expression, start), self._weaver.END, fixed)

    def _rule(self, name: str) -> Expression | None:
        local = self._here.expansion_rules if self._here else {}
        found = local.get(name) or self._intents.expansion_rules.get(name)
        return found.expression if found else None

    def _entries(self, name: str) -> Iterator[Entry] | None:
        local = self._here.slot_lists if self._here else {}
        found = local.get(name) or self._intents.slot_lists.get(name)
        values = sources.entries(found, self._grammar.language) if found else None
        if values is None:
            return None
        cut = self._grammar.cut
        own = ((parse_sentence(said).expression, team) for team, said in cut.team_names) if name == "team" else ()
        return (entry for entry in (*values, *own) if cut.keeps(name, entry[1]))

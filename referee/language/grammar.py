"""What may be said in one game: the grammar files of a language, as a word automaton and as orders.

The files say the words (`grammars/<language>/*.yaml`); `grammars/orders.yaml` says once, for all languages, which order
an intent stands for and in which game. Strict: a whole utterance is one order or none. Repair is for typed text alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from string import Formatter
from typing import Any

from hassil.expression import Expression, Group, ListReference, RuleReference, Sentence, TextChunk
from hassil.intents import IntentData
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from referee import paths
from referee.faults import Fault
from referee.language import sources
from referee.language.network import Entry, Network, Op, Ops, Transducer, Weaver, as_written
from referee.language.understanding import Ambiguous, NotUnderstood, Understanding, Understood
from referee.rules import notation
from referee.rules.crews import TEAMS, Game, Mode, Role, Team
from referee.rules.orders import Announced
from referee.rules.sea import LETTERS

LARGEST = 26
ORDER = "order"
NEAR = "near"
"""The slots in which an intent's order is kept: a whole one, and one that lacks something."""


class Part(StrEnum):
    """When a phrase may be said."""

    PLAY = "play"
    CHART = "chart"  # drawing a chart together


@dataclass(frozen=True, slots=True)
class Cut:
    """Which part of the files one game uses."""

    game: Game
    mode: Mode | None = None
    part: Part = Part.PLAY
    columns: int = 15
    rows: int = 15
    team_names: tuple[tuple[Team, str], ...] = ()
    keyboard: bool = False
    """Typed, not listened for: more ways to say a thing, spelt with less care."""

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

    @classmethod
    def for_keyboard(
        cls, language: str, game: Game, team_names: Mapping[Team, str] | None = None, part: Part = Part.PLAY
    ) -> Grammar:
        """The same with what is only typed, its words spelt without accents, apostrophes or hyphens."""
        names = tuple(sorted((team_names or {}).items()))
        return _loaded(language, Cut(game, None, part, LARGEST, LARGEST, names, keyboard=True))

    def blocks(self) -> Iterator[tuple[str, str, list[IntentData]]]:
        """The intents of this game, each with the notation of its order and its sentences."""
        known = self.source.tree.get("orders", {})
        for name, intent in self.source.intents.intents.items():
            if name not in known:
                raise Fault("grammar.no-order", intent=name)
            if _Meant.of(known[name]).belongs(self.cut):
                yield name, known[name]["order"], intent.data

    def values(self, name: str) -> tuple[Entry, ...]:
        """The values of a list in this game, each as it is said."""
        found = self.source.intents.slot_lists.get(name)
        values = sources.entries(found, self.language) if found else None
        own = ((TextChunk(said), team) for team, said in self.cut.team_names) if name == "team" else ()
        return tuple(entry for entry in (*(values or ()), *own) if self.cut.keeps(name, entry[1]))

    @cached_property
    def everyday(self) -> frozenset[str]:
        """Words of the language that are one slip away from an order and are no order."""
        file = paths.grammars() / self.language / "everyday.txt"
        return frozenset(plain(file.read_text(encoding="utf-8")).split()) if file.is_file() else frozenset()

    @cached_property
    def fillers(self) -> tuple[str, ...]:
        """What a typist may put anywhere without meaning anything, spelt carelessly."""
        return tuple(plain(words).replace("'", " ") for words in self.source.intents.skip_words)

    @cached_property
    def automaton(self) -> Transducer:
        """The words with what they mean."""
        return _Woven(self).automaton()

    @cached_property
    def callers(self) -> Transducer:
        """The call words alone, with a role where one is given."""
        return _Woven(self).callers()

    @cached_property
    def _network(self) -> Network:
        return self.automaton.network(self._is_spoken)

    def _is_spoken(self, word: str) -> bool:
        return not word.isdigit() and word not in self.typed_only

    def network(self) -> Network:
        """What the recogniser may hear, as a word automaton."""
        return self._network

    def words(self) -> frozenset[str]:
        """Every word of the network: what the speech model must know."""
        return self._network.words()

    def parse(self, words: str | Iterable[str]) -> Understanding:
        """The whole utterance as one order, or nothing."""
        said = words.split() if isinstance(words, str) else list(words)
        found = {meaning(ops) for ops in self.automaton.read(said)}
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
    order = notation.parse(slots[ORDER].format(**slots)) if ORDER in slots else None
    if order is None:
        return None
    team = Team(slots["team"]) if "team" in slots else None
    role = Role(slots["role"]) if "role" in slots else None
    return Understood(Announced(order, team, role), stop="stop" in slots)


def plain(text: str) -> str:
    """Text as a careless typist writes it: lower case, no accents, no ligatures."""
    lowered = text.lower().replace("œ", "oe").replace("æ", "ae").replace("’", "'")
    return "".join(mark for mark in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(mark))


def _careless(text: str, guarded: bool) -> Iterable[str]:
    """`j'active` as "j active" and "jactive"; a heading or a cell only apart, so that it cannot become another."""
    apart = plain(text).replace("'", " ").replace("-", " ")
    return (apart,) if guarded else dict.fromkeys((apart, apart.replace(" ", "")))


@cache
def _source(language: str) -> sources.Source:
    folder = paths.grammars() / language
    files = sorted(folder.glob("*.yaml"))
    if not files:
        raise Fault("grammar.no-language", language=language, folder=folder.name)
    return sources.read([*files, paths.grammars() / "orders.yaml"], paths.grammars())


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
    stop: bool
    foreign: bool
    keyboard: bool

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> _Meant:
        return cls(
            entry["order"],
            tuple(entry.get("games", tuple(Game))),
            tuple(entry.get("parts", (Part.PLAY,))),
            bool(entry.get("stop")),
            bool(entry.get("foreign")),
            bool(entry.get("keyboard")),
        )

    def belongs(self, cut: Cut) -> bool:
        here = cut.game in self.games or (cut.keyboard and self.foreign)
        return here and cut.part in self.parts and (cut.keyboard or not self.keyboard)


_GUARDED = frozenset({
    "team", "role", "heading", "direction", "move", "bare_move", "glide_move", "column", "row", "sector", "panel",
    "steps", "place",
})  # fmt: skip


def _group(sentence: Sentence) -> Group:
    """A sentence is always a group; hassil does not say so."""
    return sentence.expression if isinstance(sentence.expression, Group) else Group([sentence.expression])


class _Woven:
    """One grammar being woven: the call word in front, STOP before a system, then the order."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._cut = grammar.cut
        self._intents = grammar.source.intents
        self._here: IntentData | None = None
        self._weaver = Weaver(self._rule, self._entries, _careless if grammar.cut.keyboard else as_written, _GUARDED)

    def automaton(self) -> Transducer:
        weaver = self._weaver
        start, called, stopped = weaver.state(), weaver.state(), weaver.state()
        known = self._grammar.source.tree["orders"]
        for name, _, blocks in self._grammar.blocks():
            for block in blocks:
                self._block(block, _Meant.of(known[name]), called, stopped)
        weaver.join(called, self._said("stop_first", weaver.space(stopped)))
        weaver.join(start, called)
        self._call(start, weaver.space(called))
        return weaver.done(start)

    def callers(self) -> Transducer:
        start = self._weaver.state()
        self._call(start, self._weaver.END)
        return self._weaver.done(start)

    def _call(self, start: int, end: int) -> None:
        """A crew's call word; at the keyboard a role may follow it."""
        self._weaver.join(start, self._said("call", end))
        if self._cut.keyboard:
            role = self._weaver.weave(ListReference("role"), end)
            self._weaver.join(start, self._said("call", self._weaver.space(role)))

    def _said(self, rule: str, end: int) -> int:
        return self._weaver.weave(RuleReference(rule_name=rule), end)

    def _block(self, block: IntentData, meant: _Meant, called: int, stopped: int) -> None:
        only = (block.metadata or {}).get("only")
        if only in ("keyboard", "near") and not self._cut.keyboard:
            return
        self._here = block
        self._weaver.scope = block if block.expansion_rules or block.slot_lists else None
        fixed: tuple[Op, ...] = ((NEAR if only == "near" else ORDER, meant.order), *block.slots.items())
        for sentence in block.sentences:
            self._check_slots(sentence, block, meant.order)
            before = self._weaver.weave(sentence.expression, self._weaver.END)
            if only != "stopped":
                self._weaver.join(called, before, fixed)
            if meant.stop:
                self._weaver.join(stopped, before, (*fixed, ("stop", True)))
        self._here = self._weaver.scope = None

    def _check_slots(self, sentence: Sentence, block: IntentData, order: str) -> None:
        """A sentence that cannot fill its order is found now, not when somebody says it."""
        references = _group(sentence).list_references({**self._intents.expansion_rules, **block.expansion_rules})
        filled = {*block.slots, *(reference.slot_name for reference in references)}
        missing = {name for _, name, _, _ in Formatter().parse(order) if name} - filled
        if missing and (block.metadata or {}).get("only") != NEAR:
            text = str(sentence.text)
            line = self._grammar.source.find(text)
            at = {"file": line.file, "line": line.number} if line else {"file": self._grammar.language, "line": 1}
            raise Fault("grammar.slot", sentence=text, slot=min(missing), **at)

    def _rule(self, name: str) -> Expression | None:
        local = self._here.expansion_rules if self._here else {}
        found = local.get(name) or self._intents.expansion_rules.get(name)
        return found.expression if found else None

    def _entries(self, name: str) -> tuple[Entry, ...] | None:
        local = self._here.slot_lists.get(name) if self._here else None
        if local is not None:
            return tuple(sources.entries(local, self._grammar.language) or ())
        return self._grammar.values(name) or None

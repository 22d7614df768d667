"""What the grammar files of a language hold for one game: which intents, which values of which lists.

`grammars/orders.yaml` says once, for all languages, which order an intent stands for and where it is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from hassil.expression import TextChunk
from hassil.intents import IntentData

from referee import paths
from referee.faults import Fault
from referee.language import sources
from referee.language.weaver import Entry
from referee.rules.crews import TEAMS, Game, Mode, Team
from referee.rules.sea import LETTERS

_MEANINGS = "orders.yaml"


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


@dataclass(frozen=True, slots=True)
class Meant:
    """What an intent stands for, and where."""

    order: str
    games: tuple[str, ...]
    parts: tuple[str, ...]
    stop: bool
    foreign: bool
    keyboard: bool

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> Meant:
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


@dataclass(frozen=True, slots=True)
class Selection:
    """The files of one language, cut to one game."""

    language: str
    cut: Cut
    source: sources.Source

    @classmethod
    def of(cls, language: str, cut: Cut) -> Selection:
        return cls(language, cut, _source(language))

    def meanings(self) -> dict[str, Meant]:
        """Every intent's meaning, whatever the game, in the order of the file."""
        return {name: Meant.of(entry) for name, entry in self.source.tree.get("orders", {}).items()}

    def blocks(self) -> Iterator[tuple[str, Meant, list[IntentData]]]:
        """The intents of this game, each with its meaning and its sentences."""
        meanings = self.meanings()
        for name, intent in self.source.intents.intents.items():
            if name not in meanings:
                raise Fault("grammar.no-order", intent=name)
            if meanings[name].belongs(self.cut):
                yield name, meanings[name], intent.data

    def values(self, name: str) -> tuple[Entry, ...]:
        """The values of a list in this game, each as it is said; the crews' own names among the call words."""
        found = self.source.intents.slot_lists.get(name)
        values = sources.entries(found, self.language) if found else None
        own = ((TextChunk(said), team) for team, said in self.cut.team_names) if name == "team" else ()
        return tuple(entry for entry in (*(values or ()), *own) if self.cut.keeps(name, entry[1]))

    def everyday(self) -> str:
        """Words of the language that are one slip away from an order and are no order."""
        file = paths.grammars() / self.language / "everyday.txt"
        return file.read_text(encoding="utf-8") if file.is_file() else ""


@cache
def _source(language: str) -> sources.Source:
    folder = paths.grammars() / language
    files = sorted(folder.glob("*.yaml"))
    if not files:
        raise Fault("grammar.no-language", language=language, folder=folder.name)
    return sources.read([*files, paths.grammars() / _MEANINGS], paths.grammars())

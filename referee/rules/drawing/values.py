"""A drawing: one scenario file as a value, with what is known about how sure it is.

What never lives here: text formats (`reading`, `writing`, `grid`), the rules a chart is played by.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from referee.rules.crews import Game, Mode, Team
from referee.rules.scenario import Confidence
from referee.rules.sea import Cell, Chart

BOTH = "both-modes"
"""The side of a sheet that serves both modes."""


class Edition(StrEnum):
    FIRST = "first"
    SECOND = "second"
    PROMO = "promo"
    UPGRADE_ONE = "upgrade-one"
    OWN = "own"


@dataclass(frozen=True)
class Side:
    """One side of a sheet: the chart of one mode, and where it was taken from."""

    chart: Chart
    confidence: Confidence = Confidence.SOLID
    sources: tuple[str, ...] = ()
    doubtful: frozenset[Cell] = frozenset()
    """The spaces the sources disagree about."""
    note: str = ""
    """The name of the sentence that says what is not certain (`scenarios.note.<name>` of the catalogue)."""
    starts: Mapping[Team, Cell] = field(default_factory=dict)
    """The starting spaces the scenario forces."""
    scenario_gauge: int | None = None
    """How many spaces of the scenario gauge count; None when the scenario has no system of its own."""

    @property
    def certain(self) -> bool:
        return self.confidence is Confidence.SOLID and not self.doubtful


@dataclass(frozen=True)
class Drawing:
    """One scenario file: its names, and a side for each mode it can be played in."""

    game: Game
    name: str
    edition: Edition
    titles: Mapping[str, str]
    sides: Mapping[Mode, Side]

    def title(self, language: str) -> str:
        return self.titles.get(language) or self.titles.get("en") or self.name

    def with_side(self, mode: Mode, side: Side) -> Drawing:
        """The same drawing with one mode's side replaced."""
        return replace(self, sides={**self.sides, mode: side})

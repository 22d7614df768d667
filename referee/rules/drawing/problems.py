"""What can be wrong with a drawn chart: a code, the line it is on, and what its sentence is filled with.

The sentences are language's business (`scenarios.problem.<code>` of the catalogue).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Flaw(StrEnum):
    """One code for each thing to put right."""

    NOT_TOML = "not-toml"
    KEY_MISSING = "key-missing"
    KEY_UNKNOWN = "key-unknown"
    VALUE_WRONG = "value-wrong"
    NO_MODE = "no-mode"
    CHART_EMPTY = "chart-empty"
    CHART_TOO_BIG = "chart-too-big"
    ROW_RAGGED = "row-ragged"
    ROW_NUMBER = "row-number"
    SYMBOL_UNKNOWN = "symbol-unknown"
    SECTORS_SHAPE = "sectors-shape"
    SECTOR_SYMBOL = "sector-symbol"
    SECTOR_MISSING = "sector-missing"
    SECTOR_DRY = "sector-dry"
    START_ISLAND = "start-island"
    START_OFF_CHART = "start-off-chart"
    START_TEAM = "start-team"
    CELL_OFF_CHART = "cell-off-chart"
    CELL_WRONG = "cell-wrong"


@dataclass(frozen=True, slots=True)
class Problem:
    """A flaw, the line of the file it is on (from 1; None when nobody wrote it on a line) and its slots."""

    flaw: Flaw
    line: int | None = None
    slots: tuple[tuple[str, str | int], ...] = ()

    @classmethod
    def at(cls, line: int | None, flaw: Flaw, **slots: str | int) -> Problem:
        return cls(flaw, line, tuple(slots.items()))

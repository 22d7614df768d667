"""The sea: cells, headings and charts.

A cell is a column (its letter, from the west) and a row (its number, from the north), both counted from 1.
Cells off every chart are values too: whether one is on the chart is a ruling, never an exception.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CELL = re.compile(r"([A-Z])([1-9][0-9]?)")


class Heading(StrEnum):
    NORTH = "N"
    SOUTH = "S"
    EAST = "E"
    WEST = "W"


STEP: dict[Heading, tuple[int, int]] = {
    Heading.NORTH: (0, -1),
    Heading.SOUTH: (0, 1),
    Heading.EAST: (1, 0),
    Heading.WEST: (-1, 0),
}


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """One space of a chart."""

    column: int
    row: int

    def __str__(self) -> str:
        letter = LETTERS[self.column - 1] if 1 <= self.column <= len(LETTERS) else "?"
        return f"{letter}{self.row}"

    @classmethod
    def parse(cls, text: str) -> Cell | None:
        """`C6` as a cell, or None when the text is no cell."""
        found = _CELL.fullmatch(text.upper())
        return cls(LETTERS.index(found[1]) + 1, int(found[2])) if found else None

    @classmethod
    def named(cls, text: str) -> Cell:
        """The same where nothing but a cell can stand; ValueError for anything else."""
        found = cls.parse(text)
        if found is None:
            raise ValueError(text)
        return found

    def step(self, heading: Heading, steps: int = 1) -> Cell:
        across, down = STEP[heading]
        return Cell(self.column + across * steps, self.row + down * steps)

    def neighbours(self) -> tuple[Cell, ...]:
        """The four cells one course away, on the chart or not."""
        return tuple(self.step(heading) for heading in Heading)

    def around(self) -> tuple[Cell, ...]:
        """The eight cells that touch this one, diagonals included, on the chart or not."""
        return tuple(
            Cell(self.column + across, self.row + down)
            for down in (-1, 0, 1)
            for across in (-1, 0, 1)
            if (across, down) != (0, 0)
        )

    def touches(self, other: Cell) -> bool:
        """Adjacent to the other cell, also diagonally."""
        return max(abs(self.column - other.column), abs(self.row - other.row)) == 1


@dataclass(frozen=True)
class Chart:
    """One printed map: its size, what is drawn on it, and which sector each cell lies in."""

    columns: int
    rows: int
    islands: frozenset[Cell]
    sectors: tuple[tuple[Cell, int], ...]
    """Every cell of the grid with its sector's number."""
    holes: frozenset[Cell] = frozenset()
    archer_mines: frozenset[Cell] = frozenset()

    def has(self, cell: Cell) -> bool:
        """On the chart, water or island."""
        return 1 <= cell.column <= self.columns and 1 <= cell.row <= self.rows

    def is_water(self, cell: Cell) -> bool:
        """On the chart and not an island."""
        return self.has(cell) and cell not in self.islands

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(Cell(column, row) for row in range(1, self.rows + 1) for column in range(1, self.columns + 1))

    @cached_property
    def water(self) -> frozenset[Cell]:
        return frozenset(cell for cell in self.cells if cell not in self.islands)

    @cached_property
    def _sector_of(self) -> dict[Cell, int]:
        return dict(self.sectors)

    @cached_property
    def sector_numbers(self) -> tuple[int, ...]:
        return tuple(sorted(set(self._sector_of.values())))

    def sector(self, cell: Cell) -> int | None:
        """The number of the sector a cell lies in; None off the chart."""
        return self._sector_of.get(cell)

"""The chart as bits: every set of cells is one integer, so that moving a whole set is one shift.

Rows are more than twice as long as the chart is wide: a set pushed over an edge falls on bits that are no cell, and the
difference of two cells (an offset, counted from `origin`) names one bit too. No rule of the game lives here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from referee.rules.sea import STEP, Cell, Chart, Heading


def shift(cells: int, by: int) -> int:
    """The same set, every cell moved by an offset."""
    return cells << by if by >= 0 else cells >> -by


def places(cells: int) -> Iterator[int]:
    """The places of the set bits, lowest first."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def is_single(cells: int) -> bool:
    """Exactly one cell."""
    return cells != 0 and cells & (cells - 1) == 0


@dataclass(frozen=True)
class Waters:
    """One chart, ready for arithmetic on sets of cells."""

    chart: Chart

    @cached_property
    def stride(self) -> int:
        return 2 * self.chart.columns + 2

    @cached_property
    def origin(self) -> int:
        """The bit of the offset zero."""
        return self.chart.rows * self.stride + self.chart.columns

    @cached_property
    def here(self) -> int:
        """The offset zero as a set of offsets."""
        return 1 << self.origin

    def place(self, cell: Cell) -> int:
        return (cell.row - 1) * self.stride + cell.column - 1

    def bit(self, cell: Cell) -> int:
        """One cell as a set; empty off the chart."""
        return 1 << self.place(cell) if self.chart.has(cell) else 0

    def cell(self, place: int) -> Cell:
        row, column = divmod(place, self.stride)
        return Cell(column + 1, row + 1)

    def set_of(self, cells: Iterable[Cell]) -> int:
        united = 0
        for cell in cells:
            united |= self.bit(cell)
        return united

    def cells(self, united: int) -> tuple[Cell, ...]:
        return tuple(self.cell(place) for place in places(united))

    @cached_property
    def grid(self) -> int:
        return self.set_of(self.chart.cells)

    @cached_property
    def water(self) -> int:
        return self.set_of(self.chart.water)

    @cached_property
    def holes(self) -> int:
        return self.set_of(self.chart.holes)

    @cached_property
    def steps(self) -> dict[Heading, int]:
        """The offset of one course."""
        return {heading: down * self.stride + across for heading, (across, down) in STEP.items()}

    @cached_property
    def ring(self) -> tuple[int, ...]:
        """The offsets of the eight cells that touch."""
        return tuple(d * self.stride + a for d in (-1, 0, 1) for a in (-1, 0, 1) if (a, d) != (0, 0))

    @cached_property
    def cross(self) -> tuple[int, ...]:
        """The offsets of the four cells one course away."""
        return tuple(self.steps.values())

    @cached_property
    def sectors(self) -> dict[int, int]:
        found = dict.fromkeys(self.chart.sector_numbers, 0)
        for cell, number in self.chart.sectors:
            found[number] |= self.bit(cell)
        return found

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The cells of each column, by its number; the first entry is empty."""
        return self._lines(self.chart.columns, lambda cell: cell.column)

    @cached_property
    def rows(self) -> tuple[int, ...]:
        return self._lines(self.chart.rows, lambda cell: cell.row)

    def _lines(self, count: int, number_of: Callable[[Cell], int]) -> tuple[int, ...]:
        found = [0] * (count + 1)
        for cell in self.chart.cells:
            found[number_of(cell)] |= self.bit(cell)
        return tuple(found)

    def moved(self, cells: int, offsets: Iterable[int]) -> int:
        """The set moved by every one of these offsets, on the grid."""
        united = 0
        for by in offsets:
            united |= cells << by if by >= 0 else cells >> -by
        return united & self.grid

    def within(self, target: int, spaces: int, through: int) -> int:
        """The cells from which so many courses through these cells reach the target, itself included."""
        reached = target & through
        for _ in range(spaces):
            reached |= self.moved(reached, self.cross) & through
        return reached

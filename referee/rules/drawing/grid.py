"""A chart drawn with characters, read and written: `.` water, `#` island, `o` water hole, `*` Archer mine.

Letters on top and numbers at the side may be there or not, and so may the spaces between symbols.
What never lives here: files, their other keys, words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile

from referee.rules.drawing.problems import Flaw, Problem
from referee.rules.sea import LETTERS, Cell, Chart

WATER, ISLAND, HOLE, ARCHER = ".", "#", "o", "*"
SYMBOLS = WATER + ISLAND + HOLE + ARCHER
LARGEST = len(LETTERS)
MOST_SECTORS = 99
BLOCKS = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)")
_EDGE = re.compile(r"\s*A(\s*[B-Z])*\s*")
_NUMBERED = re.compile(r"\s*([0-9]+)(?=\s|[^0-9\s])\s*(.*)")


@dataclass(frozen=True, slots=True)
class Row:
    """One drawn row: the line of the file it stands on, the number printed beside it, and its symbols."""

    line: int | None
    label: int | None
    symbols: tuple[str, ...]


def chart_rows(text: str, first_line: int | None) -> tuple[Row, ...]:
    """The rows of a drawn chart."""
    return tuple(_row(line, number) for number, line in _drawn(text, first_line))


def _drawn(text: str, first_line: int | None) -> Iterator[tuple[int | None, str]]:
    for offset, line in enumerate(text.splitlines()):
        if line.strip() and not _EDGE.fullmatch(line):
            yield (None if first_line is None else first_line + offset), line


def _row(line: str, number: int | None) -> Row:
    numbered = _NUMBERED.fullmatch(line)
    label, symbols = (int(numbered[1]), numbered[2]) if numbered else (None, line)
    return Row(number, label, tuple("".join(symbols.split())))


def sector_rows(text: str, first_line: int | None, columns: int) -> tuple[Row, ...]:
    """The rows of drawn sectors. Numbers of two digits need spaces between them; a row may begin with its own."""
    rows = []
    for number, line in _drawn(text, first_line):
        words = line.split()
        apart = len(words) >= columns
        labelled = len(words) == (columns + 1 if apart else 2) and words[0].isdigit()
        symbols = words[labelled:] if apart else list("".join(words[labelled:]))
        rows.append(Row(number, int(words[0]) if labelled else None, tuple(symbols)))
    return tuple(rows)


def shape_problems(rows: tuple[Row, ...], line: int | None) -> Iterator[Problem]:
    """An empty chart, one too big, a ragged row, a row whose printed number is not its place."""
    if not rows:
        yield Problem.at(line, Flaw.CHART_EMPTY)
        return
    columns = _usual_length(rows)
    if columns > LARGEST or len(rows) > LARGEST:
        yield Problem.at(line, Flaw.CHART_TOO_BIG, columns=columns, rows=len(rows), largest=LARGEST)
    for place, row in enumerate(rows, 1):
        if len(row.symbols) != columns:
            yield Problem.at(row.line, Flaw.ROW_RAGGED, row=place, found=len(row.symbols), columns=columns)
        before = rows[place - 2].label if place > 1 else 0
        if row.label not in (None, place, (before or 0) + 1):
            yield Problem.at(row.line, Flaw.ROW_NUMBER, row=place, found=row.label or 0)


def symbol_problems(rows: tuple[Row, ...]) -> Iterator[Problem]:
    """Symbols that mean nothing on a chart."""
    for place, row in enumerate(rows, 1):
        for column, symbol in enumerate(row.symbols, 1):
            if symbol not in SYMBOLS:
                cell = f"{LETTERS[column - 1]}{place}" if column <= LARGEST else str(place)
                yield Problem.at(row.line, Flaw.SYMBOL_UNKNOWN, symbol=symbol, cell=cell)


def _usual_length(rows: tuple[Row, ...]) -> int:
    lengths = [len(row.symbols) for row in rows]
    return max(lengths, key=lengths.count)


def marked(rows: tuple[Row, ...], symbol: str) -> frozenset[Cell]:
    """The cells that carry a symbol."""
    return frozenset(
        Cell(column, place)
        for place, row in enumerate(rows, 1)
        for column, found in enumerate(row.symbols, 1)
        if found == symbol
    )


def block_sectors(columns: int, rows: int, wide: int, high: int) -> dict[Cell, int]:
    """Rectangular sectors, numbered left to right and top to bottom."""
    across = -(-columns // wide)
    return {
        Cell(column, row): (row - 1) // high * across + (column - 1) // wide + 1
        for row in range(1, rows + 1)
        for column in range(1, columns + 1)
    }


def sector_problems(chart: Chart, line: int | None) -> Iterator[Problem]:
    """A number left out between others, and a sector no submarine can be in."""
    numbers = chart.sector_numbers
    for missing in sorted(set(range(1, max(numbers, default=0) + 1)) - set(numbers)):
        yield Problem.at(line, Flaw.SECTOR_MISSING, sector=missing, highest=max(numbers))
    wet = {chart.sector(cell) for cell in chart.water}
    for sector in numbers:
        if sector not in wet:
            yield Problem.at(line, Flaw.SECTOR_DRY, sector=sector)


def made(rows: tuple[Row, ...], sectors: Mapping[Cell, int]) -> Chart:
    """The chart these rows draw."""
    return Chart(
        columns=_usual_length(rows),
        rows=len(rows),
        islands=marked(rows, ISLAND),
        sectors=tuple(sorted(sectors.items())),
        holes=marked(rows, HOLE),
        archer_mines=marked(rows, ARCHER),
    )


# -- written
def symbol_at(chart: Chart, cell: Cell) -> str:
    """The symbol a cell is drawn with."""
    if cell in chart.islands:
        return ISLAND
    if cell in chart.holes:
        return HOLE
    return ARCHER if cell in chart.archer_mines else WATER


def drawn(chart: Chart) -> str:
    """The chart as characters, letters on top and numbers at the side."""
    return _table(chart, {cell: symbol_at(chart, cell) for cell in chart.cells})


def sectors_drawn(chart: Chart) -> str:
    """Every cell's sector number, in the same frame."""
    return _table(chart, {cell: str(chart.sector(cell) or 0) for cell in chart.cells})


def _table(chart: Chart, symbols: Mapping[Cell, str]) -> str:
    width = max(len(symbol) for symbol in symbols.values())
    top = "     " + " ".join(letter.rjust(width) for letter in LETTERS[: chart.columns])
    rows = (
        f"{row:3}  " + " ".join(symbols[Cell(column, row)].rjust(width) for column in range(1, chart.columns + 1))
        for row in range(1, chart.rows + 1)
    )
    return "\n".join([top, *rows])


def blocks_of(chart: Chart) -> tuple[int, int] | None:
    """The width and height of the chart's rectangular sectors, or None when they are irregular."""
    sectors = dict(chart.sectors)
    corner = sectors[Cell(1, 1)]
    wide = sum(1 for _ in takewhile(lambda column: sectors[Cell(column, 1)] == corner, range(1, chart.columns + 1)))
    high = sum(1 for _ in takewhile(lambda row: sectors[Cell(1, row)] == corner, range(1, chart.rows + 1)))
    return (wide, high) if sectors == block_sectors(chart.columns, chart.rows, wide, high) else None

"""A scenario file's text, read into a drawing.

Every problem carries the line it is on, and all of them are found in one reading.
What never lives here: where files are, words, the rules a chart is played by.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

from referee.rules.crews import TEAMS, Game, Mode, Team
from referee.rules.drawing import grid
from referee.rules.drawing.problems import Flaw, Problem
from referee.rules.drawing.values import BOTH, Confidence, Drawing, Edition, Side
from referee.rules.sea import Cell, Chart

_TOP = ("game", "name", "edition", "title", BOTH, *Mode)
_SIDE = ("chart", "sectors", "confidence", "sources", "doubtful", "doubt", "starts", "scenario-gauge")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_KEY = re.compile(r"\s*([A-Za-z0-9_.\"-]+)\s*=\s*(.*)")
_TABLE = re.compile(r"\s*\[\s*([A-Za-z0-9_.\"-]+)\s*\]\s*(#.*)?")
_AT_LINE = re.compile(r"at line ([0-9]+)")
_QUOTES = ("'''", '"""')

Choice = TypeVar("Choice", bound=StrEnum)


class Misdrawn(Exception):
    """A scenario file that cannot be played, with everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda one: one.line or 0))
        super().__init__(", ".join(f"{one.line}: {one.flaw}" for one in self.problems))


def read(text: str) -> Drawing:
    """The drawing of a file's text; raises Misdrawn with every problem."""
    reading = _Reading(text)
    drawing = reading.drawing()
    if reading.problems or drawing is None:
        raise Misdrawn(reading.problems)
    return drawing


def key_lines(text: str) -> dict[str, int]:
    """The line on which each dotted key is written; a drawn block begins on the line after its key."""
    lines: dict[str, int] = {}
    table, inside = "", None
    for number, line in enumerate(text.splitlines(), 1):
        if inside:
            inside = None if inside in line else inside
        elif heading := _TABLE.fullmatch(line):
            table = heading[1].replace('"', "") + "."
            lines[table[:-1]] = number
        elif key := _KEY.fullmatch(line):
            lines[table + key[1].replace('"', "")] = number
            inside = next((quotes for quotes in _QUOTES if key[2].count(quotes) == 1), None)
    return lines


class _Reading:
    """One reading of one file: values come out, problems pile up."""

    def __init__(self, text: str) -> None:
        self.problems: list[Problem] = []
        self._lines = key_lines(text)
        self._top: Mapping[str, object] = {}
        try:
            self._top = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            where = _AT_LINE.search(str(error))
            self.problems.append(Problem.at(int(where[1]) if where else len(text.splitlines()), Flaw.NOT_TOML))

    def drawing(self) -> Drawing | None:
        if self.problems:
            return None
        self._known("", self._top, _TOP)
        game = self._choice(Game, "game", self._top.get("game"))
        name = self._name()
        edition = self._choice(Edition, "edition", self._top.get("edition", Edition.OWN))
        titles = self._sentences("title", self._top.get("title", {}))
        sides = dict(self._sides(game or Game.CAPTAIN_SONAR))
        if game is None or edition is None:
            return None
        return Drawing(game, name, edition, titles, sides)

    # -- the head of the file
    def _name(self) -> str:
        name = self._top.get("name")
        if name is None:
            self._add("name", Flaw.KEY_MISSING, key="name", known=_NAME_EXAMPLE)
        elif not isinstance(name, str) or not _NAME.fullmatch(name):
            self._add("name", Flaw.VALUE_WRONG, key="name", value=str(name), known=_NAME_EXAMPLE)
        return str(name)

    def _sides(self, game: Game) -> Iterator[tuple[Mode, Side]]:
        written = [key for key in (BOTH, *Mode) if key in self._top]
        if not written:
            self.problems.append(Problem.at(None, Flaw.NO_MODE))
        for key in written:
            table = self._top[key]
            side = self._side(key, table, game) if isinstance(table, dict) else None
            if not isinstance(table, dict):
                self._add(key, Flaw.VALUE_WRONG, key=key, value=str(table), known=f"[{key}]")
            for mode in Mode if key == BOTH else (Mode(key),):
                if side is not None:
                    yield mode, side

    # -- one side
    def _side(self, key: str, table: Mapping[str, object], game: Game) -> Side | None:
        self._known(f"{key}.", table, _SIDE)
        confidence = self._choice(Confidence, f"{key}.confidence", table.get("confidence", Confidence.OWN))
        chart = self._chart(key, table)
        if chart is None:
            return None
        return Side(
            chart=chart,
            confidence=confidence or Confidence.OWN,
            sources=tuple(str(source) for source in self._list(f"{key}.sources", table.get("sources", []))),
            doubtful=frozenset(self._cells(f"{key}.doubtful", table.get("doubtful", []), chart)),
            doubt=self._sentences(f"{key}.doubt", table.get("doubt", {})),
            starts=dict(self._starts(f"{key}.starts", table.get("starts", {}), chart, game)),
            scenario_gauge=self._gauge(f"{key}.scenario-gauge", table.get("scenario-gauge"), chart),
        )

    def _chart(self, key: str, table: Mapping[str, object]) -> Chart | None:
        if "chart" not in table:
            self._add(key, Flaw.KEY_MISSING, key=f"{key}.chart", known="chart = '''…'''")
            return None
        rows = grid.chart_rows(str(table["chart"]), self._block(f"{key}.chart"))
        line = self._line(f"{key}.chart")
        found = [*grid.shape_problems(rows, line), *grid.symbol_problems(rows)]
        self.problems += found
        if found:
            return None
        chart = self._with_sectors(key, table.get("sectors"), grid.made(rows, {}))
        if chart and not chart.water:
            self._add(f"{key}.chart", Flaw.CHART_EMPTY)
        return chart

    def _with_sectors(self, key: str, sectors: object, chart: Chart) -> Chart | None:
        if sectors is None:
            self._add(key, Flaw.KEY_MISSING, key=f"{key}.sectors", known='sectors = "5x5"')
            return None
        before = len(self.problems)
        blocks = grid.BLOCKS.fullmatch(str(sectors).strip())
        numbers = (
            grid.block_sectors(chart.columns, chart.rows, int(blocks[1]), int(blocks[2]))
            if blocks
            else self._drawn_sectors(key, str(sectors), chart)
        )
        if len(self.problems) > before:
            return None
        divided = replace(chart, sectors=tuple(sorted(numbers.items())))
        self.problems += grid.sector_problems(divided, self._line(f"{key}.sectors"))
        return divided

    def _drawn_sectors(self, key: str, text: str, chart: Chart) -> dict[Cell, int]:
        rows = grid.sector_rows(text, self._block(f"{key}.sectors"), chart.columns)
        if len(rows) != chart.rows:
            self._add(f"{key}.sectors", Flaw.SECTORS_SHAPE, found=len(rows), rows=chart.rows)
            return {}
        numbers: dict[Cell, int] = {}
        for place, row in enumerate(rows, 1):
            if len(row.symbols) != chart.columns:
                self.problems.append(Problem.at(
                    row.line, Flaw.ROW_RAGGED, row=place, found=len(row.symbols), columns=chart.columns
                ))  # fmt: skip
            for column, symbol in enumerate(row.symbols[: chart.columns], 1):
                numbers[Cell(column, place)] = self._sector(symbol, Cell(column, place), row)
        return numbers

    def _sector(self, symbol: str, cell: Cell, row: grid.Row) -> int:
        if not (symbol.isascii() and symbol.isdigit() and 0 < int(symbol) <= grid.MOST_SECTORS):
            self.problems.append(Problem.at(row.line, Flaw.SECTOR_SYMBOL, symbol=symbol, cell=str(cell)))
            return 0
        return int(symbol)

    def _starts(self, path: str, table: object, chart: Chart, game: Game) -> Iterator[tuple[Team, Cell]]:
        for name, text in self._dict(path, table).items():
            team = next((team for team in TEAMS[game] if team.value == name), None)
            cell = Cell.parse(str(text))
            here = f"{path}.{name}"
            if team is None:
                self._add(here, Flaw.START_TEAM, team=name, known=_listed(TEAMS[game]))
            elif cell is None:
                self._add(here, Flaw.CELL_WRONG, cell=str(text))
            elif not chart.has(cell):
                self._add(here, Flaw.START_OFF_CHART, cell=str(cell))
            elif not chart.is_water(cell):
                self._add(here, Flaw.START_ISLAND, cell=str(cell))
            else:
                yield team, cell

    def _gauge(self, path: str, value: object, chart: Chart) -> int | None:
        if value is None:
            return 4 if chart.archer_mines else None
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 6:
            self._add(path, Flaw.VALUE_WRONG, key=path, value=str(value), known="1 … 6")
            return None
        return value

    def _cells(self, path: str, value: object, chart: Chart) -> Iterator[Cell]:
        for text in self._list(path, value):
            cell = Cell.parse(str(text))
            if cell is None:
                self._add(path, Flaw.CELL_WRONG, cell=str(text))
            elif not chart.has(cell):
                self._add(path, Flaw.CELL_OFF_CHART, cell=str(cell))
            else:
                yield cell

    # -- plain values
    def _choice(self, kind: type[Choice], path: str, value: object) -> Choice | None:
        found = next((one for one in kind if one.value == value), None)
        if value is None:
            self._add(path, Flaw.KEY_MISSING, key=path, known=_listed(kind))
        elif found is None:
            self._add(path, Flaw.VALUE_WRONG, key=path, value=str(value), known=_listed(kind))
        return found

    def _list(self, path: str, value: object) -> list[object]:
        if isinstance(value, list):
            return value
        self._add(path, Flaw.VALUE_WRONG, key=path, value=str(value), known="[…]")
        return []

    def _dict(self, path: str, value: object) -> Mapping[str, object]:
        if isinstance(value, dict):
            return value
        self._add(path, Flaw.VALUE_WRONG, key=path, value=str(value), known="en = …, fr = …")
        return {}

    def _sentences(self, path: str, value: object) -> dict[str, str]:
        return {language: str(sentence) for language, sentence in self._dict(path, value).items()}

    def _known(self, path: str, table: Mapping[str, object], keys: Iterable[str]) -> None:
        for key in table:
            if key not in keys:
                self._add(path + key, Flaw.KEY_UNKNOWN, key=key, known=_listed(keys))

    # -- where it is written
    def _add(self, path: str, flaw: Flaw, **slots: str | int) -> None:
        self.problems.append(Problem.at(self._line(path), flaw, **slots))

    def _line(self, path: str) -> int | None:
        """The line of a key, or of the nearest key or table around it."""
        while path:
            inside = [line for key, line in self._lines.items() if key == path or key.startswith(path + ".")]
            if inside:
                return min(inside)
            path = path.rpartition(".")[0]
        return 1

    def _block(self, path: str) -> int | None:
        line = self._line(path)
        return None if line is None else line + 1


_NAME_EXAMPLE = 'name = "my-chart"'


def _listed(words: Iterable[str]) -> str:
    return ", ".join(str(word) for word in words)

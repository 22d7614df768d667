"""A scenario file's text, read into a drawing.

Every problem carries the line it is on, and all of them are found in one reading.
What never lives here: where files are, words, the rules a chart is played by.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee.rules.crews import TEAMS, Game, Mode, Team
from referee.rules.drawing import grid
from referee.rules.drawing.keys import Misdrawn, Reading, listed
from referee.rules.drawing.problems import Flaw, Problem
from referee.rules.drawing.values import BOTH, Drawing, Edition, Side
from referee.rules.scenario import Confidence
from referee.rules.sea import Cell, Chart

_TOP = ("game", "name", "edition", "title", BOTH, *Mode)
_SIDE = ("chart", "sectors", "confidence", "sources", "doubtful", "note", "starts", "scenario-gauge")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_NAME_EXAMPLE = 'name = "my-chart"'


def is_name(text: str) -> bool:
    """Whether a chart may be called this: small letters, numbers, hyphens between them."""
    return _NAME.fullmatch(text) is not None


def read(text: str) -> Drawing:
    """The drawing of a file's text; raises Misdrawn with every problem."""
    reading = _Reading(text)
    drawing = reading.drawing()
    if reading.problems or drawing is None:
        raise Misdrawn(reading.problems)
    return drawing


class _Reading(Reading):
    """One reading of one scenario file."""

    def drawing(self) -> Drawing | None:
        if self.problems:
            return None
        self.known("", self.top, _TOP)
        game = self.choice(Game, "game", self.top.get("game"))
        name = self._name()
        edition = self.choice(Edition, "edition", self.top.get("edition", Edition.OWN))
        titles = self.sentences("title", self.top.get("title", {}))
        sides = dict(self._sides(game or Game.CAPTAIN_SONAR))
        if game is None or edition is None:
            return None
        return Drawing(game, name, edition, titles, sides)

    # -- the head of the file
    def _name(self) -> str:
        name = self.top.get("name")
        if name is None:
            self.add("name", Flaw.KEY_MISSING, entry="name", known=_NAME_EXAMPLE)
        elif not isinstance(name, str) or not is_name(name):
            self.add("name", Flaw.VALUE_WRONG, entry="name", value=str(name), known=_NAME_EXAMPLE)
        return str(name)

    def _sides(self, game: Game) -> Iterator[tuple[Mode, Side]]:
        written = [key for key in (BOTH, *Mode) if key in self.top]
        if not written:
            self.problems.append(Problem.at(None, Flaw.NO_MODE))
        for key in written:
            table = self.top[key]
            side = self._side(key, table, game) if isinstance(table, dict) else None
            if not isinstance(table, dict):
                self.add(key, Flaw.VALUE_WRONG, entry=key, value=str(table), known=f"[{key}]")
            for mode in Mode if key == BOTH else (Mode(key),):
                if side is not None:
                    yield mode, side

    # -- one side
    def _side(self, key: str, table: Mapping[str, object], game: Game) -> Side | None:
        self.known(f"{key}.", table, _SIDE)
        confidence = self.choice(Confidence, f"{key}.confidence", table.get("confidence", Confidence.SOLID))
        chart = self._chart(key, table)
        if chart is None:
            return None
        return Side(
            chart=chart,
            confidence=confidence or Confidence.SOLID,
            sources=tuple(str(source) for source in self.array(f"{key}.sources", table.get("sources", []))),
            doubtful=frozenset(self._cells(f"{key}.doubtful", table.get("doubtful", []), chart)),
            note=str(table.get("note", "")),
            starts=dict(self._starts(f"{key}.starts", table.get("starts", {}), chart, game)),
            scenario_gauge=self._gauge(f"{key}.scenario-gauge", table.get("scenario-gauge"), chart),
        )

    def _chart(self, key: str, table: Mapping[str, object]) -> Chart | None:
        if "chart" not in table:
            self.add(key, Flaw.KEY_MISSING, entry=f"{key}.chart", known="chart = '''…'''")
            return None
        rows = grid.chart_rows(str(table["chart"]), self.block(f"{key}.chart"))
        line = self.line(f"{key}.chart")
        found = [*grid.shape_problems(rows, line), *grid.symbol_problems(rows)]
        self.problems += found
        if found:
            return None
        chart = self._with_sectors(key, table.get("sectors"), grid.made(rows, {}))
        if chart and not chart.water:
            self.add(f"{key}.chart", Flaw.CHART_EMPTY)
        return chart

    def _with_sectors(self, key: str, sectors: object, chart: Chart) -> Chart | None:
        if sectors is None:
            self.add(key, Flaw.KEY_MISSING, entry=f"{key}.sectors", known='sectors = "5x5"')
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
        self.problems += grid.sector_problems(divided, self.line(f"{key}.sectors"))
        return divided

    def _drawn_sectors(self, key: str, text: str, chart: Chart) -> dict[Cell, int]:
        rows = grid.sector_rows(text, self.block(f"{key}.sectors"), chart.columns)
        if len(rows) != chart.rows:
            self.add(f"{key}.sectors", Flaw.SECTORS_SHAPE, found=len(rows), rows=chart.rows)
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
        for name, text in self.table(path, table).items():
            team = next((team for team in TEAMS[game] if team.value == name), None)
            cell = Cell.parse(str(text))
            here = f"{path}.{name}"
            if team is None:
                self.add(here, Flaw.START_TEAM, team=name, known=listed(TEAMS[game]))
            elif cell is None:
                self.add(here, Flaw.CELL_WRONG, cell=str(text))
            elif not chart.has(cell):
                self.add(here, Flaw.START_OFF_CHART, cell=str(cell))
            elif not chart.is_water(cell):
                self.add(here, Flaw.START_ISLAND, cell=str(cell))
            else:
                yield team, cell

    def _gauge(self, path: str, value: object, chart: Chart) -> int | None:
        if value is None:
            return 4 if chart.archer_mines else None
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 6:
            self.add(path, Flaw.VALUE_WRONG, entry=path, value=str(value), known="1 … 6")
            return None
        return value

    def _cells(self, path: str, value: object, chart: Chart) -> Iterator[Cell]:
        for text in self.array(path, value):
            cell = Cell.parse(str(text))
            if cell is None:
                self.add(path, Flaw.CELL_WRONG, cell=str(text))
            elif not chart.has(cell):
                self.add(path, Flaw.CELL_OFF_CHART, cell=str(cell))
            else:
                yield cell

"""Perft: how many sequences of legal courses there are, against a counter that knows nothing but rows of letters.

The charts' counts to depth 6 are pinned for one start each; `SONAR_PERFT_DEPTH=8` counts deeper, from every start.
"""

from __future__ import annotations

import os

import pytest

from referee.rules import play
from referee.rules.captain_sonar import CAPTAIN_SONAR
from referee.rules.captain_sonar.state import State
from referee.rules.crews import Mode, Team
from referee.rules.house import House
from referee.rules.orders import Announced, Course, Dive, Start
from referee.rules.rulings import Accepted
from referee.rules.scenario import Scenario
from referee.rules.sea import Cell, Heading
from tests.rules.games import scenario

DEPTH = int(os.environ.get("SONAR_PERFT_DEPTH", "6"))
ALL_STARTS = "SONAR_PERFT_DEPTH" in os.environ
CHARTS = [(name, mode) for name in ("alpha", "bravo", "charlie", "delta", "echo") for mode in Mode]

# one start a chart, and the sequences of 1 to 6 courses from there
PINNED: dict[tuple[str, Mode], tuple[str, list[int]]] = {
    ("alpha", Mode.TURN_BY_TURN): ("E5", [3, 9, 22, 55, 133, 311]),
    ("alpha", Mode.REAL_TIME): ("H6", [4, 8, 19, 47, 116, 290]),
    ("bravo", Mode.TURN_BY_TURN): ("E5", [4, 12, 33, 81, 206, 482]),
    ("bravo", Mode.REAL_TIME): ("H6", [4, 12, 33, 90, 246, 648]),
    ("charlie", Mode.TURN_BY_TURN): ("E5", [3, 8, 19, 49, 125, 323]),
    ("charlie", Mode.REAL_TIME): ("H6", [4, 12, 33, 83, 221, 533]),
    ("delta", Mode.TURN_BY_TURN): ("E5", [4, 12, 36, 88, 212, 487]),
    ("delta", Mode.REAL_TIME): ("H6", [4, 8, 17, 41, 99, 262]),
    ("echo", Mode.TURN_BY_TURN): ("E5", [4, 12, 36, 94, 253, 611]),
    ("echo", Mode.REAL_TIME): ("H6", [4, 12, 30, 77, 193, 490]),
}


def sea_of(given: Scenario) -> list[str]:
    """The chart as rows of text, an island an X: all the naive counter gets."""
    islands = {str(cell) for cell in given.chart.islands}
    rows = range(1, given.chart.rows + 1)
    return [
        "".join("X" if f"{letter}{row}" in islands else " " for letter in "ABCDEFGHIJKLMNO"[: given.chart.columns])
        for row in rows
    ]


def naive(sea: list[str], path: list[tuple[int, int]], depth: int) -> int:
    if depth == 0:
        return 1
    row, column = path[-1]
    found = 0
    for to in ((row - 1, column), (row + 1, column), (row, column + 1), (row, column - 1)):
        inside = 0 <= to[0] < len(sea) and 0 <= to[1] < len(sea[0])
        if inside and sea[to[0]][to[1]] == " " and to not in path:
            found += naive(sea, [*path, to], depth - 1)
    return found


def real_time(name: str, mode: Mode) -> State:
    """A running game in which blue may go on at will: the chart of any mode, played in real time."""
    chart = scenario(name, mode)
    free = Scenario(chart.name, chart.game, Mode.REAL_TIME, chart.chart, chart.mate, chart.engineer)
    sizes = play.CrewSizes.of(chart.game)
    return CAPTAIN_SONAR.begin(free, House(), Team.BLUE, sizes)


def dived(state: State, start: Cell | None) -> State:
    orders = [
        *([Announced(Start(start), Team.BLUE)] if start else []),
        Announced(Dive(), Team.BLUE),
        Announced(Dive(), Team.YELLOW),
    ]
    for order in orders:
        state, ruling = play.advance(CAPTAIN_SONAR, state, order)
        assert isinstance(ruling, Accepted)
    return state


COURSES = [Announced(Course(heading), Team.BLUE) for heading in Heading]


def perft(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    rulings = [CAPTAIN_SONAR.rule_on(state, course) for course in COURSES]
    nexts = [play.fold(CAPTAIN_SONAR, state, ruling.events) for ruling in rulings if isinstance(ruling, Accepted)]
    return len(nexts) if depth == 1 else sum(perft(after, depth - 1) for after in nexts)


@pytest.mark.parametrize(("name", "mode"), CHARTS)
def test_courses_are_counted_alike(name: str, mode: Mode) -> None:
    given = scenario(name, mode)
    sea, state = sea_of(given), real_time(name, mode)
    water = [cell for cell in given.chart.cells if given.chart.is_water(cell)]
    for start in water if ALL_STARTS else (water[0], water[len(water) // 3]):
        path = [(start.row - 1, start.column - 1)]
        assert perft(dived(state, start), DEPTH) == naive(sea, path, DEPTH), str(start)


@pytest.mark.parametrize(("name", "mode"), CHARTS)
def test_from_an_untold_start_a_sequence_is_legal_when_some_start_allows_it(name: str, mode: Mode) -> None:
    given, depth = scenario(name, mode), min(DEPTH, 5)
    sea = sea_of(given)
    water = [(cell.row - 1, cell.column - 1) for cell in given.chart.cells if given.chart.is_water(cell)]
    possible = {shape for start in water for shape in shapes(sea, [start], depth)}
    assert perft(dived(real_time(name, mode), None), depth) == len(possible)


def shapes(sea: list[str], path: list[tuple[int, int]], depth: int) -> list[str]:
    """The sequences of headings, as letters, that this start allows."""
    if depth == 0:
        return [""]
    row, column = path[-1]
    found = []
    for letter, to in {
        "N": (row - 1, column),
        "S": (row + 1, column),
        "E": (row, column + 1),
        "W": (row, column - 1),
    }.items():
        inside = 0 <= to[0] < len(sea) and 0 <= to[1] < len(sea[0])
        if inside and sea[to[0]][to[1]] == " " and to not in path:
            found += [letter + rest for rest in shapes(sea, [*path, to], depth - 1)]
    return found


@pytest.mark.parametrize(("name", "mode"), CHARTS)
def test_the_counts_of_the_charts(name: str, mode: Mode) -> None:
    """A chart that changes by accident changes these numbers."""
    start, counts = PINNED[name, mode]
    at = Cell.parse(start)
    state = dived(real_time(name, mode), at)
    assert [perft(state, depth) for depth in range(1, 7)] == counts

"""How long an order takes on 15×15 charts with silences, beside the straightforward solver:
`python -m tests.bench.deduction`.

Only public orders are heard. Random games against complete knowledge are sailed by `python -m tests.bench.voyages`.
"""

from __future__ import annotations

import argparse
import random
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from time import process_time
from typing import TypeVar

from referee import shelf
from referee.deduction.trails import Seamanship, Whereabouts
from referee.rules.crews import Game, Mode
from referee.rules.sea import Cell, Chart, Heading
from referee.rules.waters import Waters
from tests.bench.solver import Plain
from tests.bench.table import Beside, Measured, Row, late, median

T = TypeVar("T")

CHARTS = ("alpha", "bravo", "charlie", "delta", "echo")
PLAIN_GIVES_UP = 30_000
"""Worlds: beyond this the straightforward solver takes seconds an order."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="deduction", description=__doc__)
    parser.add_argument("--games", type=int, default=3, metavar="N", help="on each chart (default: 3)")
    print(HEAD)
    for one in compared(max(parser.parse_args().games, 1)):
        print("\n".join(rows(one)), flush=True)
    print(f"\n{memory()}")
    return 0


def measure(games: int) -> Measured:
    """What is promised of an order, over every chart; the lines of this benchmark."""
    found = list(compared(games))
    ours, plain = ([1000 * one for chart in found for one in times(chart)] for times in (_OURS, _PLAIN))
    details = [HEAD, *(line for one in found for line in rows(one)), "", memory()]
    promised = [
        Row("deduced", "ms", 1, median(ours), beside=Beside("plain-solver", median(plain))),
        Row("deduced-late", "ms", 20, late(ours, 0.99), beside=Beside("plain-solver", late(plain, 0.99))),
    ]
    return Measured(promised, details)


@dataclass
class Sailed:
    """One submarine, followed by somebody who hears its courses."""

    chart: Chart
    chance: random.Random
    every: int
    """Silence after so many courses, as soon as the gauge allows it."""
    at: Cell
    route: set[Cell] = field(default_factory=set)

    def orders(self, count: int) -> Iterator[tuple[str, Heading | int | None]]:
        since = 0
        for _ in range(count):
            open_ = [heading for heading in Heading if self._free(self.at.step(heading))]
            if not open_ or self.chance.random() < 0.02:
                self.route = {self.at}
                yield "surface", self.chart.sector(self.at)
                continue
            since += 1
            heading = self.chance.choice(open_)
            if since > self.every:
                since = 0
                self._go(heading, self.chance.randint(0, 4))
                yield "silence", None
            else:
                self._go(heading, 1)
                yield "course", heading

    def _free(self, cell: Cell) -> bool:
        return self.chart.is_water(cell) and cell not in self.route

    def _go(self, heading: Heading, steps: int) -> None:
        self.route.add(self.at)
        for _ in range(steps):
            if self._free(self.at.step(heading)):
                self.at = self.at.step(heading)
                self.route.add(self.at)


HEAD = (
    "places, 15x15 charts, 80 orders a game (ms an order)\n"
    f"{'chart, courses to a silence':<30}{'solver':<8}{'median':>9}{'p99':>9}{'longest':>9}{'orders':>8}"
    "  most worlds or shapes"
)


@dataclass(frozen=True, slots=True)
class Compared:
    """Both solvers on one chart: the seconds of every order, and the most there was to hold."""

    name: str
    games: int
    ours: list[float] = field(default_factory=list)
    plain: list[float] = field(default_factory=list)
    shapes: list[int] = field(default_factory=list)
    worlds: list[int] = field(default_factory=list)
    given_up: list[bool] = field(default_factory=list)


_OURS, _PLAIN = attrgetter("ours"), attrgetter("plain")


def compared(games: int) -> Iterator[Compared]:
    charts = {name: shelf.scenario(Game.CAPTAIN_SONAR, name, Mode.REAL_TIME).chart for name in CHARTS}
    charts["open sea"] = open_sea(15)
    for name, chart in charts.items():
        for every in (7, 2) if name == "open sea" else (7,):
            yield _compare(f"{name}, {every}", chart, every, games)


def open_sea(size: int) -> Chart:
    cells = [Cell(column, row) for row in range(1, size + 1) for column in range(1, size + 1)]
    return Chart(size, size, frozenset(), tuple((c, 1 + (c.column - 1) // 5 + 3 * ((c.row - 1) // 5)) for c in cells))


def _compare(name: str, chart: Chart, every: int, games: int) -> Compared:
    found = Compared(name, games)
    for seed in range(games):
        orders = list(_sailed(chart, seed, every).orders(80))
        times, most = follow(Whereabouts.begin(Seamanship(Waters(chart))), orders, _ours, lambda one: len(one.trails))
        found.ours.extend(times)
        found.shapes.append(most)
        times, most = follow(Plain.begin(chart), orders, _plain, lambda one: len(one.worlds), PLAIN_GIVES_UP)
        found.plain.extend(times)
        found.worlds.append(most)
        found.given_up.append(len(times) < len(orders))
    return found


def _sailed(chart: Chart, seed: int, every: int) -> Sailed:
    chance = random.Random(seed)
    return Sailed(chart, chance, every, chance.choice(sorted(chart.water)))


def follow(
    solver: T,
    orders: list[tuple[str, Heading | int | None]],
    after: Callable[[T, str, Heading | int | None], T],
    size: Callable[[T], int],
    limit: int | None = None,
) -> tuple[list[float], int]:
    """The time each order took, and the most there was to hold; a solver stops when it holds too much."""
    times, most = [], 0
    for kind, what in orders:
        before = process_time()
        solver = after(solver, kind, what)
        times.append(process_time() - before)
        most = max(most, size(solver))
        if limit is not None and most > limit:
            break
    return times, most


def _ours(where: Whereabouts, kind: str, what: Heading | int | None) -> Whereabouts:
    if isinstance(what, Heading):
        found = where.course(what)
    elif kind == "silence":
        found = where.silence()
    else:
        found = where.only(where.waters.sectors[what or 0]).surfaced()
    assert found.places
    return found


def _plain(plain: Plain, kind: str, what: Heading | int | None) -> Plain:
    if isinstance(what, Heading):
        found = plain.course(what)
    elif kind == "silence":
        found = plain.silence()
    else:
        found = plain.only(cell for cell, sector in plain.chart.sectors if sector == what).surfaced()
    assert found.cells
    return found


def rows(one: Compared) -> Iterator[str]:
    gave_up = f"gave up in {sum(one.given_up)} of {one.games} games"
    yield _row(one.name, "ours", one.ours, f"{max(one.shapes)} shapes")
    yield _row("", "plain", one.plain, f"{max(one.worlds)} worlds; {gave_up}")


def _row(name: str, solver: str, times: list[float], note: str) -> str:
    middle, slow, longest = (1000 * seconds for seconds in quantiles(times))
    return f"{name:<30}{solver:<8}{middle:>9.3f}{slow:>9.2f}{longest:>9.1f}{len(times):>8}  {note}"


def quantiles(times: list[float]) -> tuple[float, float, float]:
    ordered = sorted(times)
    return ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)], ordered[-1]


# -- memory
def memory() -> str:
    """The worst there is: open sea, a silence after every second course, nothing told."""
    tracemalloc.start()
    where = Whereabouts.begin(Seamanship(Waters(open_sea(15))))
    for kind, what in _sailed(open_sea(15), 1, 2).orders(200):
        where = _ours(where, kind, what)
    held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return f"memory after 200 orders in open sea: {held / 1e6:.2f} MB held, {peak / 1e6:.1f} MB at most"


if __name__ == "__main__":
    sys.exit(main())

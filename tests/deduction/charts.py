"""Small charts and steps on them, for trying everything."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.deduction.trails import Seamanship, Whereabouts
from referee.rules.sea import Cell, Chart, Heading
from referee.rules.waters import Waters
from tests.bench.solver import Plain


def chart_of(*rows: str) -> Chart:
    """A chart drawn in rows, `.` water and `#` island, all of it one sector."""
    cells = {Cell(x, y): sign for y, row in enumerate(rows, 1) for x, sign in enumerate(row, 1)}
    islands = frozenset(cell for cell, sign in cells.items() if sign == "#")
    return Chart(len(rows[0]), len(rows), islands, tuple((cell, 1) for cell in cells))


def any_chart(chance: random.Random) -> Chart:
    size = chance.choice((3, 4, 4, 5))
    cells = [Cell(x, y) for y in range(1, size + 1) for x in range(1, size + 1)]
    islands = frozenset(chance.sample(cells, chance.randint(0, size)))
    return Chart(size, size, islands, tuple((cell, 1) for cell in cells))


@dataclass
class Pair:
    """The deductions and the plain solver, side by side."""

    ours: Whereabouts
    plain: Plain

    @classmethod
    def begin(cls, chart: Chart, chance: random.Random, limit: int = 10**9) -> Pair:
        steps = chance.choice(((0, 1, 2, 3, 4), (1,), (1, 2, 3, 4)))
        courses, silence, diagonal = chance.random() < 0.7, chance.random() < 0.7, chance.random() < 0.8
        ours = Whereabouts.begin(Seamanship(Waters(chart), steps, courses, silence, diagonal), limit)
        plain = replace(
            Plain.begin(chart), bars_courses=courses, bars_silence=silence, diagonal=diagonal, silence_steps=steps
        )
        return cls(ours, plain)

    @property
    def places(self) -> frozenset[Cell]:
        return frozenset(self.ours.waters.cells(self.ours.places))

    def both(self, change: Callable[[Whereabouts | Plain], Whereabouts | Plain]) -> Pair:
        ours, plain = change(self.ours), change(self.plain)
        assert isinstance(ours, Whereabouts)
        assert isinstance(plain, Plain)
        return Pair(ours, plain)

    def only(self, cells: list[Cell]) -> Pair:
        return Pair(self.ours.only(self.ours.waters.set_of(cells)), self.plain.only(cells))


STEPS = ("course", "silence", "surfaced", "only", "mine_dropped", "mine_told", "mine_gone", "mine_swept", "afloat",
         "glided", "started")  # fmt: skip
WEIGHTS = (10, 2, 0.5, 1, 3, 1, 2, 2, 1, 1, 0.5)


def after_any_step(pair: Pair, chance: random.Random) -> tuple[str, Pair]:
    """Both after the same random thing that may happen, or be said."""
    step = chance.choices(STEPS, WEIGHTS)[0]
    cells = pair.plain.chart.cells
    laid = sorted(mine for world in list(pair.plain.worlds)[:50] for mine in world.mines)
    cell = chance.choice(laid) if laid and step.startswith("mine_") else chance.choice(cells)
    heading, count = chance.choice(list(Heading)), chance.randint(0, 4)
    match step:
        case "course":
            return f"{step} {heading}", pair.both(lambda one: one.course(heading))
        case "only":
            return step, pair.only(chance.sample(cells, len(cells) * 2 // 3))
        case "glided":
            return f"{step} {heading} {count}", pair.both(lambda one: one.glided(heading, count))
        case "started" if pair.ours.drift is None:
            return "", pair
        case "mine_told" | "mine_gone" | "mine_swept" | "started":
            return f"{step} {cell}", pair.both(lambda one: getattr(one, step)(cell))
        case _:
            return step, pair.both(lambda one: getattr(one, step)())

"""Drills: one task at a time, for a Captain's voice, an honest liar at the sonar, and a Radio Operator's head.

Pure: whoever runs a drill brings the dice, and the orders that were said or typed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from referee.language import sentences
from referee.language.messages import Catalogue
from referee.rules import orders as o
from referee.rules.crews import Game
from referee.rules.orders import Fact, FactKind, Order
from referee.rules.scenario import Scenario
from referee.rules.sea import Cell, Heading

Dice = Callable[[int], int]
"""A number from 0 to below this one."""
TRACKED = 6
"""How many courses a Radio Operator follows in one task."""


class Drill(StrEnum):
    ORDERS = "orders"  # call this
    SONAR = "sonar"  # answer it
    DRONE = "drone"
    TRACKING = "tracking"  # where are they now?


DRILLS: dict[Game, tuple[Drill, ...]] = {
    Game.CAPTAIN_SONAR: tuple(Drill),
    Game.SONAR: (Drill.ORDERS, Drill.SONAR, Drill.TRACKING),
}


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do: what is asked, whether an order answers it, and one that would."""

    kind: Drill
    asked: str
    good: Callable[[Order], bool]
    example: Order


@dataclass
class Score:
    """How it goes, each player or pair apart."""

    right: int = 0
    wrong: int = 0
    by_kind: dict[Drill, list[bool]] = field(default_factory=dict)

    def count(self, kind: Drill, right: bool) -> None:
        self.right, self.wrong = self.right + right, self.wrong + (not right)
        self.by_kind.setdefault(kind, []).append(right)

    def weakest(self) -> Drill | None:
        """What to practise next time; None when everything was right."""
        missed = {kind: results.count(False) for kind, results in self.by_kind.items()}
        worst = max(missed, key=lambda kind: missed[kind], default=None)
        return worst if worst and missed[worst] else None


def task(kind: Drill, scenario: Scenario, words: Catalogue, dice: Dice) -> Task:
    """A new task of this kind."""
    match kind:
        case Drill.ORDERS:
            return _orders(scenario, words, dice)
        case Drill.SONAR:
            return _sonar(scenario, words, dice)
        case Drill.DRONE:
            return _drone(scenario, words, dice)
        case Drill.TRACKING:
            return _tracking(scenario, words, dice)


def _water(scenario: Scenario, dice: Dice) -> Cell:
    water = sorted(scenario.chart.water)
    return water[dice(len(water))]


def _orders(scenario: Scenario, words: Catalogue, dice: Dice) -> Task:
    cell, sectors = _water(scenario, dice), scenario.chart.sector_numbers
    heading = list(Heading)[dice(len(Heading))]
    captain: list[Order] = [o.Course(heading), o.Torpedo(cell), o.Trigger(cell), o.Mine(), o.Sonar(), o.Silence()]
    captain += [o.Drone(sectors[dice(len(sectors))]), o.Surface(sector=sectors[dice(len(sectors))]), o.Stop(), o.Dive()]
    family: list[Order] = [o.Course(heading), o.Missile(cell), o.Sonar(), o.Silence(), o.Surface(cell=cell)]
    offered = family if scenario.game is Game.SONAR else captain
    wanted = offered[dice(len(offered))]
    phrase = sentences.of_order(wanted, words, scenario.game).shown
    return Task(Drill.ORDERS, words.shown("drill.ask.orders", order=phrase), lambda said: said == wanted, wanted)


def _facts(cell: Cell, scenario: Scenario) -> dict[FactKind, int]:
    sector = scenario.chart.sector(cell) or 0
    known = {FactKind.COLUMN: cell.column, FactKind.ROW: cell.row, FactKind.SECTOR: sector}
    return {
        kind: value for kind, value in known.items() if scenario.game is not Game.SONAR or kind is not FactKind.SECTOR
    }


def _sonar(scenario: Scenario, words: Catalogue, dice: Dice) -> Task:
    cell = _water(scenario, dice)
    known = _facts(cell, scenario)
    family = scenario.game is Game.SONAR

    def good(said: Order) -> bool:
        if not isinstance(said, o.At) or len({fact.kind for fact in said.facts}) != len(said.facts):
            return False
        true = [known.get(fact.kind) == fact.value for fact in said.facts]
        return true == [True] if family else sorted(true) == [False, True]

    lie = Fact(FactKind.ROW, cell.row % scenario.chart.rows + 1)
    truth = Fact(FactKind.COLUMN, cell.column)
    key = "drill.ask.sonar-family" if family else "drill.ask.sonar"
    asked = words.shown(key, cell=cell, sector=scenario.chart.sector(cell))
    return Task(Drill.SONAR, asked, good, o.At((truth,) if family else (truth, lie)))


def _drone(scenario: Scenario, words: Catalogue, dice: Dice) -> Task:
    cell, sectors = _water(scenario, dice), scenario.chart.sector_numbers
    sector = scenario.chart.sector(cell) if dice(2) else sectors[dice(len(sectors))]
    true: Order = o.Yes() if scenario.chart.sector(cell) == sector else o.No()
    asked = words.shown("drill.ask.drone", cell=cell, sector=sector)
    return Task(Drill.DRONE, asked, lambda said: said == true, true)


def _tracking(scenario: Scenario, words: Catalogue, dice: Dice) -> Task:
    start = _water(scenario, dice)
    route, headings = [start], []
    for _ in range(TRACKED):
        ahead = {heading: route[-1].step(heading) for heading in Heading}
        free = [h for h, cell in ahead.items() if scenario.chart.is_water(cell) and cell not in route]
        if not free:
            break
        headings.append(free[dice(len(free))])
        route.append(route[-1].step(headings[-1]))
    family = scenario.game is Game.SONAR
    called = ", ".join(words.shown(f"crews.{'move' if family else 'heading'}.{heading}") for heading in headings)
    end = route[-1]
    answer: Order = o.Missile(end) if family else o.Torpedo(end)
    asked = words.shown("drill.ask.tracking-family" if family else "drill.ask.tracking", start=start, courses=called)
    return Task(Drill.TRACKING, asked, lambda said: said == answer, answer)

"""One crew's sheets, as that crew may know them: the fold of the events it may learn of, and of nothing else.

The phones show this. What is not in an event whose audience is everybody or this crew cannot get here; the enemy is no
more than its public announcements.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from referee.rules import events as e
from referee.rules.crews import System, Team
from referee.rules.events import Event
from referee.rules.house import House, ZeroMarks
from referee.rules.orders import Panel
from referee.rules.scenario import EngineerSheet, Scenario, SymbolClass
from referee.rules.sea import STEP, Cell, Heading
from referee.table.route import UNTOLD, Route

T = TypeVar("T")

PANEL_OF: Mapping[Heading, Panel] = {heading: Panel(heading.value) for heading in Heading}
SILENCE = "silence"
SURFACE = "surface"


@dataclass(frozen=True, slots=True)
class Track:
    """The enemy's called courses as a path from nowhere in particular. A silence or a surfacing begins a new leg."""

    legs: tuple[tuple[tuple[int, int], ...], ...] = (((0, 0),),)
    calls: tuple[str, ...] = ()

    def course(self, heading: Heading) -> Track:
        x, y = self.legs[-1][-1]
        across, down = STEP[heading]
        return Track((*self.legs[:-1], (*self.legs[-1], (x + across, y + down))), (*self.calls, heading.value))

    def unknown(self) -> Track:
        return Track((*self.legs, (self.legs[-1][-1],)), (*self.calls, SILENCE))

    def afresh(self) -> Track:
        return Track(((self.legs[-1][-1],),), (*self.calls, SURFACE))


@dataclass(frozen=True)
class CrewSheet:
    """What one crew has on its four sheets."""

    team: Team
    scenario: Scenario
    house: House
    start: Cell | None = None
    drawn: Route = UNTOLD
    mines: tuple[Cell, ...] = ()
    owes: str | None = None
    """`drop` or `glide`, until the crew tells it."""
    surfaced: bool = False
    secured: bool = False
    marks: Mapping[System, int] = field(default_factory=dict)
    to_mark: int = 0
    crossed: frozenset[str] = frozenset()
    to_cross: tuple[Panel, ...] = ()
    energy: int = 0
    damage: int = 0
    enemy_damage: int = 0
    spent: frozenset[Cell] = frozenset()
    enemy: Track = field(default_factory=Track)

    @classmethod
    def begin(cls, team: Team, scenario: Scenario, house: House) -> CrewSheet:
        """Before the game: nothing but the start, where the scenario forces it."""
        forced = scenario.forced_start(team)
        return cls(team, scenario, house, start=forced, drawn=Route(forced))

    @property
    def position(self) -> Cell | None:
        """Where the submarine is, as far as its crew told it."""
        return self.drawn.position

    @property
    def route(self) -> tuple[Cell, ...]:
        """The spaces of its route, in order."""
        return self.drawn.cells


def sheet_after(sheet: CrewSheet, events: Iterable[Event]) -> CrewSheet:
    """The sheet after some events; those this crew may not learn of change nothing."""
    for event in events:
        if e.audience(event) in (e.Everybody.PUBLIC, sheet.team):
            sheet = _own(sheet, event) if getattr(event, "team", None) == sheet.team else _other(sheet, event)
    return sheet


def _own(sheet: CrewSheet, event: Event) -> CrewSheet:
    match event:
        case e.StartTold(_, cell):
            return replace(sheet, start=cell, drawn=sheet.drawn.started(cell))
        case e.CourseHeld(_, heading):
            return _owing_stations(replace(sheet, drawn=sheet.drawn.course(heading)), heading)
        case e.SilenceActivated():
            spent = _emptied(sheet, System.SILENCE)
            spent = _earning(spent) if sheet.house.silence_earns_energy else spent
            return replace(spent, owes="glide", drawn=sheet.drawn.silence(), to_mark=sheet.to_mark + 1)
        case e.SilenceGlided(_, heading, steps):
            drawn = replace(sheet, drawn=sheet.drawn.glided(heading, steps), owes=None)
            return _owing_for_a_silence(drawn, heading, steps)
        case e.GaugeMarked(_, system):
            marks = {**sheet.marks, system: sheet.marks.get(system, 0) + 1}
            return replace(sheet, marks=marks, to_mark=max(0, sheet.to_mark - 1))
        case e.BreakdownCrossed(_, panel, place):
            return replace(sheet, crossed=sheet.crossed | {f"{panel}{place}"}, to_cross=_without(sheet.to_cross, panel))
        case e.CircuitRepaired(_, circuit):
            engineer = sheet.scenario.engineer
            return replace(sheet, crossed=sheet.crossed - engineer.circuits[circuit]) if engineer else sheet
        case e.BreakdownsErased():
            return replace(sheet, crossed=frozenset())
        case _:
            return _own_systems(sheet, event)


def _own_systems(sheet: CrewSheet, event: Event) -> CrewSheet:
    match event:
        case e.TorpedoLaunched():
            return _emptied(sheet, System.TORPEDO)
        case e.MissileLaunched():
            return _emptied(sheet, System.MISSILE)
        case e.DroneLaunched():
            return _emptied(sheet, System.DRONE)
        case e.SonarActivated():
            return _emptied(sheet, System.SONAR)
        case e.MineDropped():
            return replace(_emptied(sheet, System.MINE), owes="drop")
        case e.MinePlaced(_, cell):
            return replace(sheet, mines=(*sheet.mines, cell), owes=None)
        case e.MineTriggered(_, cell) | e.MineDestroyed(_, cell):
            return replace(sheet, mines=_without(sheet.mines, cell))
        case e.ArcherMineTriggered(_, cell):
            return replace(_emptied(sheet, System.SCENARIO), spent=sheet.spent | {cell})
        case e.SubmarineSurfaced(_, _, cell):
            drawn = sheet.drawn.surfaced(cell)
            return replace(sheet, surfaced=True, secured=False, drawn=drawn, to_cross=(), owes=None)
        case e.SubmarineSecured():
            return replace(sheet, secured=True)
        case e.SubmarineDived():
            return replace(sheet, surfaced=False, secured=False)
        case e.HullDamaged(_, damage) | e.SubmarineHit(_, _, damage):
            return replace(sheet, damage=sheet.damage + damage)
        case _:
            return sheet


def _other(sheet: CrewSheet, event: Event) -> CrewSheet:
    match event:
        case e.CourseHeld(_, heading):
            return replace(sheet, enemy=sheet.enemy.course(heading))
        case e.SilenceActivated():
            return replace(sheet, enemy=sheet.enemy.unknown())
        case e.SubmarineSurfaced():
            return replace(sheet, enemy=sheet.enemy.afresh())
        case e.ArcherMineTriggered(_, cell):
            return replace(sheet, spent=sheet.spent | {cell})
        case e.DamageAnnounced():
            return replace(sheet, enemy_damage=sheet.enemy_damage + 1)
        case e.HullDamaged(_, _, e.Cause.ANNOUNCED):
            return sheet  # with the announcement
        case e.HullDamaged(_, damage) | e.SubmarineHit(_, _, damage):
            return replace(sheet, enemy_damage=sheet.enemy_damage + damage)
        case _:
            return sheet


def _owing_stations(sheet: CrewSheet, heading: Heading) -> CrewSheet:
    if sheet.scenario.energy:
        return replace(_earning(sheet), surfaced=False)
    # the last course is the one that is marked and crossed: older ones that were never told are gone
    return replace(sheet, to_mark=1, to_cross=(PANEL_OF[heading],), surfaced=False)


def _earning(sheet: CrewSheet) -> CrewSheet:
    most = sheet.scenario.energy.boxes if sheet.scenario.energy else 0
    return replace(sheet, energy=min(most, sheet.energy + 1))


def _owing_for_a_silence(sheet: CrewSheet, heading: Heading, steps: int) -> CrewSheet:
    """Crossed and marked as after a course; for staying put, as the house has it."""
    owed = ZeroMarks.BOTH if steps else sheet.house.silence_zero_marks
    to_mark = max(0, sheet.to_mark - 1) if owed is ZeroMarks.NONE else sheet.to_mark
    to_cross = (*sheet.to_cross, PANEL_OF[heading]) if owed is ZeroMarks.BOTH else sheet.to_cross
    return replace(sheet, to_mark=to_mark, to_cross=to_cross)


def _emptied(sheet: CrewSheet, system: System) -> CrewSheet:
    if sheet.scenario.energy:
        return replace(sheet, energy=max(0, sheet.energy - sheet.scenario.energy.cost[system]))
    return replace(sheet, marks={**sheet.marks, system: 0})


def _without(some: tuple[T, ...], one: T) -> tuple[T, ...]:
    """All but one of its kind: of two mines in a space one is left."""
    if one not in some:
        return some
    at = some.index(one)
    return some[:at] + some[at + 1 :]


# -- what the Engineer wants to know before the Captain speaks
def broken(sheet: CrewSheet) -> frozenset[SymbolClass]:
    """The classes with a symbol crossed: their systems cannot be activated (SYSTEM BREAKDOWN)."""
    engineer = sheet.scenario.engineer
    return (
        frozenset(engineer.by_name[name].kind for name in sheet.crossed) - {SymbolClass.RADIATION}
        if engineer
        else frozenset()
    )


def costs_damage(sheet: CrewSheet, panel: Panel) -> bool:
    """Whether every symbol the Engineer could still cross in this panel would bring damage."""
    engineer = sheet.scenario.engineer
    if engineer is None:
        return False
    left = engineer.panels[panel] - sheet.crossed
    return all(_brings_damage(engineer, sheet.house, sheet.crossed | {name}, name) for name in left)


def _brings_damage(engineer: EngineerSheet, house: House, crossed: frozenset[str], name: str) -> bool:
    symbol = engineer.by_name[name]
    if house.repair_first and symbol.circuit and engineer.circuits[symbol.circuit] <= crossed:
        return False
    return engineer.panels[symbol.panel] <= crossed or engineer.of_class[SymbolClass.RADIATION] <= crossed

"""What a crew's phones are sent: its sheets and the public screen, as plain values. Only what that crew may know.

The names here are those the page reads. Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.language import sentences
from referee.language.messages import Catalogue, catalogue
from referee.rules import events as e
from referee.rules.crews import Game, Mode, Role, System, Team
from referee.rules.events import Event
from referee.rules.orders import Panel
from referee.rules.scenario import CLASS_OF, Scenario
from referee.rules.sea import Chart
from referee.table.aiming import Aiming
from referee.table.crew_sheet import CrewSheet, broken, costs_damage, sheet_after
from referee.table.screen import Debt, Owed, Phase, Screen
from referee.table.setup import Setup, house_of
from referee.table.tracking import Tracking

PHASES = {Phase.BEFORE: "setup", Phase.PLAY: "running", Phase.OVER: "over"}
TOLD = (e.DroneAnswered, e.SonarAnswered, e.SubmarineSurfaced)
"""What the Radio Operator writes down beside the courses."""


@dataclass(frozen=True, slots=True)
class Message:
    """One line on a crew's screen: said to all, or to this crew alone."""

    text: str
    private: bool


@dataclass(frozen=True, slots=True)
class CrewDesk:
    """One crew's side of the table, kept as the game goes on."""

    sheet: CrewSheet
    aiming: Aiming
    """What is in reach of its weapons, and of its own blasts."""
    facts: tuple[Event, ...] = ()
    enemy: Tracking | None = None
    """Where the enemy may be, at a table that is being taught."""

    def after(self, events: Iterable[Event]) -> CrewDesk:
        """The desk after some events."""
        happened = tuple(events)
        facts = tuple(one for one in happened if isinstance(one, TOLD) and one.team != self.sheet.team)
        enemy = self.enemy.after(happened) if self.enemy else None
        return CrewDesk(sheet_after(self.sheet, happened), self.aiming, (*self.facts, *facts), enemy)


def desk(team: Team, scenario: Scenario, setup: Setup) -> CrewDesk:
    """A crew's side of the table before the game."""
    house, enemy = house_of(setup), next(other for other in setup.teams if other is not team)
    tracking = Tracking.begin(scenario, house, enemy) if setup.tutor else None
    return CrewDesk(CrewSheet.begin(team, scenario, house), Aiming.over(scenario, house), enemy=tracking)


def view(desk: CrewDesk, screen: Screen, messages: Iterable[Message], language: str) -> Mapping[str, Any]:
    """Everything this crew may know, ready to be sent."""
    sheet, words = desk.sheet, catalogue(language)
    scenario = sheet.scenario
    return {
        "team": sheet.team,
        "game": scenario.game,
        "mode": scenario.mode,
        "phase": PHASES[screen.phase],
        "turn": _turn(screen, scenario.mode),
        "stopped": screen.stop,
        "owed": _owed(screen.answers, scenario.game),
        "winner": screen.winner,
        "hullSize": scenario.hull,
        "damage": {"own": sheet.damage, "enemy": sheet.enemy_damage},
        "systems": _systems(scenario),
        "chart": {**chart_of(scenario.chart), "archerSpent": sorted(str(cell) for cell in sheet.spent)},
        "captain": _captain(sheet, desk.aiming),
        "energy": _energy(sheet),
        "oks": _oks(sheet, screen.hulls[sheet.team].oks),
        "mate": _mate(sheet),
        "engineer": _engineer(sheet),
        "radio": _radio(desk, words),
        "messages": [{"text": line.text, "private": line.private} for line in messages],
    }


def _turn(screen: Screen, mode: Mode) -> Team | None:
    """Whom everybody waits for: whose course is the next one, although the crew of the last may still act."""
    playing = screen.phase is Phase.PLAY and mode is Mode.TURN_BY_TURN
    return screen.next_course or screen.turn if playing else None


def _owed(owed: tuple[Owed, ...], game: Game) -> Mapping[str, Any] | None:
    if not owed:
        return None
    first = owed[0]
    cell = str(first.cell) if first.cell else None
    # a crew surfaces in a sector; in Sonar at a point
    what = "point" if game is Game.SONAR and first.what is Debt.SECTOR else first.what
    return {"by": first.team, "what": what, "sector": first.sector, "cell": cell}


def _systems(scenario: Scenario) -> list[System]:
    if scenario.energy:
        return list(scenario.energy.cost)
    return list(scenario.mate.systems) if scenario.mate else []


def chart_of(chart: Chart) -> Mapping[str, Any]:
    return {
        "columns": chart.columns,
        "rows": chart.rows,
        "islands": [str(cell) for cell in sorted(chart.islands)],
        "holes": [str(cell) for cell in sorted(chart.holes)],
        "archer": [str(cell) for cell in sorted(chart.archer_mines)],
        "sectors": {str(cell): number for cell, number in chart.sectors},
        "sectorNumbers": list(chart.sector_numbers),
    }


def _captain(sheet: CrewSheet, aiming: Aiming) -> Mapping[str, Any]:
    here = sheet.position
    reach = aiming.reach(here) if here else {}
    return {
        "start": str(sheet.start) if sheet.start else None,
        "position": str(sheet.position) if sheet.position else None,
        "route": [str(cell) for cell in sheet.route],
        "reach": {system: [str(cell) for cell in cells] for system, cells in reach.items()},
        "hurts": {str(cell): damage for cell, damage in aiming.hurts(here).items()} if here else {},
        "mines": [str(cell) for cell in sheet.mines],
        "owes": sheet.owes,
        "surfaced": sheet.surfaced and _secures(sheet.scenario),
        "secured": sheet.secured,
    }


def _secures(scenario: Scenario) -> bool:
    """Whether a surfaced crew secures its submarine and dives: turn by turn it goes on with its next course."""
    return scenario.game is Game.CAPTAIN_SONAR and scenario.mode is Mode.REAL_TIME


def _energy(sheet: CrewSheet) -> Mapping[str, Any] | None:
    energy = sheet.scenario.energy
    return {"charged": sheet.energy, "size": energy.boxes, "cost": dict(energy.cost)} if energy else None


def _oks(sheet: CrewSheet, said: frozenset[Role]) -> Mapping[str, bool] | None:
    """Whether First Mate and Engineer are done with the last course: they said so, or their sheets show it."""
    if sheet.scenario.mate is None:
        return None
    return {"mate": Role.MATE in said or not sheet.to_mark, "engineer": Role.ENGINEER in said or not sheet.to_cross}


def _mate(sheet: CrewSheet) -> Mapping[str, Any]:
    out = broken(sheet)
    gauges = sheet.scenario.mate.gauges if sheet.scenario.mate else ()
    return {
        "canMark": sheet.to_mark > 0,
        "gauges": [
            {
                "system": system,
                "symbol": CLASS_OF[system],
                "marked": sheet.marks.get(system, 0),
                "size": size,
                "broken": CLASS_OF[system] in out,
            }
            for system, size in gauges
        ],
    }


def _engineer(sheet: CrewSheet) -> Mapping[str, Any]:
    symbols = sheet.scenario.engineer.symbols if sheet.scenario.engineer else ()
    out = broken(sheet)
    return {
        "must": list(sheet.to_cross),
        "broken": [system for system in _systems(sheet.scenario) if CLASS_OF.get(system) in out],
        "cost": {panel: "damage" if costs_damage(sheet, panel) else None for panel in Panel},
        "panels": {
            panel: [
                {"place": one.place, "symbol": one.kind, "circuit": one.circuit, "crossed": one.name in sheet.crossed}
                for one in symbols
                if one.panel is panel
            ]
            for panel in Panel
        },
    }


def _radio(desk: CrewDesk, words: Catalogue) -> Mapping[str, Any]:
    track = desk.sheet.enemy
    return {
        "courses": list(track.calls),
        "legs": [[list(point) for point in leg] for leg in track.legs],
        "facts": [sentences.of_event(event, words, desk.sheet.scenario.game).shown for event in desk.facts],
        "possible": _possible(desk.enemy) if desk.enemy else None,
    }


def _possible(enemy: Tracking) -> Mapping[str, int] | None:
    return {str(cell): shade for cell, shade in enemy.shades.items()} if enemy.shades is not None else None

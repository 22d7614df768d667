"""What everybody at the table knows: the fold of public events, and of nothing else.

Prompts, questions, "who is meant" and what may be taken back are decided from this alone. A crew's secrets cannot show
through them, because they never get here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.deduction import Readiness
from referee.rules import events as e
from referee.rules.crews import ByTeam, Mode, Role, System, Team
from referee.rules.events import Event
from referee.rules.scenario import Scenario
from referee.rules.sea import Cell
from referee.table.setup import Setup, house_of


class Phase(StrEnum):
    BEFORE = "before"
    PLAY = "play"
    OVER = "over"


class Debt(StrEnum):
    """What a crew owes aloud. The value names its prompt."""

    DRONE = "drone"
    SONAR = "sonar"
    HIT = "hit"
    SECTOR = "sector"
    SYSTEM = "system"  # STOP was called, and nothing followed yet
    SIGNAL = "signal"  # what followed it is resolved, and its caller has still to say that play goes on


@dataclass(frozen=True, slots=True)
class Owed:
    team: Team
    what: Debt
    sector: int | None = None
    cell: Cell | None = None

    @property
    def about(self) -> dict[str, Cell | int]:
        """What the question was about, for its sentence."""
        slots: dict[str, Cell | int | None] = {"sector": self.sector, "cell": self.cell}
        return {name: value for name, value in slots.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Hull:
    """One crew as the other sees it."""

    readiness: Readiness
    """What it may have ready, for all that was heard."""
    damage: int = 0
    dived: bool = False
    surfaced: bool = False
    sunk: bool = False
    ready: tuple[System, ...] = ()
    """Announced ready and not activated since."""
    stations: frozenset[Role] = frozenset()
    """Which stations have ever given an OK aloud."""
    oks: frozenset[Role] = frozenset()
    """And which since the last course."""
    course_made: bool = False


@dataclass(frozen=True, slots=True)
class Screen:
    mode: Mode
    hulls: ByTeam[Hull]
    boxes: int
    """So much damage sinks a submarine."""
    phase: Phase = Phase.BEFORE
    turn: Team | None = None
    """Turn by turn: whose course was the last one; that crew may still activate a system."""
    next_course: Team | None = None
    """Turn by turn: whose course is the next one."""
    may_activate: tuple[Team, ...] = ()
    """Whom turn and pace let activate a system."""
    stop: Team | None = None
    owed: tuple[Owed, ...] = ()
    winner: Team | None = None
    """None when nobody won yet, and when both sank."""
    paused: bool = False
    agreed: frozenset[Team] = frozenset()
    """After the game: the crews for which its end is right. An end that is taken back is agreed on anew."""

    @property
    def stands(self) -> bool:
        """Whether the end is agreed on, so that no crew's secrets matter any more."""
        return self.phase is Phase.OVER and self.agreed.issuperset(self.hulls.teams)

    @property
    def answers(self) -> tuple[Owed, ...]:
        """What is owed aloud, but for what a STOP waits for: that is its caller's to leave out or to say."""
        return tuple(one for one in self.owed if one.what not in (Debt.SYSTEM, Debt.SIGNAL))

    def enemy(self, team: Team) -> Team:
        return self.hulls.other(team)


def blank(setup: Setup, scenario: Scenario) -> Screen:
    nothing = Readiness.begin(scenario, house_of(setup))
    return Screen(setup.mode, ByTeam.of(setup.teams, lambda _: Hull(nothing)), scenario.hull)


def shown_after(screen: Screen, events: Iterable[Event]) -> Screen:
    """The screen after some events. Those that are not for everybody change nothing."""
    for event in events:
        if e.audience(event) is e.Everybody.PUBLIC:
            screen = _signal_due(_after(_reckoned(screen, event), event))
    return screen


def _signal_due(screen: Screen) -> Screen:
    """Where a STOP does not end by itself (Sonar), its caller says that play goes on."""
    if screen.stop is None or screen.owed:
        return screen
    return _owing(screen, Owed(screen.stop, Debt.SIGNAL))


def _reckoned(screen: Screen, event: Event) -> Screen:
    team = getattr(event, "team", None)
    return _with(screen, team, readiness=screen.hulls[team].readiness.after(event)) if team else screen


_GOES_ON = (e.CourseHeld, e.SubmarineSurfaced, *e.ACTIVATED)


def _after(screen: Screen, event: Event) -> Screen:
    if isinstance(event, _GOES_ON):
        screen = _let_off(screen, event.team)  # type: ignore[union-attr]  # whoever goes on is named
    system = e.ACTIVATED.get(type(event))
    if system is not None:
        screen = _asking(_paid(_activated(screen, event, system), Debt.SYSTEM, Debt.SIGNAL), event)
    match event:
        case e.DiveCalled(team):
            return _with(screen, team, dived=True)
        case e.GameBegan(first):
            return replace(screen, phase=Phase.PLAY, turn=first)
        case e.TurnBegan(team):
            return replace(screen, turn=team)
        case e.CourseHeld(team):
            return _with(screen, team, surfaced=False, oks=frozenset(), course_made=True)
        case e.SubmarineDived(team):
            return _with(screen, team, surfaced=False)
        case e.OkGiven(team, station):
            hull = screen.hulls[team]
            return _with(screen, team, stations=hull.stations | {station}, oks=hull.oks | {station})
        case e.StopCalled(team):
            return _owing(replace(screen, stop=team), Owed(team, Debt.SYSTEM))
        case e.PlayResumed():
            return replace(screen, stop=None, owed=tuple(one for one in screen.owed if one.what is Debt.SECTOR))
        case e.ChargeAnnounced(team, system):
            ready = (*(one for one in screen.hulls[team].ready if one is not system), system)
            return _with(screen, team, ready=ready)
        case e.SurfacingCalled(team):
            return _owing(_paid(screen, Debt.SYSTEM, Debt.SIGNAL), Owed(team, Debt.SECTOR))
        case e.SubmarineSurfaced(team, _, cell):
            # in Sonar the exact point is announced and play goes on: nobody stays up
            called = (Debt.SECTOR,) if cell is None else (Debt.SECTOR, Debt.SYSTEM)
            return _paid(_with(screen, team, surfaced=cell is None), *called)
        case e.MineTriggered(team, cell):
            return _owing(screen, Owed(screen.enemy(team), Debt.HIT, cell=cell))
        case e.DroneAnswered():
            return _paid(screen, Debt.DRONE)
        case e.SonarAnswered():
            return _paid(screen, Debt.SONAR)
        case e.AllClear():
            return _paid(screen, Debt.HIT)
        case e.SubmarineHit(team, _, damage):
            return _paid(_damaged(screen, team, damage), Debt.HIT)
        case e.DamageAnnounced(team):
            return _damaged(screen, team, 1)
        case e.HullDamaged(team, damage, cause) if cause is not e.Cause.ANNOUNCED:
            return _damaged(screen, team, damage)
        case e.SubmarineSunk(team):
            # whatever damage nobody had heard of, it must have been all of it
            screen = _with(screen, team, sunk=True)
            return with_damage(screen, team, max(screen.hulls[team].damage, screen.boxes))
        case e.GameEnded(winner):
            return replace(screen, phase=Phase.OVER, winner=winner, owed=(), stop=None)
        case _:
            return screen


def _with(screen: Screen, team: Team, **changes: object) -> Screen:
    hull = replace(screen.hulls[team], **changes)  # type: ignore[arg-type]  # the callers above name a hull's fields
    return replace(screen, hulls=screen.hulls.put(team, hull))


def with_damage(screen: Screen, team: Team, damage: int) -> Screen:
    return _with(screen, team, damage=damage)


def _damaged(screen: Screen, team: Team, damage: int) -> Screen:
    return with_damage(screen, team, screen.hulls[team].damage + damage)


def _activated(screen: Screen, event: Event, system: System) -> Screen:
    team: Team = event.team  # type: ignore[union-attr]  # whoever activates is named
    ready = tuple(one for one in screen.hulls[team].ready if one is not system)
    return _with(screen, team, ready=ready) if ready != screen.hulls[team].ready else screen


def _owing(screen: Screen, owed: Owed) -> Screen:
    return replace(screen, owed=(*(one for one in screen.owed if one.what is not owed.what), owed))


def _paid(screen: Screen, *debts: Debt) -> Screen:
    return replace(screen, owed=tuple(one for one in screen.owed if one.what not in debts)) if screen.owed else screen


def _let_off(screen: Screen, team: Team) -> Screen:
    """In Sonar a miss need not be answered: the crew that goes on owes no report any more."""
    owed = tuple(one for one in screen.owed if one.what is not Debt.HIT or one.team != team)
    return replace(screen, owed=owed) if len(owed) < len(screen.owed) else screen


def _asking(screen: Screen, event: Event) -> Screen:
    """What the enemy owes aloud once a system was activated; a mine and silence ask for nothing."""
    match event:
        case e.TorpedoLaunched(team, cell) | e.MissileLaunched(team, cell) | e.ArcherMineTriggered(team, cell):
            return _owing(screen, Owed(screen.enemy(team), Debt.HIT, cell=cell))
        case e.DroneLaunched(team, sector):
            return _owing(screen, Owed(screen.enemy(team), Debt.DRONE, sector=sector))
        case e.SonarActivated(team):
            return _owing(screen, Owed(screen.enemy(team), Debt.SONAR))
        case _:
            return screen

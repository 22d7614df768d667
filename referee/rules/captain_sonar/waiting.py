"""What is being waited for, and who can have spoken: the questions the table asks of a state."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.rules import orders as o
from referee.rules.captain_sonar import turns
from referee.rules.captain_sonar.state import Crew, Depth, State
from referee.rules.crews import Role, Team
from referee.rules.play import Owed, Phase, Task


def owed(state: State) -> tuple[Owed, ...]:
    """Everything that is owed, what holds play first."""
    match state.phase:
        case Phase.NOT_STARTED:
            return tuple(Owed(team, Task.DIVE, Role.CAPTAIN, True) for team, crew in state.crews if not crew.dived)
        case Phase.OVER:
            return ()
        case Phase.RUNNING:
            both = (one for _, crew in state.crews for one in _owed_by(state, crew))
            return tuple(sorted((*_answers(state), *both), key=lambda one: not one.holds_play))


def _answers(state: State) -> Iterator[Owed]:
    if state.question and state.answering:
        yield Owed(state.answering, state.question.task, Role.CAPTAIN, holds_play=True)


def _owed_by(state: State, crew: Crew) -> Iterator[Owed]:
    team = crew.team
    match crew.depth:
        case Depth.CALLED:
            yield Owed(team, Task.SECTOR, Role.CAPTAIN, holds_play=state.frame.turn_by_turn)
        case Depth.UP if not state.frame.turn_by_turn:
            yield Owed(team, Task.READY, Role.ENGINEER)
        case Depth.SECURED:
            yield Owed(team, Task.DIVE_AGAIN, Role.CAPTAIN)
    if crew.untold:
        yield Owed(team, Task.DROP, Role.CAPTAIN, private=True)
    if crew.track.before is not None:
        yield Owed(team, Task.GLIDE, Role.CAPTAIN, private=True)
    if turns.pens_down(state, crew):
        return
    if crew.gauges.due:
        yield Owed(team, Task.MARK, Role.MATE, private=True)
    if crew.breakdowns.due:
        yield Owed(team, Task.CROSS, Role.ENGINEER, private=True)
    for station in turns.STATIONS:
        if station in crew.oks.due:
            yield Owed(team, Task.OK, station)


def speaker(state: State, order: o.Order) -> Team | None:
    """The one crew that can sensibly have said this; None when it may be either."""
    if state.phase is not Phase.RUNNING:
        return None
    match order:
        case o.Yes() | o.No() | o.At() | o.Clear() | o.Hit():
            return state.answering  # a report of one's own blast is nobody's before its crew is named
        case o.SectorAnnounced():
            return _only(state, lambda crew: crew.depth is Depth.CALLED)
        case o.Ready():
            return _only(state, lambda crew: crew.depth is Depth.UP)
        case o.Dive():
            return _only(state, lambda crew: crew.depth in (Depth.UP, Depth.SECURED))
        case o.Resume():
            return state.stop
        case o.Torpedo() | o.Mine() | o.Trigger() | o.Archer() | o.Drone() | o.Sonar() | o.Silence() if state.stop:
            return state.stop
    return _by_turn(state, order) if state.frame.turn_by_turn else None


def _by_turn(state: State, order: o.Order) -> Team | None:
    if isinstance(order, o.Course | o.Surface):
        return turns.next_course(state)
    return state.turn


def _only(state: State, fits: Callable[[Crew], bool]) -> Team | None:
    found = [team for team, crew in state.crews if fits(crew)]
    return found[0] if len(found) == 1 else None

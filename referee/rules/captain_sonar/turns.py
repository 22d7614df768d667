"""Turn and pace: whose course it is, STOP, answers owed, surfaced crews, and the OK the Captain waits for."""

from __future__ import annotations

from dataclasses import replace

from referee.rules.captain_sonar import breakdowns, gauges
from referee.rules.captain_sonar.state import Crew, Depth, Oks, State
from referee.rules.crews import Role, Team
from referee.rules.house import OkPace, SystemTime, TriggerTime, ZeroMarks
from referee.rules.play import Phase
from referee.rules.reasons import Reason

STATIONS = (Role.MATE, Role.ENGINEER)
TURNS_AFTER_SURFACING = 3


def next_course(state: State) -> Team:
    """Turn by turn: whose course is the next one."""
    if not state.course_made or state.left > 1:
        return state.turn
    return state.crews.other(state.turn)


def not_running(state: State) -> Reason | None:
    match state.phase:
        case Phase.NOT_STARTED:
            return Reason.GAME_NOT_STARTED
        case Phase.OVER:
            return Reason.GAME_OVER
        case Phase.RUNNING:
            return None


def not_its_course(state: State, crew: Crew) -> Reason | None:
    if state.frame.turn_by_turn and next_course(state) is not crew.team:
        return Reason.TURN_NOT_YOURS
    return None


def answer_first(state: State, crew: Crew) -> Reason | None:
    """Nothing before the answer; a sector holds up the whole table only turn by turn."""
    called = crew.depth is Depth.CALLED or (state.frame.turn_by_turn and state.other(crew).depth is Depth.CALLED)
    return Reason.PACE_ANSWER_FIRST if state.question or called else None


def stopped(state: State, crew: Crew, *, may_call: bool) -> Reason | None:
    """A STOP silences everybody but the crew that called it, and that one may only activate a system."""
    if state.stop is None or (may_call and state.stop is crew.team):
        return None
    return Reason.PACE_STOPPED


def surfaced(state: State, crew: Crew) -> Reason | None:
    """A surfaced crew waits (Surfacing): in real time until it dives, turn by turn until its next turn comes."""
    if crew.depth is Depth.UNDER:
        return None
    return not_its_course(state, crew) if state.frame.turn_by_turn else Reason.PACE_SURFACED


def pens_down(state: State, crew: Crew) -> Reason | None:
    """A surfaced crew uses its pens only to secure the submarine (Surfacing, real time)."""
    forbidden = not state.frame.house.surfaced_marks and not state.frame.turn_by_turn
    return Reason.PACE_SURFACED if forbidden and crew.depth is not Depth.UNDER else None


def station_first(state: State, crew: Crew) -> Reason | None:
    """The Captain waits for the First Mate and the Engineer (Announcing a Course)."""
    if Role.MATE in crew.oks.due:
        return Reason.PACE_FIRST_MATE
    engineer = Reason.PACE_ENGINEER if Role.ENGINEER in crew.oks.due else None
    return task_left(state, crew, Role.MATE) or engineer or task_left(state, crew, Role.ENGINEER)


def not_its_system(state: State, crew: Crew, time: SystemTime) -> Reason | None:
    """Turn by turn: when a system may be activated (Activating Systems, 2)."""
    if not state.frame.turn_by_turn or time is SystemTime.ANY_TIME:
        return None
    if time is SystemTime.OWN_TURN and next_course(state) is crew.team:
        return None
    if state.turn is crew.team and state.course_made:
        return None
    return Reason.TURN_COURSE_FIRST if next_course(state) is crew.team else Reason.TURN_NOT_YOURS


def course_between(state: State, crew: Crew) -> Reason | None:
    """Two systems in a row, or one right after surfacing, where the house forbids it."""
    house = state.frame.house
    again = house.course_between_systems and crew.used
    after = not house.system_after_surfacing and crew.resurfaced
    return Reason.TURN_COURSE_FIRST if again or after else None


def stop_first(state: State, crew: Crew) -> Reason | None:
    """A system needs STOP, in real time or in both modes."""
    if state.stop is crew.team or (state.frame.turn_by_turn and not state.frame.house.stop_turn_by_turn):
        return None
    return Reason.PACE_STOP_FIRST


def may_activate(state: State, crew: Crew) -> Reason | None:
    """Everything of turn and pace that an activation waits for."""
    return (
        not_its_system(state, crew, state.frame.house.system_time)
        or answer_first(state, crew)
        or stopped(state, crew, may_call=True)
        or surfaced(state, crew)
        or course_between(state, crew)
        or stop_first(state, crew)
    )


def may_trigger(state: State, crew: Crew) -> Reason | None:
    """A mine is triggered at any time except while surfaced (Triggering a Mine)."""
    house = state.frame.house
    if house.trigger_is_system:
        return may_activate(state, crew)
    time = SystemTime.ANY_TIME if house.trigger_time is TriggerTime.ANY_TIME else SystemTime.OWN_TURN
    return (
        not_its_system(state, crew, time)
        or answer_first(state, crew)
        or stopped(state, crew, may_call=True)
        or surfaced(state, crew)
        or (stop_first(state, crew) if house.stop_to_trigger else None)
    )


def oks_after_course(state: State, crew: Crew) -> Oks:
    """The OKs the next course waits for."""
    match state.frame.house.ok_pace:
        case OkPace.IGNORED:
            return Oks(crew.oks.used)
        case OkPace.REQUIRED:
            others = (station for station in STATIONS if _is_somebody_else(state, crew.team, station))
            return Oks(crew.oks.used, frozenset(others))
        case OkPace.WHEN_USED:
            return Oks(crew.oks.used, crew.oks.used)


def _is_somebody_else(state: State, team: Team, station: Role) -> bool:
    return Role.CAPTAIN not in state.frame.sizes.roles_of(team, station)


def ok_station(state: State, crew: Crew, role: Role | None) -> Role:
    """Whose OK it is: the role's, else the first station that has not given one and has nothing left to tell."""
    if role in STATIONS:
        return role
    open_ = [station for station in STATIONS if station not in crew.oks.given] or list(STATIONS)
    return next((station for station in open_ if not task_left(state, crew, station)), open_[0])


def task_left(state: State, crew: Crew, station: Role) -> Reason | None:
    """A station that tells its marks or crossings gives its OK after them."""
    marks = state.frame.house.silence_zero_marks
    open_ = crew.track.before is not None and state.frame.house.silence_zero  # a silence that may have gone nowhere
    if station is Role.MATE:
        spare = int(open_ and marks is ZeroMarks.NONE)
        return Reason.PACE_FIRST_MATE if gauges.is_awaited(state.frame.mate, crew.gauges, spare) else None
    due = crew.breakdowns.due
    if open_ and marks is not ZeroMarks.BOTH:
        due = due.replace(breakdowns.ANY, "")
    return Reason.PACE_ENGINEER if crew.breakdowns.told and due else None


# -- what turns become
def turn_began(state: State, team: Team) -> State:
    """The next turn of the same crew, or the other crew's first one."""
    state = replace(state.with_crew(replace(state.crews[team], depth=Depth.UNDER)), course_made=False)
    if team is state.turn:
        return replace(state, left=state.left - 1)
    return replace(state, turn=team, left=state.then, then=1)


def turn_spent_surfacing(state: State) -> State:
    """The enemy takes three turns in a row; a crew that surfaces during them loses the rest (Surfacing)."""
    then = TURNS_AFTER_SURFACING + (state.then if state.then > 1 else 0)
    left = 1 if state.frame.house.extra_turns_lost else state.left
    return replace(state, course_made=True, left=left, then=then)

"""Navigating: one space up, down, left or right, never onto an island or one's own line (Navigate).

The energy gauge fills by one with each move; a full one is no hindrance.
"""

from __future__ import annotations

from dataclasses import replace

from referee.rules import events as e
from referee.rules.house import Blackout, IllegalCourse
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.sea import Heading
from referee.rules.sonar import pace
from referee.rules.sonar.state import Crew, State
from referee.rules.track import Track, ahead, held, is_passed
from referee.rules.waters import Waters, shift


def rule_on_course(state: State, crew: Crew, heading: Heading) -> Ruling:
    refused = pace.not_running(state) or pace.may_move(state, crew)
    if refused or crew.forfeited:
        return Rejected(refused or Reason.BLACKOUT_MUST_SURFACE)
    wrong = impossible(state.frame.waters, crew.track, heading)
    if wrong is None:
        return Accepted((e.CourseHeld(crew.team, heading), *_stuck_now(state, crew, heading), *pace.done(state, crew)))
    if must_surface(state, crew):
        return Rejected(Reason.BLACKOUT_MUST_SURFACE)
    if state.frame.house.illegal_course is IllegalCourse.MUST_SURFACE:
        return Accepted((e.CourseForfeited(crew.team, heading),))
    return Rejected(wrong)


def impossible(waters: Waters, track: Track, heading: Heading) -> Reason | None:
    """Why the course is illegal in every world that fits what was told."""
    if ahead(waters, track, heading, 0):
        return None
    step = waters.steps[heading]
    if is_passed(waters, track, step):
        return Reason.COURSE_OWN_ROUTE
    return Reason.COURSE_ISLAND if shift(track.places, step) & waters.grid else Reason.COURSE_OFF_CHART


def is_stuck(waters: Waters, track: Track) -> bool:
    """No move is possible in any world that fits what was told."""
    return not any(ahead(waters, track, heading, 0) for heading in Heading)


def must_surface(state: State, crew: Crew) -> Reason | None:
    """Nothing but surfacing: after a forfeited course, or stuck where the house allows no system either."""
    strict = state.frame.house.stuck is Blackout.SURFACE_ONLY
    stuck = strict and is_stuck(state.frame.waters, crew.track)
    return Reason.BLACKOUT_MUST_SURFACE if crew.forfeited or stuck else None


def _stuck_now(state: State, crew: Crew, heading: Heading) -> tuple[e.Event, ...]:
    """Worth telling the crew only where the house makes it surface."""
    strict = state.frame.house.stuck is Blackout.SURFACE_ONLY
    stuck = strict and is_stuck(state.frame.waters, held(state.frame.waters, crew.track, heading, 0))
    return (e.BlackoutFell(crew.team),) if stuck else ()


def after_course(state: State, crew: Crew, heading: Heading) -> State:
    waters = state.frame.waters
    crew = replace(crew, track=held(waters, crew.track, heading, 0), heard=held(waters, crew.heard, heading, 0))
    return state.with_crew(earning(state, crew))


def earning(state: State, crew: Crew) -> Crew:
    """One more space of the energy gauge, unless it is full."""
    return replace(crew, energy=min(crew.energy + 1, state.frame.sheet.boxes))

"""The Captain's course: where it may lead, and blackout (Announcing a Course, Blackout!)."""

from __future__ import annotations

from dataclasses import replace

from referee.rules import events as e
from referee.rules.captain_sonar import breakdowns, gauges, turns
from referee.rules.captain_sonar.state import Crew, State
from referee.rules.house import Blackout, IllegalCourse
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.sea import Heading
from referee.rules.track import Track, ahead, held, is_passed
from referee.rules.waters import shift


def barred(state: State, crew: Crew) -> int:
    """The cells its own mines keep it out of."""
    return state.frame.waters.set_of(crew.mines) if crew.mines and state.frame.house.own_mine_blocks else 0


def rule_on_course(state: State, crew: Crew, heading: Heading) -> Ruling:
    refused = (
        turns.not_its_course(state, crew)
        or turns.answer_first(state, crew)
        or turns.stopped(state, crew, may_call=False)
        or turns.surfaced(state, crew)
        or turns.station_first(state, crew)
        or (Reason.BLACKOUT_MUST_SURFACE if crew.forfeited else None)
    )
    if refused:
        return Rejected(refused)
    wrong = impossible(state, crew, heading)
    if wrong is None:
        return Accepted((*_turn(state, crew), *_course(state, crew, heading)))
    if is_blacked_out(state, crew, crew.track):
        return Rejected(Reason.BLACKOUT_MUST_SURFACE)
    if state.frame.house.illegal_course is IllegalCourse.MUST_SURFACE:
        return Accepted((*_turn(state, crew), e.CourseForfeited(crew.team, heading)))
    return Rejected(wrong)


def _turn(state: State, crew: Crew) -> tuple[e.Event, ...]:
    """Turn by turn the next crew's course ends a turn."""
    return (e.TurnBegan(crew.team),) if state.frame.turn_by_turn and state.course_made else ()


def _course(state: State, crew: Crew, heading: Heading) -> tuple[e.Event, ...]:
    course, barriers = e.CourseHeld(crew.team, heading), barred(state, crew)
    track = held(state.frame.waters, crew.track, heading, barriers)
    if is_blacked_out(state, crew, track):
        return (course, e.BlackoutFell(crew.team))
    return (course,)


def impossible(state: State, crew: Crew, heading: Heading) -> Reason | None:
    """Why the course is illegal in every world that fits what was told."""
    waters, track = state.frame.waters, crew.track
    if ahead(waters, track, heading, barred(state, crew)):
        return None
    step = waters.steps[heading]
    if is_passed(waters, track, step):
        return Reason.COURSE_OWN_ROUTE
    reached = shift(track.places, step)
    if not reached & waters.grid:
        return Reason.COURSE_OFF_CHART
    return Reason.COURSE_OWN_MINE if reached & waters.water else Reason.COURSE_ISLAND


def is_blacked_out(state: State, crew: Crew, track: Track) -> bool:
    """No course is possible in any world that fits what was told."""
    waters, barriers = state.frame.waters, barred(state, crew)
    return not any(ahead(waters, track, heading, barriers) for heading in Heading)


def may_be_blacked_out(state: State, crew: Crew) -> bool:
    """No course is possible in some world that fits what was told."""
    waters, barriers, free = state.frame.waters, barred(state, crew), 0
    for heading in Heading:
        free |= shift(ahead(waters, crew.track, heading, barriers), -waters.steps[heading])
    return bool(crew.track.places & ~free)


def must_surface(state: State, crew: Crew) -> Reason | None:
    """In a blackout nothing but surfacing (Blackout!)."""
    if crew.forfeited:
        return Reason.BLACKOUT_MUST_SURFACE
    strict = state.frame.house.blackout is Blackout.SURFACE_ONLY
    return Reason.BLACKOUT_MUST_SURFACE if strict and is_blacked_out(state, crew, crew.track) else None


def after_course(state: State, crew: Crew, heading: Heading) -> State:
    frame = state.frame
    crew = replace(
        crew,
        track=held(frame.waters, crew.track, heading, barred(state, crew)),
        gauges=gauges.owing(frame.mate, crew.gauges),
        breakdowns=breakdowns.owing(crew.breakdowns, heading.value),
        oks=turns.oks_after_course(state, crew),
        used=False,
        dropped=False,
        fresh=None,
        resurfaced=False,
        glided=False,
    )
    return replace(state.with_crew(crew), course_made=True)

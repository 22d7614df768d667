"""Silence: up to four spaces in a straight line, unannounced, told privately or never (Activating Silence)."""

from __future__ import annotations

from dataclasses import replace

from referee.rules import events as e
from referee.rules.bearings import SILENCE_SPACES
from referee.rules.captain_sonar import breakdowns, gauges, systems, turns
from referee.rules.captain_sonar.course import is_blacked_out
from referee.rules.captain_sonar.state import Crew, State
from referee.rules.crews import System
from referee.rules.house import SilenceOrder, ZeroMarks
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.sea import Heading
from referee.rules.track import ahead, glided, silenced


def barred(state: State, crew: Crew) -> int:
    """The cells its own mines keep a silent submarine out of."""
    blocks = crew.mines and state.frame.house.silence_own_mine_blocks
    return state.frame.waters.set_of(crew.mines) if blocks else 0


def rule_on_silence(state: State, crew: Crew) -> Ruling:
    refused = systems.refusal(state, crew, System.SILENCE)
    if refused:
        return Rejected(refused)
    if not state.frame.house.silence_zero and not _has_room(state, crew):
        return Rejected(Reason.SILENCE_BLOCKED)
    return Accepted((*systems.turn_of(state, crew), e.SilenceActivated(crew.team), *systems.resolved(state)))


def _has_room(state: State, crew: Crew) -> bool:
    barriers = barred(state, crew)
    return any(ahead(state.frame.waters, crew.track, heading, barriers) for heading in Heading)


def rule_on_glide(state: State, crew: Crew, heading: Heading, steps: int) -> Ruling:
    """How silence moved the submarine."""
    if crew.track.before is None:
        return Rejected(Reason.SILENCE_NOT_STRAIGHT if crew.glided else Reason.SILENCE_NONE_ACTIVATED)
    if not 0 <= steps <= SILENCE_SPACES:
        return Rejected(Reason.SILENCE_TOO_FAR)
    if steps == 0 and not state.frame.house.silence_zero:
        return Rejected(Reason.SILENCE_BLOCKED)
    track = glided(state.frame.waters, crew.track, heading, steps, barred(state, crew))
    if not track.places:
        return Rejected(Reason.SILENCE_BLOCKED)
    events: tuple[e.Event, ...] = (e.SilenceGlided(crew.team, heading, steps),)
    if is_blacked_out(state, crew, track):
        events = (*events, e.BlackoutFell(crew.team))
    return Accepted(events)


def never_described(state: State, crew: Crew) -> Crew:
    """It is too late to describe the last silence. One that went nowhere owes nothing where the house has it so: nobody
    waits for that mark or crossing any longer."""
    house, marks = state.frame.house, state.frame.house.silence_zero_marks
    if crew.track.before is None or not house.silence_zero or marks is ZeroMarks.BOTH:
        return crew
    spare = int(marks is ZeroMarks.NONE and crew.gauges.due > 0)
    sheet = breakdowns.unawaited(crew.breakdowns)
    return replace(crew, gauges=gauges.unawaited(crew.gauges, spare), breakdowns=sheet)


def after_silence(state: State, crew: Crew) -> Crew:
    """Moved, nobody knows where; a mark and a crossing are due as after a course."""
    frame = state.frame
    crew = systems.activated(state, never_described(state, crew), System.SILENCE)
    marks_first = frame.house.silence_marks is SilenceOrder.MARK_FIRST
    return replace(
        crew,
        track=silenced(frame.waters, crew.track, barred(state, crew), SILENCE_SPACES),
        gauges=gauges.owing(frame.mate, crew.gauges, barred=marks_first),
        breakdowns=breakdowns.owing(crew.breakdowns, breakdowns.ANY),
        oks=turns.oks_after_course(state, crew),
        dropped=False,
        fresh=None,
        glided=False,
    )


def after_glide(state: State, crew: Crew, heading: Heading, steps: int) -> Crew:
    marks, panel = crew.gauges, _panel(state, heading, steps)
    if steps == 0 and state.frame.house.silence_zero_marks is ZeroMarks.NONE:
        marks = gauges.forgiven(marks)
    return replace(
        crew,
        track=glided(state.frame.waters, crew.track, heading, steps, barred(state, crew)),
        gauges=marks,
        breakdowns=breakdowns.glided(crew.breakdowns, panel),
        glided=True,
    )


def _panel(state: State, heading: Heading, steps: int) -> str | None:
    """The panel the silence is crossed in; none for staying put where the house has it so."""
    if steps == 0 and state.frame.house.silence_zero_marks is not ZeroMarks.BOTH:
        return None
    return heading.value

"""Turn and pace: one action a turn; in real time STOP before anything but a move (Playing, Real Time Variant)."""

from __future__ import annotations

from referee.rules import events as e
from referee.rules.play import Phase, Task
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.sonar.state import Crew, State
from referee.rules.waters import is_single


def not_running(state: State) -> Reason | None:
    match state.phase:
        case Phase.NOT_STARTED:
            return Reason.GAME_NOT_STARTED
        case Phase.OVER:
            return Reason.GAME_OVER
        case Phase.RUNNING:
            return None


def may_move(state: State, crew: Crew) -> Reason | None:
    """What a course waits for: in real time only for the end of a STOP."""
    return _before_any_action(state, crew) or _stopped(state, crew) or _must_report(state, crew)


def _stopped(state: State, crew: Crew) -> Reason | None:
    """Nobody moves under a STOP; once it is resolved, its caller only has to say so."""
    if state.stop is None:
        return None
    return Reason.PACE_SIGNAL_FIRST if state.resolved and state.stop is crew.team else Reason.PACE_STOPPED


def may_act(state: State, crew: Crew) -> Reason | None:
    """What sonar, silence, a missile and surfacing wait for."""
    return _before_any_action(state, crew) or _stop_first(state, crew) or _must_report(state, crew)


def _stop_first(state: State, crew: Crew) -> Reason | None:
    if state.frame.turn_by_turn or state.stop is crew.team:
        return None
    return Reason.PACE_STOPPED if state.stop else Reason.PACE_STOP_FIRST


def _must_report(state: State, crew: Crew) -> Reason | None:
    """Looked at last: where a refusal has a reason that everybody knows, none may show where this submarine is."""
    return Reason.PACE_ANSWER_FIRST if is_surely_hit(state, crew) else None


def _before_any_action(state: State, crew: Crew) -> Reason | None:
    if state.frame.turn_by_turn and state.turn is not crew.team:
        return Reason.PACE_ANSWER_FIRST if _holds(state) else Reason.TURN_NOT_YOURS
    return Reason.PACE_ANSWER_FIRST if _holds(state) else None


def _holds(state: State) -> bool:
    """An answer, or the point that follows SURFACE, comes before anything else."""
    return bool(state.question and state.question.holds) or any(crew.surfacing for _, crew in state.crews)


def is_surely_hit(state: State, crew: Crew) -> bool:
    """The missile hit this crew in every world: it cannot go on as though it had not."""
    asked = state.question
    if asked is None or asked.cell is None or asked.asker is crew.team:
        return False
    return is_single(crew.track.places) and crew.track.places == state.frame.waters.bit(asked.cell)


def done(state: State, crew: Crew) -> tuple[e.Event, ...]:
    """The action is resolved: the other crew's turn. In real time a STOP ends at its caller's signal alone."""
    return (e.TurnBegan(state.crews.other(crew.team)),) if state.frame.turn_by_turn else ()


# -- STOP and its end
def rule_on_stop(state: State, crew: Crew) -> Ruling:
    refused = not_running(state)
    if refused is None and state.stop not in (None, crew.team):
        refused = Reason.PACE_STOPPED
    if refused:
        return Rejected(refused)
    if state.frame.turn_by_turn or state.stop is crew.team:
        return Accepted(())  # harmless: nothing runs that it would stop
    return Accepted((e.StopCalled(crew.team),))


def rule_on_resume(state: State, crew: Crew) -> Ruling:
    """The caller's signal."""
    refused = not_running(state)
    if refused:
        return Rejected(refused)
    if state.stop is None:
        return Accepted(())  # nothing waits for it
    if state.stop is not crew.team:
        return Rejected(Reason.PACE_STOPPED)
    hit = is_surely_hit(state, state.other(crew))
    return Rejected(Reason.PACE_ANSWER_FIRST) if _holds(state) or hit else Accepted((e.PlayResumed(),))


def asked(state: State, crew: Crew, task: Task) -> Reason | None:
    """Whether this crew may give such an answer now."""
    refused = not_running(state)
    if refused:
        return refused
    if state.question is None or state.question.task is not task:
        return Reason.ANSWER_NONE_PENDING
    return Reason.ANSWER_NOT_YOURS if state.question.asker is crew.team else None

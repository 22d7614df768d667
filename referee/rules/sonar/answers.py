"""What the other crew answers: one true fact to a sonar, hit or clear to a missile."""

from __future__ import annotations

from dataclasses import replace

from referee.rules import events as e
from referee.rules.orders import At, Fact, FactKind
from referee.rules.play import Phase, Task
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.sonar import pace
from referee.rules.sonar.ending import with_sinkings
from referee.rules.sonar.state import Crew, State
from referee.rules.track import without_hurts


def rule_on_at(state: State, crew: Crew, answer: At) -> Ruling:
    """EITHER the line OR the column, and true."""
    refused = pace.asked(state, crew, Task.SONAR)
    if refused:
        return Rejected(refused)
    if len(answer.facts) != 1 or answer.facts[0].kind is FactKind.SECTOR:
        return Rejected(Reason.SONAR_ONE_FACT)
    if not crew.track.places & state.frame.bearings.answer(answer.facts):
        return Rejected(Reason.SONAR_UNTRUE)
    return Accepted((e.SonarAnswered(crew.team, answer.facts), *pace.done(state, state.other(crew))))


def after_at(state: State, crew: Crew, facts: tuple[Fact, ...]) -> State:
    return _narrowed(state, crew, state.frame.bearings.answer(facts))


def rule_on_clear(state: State, crew: Crew) -> Ruling:
    """Not hit."""
    if _is_about_itself(state, crew):
        return Accepted((e.OwnDamageSettled(crew.team),))
    refused = pace.asked(state, crew, Task.BLAST)
    if refused is None and pace.is_surely_hit(state, crew):
        refused = Reason.HIT_UNTRUE
    return Rejected(refused) if refused else _answered(state, crew, e.AllClear(crew.team))


def rule_on_hit(state: State, crew: Crew, direct: bool) -> Ruling:
    """The exact point only: there are no indirect hits."""
    if direct and _is_about_itself(state, crew):
        return rule_on_damage(state, crew)
    refused = pace.asked(state, crew, Task.BLAST)
    if refused is None and (not direct or not crew.track.places & target(state)):
        refused = Reason.HIT_UNTRUE
    return Rejected(refused) if refused else _answered(state, crew, e.SubmarineHit(crew.team, direct=True, damage=1))


def _is_about_itself(state: State, crew: Crew) -> bool:
    """Nobody asked, and its own missile may have hit it."""
    return state.phase is Phase.RUNNING and crew.doubt > 0 and state.answering is not crew.team


def _answered(state: State, crew: Crew, answer: e.Event) -> Ruling:
    asker = state.other(crew)
    events = with_sinkings(state, (answer,), asker.team)
    ended = isinstance(events[-1], e.GameEnded)
    still = state.frame.turn_by_turn and state.turn is not asker.team
    return Accepted(events if ended or still else (*events, *pace.done(state, asker)))


def target(state: State) -> int:
    """The point the missile was fired at."""
    cell = state.question.cell if state.question else None
    return state.frame.waters.bit(cell) if cell else 0


def after_hit(state: State, crew: Crew, damage: int) -> State:
    return _narrowed(state, replace(crew, damage=crew.damage + damage), target(state))


def after_clear(state: State, crew: Crew) -> State:
    return _narrowed(state, crew, ~target(state))


def _narrowed(state: State, crew: Crew, cells: int) -> State:
    crew = replace(crew, track=crew.track.narrowed(cells), heard=crew.heard.narrowed(cells))
    return replace(state.with_crew(crew), question=None)


# -- what a crew's own missile did to it
def after_damage(state: State, crew: Crew, damage: int, cause: e.Cause) -> State:
    """The last damage, while the enemy's report may make it a sinking of both: nothing goes on before that report."""
    if crew.doubt and cause is e.Cause.ANNOUNCED:  # the crew counts for itself
        crew = replace(crew, doubt=crew.doubt - 1, track=without_hurts(crew.track))
    crew = replace(crew, damage=crew.damage + damage)
    asked = state.question
    if asked is not None and crew.damage >= state.frame.scenario.hull:
        state = replace(state, question=replace(asked, holds=True))
    return state.with_crew(crew)


def rule_on_damage(state: State, crew: Crew) -> Ruling:
    """A crew says itself that its own missile hit it, when the referee could not know."""
    refused = pace.not_running(state)
    if refused is None and not crew.doubt:
        refused = Reason.DAMAGE_UNTRUE
    if refused:
        return Rejected(refused)
    announced = (e.DamageAnnounced(crew.team), e.HullDamaged(crew.team, 1, e.Cause.ANNOUNCED, aloud=True))
    return Accepted(with_sinkings(state, announced, crew.team))

"""Drone and sonar, and the answers the other crew owes (Launching a Drone, Activating Sonar)."""

from __future__ import annotations

from referee.rules import events as e
from referee.rules.captain_sonar import systems
from referee.rules.captain_sonar.state import Crew, Question, State
from referee.rules.crews import System
from referee.rules.orders import Fact
from referee.rules.play import Task
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling


def rule_on_drone(state: State, crew: Crew, sector: int) -> Ruling:
    refused = systems.refusal(state, crew, System.DRONE)
    if refused:
        return Rejected(refused)
    if sector not in state.frame.waters.sectors:
        return Rejected(Reason.TARGET_OFF_CHART)
    return Accepted((*systems.turn_of(state, crew), e.DroneLaunched(crew.team, sector)))


def rule_on_sonar(state: State, crew: Crew) -> Ruling:
    refused = systems.refusal(state, crew, System.SONAR)
    if refused:
        return Rejected(refused)
    return Accepted((*systems.turn_of(state, crew), e.SonarActivated(crew.team)))


def asked(state: State, crew: Crew, task: Task) -> Question | Reason:
    """The question this crew is to answer, or why there is none for it."""
    question = state.question
    if question is None or question.task is not task:
        return Reason.ANSWER_NONE_PENDING
    return Reason.ANSWER_NOT_YOURS if question.asker is crew.team else question


def rule_on_drone_answer(state: State, crew: Crew, inside: bool) -> Ruling:
    """YES or NO, truthfully."""
    question = asked(state, crew, Task.DRONE)
    if isinstance(question, Reason):
        return Rejected(question)
    if not crew.track.places & state.frame.bearings.drone(question.sector, inside=inside):
        return Rejected(Reason.DRONE_UNTRUE)
    return Accepted((e.DroneAnswered(crew.team, inside), *systems.resolved(state)))


def rule_on_sonar_answer(state: State, crew: Crew, facts: tuple[Fact, ...]) -> Ruling:
    """Two facts of different kinds, one true, one false."""
    question = asked(state, crew, Task.SONAR)
    if isinstance(question, Reason):
        return Rejected(question)
    refused = _not_two_kinds(facts) or _not_half_true(state, crew, facts)
    if refused:
        return Rejected(refused)
    return Accepted((e.SonarAnswered(crew.team, facts), *systems.resolved(state)))


def _not_two_kinds(facts: tuple[Fact, ...]) -> Reason | None:
    if len(facts) != 2:
        return Reason.SONAR_TWO_FACTS
    return Reason.SONAR_SAME_KIND if facts[0].kind is facts[1].kind else None


def _not_half_true(state: State, crew: Crew, facts: tuple[Fact, ...]) -> Reason | None:
    places, bearings = crew.track.places, state.frame.bearings
    if places & bearings.answer(facts):
        return None
    one, two = map(bearings.fact, facts)
    return Reason.SONAR_BOTH_TRUE if places & one & two else Reason.SONAR_BOTH_FALSE

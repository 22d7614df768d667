"""Ruling on an order: who may say it, when, and the chapter that decides the rest.

Refusals are decided in this order: game state, turn and pace, system readiness, geometry.
"""

from __future__ import annotations

from typing import assert_never

from referee.rules import events as e
from referee.rules import orders as o
from referee.rules.captain_sonar import (
    beginning,
    blasts,
    course,
    detection,
    mines,
    silence,
    stations,
    surfacing,
    torpedo,
    turns,
)  # fmt: skip
from referee.rules.captain_sonar.applying import apply
from referee.rules.captain_sonar.ending import with_sinkings
from referee.rules.captain_sonar.state import Crew, Depth, State
from referee.rules.captain_sonar.waiting import speaker
from referee.rules.crews import Role
from referee.rules.hurts import newly_certain
from referee.rules.play import Phase
from referee.rules.reasons import Reason
from referee.rules.roles import CAPTAIN, whose
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.track import may_hurt


def rule_on(state: State, announced: o.Announced) -> Ruling:
    """Whether the order stands, and what happens then."""
    order, role = announced.order, announced.role
    if isinstance(order, o.Ask | o.Unaimed | o.Place | o.DrawCell | o.DrawSector):
        return Accepted(())
    team = announced.team or speaker(state, order)
    if team is None or team not in state.crews.teams:
        return Rejected(Reason.CREW_UNKNOWN)
    crew = state.crews[team]
    refused = _game_state(state, order) or (_not_this_role(state, crew, order, role) if role else None)
    return Rejected(refused) if refused else _with_own_damage(state, crew, _chapter(state, crew, order, role))


def _with_own_damage(state: State, crew: Crew, ruling: Ruling) -> Ruling:
    """Own damage is counted whenever it becomes certain, however late the facts are told."""
    if isinstance(ruling, Rejected) or not any(may_hurt(one.track) for _, one in state.crews):
        return ruling
    after, aloud = state, state.frame.house.own_damage_aloud
    for event in ruling.events:
        after = apply(after, event)
    tracks = [(team, crew.track) for team, crew in after.crews]
    counted = [one for team, its in tracks for one in newly_certain(team, its.hurts, its.places, aloud=aloud)]
    over = after.phase is Phase.OVER or not counted
    return ruling if over else Accepted((*ruling.events, *with_sinkings(after, counted, crew.team)))


def _game_state(state: State, order: o.Order) -> Reason | None:
    before = state.phase is Phase.NOT_STARTED and isinstance(order, o.Start | o.Dive)
    return None if before else turns.not_running(state)


def _not_this_role(state: State, crew: Crew, order: o.Order, role: Role) -> Reason | None:
    allowed = whose(order)
    if isinstance(order, o.Drone | o.Sonar) and not state.frame.house.mate_activates:
        allowed = CAPTAIN
    return None if allowed & state.frame.sizes.roles_of(crew.team, role) else Reason.ROLE_NOT_ALLOWED


def _chapter(state: State, crew: Crew, order: o.Public | o.Private, role: Role | None) -> Ruling:
    match order:
        case o.Course(heading):
            return course.rule_on_course(state, crew, heading)
        case o.Mark(system):
            return stations.rule_on_mark(state, crew, system)
        case o.Cross(panel, place):
            return stations.rule_on_cross(state, crew, panel, place)
        case o.Ok():
            return stations.rule_on_ok(state, crew, role)
        case o.Stop():
            return _rule_on_stop(state, crew)
        case o.Resume():
            return _rule_on_resume(state, crew)
        case o.Clear() | o.Hit():
            return blasts.rule_on_report(state, crew, order)
        case o.Yes() | o.No():
            return detection.rule_on_drone_answer(state, crew, isinstance(order, o.Yes))
        case o.At(facts):
            return detection.rule_on_sonar_answer(state, crew, facts)
        case o.Torpedo(cell):
            return torpedo.rule_on_torpedo(state, crew, cell)
        case o.Mine():
            return mines.rule_on_mine(state, crew)
        case o.Drop(cell):
            return mines.rule_on_drop(state, crew, cell)
        case o.Trigger(cell):
            return mines.rule_on_trigger(state, crew, cell)
        case o.Archer(cell):
            return mines.rule_on_archer(state, crew, cell)
        case o.Drone(sector):
            return detection.rule_on_drone(state, crew, sector)
        case o.Sonar():
            return detection.rule_on_sonar(state, crew)
        case o.Silence():
            return silence.rule_on_silence(state, crew)
        case o.Glide(heading, steps):
            return silence.rule_on_glide(state, crew, heading, steps)
        case o.Charged(system):
            return stations.rule_on_charged(state, crew, system)
        case o.Damage():
            return stations.rule_on_damage(state, crew)
        case o.Surface():
            return surfacing.rule_on_surface(state, crew, order)
        case o.SectorAnnounced(sector):
            return surfacing.rule_on_sector(state, crew, sector)
        case o.Ready():
            return surfacing.rule_on_ready(state, crew)
        case o.Start(cell):
            return beginning.rule_on_start(state, crew, cell)
        case o.Dive():
            return beginning.rule_on_dive(state, crew)
        case o.Missile():
            return Rejected(Reason.SYSTEM_NOT_IN_GAME)
        case _:
            assert_never(order)


def _rule_on_stop(state: State, crew: Crew) -> Ruling:
    """The first STOP counts; nobody stops a STOP."""
    refused = turns.answer_first(state, crew) or turns.stopped(state, crew, may_call=False)
    if refused is None and crew.depth is not Depth.UNDER:
        refused = turns.surfaced(state, crew)
    return Rejected(refused) if refused else Accepted((e.StopCalled(crew.team),))


def _rule_on_resume(state: State, crew: Crew) -> Ruling:
    """Play goes on although nothing followed the STOP: the word of the crew that called it."""
    if state.stop is None:
        return Accepted(())  # nothing waits for it
    refused = turns.answer_first(state, crew) or turns.stopped(state, crew, may_call=True)
    return Rejected(refused) if refused else Accepted((e.PlayResumed(),))

"""Which chapter rules on which order."""

from __future__ import annotations

from referee.rules import orders as o
from referee.rules.crews import Role, Team
from referee.rules.hurts import newly_certain
from referee.rules.play import Phase
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.sonar import answers, beginning, navigation, pace, surfacing, systems
from referee.rules.sonar.ending import with_sinkings
from referee.rules.sonar.folding import apply
from referee.rules.sonar.state import Crew, State
from referee.rules.track import may_hurt

_TO_THE_REFEREE = (o.Ask, o.Unaimed, o.Place, o.DrawCell, o.DrawSector)
_OF_THE_OTHER_GAME = (
    o.Torpedo, o.Mine, o.Trigger, o.Archer, o.Drone, o.Charged, o.Mark, o.Cross, o.Drop, o.Ready, o.SectorAnnounced,
)  # fmt: skip


def rule_on(state: State, announced: o.Announced) -> Ruling:
    if isinstance(announced.order, _TO_THE_REFEREE):
        return Accepted(())
    if announced.team is None:
        return Rejected(Reason.CREW_UNKNOWN)
    if announced.team not in state.crews.teams:
        return Rejected(Reason.SYSTEM_NOT_IN_GAME)
    if not _may_speak(state, announced.team, announced.role):
        return Rejected(Reason.ROLE_NOT_ALLOWED)
    return _with_own_damage(state, announced.team, _rule(state, state.crews[announced.team], announced.order))


def _with_own_damage(state: State, caller: Team, ruling: Ruling) -> Ruling:
    """Own damage is counted whenever it becomes certain, however late the facts are told."""
    if isinstance(ruling, Rejected) or not any(may_hurt(one.track) for _, one in state.crews):
        return ruling
    after, aloud = state, state.frame.house.own_damage_aloud
    for event in ruling.events:
        after = apply(after, event)
    tracks = [(team, crew.track) for team, crew in after.crews]
    counted = [one for team, its in tracks for one in newly_certain(team, its.hurts, its.places, aloud=aloud)]
    over = after.phase is Phase.OVER or not counted
    return ruling if over else Accepted((*ruling.events, *with_sinkings(after, counted, caller)))


def _may_speak(state: State, team: Team, role: Role | None) -> bool:
    """Every order is the Captain's; in a crew of one the Radio Operator is the Captain (Game Setup, 5)."""
    return role is None or Role.CAPTAIN in state.frame.sizes.roles_of(team, role)


def _rule(state: State, crew: Crew, order: o.Order) -> Ruling:
    match order:
        case o.Start(cell):
            return beginning.rule_on_start(state, crew, cell)
        case o.Dive():
            return beginning.rule_on_dive(state, crew)
        case o.Course(heading):
            return navigation.rule_on_course(state, crew, heading)
        case o.Surface(_, cell):
            return surfacing.rule_on_surface(state, crew, cell)
        case o.Sonar():
            return systems.rule_on_sonar(state, crew)
        case o.Silence():
            return systems.rule_on_silence(state, crew)
        case o.Glide(heading, steps):
            return systems.rule_on_glide(state, crew, heading, steps)
        case o.Missile(cell):
            return systems.rule_on_missile(state, crew, cell)
        case o.At():
            return answers.rule_on_at(state, crew, order)
        case o.Clear():
            return answers.rule_on_clear(state, crew)
        case o.Hit(direct):
            return answers.rule_on_hit(state, crew, direct)
        case _:
            return _rule_on_the_rest(state, crew, order)


def _rule_on_the_rest(state: State, crew: Crew, order: o.Order) -> Ruling:
    match order:
        case o.Damage():
            return answers.rule_on_damage(state, crew)
        case o.Stop():
            return pace.rule_on_stop(state, crew)
        case o.Resume():
            return pace.rule_on_resume(state, crew)
        case o.Yes() | o.No():
            return Rejected(pace.not_running(state) or Reason.ANSWER_NONE_PENDING)
        case _ if isinstance(order, _OF_THE_OTHER_GAME):
            return Rejected(pace.not_running(state) or Reason.SYSTEM_NOT_IN_GAME)
        case _:
            return Accepted(())  # an OK: nobody waits for one here

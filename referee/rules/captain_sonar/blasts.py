"""What a blast does, and the report the other crew owes (the three outcomes under Triggering a Mine).

Both submarines are tested: the other crew reports, what the caller's own blast did to it is worked out here.
"""

from __future__ import annotations

from referee.rules import events as e
from referee.rules.captain_sonar import systems
from referee.rules.captain_sonar.ending import with_sinkings
from referee.rules.captain_sonar.state import Crew, State
from referee.rules.house import OwnHit
from referee.rules.orders import Clear, Hit
from referee.rules.play import Task
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.sea import Cell

DIRECT, INDIRECT = 2, 1


def rule_on_report(state: State, crew: Crew, report: Clear | Hit) -> Ruling:
    """ALL CLEAR, INDIRECT HIT or DIRECT HIT."""
    asked = state.question
    if asked is None or asked.task is not Task.BLAST or asked.cell is None:
        return _own_report(state, crew, report)
    if asked.asker is crew.team:
        return Rejected(Reason.ANSWER_NOT_YOURS)
    if not crew.track.places & state.frame.bearings.report(asked.cell, report):
        return Rejected(Reason.HIT_UNTRUE)
    events = (_reported(crew, report), *_own_damage(state, state.other(crew), asked.cell))
    ended = with_sinkings(state, events, asked.asker)
    return Accepted(ended if len(ended) > len(events) else (*events, *systems.resolved(state)))


def _reported(crew: Crew, report: Clear | Hit) -> e.Event:
    match report:
        case Clear():
            return e.AllClear(crew.team)
        case Hit(direct):
            return e.SubmarineHit(crew.team, direct, DIRECT if direct else INDIRECT)


def _own_damage(state: State, caller: Crew, cell: Cell) -> tuple[e.Event, ...]:
    reports = ((Hit(direct=True), _own_direct(state)), (Hit(direct=False), INDIRECT), (Clear(), 0))
    outcomes = {damage for one, damage in reports if caller.track.places & state.frame.bearings.report(cell, one)}
    least, most, aloud = min(outcomes), max(outcomes), state.frame.house.own_damage_aloud
    certain = (e.HullDamaged(caller.team, least, e.Cause.OWN_BLAST, aloud=aloud),) if least else ()
    return (*certain, e.OwnDamageUnsettled(caller.team, least, most, cell)) if least < most else certain


def _own_direct(state: State) -> int:
    return DIRECT if state.frame.house.own_direct_hit is OwnHit.TWO else INDIRECT


def _own_report(state: State, crew: Crew, report: Clear | Hit) -> Ruling:
    """A crew says what its own blast did to it, where the referee could not know."""
    if state.question is not None or not crew.doubt:
        return Rejected(Reason.ANSWER_NONE_PENDING)
    match report:
        case Clear():
            return Accepted((e.OwnDamageSettled(crew.team),))
        case Hit(direct):
            said = _own_direct(state) if direct else INDIRECT
            more = min(max(said - crew.struck, 0), crew.doubt)
            damaged = (e.HullDamaged(crew.team, more, e.Cause.OWN_BLAST, aloud=False),) if more else ()
            return Accepted(with_sinkings(state, (*damaged, e.OwnDamageSettled(crew.team)), crew.team))

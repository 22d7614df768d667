"""The First Mate and the Engineer: marking, crossing, MINE READY, DAMAGE, OK."""

from __future__ import annotations

from dataclasses import replace

from referee.rules import events as e
from referee.rules.captain_sonar import breakdowns, gauges, turns
from referee.rules.captain_sonar.ending import with_sinkings
from referee.rules.captain_sonar.state import Crew, State
from referee.rules.captain_sonar.systems import not_in_play
from referee.rules.crews import Role, System
from referee.rules.hurts import Hurt, decided, still_open
from referee.rules.orders import Panel
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.sea import Cell
from referee.rules.track import without_hurts


def rule_on_mark(state: State, crew: Crew, system: System) -> Ruling:
    """One space of one gauge for each course (Managing the Gauges)."""
    refused = (
        turns.pens_down(state, crew)
        or not_in_play(state, system)
        or gauges.refusal(state.frame.mate, crew.gauges, system)
    )
    return Rejected(refused) if refused else Accepted((e.GaugeMarked(crew.team, system),))


def rule_on_charged(state: State, crew: Crew, system: System) -> Ruling:
    """MINE READY."""
    refused = not_in_play(state, system)
    if refused:
        return Rejected(refused)
    if not gauges.may_be_full(state.frame.mate, crew.gauges, system):
        return Rejected(Reason.SYSTEM_NOT_CHARGED)
    return Accepted((e.ChargeAnnounced(crew.team, system),))


def rule_on_cross(state: State, crew: Crew, panel: Panel, place: int) -> Ruling:
    """One symbol of the course's panel; circuits repair themselves, whole panels damage (The Engineer)."""
    sheet = state.frame.engineer
    refused = turns.pens_down(state, crew) or breakdowns.refusal(sheet, crew.breakdowns, panel, place)
    if refused:
        return Rejected(refused)
    after = breakdowns.crossed(sheet, crew.breakdowns, panel, place)
    done = breakdowns.outcome(sheet, after, state.frame.house)
    hurt = [cause for cause, is_so in ((e.Cause.PANEL, done.panel), (e.Cause.RADIATION, done.radiation)) if is_so]
    events: list[e.Event] = [e.BreakdownCrossed(crew.team, panel, place)]
    events += [e.CircuitRepaired(crew.team, circuit) for circuit in done.repaired]
    events += [e.HullDamaged(crew.team, 1, cause, aloud=False) for cause in hurt]
    if hurt:
        events.append(e.BreakdownsErased(crew.team))
    return Accepted(with_sinkings(state, events, crew.team))


def rule_on_damage(state: State, crew: Crew) -> Ruling:
    """The Engineer's DAMAGE: what the referee counted already, what it could not know, or what nobody told it."""
    announced = e.DamageAnnounced(crew.team)
    if crew.unannounced:
        return Accepted((announced,))
    if _may_be_of_crossings(state, crew):
        return _counted(state, announced, e.BreakdownsErased(crew.team))
    return _counted(state, announced) if crew.doubt else Rejected(Reason.DAMAGE_UNTRUE)


def _may_be_of_crossings(state: State, crew: Crew) -> bool:
    return breakdowns.may_be_damaged(state.frame.engineer, crew.breakdowns, state.frame.house)


def _counted(state: State, announced: e.DamageAnnounced, *then: e.Event) -> Accepted:
    hurt = e.HullDamaged(announced.team, 1, e.Cause.ANNOUNCED, aloud=False)
    return Accepted(with_sinkings(state, (announced, hurt, *then), announced.team))


def rule_on_ok(state: State, crew: Crew, role: Role | None) -> Ruling:
    """The OK, after the mark or the crossing where those are told."""
    refused = turns.task_left(state, crew, turns.ok_station(state, crew, role))
    said_whose = role if role in turns.STATIONS else None
    return Rejected(refused) if refused else Accepted((e.OkGiven(crew.team, said_whose),))


def after_ok(state: State, crew: Crew, said_whose: Role | None) -> Crew:
    oks, station = crew.oks, turns.ok_station(state, crew, said_whose)
    return replace(
        crew, oks=replace(oks, used=oks.used | {station}, due=oks.due - {station}, given=oks.given | {station})
    )


Damage = e.HullDamaged | e.DamageAnnounced | e.OwnDamageUnsettled | e.OwnDamageSettled | e.OwnDamageReckoned


def after_damage(state: State, crew: Crew, event: Damage) -> Crew:
    match event:
        case e.HullDamaged(_, damage, e.Cause.ANNOUNCED) if _may_be_of_crossings(state, crew):
            sheet = breakdowns.damage_announced(crew.breakdowns)
            return replace(crew, damage=crew.damage + damage, breakdowns=sheet)
        case e.HullDamaged(_, damage, e.Cause.ANNOUNCED):
            told = without_hurts(crew.track)  # the crew counts for itself
            return replace(crew, damage=crew.damage + damage, doubt=max(crew.doubt - damage, 0), track=told)
        case e.HullDamaged(_, damage, cause):
            of_crossings = cause in (e.Cause.PANEL, e.Cause.RADIATION)
            return replace(crew, damage=crew.damage + damage, unannounced=crew.unannounced + of_crossings)
        case e.DamageAnnounced():
            return replace(crew, unannounced=max(crew.unannounced - 1, 0))
        case e.OwnDamageUnsettled(_, least, most, cell):
            cause = e.Cause.OWN_BLAST if cell else e.Cause.SURFACING
            hurt = Hurt(_levels(state, cell, most), least, most - least, cause)
            track = replace(crew.track, hurts=(*crew.track.hurts, hurt))
            return replace(crew, doubt=crew.doubt + most - least, struck=least > 0, track=track)
        case e.OwnDamageReckoned():
            left = decided(crew.track.hurts, crew.track.places)
            doubt = crew.doubt - still_open(crew.track.hurts) + still_open(left)
            return replace(crew, doubt=doubt, struck=crew.struck and doubt > 0, track=replace(crew.track, hurts=left))
        case e.OwnDamageSettled():
            return replace(crew, doubt=0, struck=False, track=without_hurts(crew.track))


def _levels(state: State, cell: Cell | None, most: int) -> tuple[int, ...]:
    """Where a blast there did this crew at least one damage, at least two; without a cell, where surfacing did."""
    waters = state.frame.waters
    if cell is None:
        return (waters.grid & ~waters.holes,) * most
    struck, direct = state.frame.bearings.struck(cell), waters.bit(cell)
    return (struck, direct) if most > 1 else (struck,)

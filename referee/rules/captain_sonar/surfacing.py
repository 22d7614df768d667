"""Surfacing: the sector, the repairs, securing the submarine, and what the scenario asks for it (Surfacing)."""

from __future__ import annotations

from dataclasses import replace

from referee.rules import events as e
from referee.rules import track
from referee.rules.captain_sonar import breakdowns, course, silence, turns
from referee.rules.captain_sonar.ending import with_sinkings
from referee.rules.captain_sonar.state import Crew, Depth, State
from referee.rules.orders import Surface
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling


def rule_on_surface(state: State, crew: Crew, order: Surface) -> Ruling:
    """SURFACE, with the sector in the same breath or not; said again with it, it is the sector that was missing."""
    sector = order.sector if order.cell is None else state.frame.scenario.chart.sector(order.cell)
    if crew.depth is Depth.CALLED and sector is not None:
        return rule_on_sector(state, crew, sector)
    refused = _may_not(state, crew)
    if refused:
        return Rejected(refused)
    turn = _turn(state, crew)
    began = turns.turn_began(state, crew.team) if turn else state
    if sector is None and order.cell is None:
        return Accepted((*turn, e.SurfacingCalled(crew.team)))
    if sector is None or not _is_possible(state, crew, sector):
        return Rejected(Reason.SURFACE_UNTRUE)
    return Accepted((*turn, *_surfaced(began, crew, sector)))


def rule_on_sector(state: State, crew: Crew, sector: int) -> Ruling:
    """The sector that follows SURFACE."""
    if crew.depth is not Depth.CALLED:
        asked = state.other(crew).depth is Depth.CALLED
        return Rejected(Reason.ANSWER_NOT_YOURS if asked else Reason.ANSWER_NONE_PENDING)
    if not _is_possible(state, crew, sector):
        return Rejected(Reason.SURFACE_UNTRUE)
    return Accepted(_surfaced(state, crew, sector))


def _may_not(state: State, crew: Crew) -> Reason | None:
    """Instead of a course; in a blackout immediately, right after the course that led into it, where nothing else that
    everybody knows is in the way: its reason would tell that there is a blackout."""
    waits = turns.answer_first(state, crew) or turns.stopped(state, crew, may_call=False) or turns.surfaced(state, crew)
    refused = turns.not_its_course(state, crew)
    at_once = state.turn is crew.team and state.course_made and crew.depth is Depth.UNDER and not waits
    if refused and at_once and course.may_be_blacked_out(state, crew):
        return None
    return refused or waits


def _turn(state: State, crew: Crew) -> tuple[e.Event, ...]:
    begins = state.frame.turn_by_turn and state.course_made and turns.next_course(state) is crew.team
    return (e.TurnBegan(crew.team),) if begins else ()


def _is_possible(state: State, crew: Crew, sector: int) -> bool:
    return bool(crew.track.places & state.frame.waters.sectors.get(sector, 0))


def _surfaced(state: State, crew: Crew, sector: int) -> tuple[e.Event, ...]:
    events: tuple[e.Event, ...] = (e.SubmarineSurfaced(crew.team, sector), *_special_damage(state, crew, sector))
    ended = with_sinkings(state, events, crew.team)
    if len(ended) > len(events) or not state.frame.turn_by_turn:
        return ended
    following = turns.next_course(turns.turn_spent_surfacing(state))
    return (*events, e.BreakdownsErased(crew.team), e.TurnBegan(following))


def _special_damage(state: State, crew: Crew, sector: int) -> tuple[e.Event, ...]:
    """Delta: damage for surfacing anywhere but in an open water hole, before anything else."""
    damage, waters = state.frame.scenario.surfacing_damage, state.frame.waters
    places, holes = crew.track.places & waters.sectors[sector], waters.holes
    if not damage or not places & ~holes:
        return ()
    if places & holes:
        return (e.OwnDamageUnsettled(crew.team, 0, damage),)
    everybody_knows = not waters.sectors[sector] & holes
    return (e.HullDamaged(crew.team, damage, e.Cause.SURFACING, aloud=everybody_knows),)


def rule_on_ready(state: State, crew: Crew) -> Ruling:
    """READY TO DIVE: the four sections are secured and checked, all breakdowns erased."""
    if crew.depth in (Depth.UNDER, Depth.SECURED):
        return Rejected(Reason.READY_NOT_SURFACED)
    refused = turns.answer_first(state, crew) or turns.stopped(state, crew, may_call=False)
    if refused is None and state.frame.turn_by_turn:
        refused = Reason.DIVE_BY_ITSELF
    return Rejected(refused) if refused else Accepted((e.SubmarineSecured(crew.team), e.BreakdownsErased(crew.team)))


# -- what surfacing makes of the crew
def after_surfaced(state: State, crew: Crew, sector: int | None) -> State:
    cells = state.frame.waters.sectors.get(sector, 0) if sector is not None else ~0
    crew = replace(
        silence.never_described(state, crew),
        depth=Depth.UP,
        track=track.surfaced(state.frame.waters, crew.track.narrowed(cells)),
        breakdowns=breakdowns.surfaced(state.frame.engineer, crew.breakdowns, state.frame.house),
        resurfaced=True,
        glided=False,
        forfeited=False,
    )
    state = state.with_crew(crew)
    return turns.turn_spent_surfacing(state) if state.frame.turn_by_turn else state

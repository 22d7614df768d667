"""Activating systems: who may, and whether the system is there, charged and unbroken (Activating Systems)."""

from __future__ import annotations

from dataclasses import replace

from referee.rules import events as e
from referee.rules.captain_sonar import breakdowns, gauges, turns
from referee.rules.captain_sonar.course import must_surface
from referee.rules.captain_sonar.state import Crew, State
from referee.rules.crews import System
from referee.rules.house import SystemTime
from referee.rules.reasons import Reason
from referee.rules.scenario import CLASS_OF


def not_in_play(state: State, system: System) -> Reason | None:
    """A system of the other game, or one this scenario does not use."""
    if system is System.MISSILE:
        return Reason.SYSTEM_NOT_IN_GAME
    return None if system in state.frame.mate.spaces else Reason.SYSTEM_NOT_IN_SCENARIO


def _not_ready(state: State, crew: Crew, system: System) -> Reason | None:
    if not gauges.may_be_full(state.frame.mate, crew.gauges, system):
        return Reason.SYSTEM_NOT_CHARGED
    return broken(state, crew, system)


def broken(state: State, crew: Crew, system: System) -> Reason | None:
    """A crossed symbol of its class puts the system out of order (System Breakdown)."""
    certain = breakdowns.surely_broken(state.frame.engineer, crew.breakdowns, CLASS_OF[system])
    return Reason.SYSTEM_BROKEN if certain else None


def refusal(state: State, crew: Crew, system: System) -> Reason | None:
    """Everything an activation needs before its target is looked at; what everybody knows comes before any secret."""
    known = turns.may_activate(state, crew) or not_in_play(state, system)
    return known or must_surface(state, crew) or _not_ready(state, crew, system)


def turn_of(state: State, crew: Crew, *, own_turn: bool | None = None) -> tuple[e.Event, ...]:
    """Where the house lets a system come before the course of one's turn, it may be what begins that turn."""
    if own_turn is None:
        own_turn = state.frame.house.system_time is SystemTime.OWN_TURN
    comes = state.frame.turn_by_turn and state.course_made and turns.next_course(state) is crew.team
    return (e.TurnBegan(crew.team),) if own_turn and comes and state.turn is not crew.team else ()


def resolved(state: State) -> tuple[e.Event, ...]:
    """Play goes on by itself once the system is resolved."""
    return (e.PlayResumed(),) if state.stop is not None else ()


def activated(state: State, crew: Crew, system: System) -> Crew:
    """The First Mate erases the gauge."""
    return replace(crew, gauges=gauges.emptied(state.frame.mate, crew.gauges, system), used=True)

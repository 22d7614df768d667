"""Torpedoes: one to four spaces, step by step, never diagonally (Launching a Torpedo)."""

from __future__ import annotations

from referee.rules import events as e
from referee.rules.bearings import TORPEDO_RANGE
from referee.rules.captain_sonar import mines, systems
from referee.rules.captain_sonar.state import Crew, State
from referee.rules.crews import System
from referee.rules.house import TorpedoPath
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.sea import Cell
from referee.rules.waters import places, shift


def rule_on_torpedo(state: State, crew: Crew, cell: Cell) -> Ruling:
    refused = systems.refusal(state, crew, System.TORPEDO) or _unreachable(state, crew, cell)
    if refused:
        return Rejected(refused)
    launched = e.TorpedoLaunched(crew.team, cell)
    return Accepted((*systems.turn_of(state, crew), launched, *mines.destroyed(state, crew, cell)))


def _unreachable(state: State, crew: Crew, cell: Cell) -> Reason | None:
    chart = state.frame.scenario.chart
    if not chart.has(cell):
        return Reason.TARGET_OFF_CHART
    if not chart.is_water(cell):
        return Reason.TARGET_ISLAND
    if not crew.track.places & state.frame.bearings.in_range(cell):
        return Reason.TARGET_OUT_OF_RANGE
    return None if launch_places(state, crew, cell) else Reason.TARGET_NO_PATH


def launch_places(state: State, crew: Crew, cell: Cell) -> int:
    """The cells the submarine may be in for this impact."""
    if not state.frame.house.torpedo_over_own:
        return _past_its_own(state, crew, cell)
    return crew.track.places & state.frame.bearings.torpedo(cell)


def _past_its_own(state: State, crew: Crew, cell: Cell) -> int:
    """Where the house forbids a path over the crew's own route or mines, each world has its own path."""
    waters, found = state.frame.waters, 0
    open_ = waters.grid if state.frame.house.torpedo_path is TorpedoPath.ANY else waters.water
    target, laid = waters.bit(cell), waters.set_of(crew.mines)
    for place in places(crew.track.places & state.frame.bearings.in_range(cell)):
        route = shift(crew.track.passed, place - waters.origin)
        here = 1 << place
        if waters.within(target, TORPEDO_RANGE, (open_ & ~route & ~laid) | target | here) & here:
            found |= here
    return found

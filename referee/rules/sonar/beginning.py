"""Before the first move: the starting point, forced on Archipelago, and both crews' DIVE (Game Setup)."""

from __future__ import annotations

from dataclasses import replace

from referee.rules import events as e
from referee.rules.crews import TEAMS, ByTeam, Game, Team
from referee.rules.house import House
from referee.rules.play import CrewSizes, Phase
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.scenario import EnergySheet, Scenario
from referee.rules.sea import Cell
from referee.rules.sonar.state import Crew, Frame, State
from referee.rules.track import new_track
from referee.rules.waters import Waters, is_single, shift


def begin(scenario: Scenario, house: House, first: Team, sizes: CrewSizes) -> State:
    """Nobody has dived, nobody has told anything; a forced start needs no telling."""
    frame = Frame(scenario, house, first, sizes, Waters(scenario.chart), scenario.energy or EnergySheet())
    return State(frame, ByTeam.of(TEAMS[Game.SONAR], lambda team: _crew(frame, team)))


def _crew(frame: Frame, team: Team) -> Crew:
    forced = frame.scenario.forced_start(team)
    track = new_track(frame.waters, frame.waters.water if forced is None else frame.waters.bit(forced))
    return Crew(team, track, track)


def rule_on_start(state: State, crew: Crew, cell: Cell) -> Ruling:
    """Any point of water; told during the game, it must fit the moves since."""
    chart, forced = state.frame.scenario.chart, state.frame.scenario.forced_start(crew.team)
    if state.phase is Phase.OVER:
        return Rejected(Reason.GAME_OVER)
    if not chart.has(cell):
        return Rejected(Reason.START_OFF_CHART)
    if not chart.is_water(cell):
        return Rejected(Reason.START_ISLAND)
    if forced is not None and cell != forced:
        return Rejected(Reason.START_FORCED)
    refused = _does_not_fit(state, crew, cell) if state.phase is Phase.RUNNING else None
    return Rejected(refused) if refused else Accepted((e.StartTold(crew.team, cell),))


def _does_not_fit(state: State, crew: Crew, cell: Cell) -> Reason | None:
    if crew.track.drift is None:
        return None if is_single(crew.track.places) else Reason.START_TOO_LATE
    now = shift(state.frame.waters.bit(cell), crew.track.drift)
    return None if now & crew.track.places else Reason.START_UNTRUE


def after_start(state: State, crew: Crew, cell: Cell) -> State:
    """Before the game it may still be told anew; during it, it says where the submarine is now."""
    waters, drift = state.frame.waters, crew.track.drift
    if state.phase is Phase.NOT_STARTED:
        return state.with_crew(replace(crew, track=new_track(waters, waters.bit(cell))))
    if drift is None:
        return state
    return state.with_crew(replace(crew, track=crew.track.narrowed(shift(waters.bit(cell), drift))))


def rule_on_dive(state: State, crew: Crew) -> Ruling:
    if state.phase is Phase.OVER:
        return Rejected(Reason.GAME_OVER)
    if crew.dived:
        return Rejected(Reason.DIVE_ALREADY)
    called = e.DiveCalled(crew.team)
    if not state.other(crew).dived:
        return Accepted((called,))
    return Accepted((called, e.GameBegan(state.frame.first if state.frame.turn_by_turn else None)))

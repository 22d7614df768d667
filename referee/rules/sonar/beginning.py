"""Before the first move: the starting point, forced on Archipelago, and both crews' DIVE (Game Setup)."""

from __future__ import annotations

from dataclasses import replace

from referee.rules import events as e
from referee.rules import starting
from referee.rules.crews import TEAMS, ByTeam, Game, Team
from referee.rules.house import House
from referee.rules.play import CrewSizes, Phase
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.scenario import EnergySheet, Scenario
from referee.rules.sea import Cell
from referee.rules.sonar.state import Crew, Frame, State
from referee.rules.waters import Waters


def begin(scenario: Scenario, house: House, first: Team, sizes: CrewSizes) -> State:
    """Nobody has dived, nobody has told anything; a forced start needs no telling."""
    frame = Frame(scenario, house, first, sizes, Waters(scenario.chart), scenario.energy or EnergySheet())
    return State(frame, ByTeam.of(TEAMS[Game.SONAR], lambda team: _crew(frame, team)))


def _crew(frame: Frame, team: Team) -> Crew:
    track = starting.untold(frame.waters, frame.scenario.forced_start(team))
    return Crew(team, track, track)


def rule_on_start(state: State, crew: Crew, cell: Cell) -> Ruling:
    """Any point of water; told during the game, it must fit the moves since."""
    if state.phase is Phase.OVER:
        return Rejected(Reason.GAME_OVER)
    frame = state.frame
    forced = frame.scenario.forced_start(crew.team)
    refused = starting.refusal(frame.waters, forced, crew.track, cell, state.phase)
    return Rejected(refused) if refused else Accepted((e.StartTold(crew.team, cell),))


def after_start(state: State, crew: Crew, cell: Cell) -> State:
    return state.with_crew(replace(crew, track=starting.told(state.frame.waters, crew.track, cell, state.phase)))


def rule_on_dive(state: State, crew: Crew) -> Ruling:
    if state.phase is Phase.OVER:
        return Rejected(Reason.GAME_OVER)
    if crew.dived:
        return Rejected(Reason.DIVE_ALREADY)
    called = e.DiveCalled(crew.team)
    if not state.other(crew).dived:
        return Accepted((called,))
    return Accepted((called, e.GameBegan(state.frame.first if state.frame.turn_by_turn else None)))

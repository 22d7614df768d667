"""Before the first course: the starting cell, and both crews' DIVE (The Captain)."""

from __future__ import annotations

from dataclasses import replace

from referee.rules import events as e
from referee.rules import starting
from referee.rules.captain_sonar import turns
from referee.rules.captain_sonar.breakdowns import Breakdowns
from referee.rules.captain_sonar.gauges import empty
from referee.rules.captain_sonar.state import Crew, Depth, Frame, State
from referee.rules.crews import TEAMS, ByTeam, Game, Team
from referee.rules.house import House
from referee.rules.play import CrewSizes, Phase
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.scenario import EngineerSheet, MateSheet, Scenario
from referee.rules.sea import Cell
from referee.rules.waters import Waters


def begin(scenario: Scenario, house: House, first: Team, sizes: CrewSizes) -> State:
    """Nobody has dived, nobody has told anything."""
    frame = Frame(
        scenario, house, first, sizes, Waters(scenario.chart),
        scenario.mate or MateSheet(()), scenario.engineer or EngineerSheet(()),
    )  # fmt: skip
    crews = ByTeam.of(TEAMS[Game.CAPTAIN_SONAR], lambda team: _crew(frame, team))
    return State(frame, crews, Phase.NOT_STARTED, first)


def _crew(frame: Frame, team: Team) -> Crew:
    track = starting.untold(frame.waters, frame.scenario.forced_start(team))
    return Crew(team, track, empty(frame.mate), Breakdowns())


def rule_on_start(state: State, crew: Crew, cell: Cell) -> Ruling:
    """Any sea space; told during the game, it must fit the courses since."""
    frame = state.frame
    forced = frame.scenario.forced_start(crew.team)
    refused = starting.refusal(frame.waters, forced, crew.track, cell, state.phase)
    return Rejected(refused) if refused else Accepted((e.StartTold(crew.team, cell),))


def after_start(state: State, crew: Crew, cell: Cell) -> Crew:
    return replace(crew, track=starting.told(state.frame.waters, crew.track, cell, state.phase))


def rule_on_dive(state: State, crew: Crew) -> Ruling:
    """DIVE: at the start, and in real time after READY TO DIVE; turn by turn the next course says it."""
    if state.phase is Phase.NOT_STARTED:
        return _first_dive(state, crew)
    if crew.depth is Depth.UNDER:
        return Rejected(Reason.DIVE_ALREADY)
    refused = turns.answer_first(state, crew) or turns.stopped(state, crew, may_call=False)
    if refused is None and state.frame.turn_by_turn:
        refused = Reason.DIVE_BY_ITSELF
    if refused is None and crew.depth is Depth.UP:
        refused = Reason.DIVE_NOT_READY
    return Rejected(refused) if refused else Accepted((e.SubmarineDived(crew.team),))


def _first_dive(state: State, crew: Crew) -> Ruling:
    if crew.dived:
        return Rejected(Reason.DIVE_ALREADY)
    called = e.DiveCalled(crew.team)
    if not state.other(crew).dived:
        return Accepted((called,))
    return Accepted((called, e.GameBegan(state.frame.first if state.frame.turn_by_turn else None)))

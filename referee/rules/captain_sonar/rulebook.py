"""Captain Sonar as `play.RuleBook` promises it: the door of this room."""

from __future__ import annotations

from referee.rules.captain_sonar import applying, beginning, position, ruling, turns, waiting
from referee.rules.captain_sonar.state import State
from referee.rules.crews import Game, Team
from referee.rules.events import Event
from referee.rules.house import House
from referee.rules.orders import Announced, Order
from referee.rules.play import CrewSizes, Owed, Phase
from referee.rules.rulings import Ruling
from referee.rules.scenario import Scenario


class CaptainSonar:
    """The rule book of Captain Sonar, as `play.RuleBook` promises it."""

    game = Game.CAPTAIN_SONAR

    def begin(self, scenario: Scenario, house: House, first: Team, sizes: CrewSizes) -> State:
        return beginning.begin(scenario, house, first, sizes)

    def rule_on(self, state: State, announced: Announced) -> Ruling:
        return ruling.rule_on(state, announced)

    def apply(self, state: State, event: Event) -> State:
        return applying.apply(state, event)

    def phase(self, state: State) -> Phase:
        return state.phase

    def turn(self, state: State) -> Team | None:
        return state.turn if state.frame.turn_by_turn and state.phase is Phase.RUNNING else None

    def next_course(self, state: State) -> Team | None:
        return turns.next_course(state) if state.frame.turn_by_turn and state.phase is Phase.RUNNING else None

    def may_activate(self, state: State, team: Team) -> bool:
        return state.phase is Phase.RUNNING and turns.may_activate(state, state.crews[team]) is None

    def stopped_by(self, state: State) -> Team | None:
        return state.stop

    def owed(self, state: State) -> tuple[Owed, ...]:
        return waiting.owed(state)

    def speaker(self, state: State, order: Order) -> Team | None:
        return waiting.speaker(state, order)

    def damage(self, state: State, team: Team) -> tuple[int, int]:
        crew = state.crews[team]
        return crew.damage, crew.damage + crew.doubt

    def winner(self, state: State) -> Team | None:
        return state.winner

    def position(self, state: State, team: Team) -> str:
        return position.text_of(state.frame, state.crews[team])


CAPTAIN_SONAR = CaptainSonar()

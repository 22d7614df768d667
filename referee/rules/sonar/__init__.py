"""Sonar (Sonar Family): one module for each chapter of its rulebook.

One action a turn; an energy gauge everybody can count; a position that is a secret. What a crew has not told is
a set of cells: an order is refused only when it is illegal in every world that fits what was told. Never imports the
other game.
"""

from __future__ import annotations

from referee.rules.crews import Game, Team
from referee.rules.events import Event
from referee.rules.house import House
from referee.rules.orders import Announced, Order
from referee.rules.play import CrewSizes, Owed, Phase
from referee.rules.rulings import Ruling
from referee.rules.scenario import Scenario
from referee.rules.sonar import beginning, folding, position, ruling, waiting
from referee.rules.sonar.state import State

__all__ = ["SONAR", "Sonar", "State"]


class Sonar:
    """The rule book of Sonar, as `play.RuleBook` promises it."""

    game = Game.SONAR

    def begin(self, scenario: Scenario, house: House, first: Team, sizes: CrewSizes) -> State:
        return beginning.begin(scenario, house, first, sizes)

    def rule_on(self, state: State, announced: Announced) -> Ruling:
        return ruling.rule_on(state, announced)

    def apply(self, state: State, event: Event) -> State:
        return folding.apply(state, event)

    def phase(self, state: State) -> Phase:
        return state.phase

    def turn(self, state: State) -> Team | None:
        return state.turn

    def next_course(self, state: State) -> Team | None:
        return state.turn

    def may_activate(self, state: State, team: Team) -> bool:
        return state.turn is team

    def stopped_by(self, state: State) -> Team | None:
        return state.stop

    def owed(self, state: State) -> tuple[Owed, ...]:
        return tuple(sorted(waiting.owed(state), key=lambda one: not one.holds_play))

    def speaker(self, state: State, order: Order) -> Team | None:
        return waiting.speaker(state, order)

    def damage(self, state: State, team: Team) -> tuple[int, int]:
        crew = state.crews[team]
        return crew.damage, crew.damage + crew.doubt

    def winner(self, state: State) -> Team | None:
        return state.winner

    def position(self, state: State, team: Team) -> str:
        return position.text_of(state.frame, state.crews[team])


SONAR = Sonar()

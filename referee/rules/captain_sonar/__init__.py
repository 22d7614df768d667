"""Captain Sonar: one module for each chapter of the rulebook.

`begin` makes a state, `rule_on` judges an order and changes nothing, `apply` folds one event into the next state.
What a crew has not told is a set of cells, loose marks, loose crossings: an order is refused only when it is illegal in
every world that fits what was told. Never imports the other game.
"""

from referee.rules.captain_sonar.rulebook import CAPTAIN_SONAR

__all__ = ["CAPTAIN_SONAR"]

"""What follows for certain from what was said: where a submarine may be, what may be charged, what may be broken.

Public events and what a crew told the referee go in, nothing else. What comes out is a set of worlds that holds the
true one as long as the game was played by the rules; it may be too large, never too small. An order is certainly wrong
when no world allows it. Whatever was not told stays possible, so nobody is ever accused for not telling.

    reckoning = Reckoning.begin(scenario, house).after(events)
    reckoning.refusal(announced)  # a Reason, or None when some world allows the order
    Worlds.begin(scenario, house, team).heard(public_events).positions()  # where its enemy may take it to be
    Readiness.begin(scenario, house).after(public_event).may_use(system)  # what its enemy may take it to have

What never lives here: guesses, probabilities, words of any language, input or output.
"""

from referee.deduction.readiness import Readiness
from referee.deduction.reckoning import Reckoning
from referee.deduction.verdicts import verdict
from referee.deduction.worlds import Worlds

__all__ = ["Readiness", "Reckoning", "Worlds", "verdict"]

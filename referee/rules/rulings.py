"""What became of an announced order: accepted, with what happened, or rejected, with the clause that forbids it.

No words here: language makes a sentence of a reason, the table decides who may hear it.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.events import Event
from referee.rules.reasons import Reason


@dataclass(frozen=True, slots=True)
class Accepted:
    """The events to fold into the state, in the order in which they happened."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Rejected:
    """Nothing happened: the state stays as it was."""

    reason: Reason


Ruling = Accepted | Rejected

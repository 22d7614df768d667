"""The last accepted orders, each with what the table was before it: what CANCEL takes back.

Whether an order may be taken back is decided from what everybody heard, never from a secret: not once the other crew
has answered it or built on it. A crew's private inputs may be taken back as long as that crew has done nothing since,
and they go along with the order they belong to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from referee.deduction import Reckoning
from referee.rules import orders as o
from referee.rules.crews import Mode, Team
from referee.rules.events import Event, Everybody, audience
from referee.table.refusals import TooLate, is_private
from referee.table.screen import Screen

S = TypeVar("S")

REMEMBERED = 64
"""How many announced orders can still be looked back on: CANCEL is for the moment after, not for yesterday. Only what
all could hear is counted, so that how much a crew told privately does not show in what can be taken back."""
_AT_MOST = 1000
"""Of all steps, in case somebody plays with a private input without end."""


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """One accepted order, and the table before it."""

    announced: o.Announced
    events: tuple[Event, ...]
    state: S
    screen: Screen
    reckoning: Reckoning
    told: int
    """How many events there were before it."""

    @property
    def unheard(self) -> bool:
        """Whether only its crew knows that it happened."""
        return is_private(self.announced) and not any(audience(event) is Everybody.PUBLIC for event in self.events)


@dataclass(frozen=True, slots=True)
class History(Generic[S]):
    steps: tuple[Step[S], ...] = ()

    def and_then(self, step: Step[S]) -> History[S]:
        steps = (*self.steps, step)[-_AT_MOST:]
        heard = [place for place, one in enumerate(steps) if not is_private(one.announced)]
        return History(steps[heard[-REMEMBERED] :] if len(heard) > REMEMBERED else steps)

    def last_speaker(self) -> Team | None:
        """The crew of the last order said aloud."""
        return next((s.announced.team for s in reversed(self.steps) if not is_private(s.announced)), None)

    def back_to(self, cancel: o.Announced, mode: Mode) -> int | TooLate:
        """The place of the order a crew means by CANCEL: the last said aloud; its last input, when asked privately."""
        mine = [place for place, step in enumerate(self.steps) if step.announced.team == cancel.team]
        private = is_private(cancel)
        places = mine if private else [place for place in mine if not is_private(self.steps[place].announced)]
        if not places:
            return TooLate.NOTHING
        place = places[-1]
        if private and not self.steps[place].unheard:
            return TooLate.GONE_ON  # what everybody heard is taken back aloud
        blocked = self._blocked(place, mode)
        return place if blocked is None else blocked

    def _blocked(self, place: int, mode: Mode) -> TooLate | None:
        """What the other crew did since: an answer, or anything else that an order before it may bear on."""
        team = self.steps[place].announced.team
        since = [step.announced for step in self.steps[place + 1 :] if step.announced.team != team]
        if any(isinstance(one.order, o.Yes | o.No | o.At | o.Clear | o.Hit) for one in since):
            return TooLate.ANSWERED
        return TooLate.GONE_ON if any(not _stands_alone(one, mode) for one in since) else None


def _stands_alone(announced: o.Announced, mode: Mode) -> bool:
    """Something that crew could just as well have done without the order before it."""
    if is_private(announced):
        return True
    alone = (o.Course, o.Ok, o.Charged) if mode is Mode.REAL_TIME else (o.Ok, o.Charged)
    return isinstance(announced.order, alone)

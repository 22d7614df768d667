"""The last accepted orders, each with what the table was before it: what CANCEL takes back.

Whether an order may be taken back is decided from what everybody heard, never from a secret: not once the other crew
has answered it or built on it. A crew's private inputs may be taken back as long as that crew has done nothing since,
and they go along with the order they belong to.

CANCEL again and again takes back one order of the same crew after the other: two may have been misheard. But said
twice, or heard twice, it goes neither to what the other crew said nor through DIVE back into the set-up: a dive goes
only while it is the last that was said.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from referee.deduction import Reckoning
from referee.rules import orders as o
from referee.rules.crews import Mode, Role, Team
from referee.rules.events import Event, Everybody, audience
from referee.rules.play import RuleBook, fold
from referee.table.public_face import PublicFace
from referee.table.refusals import TooLate, is_private

S = TypeVar("S")

REMEMBERED = 64
"""How many announced orders can still be looked back on: CANCEL is for the moment after, not for yesterday. Only what
all could hear is counted, so that how much a crew told privately does not show in what can be taken back."""
_AT_MOST = 1000
"""Of all steps, in case somebody plays with a private input without end."""


@dataclass(frozen=True, slots=True)
class Moment(Generic[S]):
    """A game between two orders: what the referee knows, and what everybody knows."""

    state: S
    public: PublicFace[S]
    reckoning: Reckoning
    told: int
    """How many events there were so far."""

    def after(self, rules: RuleBook[S], events: tuple[Event, ...]) -> Moment[S]:
        state, reckoning = fold(rules, self.state, events), self.reckoning.after(events)
        return Moment(state, self.public.after(events), reckoning, self.told + len(events))

    def hold(self, *, paused: bool) -> Moment[S]:
        return replace(self, public=self.public.hold(paused=paused))

    def agreeing(self, teams: Iterable[Team]) -> Moment[S]:
        return replace(self, public=self.public.agreeing(teams))


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """One accepted order, and the game before it."""

    announced: o.Announced
    events: tuple[Event, ...]
    before: Moment[S]

    @property
    def unheard(self) -> bool:
        """Whether only its crew knows that it happened."""
        return is_private(self.announced) and not any(audience(event) is Everybody.PUBLIC for event in self.events)


@dataclass(frozen=True, slots=True)
class History(Generic[S]):
    steps: tuple[Step[S], ...] = ()
    took_back: frozenset[Team] = frozenset()
    """The crews whose last word aloud was CANCEL."""
    latest: Team | None = None
    """Whose, when it was the last word of all."""

    def and_then(self, step: Step[S]) -> History[S]:
        steps = (*self.steps, step)[-_AT_MOST:]
        heard = [place for place, one in enumerate(steps) if not is_private(one.announced)]
        steps = steps[heard[-REMEMBERED] :] if len(heard) > REMEMBERED else steps
        if is_private(step.announced):
            return replace(self, steps=steps)
        return History(steps, self.took_back - {step.announced.team})

    def and_took_back(self, cancel: o.Announced, before: History[S]) -> History[S]:
        """The same, where this CANCEL has just been obeyed. What was played again meanwhile nobody said again."""
        if cancel.team is None or is_private(cancel):
            return replace(self, took_back=before.took_back, latest=before.latest)
        return replace(self, took_back=before.took_back | {cancel.team}, latest=cancel.team)

    def last_speaker(self) -> Team | None:
        """The crew that was the last to say an order aloud, or to take one back."""
        said = (s.announced.team for s in reversed(self.steps) if not is_private(s.announced))
        return self.latest or next(said, None)

    def back_to(self, cancel: o.Announced, mode: Mode, *, again: bool = False) -> int | TooLate:
        """The place of the order a crew means by CANCEL: the last said aloud; its last input, when asked privately.
        `again`: once it was obeyed already, and is obeyed again whatever is asked of it now."""
        mine = [place for place, step in enumerate(self.steps) if step.announced.team == cancel.team]
        private = is_private(cancel)
        places = [place for place in mine if self.is_of(cancel, self.steps[place])]
        if not places:
            return TooLate.NOTHING
        place = places[-1]
        if private and not self.steps[place].unheard:
            return TooLate.ALOUD
        twice = cancel.team in self.took_back and not private and not again
        if twice and isinstance(self.steps[place].announced.order, o.Dive):
            return TooLate.DIVED
        blocked = self._blocked(place, mode)
        return place if blocked is None else blocked

    def is_of(self, cancel: o.Announced, step: Step[S]) -> bool:
        """Whether a CANCEL of this crew is about this step of it: aloud it is about what was said aloud, on a station's
        own screen about what that station told, and not about what another has told since."""
        if not is_private(cancel):
            return not is_private(step.announced)
        return not step.unheard or step.announced.role in (None, cancel.role)

    def last_station(self, team: Team) -> Role | None:
        """The station that told this crew's last secret."""
        told = (step.announced for step in reversed(self.steps) if step.announced.team == team and step.unheard)
        last = next(told, None)
        return last.role if last else None

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

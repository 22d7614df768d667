"""What is owed too long: when to remind of it. Decided from what everybody knows, so that a reminder tells nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.rules.crews import Mode
from referee.table.screen import Owed

PATIENCE: dict[Mode, tuple[float, ...]] = {
    Mode.REAL_TIME: (8.0, 20.0, 60.0),
    Mode.TURN_BY_TURN: (20.0, 60.0),
}
"""Seconds after which an answer is asked for, each time; then the table is left in peace."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    owed: Owed
    since: float
    reminded: int = 0
    last: float = 0.0
    """When it was asked for last, or first owed."""

    def asked(self, now: float) -> _Waiting:
        return replace(self, reminded=self.reminded + 1, last=now)

    def later(self, seconds: float) -> _Waiting:
        return replace(self, since=self.since + seconds, last=self.last + seconds)


@dataclass(frozen=True, slots=True)
class Reminders:
    """Since when each thing is owed, and how often it was asked for."""

    mode: Mode
    waiting: tuple[_Waiting, ...] = ()

    def owing(self, owed: Iterable[Owed], now: float) -> Reminders:
        """The same, for what is owed now."""
        known = {one.owed: one for one in self.waiting}
        return replace(self, waiting=tuple(known.get(one, _Waiting(one, now, last=now)) for one in owed))

    def later(self, seconds: float) -> Reminders:
        """The same after a pause of some seconds, which nobody is to be reminded of."""
        return replace(self, waiting=tuple(one.later(seconds) for one in self.waiting))

    def due(self, now: float) -> tuple[Reminders, tuple[Owed, ...]]:
        """What to remind of now, and what is left to wait for."""
        late = tuple(one for one in self.waiting if self._is_late(one, now))
        waiting = tuple(one.asked(now) if one in late else one for one in self.waiting)
        return (replace(self, waiting=waiting) if late else self), tuple(one.owed for one in late)

    def _is_late(self, one: _Waiting, now: float) -> bool:
        patience = PATIENCE[self.mode]
        late = one.reminded < len(patience) and now - one.since >= patience[one.reminded]
        return late and now - one.last >= patience[0]

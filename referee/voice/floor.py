"""The floor: nobody is talked over. While a crew speaks, the referee waits a moment before it begins.

What is said deafens the microphones, and even a sound alone falls into them: an order that somebody is just calling
would be lost. Who calls STOP mostly goes on with the system: the sound of STOP waits until nobody does. What is asked
for, or reminded of, may just be on somebody's lips: that waits as long.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from referee.table.outputs import Urgency
from referee.voice.talk import Part

_BETWEEN_WORDS = 0.08
_AFTER_AN_ORDER = 0.3
_WAITS, _WAITS_LONGER = 0.8, 3.0
_SOONEST, _LATEST = 0.01, 0.05  # who is busy listening says nothing when he has done

_AWAY = 1.0
"""So many seconds behind, and a microphone is not busy but away."""

Spoke = Callable[[], float]
"""When somebody at a microphone spoke last, on `time.monotonic()`."""


def nobody() -> float:
    """Where there is no microphone."""
    return -math.inf


class Floor:
    """Who has it, by all microphones. What is recorded and not yet listened to may be speech: while an ear is busy with
    an order, its crew may be going on."""

    def __init__(self) -> None:
        self._spoke: dict[int, float] = {}
        self._until: dict[int, float] = {}

    def listened(self, microphone: int, until: float, *, speaks: bool) -> None:
        """What one microphone recorded until this moment has been listened to, and whether somebody speaks in it."""
        self._until[microphone] = until
        if speaks:
            self._spoke[microphone] = until

    def spoke(self, now: float) -> float:
        """When somebody spoke last, so far as it can be known: later by what has not been listened to."""
        last = ((spoke, now - self._until[microphone]) for microphone, spoke in list(self._spoke.items()))
        return max((spoke + (behind if behind < _AWAY else 0.0) for spoke, behind in last), default=-math.inf)


@dataclass(frozen=True, slots=True)
class Turn:
    """How long nobody must have spoken before something is said, and when that is waited for no longer."""

    quiet: float
    until: float

    @classmethod
    def of(cls, urgency: Urgency, parts: tuple[Part, ...], now: float) -> Self:
        words = any(part.words for part in parts)
        if urgency is Urgency.STOP or (urgency is Urgency.PROMPT and words):
            return cls(_AFTER_AN_ORDER, now + _WAITS_LONGER)
        return cls(_BETWEEN_WORDS, now + _WAITS) if words else cls(0.0, now)

    def rest(self, spoke: float, now: float) -> float:
        """Seconds until it is worth asking again; 0 when it is its turn."""
        left = min(spoke + self.quiet, self.until) - now
        return min(max(left, _SOONEST), _LATEST) if left > 0 else 0.0


def is_stop_alone(urgency: Urgency, parts: tuple[Part, ...]) -> bool:
    """Whether this tells a STOP and nothing that followed in the same breath."""
    return urgency is Urgency.STOP and len(parts) == 1

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

Spoke = Callable[[], float]
"""When somebody at a microphone spoke last, on `time.monotonic()`."""


def nobody() -> float:
    """Where there is no microphone."""
    return -math.inf


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
        """Seconds it has to wait at least, should nobody speak any more."""
        return max(0.0, min(spoke + self.quiet, self.until) - now)


def is_stop_alone(urgency: Urgency, parts: tuple[Part, ...]) -> bool:
    """Whether this tells a STOP and nothing that followed in the same breath."""
    return urgency is Urgency.STOP and len(parts) == 1

"""One voice in two microphones: the crew's own is the one that hears it better, the other only overhears it.

What one microphone heard waits for a moment, until the others have listened as far. Two captains may well speak at the
same time: each is then heard about as well by his own microphone, and both are believed. Pure: times come from outside.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from referee.hearing.microphone import Block

_MEMORY = 400  # blocks by which a microphone's own quiet is known, some seconds
_QUIET = 10  # percent of them
_WAITS = 0.1  # seconds the others may take longer to decide
_ASTRAY = 1.0  # a microphone that is so far behind is lost, and nobody waits for it
_SAME = 0.2  # seconds by which one voice may begin and end differently in two microphones
_CLEARLY = 6.0  # decibels by which somebody else's microphone hears a voice worse
_LONG_AGO = 3.0


@dataclass(frozen=True, slots=True)
class Voice:
    """What one microphone heard, from when until when, and how far above its own quiet, in decibels."""

    microphone: Hashable
    began: float
    ended: float
    decided: float
    height: float
    content: object
    told: Any = field(default=None, compare=False)
    """What is to become of it."""

    def is_also(self, other: Voice) -> bool:
        """Whether this may be the same sound, in another microphone."""
        apart = max(abs(self.began - other.began), abs(self.ended - other.ended))
        return self.microphone != other.microphone and apart < _SAME

    def is_overheard_of(self, louder: Voice) -> bool:
        clearly = louder.height - self.height >= _CLEARLY
        return self.is_also(louder) and (clearly or self.content == louder.content)


class Loudness:
    """How loud it was lately in one microphone. Its own quiet stands for how far it is turned up."""

    def __init__(self) -> None:
        self._lately: deque[tuple[float, float]] = deque(maxlen=_MEMORY)

    def add(self, block: Block) -> None:
        if len(block.samples):
            self._lately.append((block.ended, float(np.mean(np.square(block.samples, dtype=np.float64)))))

    def height(self, began: float, ended: float) -> float:
        """Of what was said, in decibels above the quiet."""
        powers = [power for _, power in self._lately] or [0.0]
        said = [power for at, power in self._lately if began <= at <= ended] or powers
        return _decibels(float(np.mean(said))) - _decibels(float(np.percentile(powers, _QUIET)))


def _decibels(power: float) -> float:
    return 10 * float(np.log10(power + 1e-9))


@dataclass(slots=True)
class Crosstalk:
    """All microphones of one table."""

    _clocks: dict[Hashable, float] = field(default_factory=dict)
    _waiting: list[Voice] = field(default_factory=list)
    _believed: list[Voice] = field(default_factory=list)

    def hear(self, microphone: Hashable, now: float, voices: Sequence[Voice] = ()) -> list[Voice]:
        """A microphone has listened until now; what can be believed meanwhile, whoever heard it."""
        self._clocks[microphone] = now
        self._waiting += voices
        if not self._waiting:
            return []
        until = self._heard_until()
        own = self._own()
        ripe = [one for one in self._waiting if until >= one.decided]
        self._waiting = [one for one in self._waiting if one not in ripe]
        found = [one for one in ripe if one in own]
        self._believed = [one for one in [*self._believed, *found] if one.decided > now - _LONG_AGO]
        return found

    def _heard_until(self) -> float:
        """Up to when all have listened and had the time to decide; one that is alone waits for nobody."""
        latest = max(self._clocks.values())
        listening = [clock for clock in self._clocks.values() if clock > latest - _ASTRAY]
        return latest if len(listening) == 1 else min(listening) - _WAITS

    def _own(self) -> list[Voice]:
        """Those of them that no other microphone hears better, nor has told already."""
        own = list(self._believed)
        for voice in sorted(self._waiting, key=lambda one: -one.height):
            if not any(voice.is_overheard_of(louder) for louder in own):
                own.append(voice)
        return own

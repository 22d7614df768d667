"""When a microphone's samples were recorded. Pure.

Blocks are told late, by a little or a lot, never early: over half a second the earliest is the clock. Where all of them
are late, samples are missing.
"""

from __future__ import annotations

from collections import deque

from referee.hearing.waveform import RATE

_BLOCKS = 25
_LOST = 0.03
"""Seconds; less is a clock that goes wrong, or a machine that is busy."""
_GOES_ON = 2e-6
"""Seconds by which the clock is let go in each block, should the device's be slower."""


class Timeline:
    """The clock of one microphone, on `time.monotonic()`."""

    def __init__(self) -> None:
        self._count = 0
        self._began: float | None = None
        self._late: deque[float] = deque(maxlen=_BLOCKS)

    @property
    def now(self) -> float:
        """When the last sample was recorded."""
        return (self._began or 0.0) + self._count / RATE

    def feed(self, count: int, ended: float) -> float:
        """A block of so many samples, whose last was recorded by then; how many samples were lost before it."""
        self._count += count
        began = ended - self._count / RATE
        self._late.append(began)
        if self._began is None:
            self._began = began
            return 0.0
        behind = min(self._late) - self._began
        if len(self._late) == _BLOCKS and behind > _LOST:
            self._began += behind
            return behind * RATE
        self._began = min(self._began + _GOES_ON, began)
        return 0.0

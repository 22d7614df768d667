"""How the echo runs away from what is expected, block by block: in time, for two devices have two clocks, and in
loudness, for somebody turns the volume. Both are read off what is left of the echo, and followed. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.hearing.kalman import BLOCK, Split

MOST = 300e-6
"""By which two clocks may differ; the worst found differ by a third of it."""

_OMEGA = 2 * np.pi * np.arange(BLOCK + 1) / (2 * BLOCK)
_USUAL_LAG = 0.05  # samples by which the echo may be late after a block
_USUAL_CHANGE = 0.1
_AT_ONCE = 0.2  # of what is found in one block
_SEEN = 0.5  # of what is found in half a second
_BY_AND_BY = 1e-5  # of a clock's speed, for each sample


@dataclass(frozen=True, slots=True)
class Step:
    """What a block tells: the samples by which the echo comes later, and how many times as loud."""

    later: float
    louder: float


class Following:
    """One loudspeaker and one microphone."""

    def __init__(self) -> None:
        self.speed = 1.0
        """Samples the loudspeaker has played for each the microphone has recorded."""

    def feed(self, split: Split) -> Step:
        echo, weight = split.echo_spectrum, 1 / (split.voice + 1e-6)
        loud = weight * (echo.real**2 + echo.imag**2)
        matched = weight * split.left_spectrum * echo.conj()
        moving = float(_OMEGA @ (_OMEGA * loud)) + 1e-9
        still = float(loud.sum()) + 1e-9
        lag = float(_OMEGA @ matched.imag) / -moving
        change = float(matched.real.sum()) / still
        later = _trusted(lag, moving, _USUAL_LAG)
        self.speed = float(np.clip(self.speed - _BY_AND_BY * later, 1 - MOST, 1 + MOST))
        return Step(_AT_ONCE * later, 1 + _AT_ONCE * _trusted(change, still, _USUAL_CHANGE))

    def late(self, samples: float, since: int) -> float:
        """What was seen over many blocks: so late, in so many samples. Gives what the echo is to be moved by."""
        self.speed = float(np.clip(self.speed - _SEEN * samples / since, 1 - MOST, 1 + MOST))
        return _SEEN * samples


def _trusted(found: float, weight: float, usual: float) -> float:
    """As much of it as is not likely to be chance."""
    return float(np.clip(found, -1, 1)) * usual**2 / (usual**2 + 1 / weight)

"""How well the echo is taken away, and whether what is left of a stretch can be our own voice. Pure.

Speech has gaps, in time and between its tones, also where two people speak at once: how much of the echo is left shows
in those moments and bands in which it is least disturbed.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.hearing.kalman import Spectrum, Split
from referee.hearing.waveform import RATE

_EDGES = np.unique(np.geomspace(200, 6000, 17).round() * 512 // RATE).astype(np.int64)
_MEMORY = 750  # blocks: twelve seconds
_LATELY = 120
_GAPS = 0.3  # of all moments and bands are hardly disturbed
_ABOVE = 10.0  # times the quietest: where the echo can be measured at all
_OTHERS = 4.0  # times the echo: more than an echo that is not taken away at all, so somebody else's
_ENOUGH = 150
_OFTEN = 8
_BEFORE, _PIECE, _ABOVE_QUIET = 6.0, 10, 1.5  # seconds, blocks, and how far a noise goes above its quietest
_PEAKS = 4.0  # times its mean the echo may be left at a moment
_UNKNOWN = 1.5  # times the echo may be left while it is not known when a stream begins
_BEST = 25.0  # decibels; where more was measured, it was not in every word
_NOTHING = 1e-9

Bands = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Moment:
    ended: float
    left: Bands
    echo: Bands
    measures: bool


class Likeness:
    """What is left beside what was taken away, for some seconds."""

    def __init__(self) -> None:
        self._lately: deque[_Moment] = deque(maxlen=_MEMORY)
        self._count = 0
        self.less = 0.0
        """Decibels by which the echo becomes softer."""
        self.is_sure = False
        """Whether that was measured on enough."""

    def feed(self, split: Split, ended: float, *, measures: bool = True) -> None:
        self._lately.append(_Moment(ended, _bands(split.left_spectrum), _bands(split.echo_spectrum), measures))
        self._count += measures
        if measures and self._count % _OFTEN == 0:
            self._measure()

    def again(self, splits: Sequence[Split]) -> None:
        """The last blocks once more, as they turned out to be."""
        old = [self._lately.pop() for _ in range(min(len(splits), len(self._lately)))]
        for one, split in zip(reversed(old), splits, strict=True):
            self.feed(split, one.ended)

    def _measure(self) -> None:
        lately = [one for one in self._lately if one.measures][-_LATELY:]
        left, echo = np.array([one.left for one in lately]), np.array([one.echo for one in lately])
        loud = echo > _ABOVE * np.percentile(left, 5, axis=0) + 1e-9
        heard = loud & (left < _OTHERS * echo)
        if np.count_nonzero(heard) > max(_ENOUGH, np.count_nonzero(loud) / 2):
            part = float(np.quantile(left[heard] / echo[heard], _GAPS))
            self.less, self.is_sure = -10 * float(np.log10(part + 1e-6)), len(lately) == _LATELY

    def stranger(self, began: float, ended: float) -> float:
        """By how many decibels what was left between two moments stands above what is left of the echo. Without an echo
        all of it is somebody else's."""
        some = [one for one in self._lately if began <= one.ended <= ended]
        if not some:
            return math.inf
        left, echo = np.array([one.left for one in some]), np.array([one.echo for one in some])
        noise, kept = self._noise(began, ended), 10 ** (-min(self.less, _BEST) / 10)
        # what rises and falls with the echo is the echo
        goes_along = _PEAKS * np.maximum((left * echo).sum(axis=0) / ((echo**2).sum(axis=0) + _NOTHING), 0)
        strange = np.maximum(left - goes_along * echo - noise, 0).sum()
        expected = (echo.sum(axis=1) * [kept if one.measures else _UNKNOWN for one in some]).sum()
        return 10 * math.log10((strange + _NOTHING) / (expected + len(some) * noise.sum() / 2 + _NOTHING))

    def _noise(self, began: float, ended: float) -> Bands:
        """What is heard in each band where nobody speaks."""
        lately = np.array([one.left for one in self._lately if began - _BEFORE <= one.ended <= ended])
        pieces = lately[: len(lately) // _PIECE * _PIECE].reshape(-1, _PIECE, lately.shape[1]).mean(axis=1)
        return np.asarray(_ABOVE_QUIET * pieces.min(axis=0)) if len(pieces) else np.zeros(lately.shape[1])


def _bands(spectrum: Spectrum) -> Bands:
    return np.add.reduceat(spectrum.real**2 + spectrum.imag**2, _EDGES)[:-1].astype(np.float64)

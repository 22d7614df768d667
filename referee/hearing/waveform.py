"""Samples of any rate and number of channels as 16 kHz in one channel, block by block."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

RATE = 16000
Samples = NDArray[np.float32]

_HALF = 16  # zero crossings of the kernel on each side
_PARTS = 1000  # for odd rates, off by some milliseconds an hour


class Resampler:
    """A windowed sinc. Blocks may have any length.

    New samples fall between old ones at a few places only, over and over; the sinc is evaluated once for each of them,
    for a microphone of 48 kHz would cost more than the recogniser otherwise. Places are counted in such parts.
    """

    def __init__(self, rate: int) -> None:
        self._step, self._parts = Fraction(rate, RATE).limit_denominator(_PARTS).as_integer_ratio()
        cut = min(1.0, RATE / rate)
        self._reach = math.ceil(_HALF / cut)
        self._offsets = np.arange(-self._reach + 1, self._reach + 1)
        self._kernels = _kernels(self._parts, self._offsets, cut)
        self._kept = np.zeros(self._reach, np.float32)
        self._next = self._reach * self._parts

    def feed(self, block: Samples) -> Samples:
        """The new samples this block completes."""
        if self._step == self._parts:
            return block
        known = np.concatenate([self._kept, block])
        end = (len(known) - self._reach) * self._parts
        places = np.arange(self._next, max(self._next, end), self._step)
        first, part = np.divmod(places, self._parts)
        taken = known[first[:, None] + self._offsets]
        self._keep(known, self._next + self._step * len(places))
        return np.asarray(np.einsum("ij,ij->i", self._kernels[part], taken), np.float32)

    def rest(self) -> Samples:
        """What is still inside at the end."""
        return self.feed(np.zeros(self._reach, np.float32))[: self._reach * self._parts // self._step]

    def _keep(self, known: Samples, place: int) -> None:
        start = max(0, place // self._parts - self._reach)
        self._kept = known[start:]
        self._next = place - start * self._parts


def _kernels(parts: int, offsets: NDArray[np.int_], cut: float) -> Samples:
    """For each place between two samples, how much every sample around it counts."""
    away = np.arange(parts)[:, None] / parts - offsets
    window = np.cos(np.pi * away / (len(offsets) + 2)) ** 2
    return np.asarray(cut * np.sinc(cut * away) * window, np.float32)


def mono(block: NDArray[np.float32], channel: int | None = None) -> Samples:
    """One channel of a block of frames: the one asked for, else the mean of all."""
    if block.ndim == 1:
        return block
    if channel is not None:
        return np.ascontiguousarray(block[:, channel])
    return np.asarray(block.mean(axis=1), np.float32)

"""Samples of any rate and number of channels as 16 kHz in one channel, block by block."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

RATE = 16000
Samples = NDArray[np.float32]

_HALF = 16  # zero crossings of the kernel on each side


class Resampler:
    """A windowed sinc, evaluated where each new sample falls. Blocks may have any length."""

    def __init__(self, rate: int) -> None:
        self._step = rate / RATE
        self._cut = min(1.0, 1.0 / self._step)
        self._reach = int(np.ceil(_HALF / self._cut))
        self._kept = np.zeros(self._reach, np.float32)
        self._next = float(self._reach)
        self._same = rate == RATE

    def feed(self, block: Samples) -> Samples:
        """The new samples this block completes."""
        if self._same:
            return block
        known = np.concatenate([self._kept, block])
        count = max(0, int(np.ceil((len(known) - self._reach - self._next) / self._step)))
        made = self._at(known, np.asarray(self._next + self._step * np.arange(count), np.float64))
        self._keep(known, self._next + self._step * count)
        return made

    def rest(self) -> Samples:
        """What is still inside at the end."""
        return self.feed(np.zeros(self._reach, np.float32))[: int(self._reach / self._step)]

    def _at(self, known: Samples, places: NDArray[np.float64]) -> Samples:
        first = np.floor(places).astype(int)
        offsets = np.arange(-self._reach + 1, self._reach + 1)
        away = places[:, None] - (first[:, None] + offsets)
        kernel = self._cut * np.sinc(self._cut * away) * np.cos(np.pi * away / (2 * self._reach + 2)) ** 2
        taken = known[np.clip(first[:, None] + offsets, 0, len(known) - 1)]
        return np.asarray((kernel * taken).sum(axis=1), np.float32)

    def _keep(self, known: Samples, place: float) -> None:
        start = max(0, int(place) - self._reach)
        self._kept = known[start:]
        self._next = place - start


def mono(block: NDArray[np.float32], channel: int | None = None) -> Samples:
    """One channel of a block of frames: the one asked for, else the mean of all."""
    if block.ndim == 1:
        return block
    if channel is not None:
        return np.ascontiguousarray(block[:, channel])
    return np.asarray(block.mean(axis=1), np.float32)

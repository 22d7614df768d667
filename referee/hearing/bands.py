"""How loud each band of the ear is, a hundred times a second: what the networks here hear."""

from __future__ import annotations

import math
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from referee.hearing.waveform import RATE, Samples

WINDOW, HOP = 400, 160


def powers(samples: Samples, bands: int, beyond: Literal["reflect", "constant"]) -> NDArray[np.float64]:
    """The power in so many bands (time, band); beyond its ends the sound is mirrored, or silent."""
    around = np.pad(samples, WINDOW // 2, mode=beyond)
    windows = np.lib.stride_tricks.sliding_window_view(around, WINDOW)[::HOP][: len(samples) // HOP]
    found = np.abs(np.fft.rfft(windows * np.hanning(WINDOW + 1)[:-1], axis=1)) ** 2
    return np.asarray(found @ _bands(bands), np.float64)


@cache
def _bands(count: int) -> NDArray[np.float64]:
    """How much each frequency counts for each band: triangles of the same area, evenly spaced to the ear (Slaney)."""
    frequencies = np.linspace(0, RATE / 2, WINDOW // 2 + 1)
    edges = _hertz(np.linspace(0, _mel(RATE / 2), count + 2))
    below = (frequencies[:, None] - edges[:-2]) / np.diff(edges)[:-1]
    above = (edges[2:] - frequencies[:, None]) / np.diff(edges)[1:]
    triangles = np.maximum(0, np.minimum(below, above))
    return np.asarray(triangles * 2 / (edges[2:] - edges[:-2]), np.float64)


_MEL, _BEND, _RISE = 200 / 3, 15, math.log(6.4) / 27  # linear up to a thousand hertz, then by a ratio


def _mel(hertz: float) -> float:
    """Of a frequency above the bend."""
    return _BEND + math.log(hertz / (_BEND * _MEL)) / _RISE


def _hertz(mels: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(mels < _BEND, mels * _MEL, _BEND * _MEL * np.exp(_RISE * (mels - _BEND)))

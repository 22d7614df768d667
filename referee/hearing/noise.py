"""Takes a noise that is known out of a stretch of speech, as far as it does no harm.

Wiener's filter, with the share of the voice in each band followed from moment to moment (decision-directed, after
Ephraim and Malah, 1984). What is left of the noise is not zero: a recogniser has never heard silence between words.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from referee.hearing.waveform import Samples

_SIZE, _HOP = 512, 128
_WINDOW = np.hanning(_SIZE + 1)[:_SIZE]
_FOLLOWS = 0.98
"""How slowly the voice's share changes: quick changes are heard as music."""
_TAKEN = 2.0
"""How much more than its mean is taken for the noise: it swings."""
_LEFT = 0.3  # of a band in which there is no voice
_LEAST = 2 * _SIZE  # samples from which a noise is known
_NOTHING = 1e-12

Spectrum = NDArray[np.float64]


def without(noise: Samples, samples: Samples) -> Samples:
    """The samples with less of this noise; as they are where too little of it is known."""
    if len(noise) < _LEAST:
        return samples
    heard = np.concatenate([np.zeros(_SIZE), samples, np.zeros(_SIZE)])
    spectra = np.fft.rfft(_windows(heard) * _WINDOW, axis=1)
    known = (np.abs(np.fft.rfft(_windows(noise) * _WINDOW, axis=1)) ** 2).mean(axis=0) * _TAKEN + _NOTHING
    spectra *= _shares(np.abs(spectra) ** 2 / known)
    return _overlapped(np.fft.irfft(spectra, axis=1) * _WINDOW, len(heard))[_SIZE : _SIZE + len(samples)]


def _windows(samples: NDArray[np.floating]) -> NDArray[np.floating]:
    return np.lib.stride_tricks.sliding_window_view(samples, _SIZE)[::_HOP]


def _shares(above: Spectrum) -> Spectrum:
    """How much of each band is voice, from how far it stands above the noise (powers, as a ratio)."""
    shares = np.empty_like(above)
    before = np.ones(above.shape[1])
    for place, now in enumerate(above):
        voice = _FOLLOWS * before + (1 - _FOLLOWS) * np.maximum(now - 1, 0)
        shares[place] = np.maximum(voice / (1 + voice), _LEFT)
        before = shares[place] ** 2 * now
    return shares


def _overlapped(windows: Spectrum, length: int) -> Samples:
    """Windows laid over each other again; all of them together weigh the same everywhere."""
    whole = np.zeros(length)
    for place, window in enumerate(windows):
        whole[place * _HOP : place * _HOP + _SIZE] += window
    return np.asarray(whole * (_HOP / (_WINDOW**2).sum()), np.float32)

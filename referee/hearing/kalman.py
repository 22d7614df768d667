"""What is played, taken out of what is heard: a filter that learns the way from the loudspeaker to the microphone.

A frequency-domain Kalman filter in parts (Enzner and Vary 2006; Kuech, Mabande and Enzner 2014): the way is as many
blocks long as there are parts, each with its own uncertainty in every band. Where somebody speaks the error is put down
to him, and little is learned; nothing is ever suppressed, so that a voice comes through as it was. Pure: blocks in,
blocks out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from referee.hearing.waveform import Samples

BLOCK = 256
PARTS = 24
LENGTH = BLOCK * PARTS
"""Samples between the first and the last echo that is taken away: 0.38 s."""
HISTORY = LENGTH + BLOCK
"""Samples played that still count."""

Spectrum = NDArray[np.complex64]
Power = NDArray[np.float32]

_STAYS = 0.9997  # of the way from one block to the next: people move, and a door is opened
_FADES = 0.9  # of what was taken for a voice in the block before
_BEGINS = 0.3  # of what a block holds is taken for a voice at once: a loud one must not be learned from
_UNSURE = 1.0  # the square of the loudest way there may be, before anything is known
_NEARER = 1.6  # parts after which it is likely to be less than half as loud
_AT_ONCE = 6  # parts whose end is cut off in one block: all in turn, for it costs as much as the rest
_NOTHING = np.zeros(BLOCK, np.float32)


@dataclass(frozen=True, slots=True)
class Split:
    """One block: what is left of it and what was taken for echo, both also as spectra."""

    left: Samples
    echo: Samples
    left_spectrum: Spectrum
    echo_spectrum: Spectrum
    voice: Power
    """What is taken for the voice, and not for the way as it is not yet known."""


class Kalman:
    """One way from a loudspeaker to a microphone."""

    def __init__(self) -> None:
        self._played = np.zeros(2 * BLOCK, np.float32)
        self._spectra: Spectrum = np.zeros((PARTS, BLOCK + 1), np.complex64)
        self._way: Spectrum = np.zeros((PARTS, BLOCK + 1), np.complex64)
        self._doubt: Power = np.full((PARTS, BLOCK + 1), _UNSURE, np.float32)
        self._doubt *= np.exp2(-np.arange(PARTS, dtype=np.float32) / _NEARER)[:, None]
        self._voice: Power = np.full(BLOCK + 1, 1e-3, np.float32)
        self._turn = 0

    @property
    def is_silent(self) -> bool:
        """Whether nothing that was played is still to be heard."""
        return not self._spectra.any()

    def feed(self, heard: Samples, played: Samples, *, learns: bool = True) -> Split:
        """A block as it was heard, and what was played at the same time."""
        self._plays(played)
        echo = np.fft.irfft(np.einsum("pk,pk->k", self._spectra, self._way))[BLOCK:].astype(np.float32)
        left = heard - echo
        spectra = np.fft.rfft(np.array([[_NOTHING, left], [_NOTHING, echo]]).reshape(2, -1)).astype(np.complex64)
        if learns:
            self._learn(spectra[0])
        return Split(left, echo, spectra[0], spectra[1], self._voice.copy())

    def remember(self, played: Samples) -> None:
        """What was played until now, as it turns out, in place of what was thought to have been."""
        frames = sliding_window_view(played[-HISTORY:], 2 * BLOCK)[::-BLOCK]
        self._spectra = np.fft.rfft(frames).astype(np.complex64)
        self._played = played[-2 * BLOCK :]

    def grows(self, gain: float) -> None:
        """The same way is so much louder now."""
        self._way *= np.float32(gain)

    def _plays(self, played: Samples) -> None:
        self._played = np.concatenate([self._played[BLOCK:], played])
        self._spectra = np.roll(self._spectra, 1, axis=0)
        self._spectra[0] = np.fft.rfft(self._played)

    def _learn(self, error: Spectrum) -> None:
        power = _power(error)
        self._voice = np.maximum(self._voice + (1 - _FADES) * (power - self._voice), _BEGINS * power)
        loud = _power(self._spectra)
        gain = self._doubt / (np.einsum("pk,pk->k", self._doubt, loud) + 2 * self._voice + 1e-6)
        self._way += gain * self._spectra.conj() * error
        self._doubt *= 1 - 0.5 * gain * loud
        self._doubt *= _STAYS**2
        self._doubt += (1 - _STAYS**2) * _power(self._way)
        self._cut()

    def _cut(self) -> None:
        """Each part is a block long and no longer."""
        parts = slice(self._turn, self._turn + _AT_ONCE)
        self._turn = (self._turn + _AT_ONCE) % PARTS
        answer = np.fft.irfft(self._way[parts])
        answer[:, BLOCK:] = 0
        self._way[parts] = np.fft.rfft(answer)


def _power(spectrum: Spectrum) -> Power:
    return np.asarray(spectrum.real**2 + spectrum.imag**2, np.float32)

"""How much later something is heard than it was played: where the two are most alike. Pure.

Every band counts the same, whatever is loud in it, so that a room's echoes and somebody's voice do not pull the answer
away (a generalised cross-correlation with phase transform). No answer is given unless one moment stands out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.hearing.waveform import RATE, Samples

_LOW, _HIGH = 150, 6000  # hertz in which a small loudspeaker has something to say
_CLEAR = 8.0
"""How far the moment stands out above all others, in their root mean square: chance alone comes to 4 or 5."""


@dataclass(frozen=True, slots=True)
class Later:
    """By how many samples, and how clearly."""

    samples: float
    clear: float

    @property
    def is_found(self) -> bool:
        return self.clear > _CLEAR


def later(heard: Samples, played: Samples, least: int, most: int) -> Later:
    """By how much of `least` to `most` samples the first is later than the second; both begin at the same time."""
    count = len(heard) + len(played)
    size = 1 << (count - 1).bit_length()
    both = np.fft.rfft(heard, size) * np.fft.rfft(played, size).conj()
    both[: _LOW * size // RATE] = 0
    both[_HIGH * size // RATE :] = 0
    alike = np.fft.irfft(both / (np.abs(both) + 1e-9), size).astype(np.float32)
    window = np.concatenate([alike[least:], alike[: most + 1]]) if least < 0 else alike[least : most + 1]
    place = int(np.argmax(window))
    spread = float(np.sqrt(np.mean(window**2))) + 1e-12
    return Later(least + place + _between(window, place), float(window[place]) / spread)


def _between(window: Samples, place: int) -> float:
    """Where between two samples the highest point is."""
    if not 0 < place < len(window) - 1:
        return 0.0
    before, at, after = window[place - 1 : place + 2]
    return float(0.5 * (before - after) / (before - 2 * at + after - 1e-12))

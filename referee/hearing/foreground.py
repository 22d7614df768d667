"""How loud it is, ten milliseconds at a time: when somebody can be heard, and when the voice in front has stopped.

Over-eager on purpose: what is no speech costs a little decoding, what is missed is lost. Whether anything was an order
is not decided here.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.hearing.waveform import RATE, Samples

FRAME = RATE // 100
_TAPS = 63
_LOW, _HIGH = 200, 4500  # hertz
SILENCE = -75.0


@dataclass(frozen=True, slots=True)
class Lines:
    """Where voice, dip and room are told apart: in decibels, and frames of ten milliseconds."""

    room: int = 10
    """Percent of the frames of some seconds that lie below the room's level."""
    memory: int = 400
    """Frames by which the room is known."""
    begins: float = 8.0
    """A voice begins so far above the room."""
    least: float = -63.0
    """Nothing quieter is a voice."""
    pause: float = 30.0
    """Below the peaks of a voice: it rests, or it has ended."""
    dip: float = 10.0
    """Below its peaks: the voice in front may have ended, though others go on behind it."""
    noisy: float = 25.0
    """Below its peaks: a room that is mostly louder than this hides the ends of words."""
    peaks: int = 150
    """Frames whose loudest tell how loud the voice in front is."""


def _band(low: float, high: float) -> Samples:
    """A filter that lets through what lies between two frequencies."""
    times = np.arange(_TAPS) - _TAPS // 2

    def below(frequency: float) -> NDArray[np.float64]:
        return np.asarray(2 * frequency / RATE * np.sinc(2 * frequency / RATE * times))

    return ((below(high) - below(low)) * np.hamming(_TAPS)).astype(np.float32)


_VOICE = _band(_LOW, _HIGH)


class Levels:
    """Levels of frames in decibels, in the band of the voice: the rumble of a table and the hiss of a fan count little.
    Whole frames only, the rest waits."""

    def __init__(self) -> None:
        self._rest = np.zeros(0, np.float32)
        self._last = np.zeros(_TAPS - 1, np.float32)

    def feed(self, samples: Samples) -> NDArray[np.float64]:
        known = np.concatenate([self._rest, samples])
        count = len(known) // FRAME
        whole, self._rest = known[: count * FRAME], known[count * FRAME :]
        if not count:
            return np.zeros(0)
        heard = np.concatenate([self._last, whole])
        self._last = heard[-(_TAPS - 1) :]
        voice = np.convolve(heard, _VOICE, "valid")
        power = (voice.reshape(count, FRAME).astype(np.float64) ** 2).mean(axis=1)
        return np.asarray(10 * np.log10(power + 1e-12))


class Foreground:
    """Follows the level through the room and through whatever is said in it."""

    def __init__(self, lines: Lines | None = None) -> None:
        self._lines = lines or Lines()
        self._recent: deque[float] = deque([SILENCE] * 8, maxlen=self._lines.memory)
        self._powers: deque[float] = deque(maxlen=5)
        self._peaks: deque[float] = deque(maxlen=self._lines.peaks)
        self._age = 0
        self._peak = SILENCE
        self._often = SILENCE
        self.room = SILENCE
        self.level = SILENCE
        self.dipped = 0
        """Frames since the voice in front was last heard."""
        self.paused = 0
        """Frames since anybody was."""

    def feed(self, level: float) -> float:
        """One more frame; its smoothed level."""
        self._powers.append(10 ** (level / 10))
        smoothed = self.level = 10 * math.log10(sum(self._powers) / len(self._powers))
        self._recent.append(smoothed)
        self._peaks.append(smoothed)
        self._age += 1
        if self._age % 5 == 1:
            self.room = max(SILENCE, percentile(self._recent, self._lines.room))
            self._often = percentile(self._recent, 25)
            self._peak = percentile(self._peaks, 95)
        lines, peak = self._lines, max(self._peak, self.room + self._lines.begins)
        self.dipped = 0 if smoothed > max(peak - lines.dip, self.room) else self.dipped + 1
        line = max(peak - lines.pause, self.room + 0.3 * (peak - self.room))
        self.paused = 0 if smoothed > line else self.paused + 1
        return smoothed

    def renew(self) -> None:
        """Somebody begins, who may be softer than who spoke before."""
        self._peaks.clear()
        self._peaks.append(self.level)
        self._peak, self.dipped, self.paused = self.level, 0, 0

    @property
    def is_noisy(self) -> bool:
        """Whether others go on behind the voice in front."""
        return self._often > self._peak - self._lines.noisy

    @property
    def is_voiced(self) -> bool:
        """Whether the voice in front is heard just now: in a noise, whether it may be that one and no other."""
        return not (self.dipped if self.is_noisy else self.paused)

    @property
    def begins(self) -> bool:
        """Whether this may be a voice."""
        return self.level > max(self.room + self._lines.begins, self._lines.least)


def percentile(levels: deque[float] | list[float], percent: float) -> float:
    """What numpy's percentile gives, in a fraction of the time: it is asked for all day long."""
    place = percent / 100 * (len(levels) - 1)
    low, high = math.floor(place), math.ceil(place)
    found = np.partition(np.fromiter(levels, float, len(levels)), (low, high))
    return float(found[low] + (found[high] - found[low]) * (place - low))

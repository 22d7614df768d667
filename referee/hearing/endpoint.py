"""When somebody speaks and when he has stopped, from the level alone, ten milliseconds at a time.

The room's level is what is hardly ever undercut within some seconds; speech stands above it. Within a stretch of speech
the line between voice and pause lies between the room and the speaker's own peaks, so that it fits a quiet kitchen and
a loud pub. Over-eager on purpose: what is no speech costs a little decoding, what is missed is lost.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from referee.hearing.waveform import RATE, Samples
from referee.hearing.wordings import Spans

FRAME = RATE // 100
_TAPS = 63
_LOW, _HIGH = 200, 4500  # hertz
_MEMORY = 400  # frames by which the room is known
_SMOOTH = 5
_ROOM = 10  # percent of the frames lie below the room's level
_PEAK = 95
_SILENCE = -75.0
_BEGINS_ABOVE_ROOM = 13.0
"""Decibels by which a voice rises above the room; less, down to the next, above a noise as steady as a fan."""
_BEGINS_LEAST = 8.0
_BEGINS_ABOVE_NOISE = 2.0
_BEGINS_ABOVE_SILENCE = 12.0
_BELOW_PEAK = 30.0
_SHARE = 0.3
_LEAST = 4.0
_ABOVE_NOISE = 1.5
_LOUD, _LOWER = 6.0, 2.5  # decibels below the peaks: a voice that lasts, and at most a noise that is only guessed
_SWINGS = 17.0
"""Voices and dishes hardly swing further than this; what stands higher above the room is the speaker himself."""
_IDLE = 300  # frames by which a noise is known
_SOME = 30  # frames that have to be known
_UPPER = 97  # percent
_STANDS_OUT = 5.5
"""Decibels above a noise: words that it seemed to say stood less, orders of one to three words more."""
_EDGE = 20  # frames
_LASTS, _MOSTLY = 20, 0.6  # frames, most of which are loud where somebody speaks: a noise is loud in single moments
_FALLS_BACK = 35  # frames
_RUN = 4  # frames
_CLEARLY = 2.0
_OF_NOTE = 0.3  # of the part that stands out most
_NEARLY_AS_LOUD = 12.0
_MARGIN = 4  # frames by which a word may be told too short
_RISES = 1.0


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


class Endpoint:
    """Follows the level, through the room and through one stretch of speech after another."""

    def __init__(self) -> None:
        self._recent: deque[float] = deque([_SILENCE] * 8, maxlen=_MEMORY)
        self._idle: deque[float] = deque(maxlen=_IDLE)
        self._noise = _SILENCE
        """How loud it gets when nobody speaks: other voices, music, dishes."""
        self._powers: deque[float] = deque(maxlen=_SMOOTH)
        self._stretch: list[float] = []
        self._room = _SILENCE
        self._age = 0
        self._quiet = _SILENCE
        self.hidden = False
        """A noise hides the room: what is no louder than it is no voice."""
        self.stands_out = True
        """Whether the stretch is clearly louder than the noise."""
        self._run = 0

    def feed(self, level: float) -> float:
        """One more frame; its smoothed level."""
        self._powers.append(10 ** (level / 10))
        smoothed = 10 * math.log10(sum(self._powers) / len(self._powers))
        self._recent.append(smoothed)
        self._age += 1
        if self._age % 5 == 1:
            self._room = max(_SILENCE, _percentile(self._recent, _ROOM))
        return smoothed

    def begins(self, smoothed: float) -> bool:
        """Whether speech begins at this level, that of one more frame in which nobody has spoken so far."""
        self._idle.append(smoothed)
        if self._age % 5 == 1:
            self._noise = _percentile(self._idle, _UPPER)
        return smoothed > max(self._room + self._rise(), _SILENCE + _BEGINS_ABOVE_SILENCE)

    def _knows_noise(self) -> bool:
        return len(self._idle) >= _SOME

    def _rise(self) -> float:
        """How far above the room a voice has to be to begin."""
        if not self._knows_noise():
            return _BEGINS_ABOVE_ROOM
        return max(_BEGINS_LEAST, min(_BEGINS_ABOVE_ROOM, self._noise - self._room + _BEGINS_ABOVE_NOISE))

    def begin(self, before: list[float]) -> None:
        """A stretch has begun; the levels of what is taken from before."""
        self._stretch = list(before)
        self._run = 0

    def goes_on(self, smoothed: float) -> bool:
        """Whether the speaker is still speaking at this level."""
        self._stretch.append(smoothed)
        if len(self._stretch) % 4 == 0 or len(self._stretch) < 40:
            self._draw()
        self._run = self._run + 1 if smoothed > self._quiet else 0
        return self._run >= (_RUN if self.hidden else 1)

    def first_voice(self) -> int:
        """The frame of the stretch in which speech really began, now that its peaks are known."""
        self._draw()
        above = np.array(self._stretch) > self._quiet
        if self.hidden:
            return _first_of_note(np.array(self._stretch) - self._quiet)
        runs = (place for place in range(len(above) - _RUN + 1) if above[place : place + _RUN].all())
        return next(runs, 0)

    def pauses(self) -> NDArray[np.bool_]:
        """In which frames of the stretch nobody speaks."""
        return np.array(self._stretch) <= self._quiet

    def beside(self, spans: Spans, first: int) -> float:
        """Seconds of the stretch, from a frame on, that lie in no span and are nearly as loud as what does."""
        return float(self._beside(spans, first).sum()) / 100

    def before(self, spans: Spans, first: int) -> float:
        """Those of them before the first span."""
        begins = max(0, round(spans[0][0] * 100)) if spans else 0
        return float(self._beside(spans, first)[:begins].sum()) / 100

    def _beside(self, spans: Spans, first: int) -> NDArray[np.bool_]:
        levels = np.array(self._stretch[first:])
        within = np.zeros(len(levels), bool)
        for start, end in spans:
            last = min(len(levels), max(0, round(end * 100) + _MARGIN))
            within[max(0, round(start * 100) - _MARGIN) : last + _fading(levels[last:])] = True
        if not within.any():
            return within
        loud = max(self._quiet, float(np.median(levels[within])) - _NEARLY_AS_LOUD)
        return np.asarray(~within & (levels > loud))

    def _draw(self) -> None:
        """The line between voice and pause: above the room, and above a noise that hides the room, if any."""
        peak = _percentile(self._stretch[-200:], _PEAK)
        self._quiet = max(peak - _BELOW_PEAK, self._room + max(_LEAST, _SHARE * (peak - self._room)))
        known = self._knows_noise()
        noise, loudest = (self._noise, peak) if known else (self._noise_before(peak), peak - _LOWER)
        loud = noise + _ABOVE_NOISE
        steady = loud - self._room <= _SWINGS
        self.hidden = self._quiet < loud <= loudest and steady
        self.stands_out = peak - loud >= _STANDS_OUT or not steady
        if self.hidden:
            self._quiet = loud

    def _noise_before(self, peak: float) -> float:
        """How loud it was before all louder parts, when no moment without speech is known yet. A voice that begins
        with short words is not lasting: then it is how loud it was before anything as loud as it."""
        recent = np.array(self._recent)
        loud = recent > peak - _LOUD
        guesses = (_upper_before(recent, loud, *part) for part in ((_LASTS, _MOSTLY), (_RUN, 1.0)))
        return next((guess for guess in guesses if guess <= peak - _LOWER), _SILENCE)


def _upper_before(levels: NDArray[np.float64], loud: NDArray[np.bool_], frames: int, mostly: float) -> float:
    """How loud it was before so many frames were mostly loud."""
    lasting = np.convolve(loud, np.ones(frames), "valid") >= mostly * frames
    before = levels[: max(0, int(np.argmax(lasting if lasting.any() else loud)) - _EDGE)]
    return _percentile(before, _UPPER) if len(before) >= _SOME else _SILENCE


def _percentile(levels: Collection[float], percent: float) -> float:
    """What numpy's percentile gives, in a fraction of the time: it is asked for all day long."""
    place = percent / 100 * (len(levels) - 1)
    low, high = math.floor(place), math.ceil(place)
    found = np.partition(np.fromiter(levels, float, len(levels)), (low, high))
    return float(found[low] + (found[high] - found[low]) * (place - low))


def _first_of_note(heights: NDArray[np.float64]) -> int:
    """Where the first part began that stands out of the noise about as much as any; single peaks of the noise itself
    stand alone."""
    loud = np.flatnonzero(heights > 0)
    if not len(loud):
        return 0
    parts = np.split(loud, np.flatnonzero(np.diff(loud) > _FALLS_BACK) + 1)
    sizes = [float(heights[part].sum()) for part in parts]
    part = next(part for part, size in zip(parts, sizes, strict=True) if size >= _OF_NOTE * max(sizes))
    stands = heights > _CLEARLY
    return next((int(at) for at in part if stands[at : at + _RUN].all()), int(part[0]))


def _fading(levels: NDArray[np.float64]) -> int:
    """How many frames only fade: the last sound of a word lasts longer than the recogniser tells."""
    risen = np.flatnonzero(levels > np.minimum.accumulate(levels) + _RISES) if len(levels) else levels
    return int(risen[0]) if len(risen) else len(levels)

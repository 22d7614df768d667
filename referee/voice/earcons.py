"""Earcons: sounds instead of words, made by arithmetic. None is longer than a quarter of a second.

They differ in everything the ear goes by (direction, register, number of strokes, tone or noise), so that they are told
apart on a small loudspeaker in a loud room, and none sounds like a voice.
"""

from __future__ import annotations

from functools import cache
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from referee.table.outputs import Earcon
from referee.voice.sound import Samples, Sound

RATE = 48000
_STRENGTH = {Earcon.STOP: 1.8, Earcon.REFUSED: 1.2, Earcon.ACCEPTED: 0.8, Earcon.LISTENING: 0.6}


@cache
def earcon(kind: Earcon) -> Sound:
    """The sound that stands for this."""
    return Sound(_strokes(kind).astype(np.float32), RATE).level().louder(_STRENGTH.get(kind, 1.0))


def _strokes(kind: Earcon) -> Samples:
    match kind:
        case Earcon.ACCEPTED:  # two light strokes upwards
            return _after(_tone(0.06, 880), _tone(0.10, 1319))
        case Earcon.REFUSED:  # two heavy strokes downwards
            return _after(_buzz(0.09, 233), _buzz(0.14, 156))
        case Earcon.STOP:  # a three-stroke alarm, the highest and sharpest
            return _after(_buzz(0.05, 1568), _rest(0.03), _buzz(0.05, 1568), _rest(0.03), _buzz(0.07, 1568))
        case Earcon.HIT:  # a burst that dies away
            return _burst(0.25)
        case Earcon.LISTENING:  # one soft ping, as of a sonar
            return _tone(0.22, 2200, fade=0.06)
        case Earcon.NOT_UNDERSTOOD:  # a question: one long slide upwards
            return _slide(0.24, 300, 720)
        case _:
            assert_never(kind)


def _times(seconds: float) -> Samples:
    return (np.arange(int(seconds * RATE)) / RATE).astype(np.float32)


def _softly(wave: NDArray[np.floating], fade: float | None = None) -> Samples:
    """Without clicks: a few milliseconds to come, and to go; or dying away like something struck."""
    count = len(wave)
    edge = np.minimum(1.0, np.minimum(np.arange(count), np.arange(count)[::-1]) / (0.006 * RATE))
    decay = np.exp(-np.arange(count) / (fade * RATE)) if fade else 1.0
    return np.asarray(wave * edge * decay, np.float32)


def _tone(seconds: float, pitch: float, fade: float | None = None) -> Samples:
    angle = 2 * np.pi * pitch * _times(seconds)
    return _softly(np.sin(angle) + 0.3 * np.sin(2 * angle), fade)


def _buzz(seconds: float, pitch: float) -> Samples:
    """Odd partials: a reed. Rich enough to be heard where a small loudspeaker swallows the fundamental."""
    angle = 2 * np.pi * pitch * _times(seconds)
    return _softly(sum((np.sin(n * angle) / n for n in (3, 5, 7, 9)), np.sin(angle)))


def _slide(seconds: float, low: float, high: float) -> Samples:
    pitch = np.geomspace(low, high, int(seconds * RATE))
    angle = 2 * np.pi * np.cumsum(pitch) / RATE
    return _softly(np.sin(angle) + 0.5 * np.sin(2 * angle) + 0.25 * np.sin(3 * angle))


def _burst(seconds: float) -> Samples:
    noise = np.random.default_rng(4).standard_normal(int(seconds * RATE))
    low = np.convolve(noise, np.ones(24) / 24, mode="same")
    return _softly(low + 0.15 * noise, fade=0.08)


def _rest(seconds: float) -> Samples:
    return np.zeros(int(seconds * RATE), np.float32)


def _after(*parts: Samples) -> Samples:
    return np.concatenate(parts)

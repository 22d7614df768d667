"""Ways to speak that no synthesiser has: a voice raised over a table, a child's, another throat. By Praat, so that
speed stays what it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from referee.hearing.waveform import RATE, Samples

if TYPE_CHECKING:
    import parselmouth

_LOWEST, _HIGHEST = 75, 600  # hertz
_SHELF = 1000.0  # hertz


def raised(samples: Samples, semitones: float, shelf: float = 7.0) -> Samples:
    """Higher, with more of it above 1 kHz, and with less between its softest and its loudest: as people call across a
    room. `shelf`: decibels."""
    return _pressed(_brighter(_higher(samples, semitones), shelf))


def throat(samples: Samples, shorter: float, pitch: float = 0.0) -> Samples:
    """A throat so much shorter, and where a pitch in hertz is given a voice as high as that: a child's is a fifth."""
    return _samples(call(_sound(samples), "Change gender", _LOWEST, _HIGHEST, shorter, pitch, 1.0, 1.0))


def _higher(samples: Samples, semitones: float) -> Samples:
    changing = call(_sound(samples), "To Manipulation", 0.01, _LOWEST, _HIGHEST)
    pitch = call(changing, "Extract pitch tier")
    call(pitch, "Multiply frequencies", 0, len(samples) / RATE, 2 ** (semitones / 12))
    call([pitch, changing], "Replace pitch tier")
    return _samples(call(changing, "Get resynthesis (overlap-add)"))


def _brighter(samples: Samples, decibels: float) -> Samples:
    spectrum, pitch = np.fft.rfft(samples), np.fft.rfftfreq(len(samples), 1 / RATE)
    rising = 1 / (1 + (_SHELF / np.maximum(pitch, 1.0)) ** 4)
    return np.asarray(np.fft.irfft(spectrum * 10 ** (decibels * rising / 20), len(samples)), np.float32)


def _pressed(samples: Samples) -> Samples:
    loudest = np.abs(samples).max() + 1e-6
    return np.asarray(0.8 * np.tanh(2.5 * samples / loudest), np.float32)


def call(what: Any, command: str, *words: float) -> Any:
    """A command of Praat's. The package is asked for where it is used: only who makes voices has it."""
    from parselmouth import praat  # noqa: PLC0415

    return praat.call(what, command, *words)


def _sound(samples: Samples) -> parselmouth.Sound:
    import parselmouth  # noqa: PLC0415

    return parselmouth.Sound(samples.astype(np.float64), RATE)


def _samples(sound: parselmouth.Sound) -> Samples:
    return np.asarray(sound.values[0], np.float32)

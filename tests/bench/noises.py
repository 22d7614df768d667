"""What is heard in a room besides the voice: people who talk with pauses and laugh, people who never stop, a kitchen,
music, a vacuum cleaner. All but the talk is made here; the same lot makes the same noise, and another part of the clips
(learn, choose, report) hears another one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from referee.hearing.waveform import RATE, Samples
from tests.bench.clips import Clip, loudness

Chance = np.random.Generator
LONG = 90  # seconds of noise, of which every scene takes another part
_TALKERS = 6
_PAUSES = (0.4, 5.0)  # seconds
_LAUGHS = 0.12  # of all remarks
_OF_PART = {"choose": ("1",), "report": ("2", "3")}
"""Which of a language's recorded rooms are heard with which clips; who learns hears none of them."""
_CHORDS = ((0, 3, 7), (-4, 0, 3), (-2, 2, 5), (-5, -1, 2), (0, 4, 7), (5, 9, 12))  # semitones above the key


def recorded_rooms(folder: Path | None, language: str, part: str) -> list[Samples]:
    """Rooms of people who talk with pauses, where they are to be had."""
    files = [folder / "rooms" / f"{language}-talk-{name}.flac" for name in _OF_PART.get(part, ())] if folder else []
    return [np.asarray(soundfile.read(file, dtype="float32")[0], np.float32) for file in files if file.is_file()]


def talk(clips: Sequence[Clip], chance: Chance) -> Samples:
    """Six people who talk with pauses, and laugh."""
    people = [str(one) for one in chance.permutation(sorted({clip.person for clip in clips}))[:_TALKERS]]
    mixed = np.zeros(LONG * RATE, np.float32)
    for person in people:
        own, near = [clip for clip in clips if clip.person == person], chance.uniform(0.5, 1.0)
        place = round(chance.uniform(0, _PAUSES[1]) * RATE)
        while place < len(mixed):
            said = laughter(chance) if chance.random() < _LAUGHS else own[int(chance.integers(len(own)))].speech()
            place = _laid(mixed, place, said, near) + round(chance.uniform(*_PAUSES) * RATE)
    return mixed


def babble(clips: Sequence[Clip], chance: Chance) -> Samples:
    """Six talkers at once, who never stop."""
    long = [clip for clip in clips if len(clip.samples) > RATE // 2] or list(clips)
    mixed = np.zeros(LONG * RATE, np.float32)
    for _ in range(_TALKERS):
        place = 0
        while place < len(mixed):
            place = _laid(mixed, place, long[int(chance.integers(len(long)))].speech(), 1.0)
    return mixed


def _laid(mixed: Samples, place: int, said: Samples, near: float) -> int:
    """Puts something said there; where it ends."""
    said = said[: len(mixed) - place]
    if len(said) > RATE // 20:
        mixed[place : place + len(said)] += said * np.float32(near / loudness(said))
    return place + max(len(said), 1)


def laughter(chance: Chance) -> Samples:
    """Bursts of breath with a pitch that falls, four to six a second."""
    count, rate, pitch = int(chance.integers(4, 10)), chance.uniform(4.2, 6.0), chance.uniform(160, 380)
    times = np.arange(round(count / rate * RATE)) / RATE
    at = (times * rate) % 1.0
    falling = pitch * (1.15 - 0.25 * times / times[-1]) * (1 - 0.1 * at)
    phase = 2 * np.pi * np.cumsum(falling) / RATE
    throat = sum(np.sin(part * phase) / part**1.2 for part in range(1, 14))
    breath = 0.7 * coloured(chance, len(times), 600, 4500)
    fades = np.exp(-5 * at) * np.minimum(1.0, at / 0.05) * (1.0 - 0.6 * times / times[-1])
    return np.asarray((throat + breath) * fades, np.float32)


def coloured(chance: Chance, length: int, low: float, high: float) -> Samples:
    """Noise between two frequencies, as loud as one."""
    spectrum = np.fft.rfft(chance.normal(0, 1, length))
    pitch = np.fft.rfftfreq(length, 1 / RATE)
    spectrum *= (pitch >= low) & (pitch <= high)
    sound = np.fft.irfft(spectrum, length)
    return np.asarray(sound / np.sqrt((sound**2).mean()), np.float32)


def kitchen(chance: Chance) -> Samples:
    """Plates and cutlery above running water, which is turned on and off, and a refrigerator."""
    length = LONG * RATE
    times = np.arange(length) / RATE
    water = 0.08 * coloured(chance, length, 300, 5000) * (np.sin(2 * np.pi * times / chance.uniform(11, 23)) > -0.3)
    hum = sum(np.sin(2 * np.pi * 50 * part * times + part) / part for part in (1, 2, 3, 5, 7))
    sound = np.asarray(water + 0.03 * hum + 0.03 * coloured(chance, length, 50, 400), np.float32)
    for _ in range(round(chance.uniform(2, 4) * LONG)):
        struck = _clatter(chance)
        at = int(chance.integers(length - len(struck)))
        sound[at : at + len(struck)] += struck
    return sound


def _clatter(chance: Chance) -> Samples:
    """One piece of crockery: it rings at some pitches of its own after a burst of noise."""
    times = np.arange(round(0.4 * RATE)) / RATE
    fades = 10 ** (-3 * times / chance.uniform(0.05, 0.35))
    rings = sum(np.sin(2 * np.pi * pitch * times + pitch) for pitch in chance.uniform(900, 6500, 5))
    burst = chance.normal(0, 2, len(times)) * 10 ** (-3 * times / 0.03)
    return np.asarray((rings * fades + burst) * chance.uniform(0.1, 1.0), np.float32)


def music(chance: Chance) -> Samples:
    """Chords with a bass, a tune and drums, in a key and at a pace of its own."""
    beat, key = 60 / chance.uniform(84, 132), 220 * 2 ** (chance.integers(-5, 6) / 12)
    times = np.arange(round(4 * beat * RATE)) / RATE
    order = chance.permutation(len(_CHORDS))[:4]
    bars = [_bar(chance, times, beat, [key * 2 ** (step / 12) for step in _CHORDS[one]]) for one in order]
    return np.concatenate([bars[place % 4] for place in range(LONG * RATE // len(times) + 1)])[: LONG * RATE]


def _bar(chance: Chance, times: NDArray[np.float64], beat: float, chord: Sequence[float]) -> Samples:
    pitches = [(chord[0] / 2, 0.8), *((pitch, 0.5) for pitch in chord)]
    sound = sum(
        loud / part * np.sin(2 * np.pi * pitch * part * times) for pitch, loud in pitches for part in range(1, 9)
    )
    sound = np.asarray(sound * (0.6 + 0.4 * np.cos(np.pi * (times % (2 * beat)) / (2 * beat))))
    for half in range(8):
        since = times - half * beat / 2
        after = np.where(since >= 0, since, 9.0)
        tune = 2 * chord[int(chance.integers(len(chord)))]
        sound += 0.6 * np.sin(2 * np.pi * tune * after) * 10 ** (-3 * after / 0.5)
        sound += 0.4 * chance.normal(0, 1, len(times)) * 10 ** (-3 * after / 0.05)
        if half % 4 == 0:
            sound += 2.5 * np.sin(2 * np.pi * 60 * after) * 10 ** (-3 * after / 0.25)
        elif half % 4 == 2:
            sound += 1.2 * chance.normal(0, 1, len(times)) * 10 ** (-3 * after / 0.15)
    return np.asarray(sound, np.float32)


def vacuum(chance: Chance) -> Samples:
    """A motor and much air, always the same."""
    length, turns = LONG * RATE, chance.uniform(110, 190)
    times = np.arange(length) / RATE
    motor = sum(np.sin(2 * np.pi * turns * part * times + part) / part for part in range(1, 12))
    return np.asarray(coloured(chance, length, 200, 7000) + 0.5 * motor, np.float32)


MADE: dict[str, Callable[[Chance], Samples]] = {"kitchen": kitchen, "music": music, "vacuum": vacuum}
OF_PEOPLE: dict[str, Callable[[Sequence[Clip], Chance], Samples]] = {"talk": talk, "babble": babble}

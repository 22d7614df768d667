"""The rooms of the hearing benchmark: other talkers, a kitchen, music, a vacuum cleaner, an echo. All but the talkers
are made here, and every one is the same each time.

A room is written `babble:15`: that many decibels below the voice, both measured as the root mean square of what stands
out. `clean` has only the hiss of a microphone; a number alone is babble; `echo` alone has no noise besides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from referee.cli.bench_audio import Clip, loudness, voiced
from referee.faults import Fault
from referee.hearing.waveform import RATE, Samples

_BEFORE, _AFTER = 1.0, 1.5  # seconds
_TALKERS = 6
_LONG = 90  # seconds of noise, of which every scene takes another part
_HISS = 1e-4
_REVERBERATION = 0.5  # seconds until an echo has lost 60 decibels
_DIRECT = 1.2  # energy of the voice itself above that of all its echoes
_CHORDS = ((220.0, 261.6, 329.6), (174.6, 220.0, 261.6), (196.0, 246.9, 293.7), (164.8, 207.7, 246.9))
_BEAT = 60 / 112  # seconds


@dataclass(frozen=True, slots=True)
class Room:
    """What is heard besides the voice, and how far below it."""

    name: str
    noise: str | None = None
    below: float = 0.0
    echoes: bool = False

    @classmethod
    def named(cls, name: str) -> Room:
        kind, _, decibels = name.rpartition(":") if ":" in name else ("babble", "", name)
        try:
            match kind, decibels:
                case ("babble", "clean"):
                    return cls(name)
                case ("babble", "echo"):
                    return cls(name, echoes=True)
                case ("echo", _):
                    return cls(name, "babble", float(decibels), echoes=True)
                case _ if kind in ("babble", *NOISES):
                    return cls(name, kind, float(decibels))
        except ValueError:
            pass
        raise Fault("hearing.no-such-room", room=name, kinds=", ".join(("babble", *NOISES, "echo")))


@dataclass(frozen=True, slots=True)
class Scene:
    """A clip in a room, with the sample after its last voiced one."""

    clip: Clip
    samples: Samples
    ends: int


class Rooms:
    """Puts clips into rooms. The talkers of a babble are other people than the one who is measured."""

    def __init__(self, talk: Sequence[Clip]) -> None:
        self._talk = talk
        self._babble: dict[str, Samples] = {}

    def scene(self, clip: Clip, room: Room) -> Scene:
        voice = voiced(clip.samples)
        around = np.zeros(round(_BEFORE * RATE), np.float32), np.zeros(round(_AFTER * RATE), np.float32)
        sound = np.concatenate([around[0], voice, around[1]])
        if room.echoes:
            sound = echoing(sound)
        if room.noise:
            noise = self.noise(room.noise, clip.voice)
            start = clip.lot % (len(noise) - len(sound))
            part = noise[start : start + len(sound)]
            sound += part * np.float32(loudness(voice) / loudness(part) / 10 ** (room.below / 20))
        sound += hiss(len(sound), clip.lot)
        return Scene(clip, sound * np.float32(min(1.0, 0.9 / np.abs(sound).max())), len(around[0]) + len(voice))

    def noise(self, kind: str, voice: str = "") -> Samples:
        """A minute and a half of it."""
        if kind != "babble":
            return _noise(kind)
        if voice not in self._babble:
            others = [clip for clip in self._talk if clip.person != voice.partition("@")[0]]
            self._babble[voice] = _babble(others or self._talk)
        return self._babble[voice]


def hiss(length: int, seed: int) -> Samples:
    return np.random.default_rng(seed).normal(0, _HISS, length).astype(np.float32)


def echoing(sound: Samples) -> Samples:
    """The same in a room with bare walls, no longer than before."""
    answer = _echo()
    size = 1 << (len(sound) + len(answer) - 1).bit_length()
    both = np.fft.rfft(sound, size) * np.fft.rfft(answer, size)
    return np.fft.irfft(both, size)[: len(sound)].astype(np.float32)


@cache
def _echo() -> Samples:
    chance = np.random.default_rng(3)
    times = np.arange(round(1.2 * _REVERBERATION * RATE)) / RATE
    walls = chance.normal(0, 1, len(times)) * 10 ** (-3 * times / _REVERBERATION)
    walls[: round(0.004 * RATE)] = 0
    walls /= np.sqrt((walls**2).sum() * _DIRECT)
    walls[0] = 1.0
    return walls.astype(np.float32)


def _babble(clips: Sequence[Clip]) -> Samples:
    """Six talkers at once, who never stop."""
    talk = [clip for clip in clips if len(clip.samples) > RATE // 2] or list(clips)
    chance = np.random.default_rng(1)
    mixed = np.zeros(_LONG * RATE, np.float32)
    for _ in range(_TALKERS):
        place = 0
        while place < len(mixed):
            voice = voiced(talk[int(chance.integers(len(talk)))].samples)
            voice = voice[: len(mixed) - place] / loudness(voice)
            mixed[place : place + len(voice)] += voice
            place += len(voice)
    return mixed


@cache
def _noise(kind: str) -> Samples:
    return NOISES[kind](np.random.default_rng(5)).astype(np.float32)


def _coloured(chance: np.random.Generator, length: int, low: float, high: float) -> Samples:
    """Noise between two frequencies, as loud as one."""
    spectrum = np.fft.rfft(chance.normal(0, 1, length))
    pitch = np.fft.rfftfreq(length, 1 / RATE)
    spectrum *= (pitch >= low) & (pitch <= high)
    sound = np.fft.irfft(spectrum, length)
    return np.asarray(sound / np.sqrt((sound**2).mean()), np.float32)


def _kitchen(chance: np.random.Generator) -> Samples:
    """Plates and cutlery above running water and an extractor."""
    length = _LONG * RATE
    sound = 0.06 * _coloured(chance, length, 300, 5000) + 0.04 * _coloured(chance, length, 50, 400)
    for _ in range(3 * _LONG):
        struck = _clatter(chance)
        at = int(chance.integers(length - len(struck)))
        sound[at : at + len(struck)] += struck
    return sound


def _clatter(chance: np.random.Generator) -> Samples:
    """One piece of crockery: it rings at some pitches of its own after a burst of noise."""
    times = np.arange(round(0.4 * RATE)) / RATE
    fades = 10 ** (-3 * times / chance.uniform(0.05, 0.35))
    rings = sum(np.sin(2 * np.pi * pitch * times + pitch) for pitch in chance.uniform(900, 6500, 5))
    burst = chance.normal(0, 2, len(times)) * 10 ** (-3 * times / 0.03)
    return np.asarray((rings * fades + burst) * chance.uniform(0.1, 1.0), np.float32)


def _music(chance: np.random.Generator) -> Samples:
    """Chords with a bass, and drums."""
    length = _LONG * RATE
    times = np.arange(round(4 * _BEAT * RATE)) / RATE
    bars = [_bar(chance, times, chord) for chord in _CHORDS]
    return np.concatenate([bars[place % 4] for place in range(length // len(times) + 1)])[:length]


def _bar(chance: np.random.Generator, times: NDArray[np.float64], chord: Sequence[float]) -> Samples:
    pitches = [(chord[0] / 2, 0.8), *((pitch, 0.5) for pitch in chord)]
    sound = sum(
        loud / part * np.sin(2 * np.pi * pitch * part * times) for pitch, loud in pitches for part in range(1, 9)
    )
    sound = sound * (0.6 + 0.4 * np.cos(np.pi * (times % (2 * _BEAT)) / (2 * _BEAT)))
    for half in range(8):
        beat = times - half * _BEAT / 2
        after = np.where(beat >= 0, beat, 9.0)
        sound += 0.4 * chance.normal(0, 1, len(times)) * 10 ** (-3 * after / 0.05)
        if half % 4 == 0:
            sound += 2.5 * np.sin(2 * np.pi * 60 * after) * 10 ** (-3 * after / 0.25)
        elif half % 4 == 2:
            sound += 1.2 * chance.normal(0, 1, len(times)) * 10 ** (-3 * after / 0.15)
    return np.asarray(sound, np.float32)


def _vacuum(chance: np.random.Generator) -> Samples:
    """A motor and much air, always the same."""
    length = _LONG * RATE
    times = np.arange(length) / RATE
    motor = sum(np.sin(2 * np.pi * 147 * part * times + part) / part for part in range(1, 12))
    return np.asarray(_coloured(chance, length, 200, 7000) + 0.5 * motor, np.float32)


NOISES: dict[str, Callable[[np.random.Generator], Samples]] = {
    "kitchen": _kitchen,
    "music": _music,
    "vacuum": _vacuum,
}

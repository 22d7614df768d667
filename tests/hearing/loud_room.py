"""A room in which a loudspeaker and people are heard at once, made by arithmetic: its walls, how long the sound takes,
and two clocks that do not agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from referee.hearing.microphone import Block
from referee.hearing.playback import Playback
from referee.hearing.waveform import RATE, Samples

PLAYED = 48000
BLOCK = 320
START = 1000.0
"""The moment at which everything begins."""
_AHEAD = 0.1  # seconds a device takes at once, before it begins to sound


@dataclass(frozen=True)
class LoudRoom:
    """One microphone and one loudspeaker; the moments of what is played are taken from outside."""

    delay: float = 0.08
    """Seconds from when a sample is taken from us until it is heard."""
    drift: float = 0.0
    """Millionths by which the loudspeaker's clock is faster."""
    reverberation: float = 0.3
    seed: int = 1
    hiss: float = 3e-4
    late: tuple[float, ...] = ()
    """Seconds by which each stream is heard later than the one before, if not always the same."""
    streams: list[tuple[float, Samples]] = field(default_factory=list)

    def plays(self, at: float, sound: Samples) -> float:
        """A sound at 48 kHz; gives when it is over."""
        self.streams.append((at, sound))
        return at + len(sound) / PLAYED

    def echo(self, seconds: float) -> Samples:
        """What comes back of it."""
        heard = np.zeros(round(seconds * RATE))
        for number, (at, sound) in enumerate(self.streams):
            answer = convolved(at_speed(sound, PLAYED / RATE * (1 + self.drift * 1e-6)), self._walls(self.seed))
            late = self.late[number] if number < len(self.late) else 0.0
            start = round((at + self.delay + late) * RATE)
            part = answer[: max(0, len(heard) - start)]
            heard[start : start + len(part)] += part
        return heard.astype(np.float32)

    def voice(self, sound: Samples) -> Samples:
        """A voice from somewhere else in the room."""
        return convolved(sound, self._walls(self.seed + 100)).astype(np.float32)

    def noise(self, seconds: float) -> Samples:
        chance = np.random.default_rng(self.seed)
        return chance.normal(0, self.hiss, round(seconds * RATE)).astype(np.float32)

    def blocks(self, heard: Samples, playback: Playback) -> Iterator[Block]:
        """The microphone's blocks, in time with what the loudspeaker takes."""
        chance, taken = np.random.default_rng(5), sorted(self._taken(), key=lambda one: one[0])
        for start in range(0, len(heard), BLOCK):
            now = START + (start + BLOCK) / RATE
            while taken and START + taken[0][0] <= now:
                moment, pcm, first = taken.pop(0)
                playback.played(pcm, PLAYED, START + moment, first=first)
            yield Block(heard[start : start + BLOCK], now + float(chance.exponential(0.001)))

    def _taken(self) -> Iterator[tuple[float, bytes, bool]]:
        for at, sound in self.streams:
            pcm = (sound * 32767).astype("<i2").tobytes()
            ahead, step = 2 * round(_AHEAD * PLAYED), 2 * PLAYED // 100
            yield at, pcm[:ahead], True
            for place in range(ahead, len(pcm), step):
                yield at + (place - ahead) / 2 / PLAYED, pcm[place : place + step], False

    def _walls(self, seed: int) -> Samples:
        chance = np.random.default_rng(seed)
        times = np.arange(round(1.2 * self.reverberation * RATE)) / RATE
        walls = chance.normal(0, 1, len(times)) * 10 ** (-3 * times / self.reverberation)
        walls[: round(0.003 * RATE)] = 0
        walls *= 0.5 / np.sqrt((walls**2).sum())
        walls[round(0.001 * RATE)] = 0.6
        return walls.astype(np.float32)


@cache
def syllables(seconds: float, seed: int, rate: int = RATE, loud: float = 0.1) -> Samples:
    """Something like speech: a buzz and a hiss through moving formants, in syllables and with pauses between words."""
    chance, count = np.random.default_rng(seed), round(seconds * rate)
    sound = np.zeros(count)
    place = 0
    while place < count:
        length = round(chance.uniform(0.08, 0.25) * rate)
        times = np.arange(length) / rate
        pitch = chance.uniform(90, 240) * (1 + 0.1 * np.sin(2 * np.pi * times * 3))
        buzz = sum(np.sin(2 * np.pi * np.cumsum(pitch) / rate * tone) / tone for tone in range(1, 25))
        source = buzz + chance.normal(0, chance.choice([0.05, 1.0]), length)
        formants = np.fft.rfftfreq(length, 1 / rate)
        shape = sum(np.exp(-(((formants - peak) / 250) ** 2)) for peak in chance.uniform(300, 4500, 4)) + 0.02
        piece = np.fft.irfft(np.fft.rfft(source) * shape * (formants < 7500), length) * np.hanning(length)
        piece *= loud * 3 / (np.abs(piece).max() + 1e-9) * chance.uniform(0.4, 1)
        end = min(count, place + length)
        sound[place:end] += piece[: end - place]
        place += length + round(chance.choice([0.0, 0.03, 0.3], p=[0.5, 0.35, 0.15]) * rate)
    return sound.astype(np.float32)


def at_speed(sound: Samples, speed: float) -> Samples:
    """Every so many samples one, band-limited: another rate, and a clock that goes wrong."""
    low = np.fft.rfft(sound)
    low[round(len(low) * 0.96 / speed) :] = 0
    smooth = np.fft.irfft(low, len(sound))
    places = np.arange(int((len(sound) - 2) / speed)) * speed
    first = places.astype(int)
    part = places - first
    around: Sequence[Samples] = [smooth[np.clip(first + at, 0, len(smooth) - 1)] for at in (-1, 0, 1, 2)]
    before, here, after, beyond = around
    # a cubic through four samples: 48 kHz is three times what is needed
    bend = 2 * before - 5 * here + 4 * after - beyond + part * (3 * (here - after) + beyond - before)
    return np.asarray(here + 0.5 * part * (after - before + part * bend), np.float64)


def convolved(sound: Samples, answer: Samples) -> Samples:
    count = len(sound) + len(answer) - 1
    size = 1 << (count - 1).bit_length()
    both = np.fft.rfft(sound, size) * np.fft.rfft(answer, size)
    return np.asarray(np.fft.irfft(both, size)[:count], np.float32)


def loudness(sound: Samples) -> float:
    """Of what sounds, without the pauses."""
    power = np.square(sound[: len(sound) // 160 * 160]).reshape(-1, 160).mean(axis=1)
    return float(np.sqrt(power[power > 1e-3 * power.max()].mean()))

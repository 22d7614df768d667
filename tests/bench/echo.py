"""A live room with a microphone in the middle of the table, by the mirror images of its walls."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from referee.hearing.waveform import RATE, Samples

_SOUND = 343.0  # metres a second
_SIZE = ((3.5, 6.0), (3.0, 5.0), (2.4, 3.0))  # metres
_ECHOES = (0.3, 0.7)  # seconds until an echo has lost 60 decibels
_AWAY = (0.7, 1.5)  # metres from the mouth to the microphone
_HEIGHTS = (0.75, 1.2)  # metres of a table and of a mouth
_JITTER = 0.04  # metres; walls so even that all their echoes come in step are in no house
_MOUTHS = 6


class LiveRoom:
    """One room, one microphone, and some places where people sit around it."""

    def __init__(self, chance: np.random.Generator) -> None:
        self.size = np.array([chance.uniform(*side) for side in _SIZE])
        self.echoes = float(chance.uniform(*_ECHOES))
        self._microphone = np.array([*(self.size[:2] * chance.uniform(0.4, 0.6, 2)), _HEIGHTS[0]])
        self._seed = int(chance.integers(1 << 30))

    def heard(self, voice: Samples, chance: np.random.Generator) -> Samples:
        """The same at the microphone, as loud as before, from its first sound on; the echo makes it longer."""
        answer = self._answers[int(chance.integers(_MOUTHS))]
        length = len(voice) + len(answer) - 1
        size = 1 << (length - 1).bit_length()
        both = np.fft.irfft(np.fft.rfft(voice, size) * np.fft.rfft(answer, size), size)[:length]
        loud = np.sqrt((voice.astype(np.float64) ** 2).sum() / (both[: len(voice)] ** 2).sum())
        return np.asarray(both * loud, np.float32)

    @cached_property
    def _answers(self) -> list[NDArray[np.float64]]:
        chance = np.random.default_rng(self._seed)
        return [self._answer(chance) for _ in range(_MOUTHS)]

    def _answer(self, chance: np.random.Generator) -> NDArray[np.float64]:
        angle, away = chance.uniform(0, 2 * np.pi), chance.uniform(*_AWAY)
        flat = np.sqrt(away**2 - min(away - 0.01, _HEIGHTS[1] - _HEIGHTS[0]) ** 2)
        mouth = self._microphone + np.array([flat * np.cos(angle), flat * np.sin(angle), 0.0])
        mouth = np.clip(np.append(mouth[:2], _HEIGHTS[1]), 0.2, self.size - 0.2)
        volume, walls = self.size.prod(), 2 * sum(self.size[one] * self.size[one - 1] for one in range(3))
        reflected = np.sqrt(max(0.05, 1 - 0.161 * volume / (walls * self.echoes)))
        places, bounces = zip(*(self._images(axis, mouth[axis]) for axis in range(3)), strict=True)
        away_from = [(own - here) ** 2 for own, here in zip(places, self._microphone, strict=True)]
        distance = np.sqrt(away_from[0][:, None, None] + away_from[1][:, None] + away_from[2]).ravel()
        count = (bounces[0][:, None, None] + bounces[1][:, None] + bounces[2]).ravel()
        near = distance < self.echoes * _SOUND
        distance, count = distance[near], count[near]
        shaken = np.where(count > 0, distance + chance.uniform(-_JITTER, _JITTER, len(distance)), distance)
        at = np.rint((shaken - distance.min()) / _SOUND * RATE).astype(int)
        loud = reflected**count / np.maximum(distance, 0.1)
        return np.asarray(np.bincount(np.maximum(at, 0), loud), np.float64)

    def _images(self, axis: int, own: float) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Where a mouth is seen in the two walls of one axis, and after how many reflections."""
        size = float(self.size[axis])
        reach = int(self.echoes * _SOUND / (2 * size)) + 1
        rooms = np.arange(-reach, reach + 1)
        places = np.concatenate([2 * rooms * size + own, 2 * rooms * size - own])
        return places, np.concatenate([2 * np.abs(rooms), np.abs(rooms) + np.abs(rooms - 1)])

"""Hours of table talk for the hearing benchmark, as one stream of sound that is never kept as a whole.

Everybody who says no order talks: nearer and farther, faster and slower, after longer and shorter pauses, into each
other, with and without an echo or a noise in the room. All of it is drawn by lot, and an hour is always the same hour.
It is made in a process of its own: memory and time of who listens are his alone.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection

import numpy as np

from referee.cli.bench_audio import Clip, loudness, voiced
from referee.cli.bench_rooms import Rooms, echoing, hiss
from referee.hearing.waveform import RATE, Samples

_LOUD = 0.1  # root mean square of the nearest voice
_QUIETER = 20.0  # decibels
_PAUSES = (0.2, 2.0)  # seconds
_SPEEDS = (0.9, 1.1)
_OVERLAPS, _ECHOES, _NOISY = 0.12, 0.2, 0.35  # of all remarks; the last of all minutes
_BED = (24.0, 40.0)  # decibels of the room's noise below the nearest voice
_MINUTE = 60 * RATE


@dataclass(frozen=True, slots=True)
class Remark:
    """What somebody said, from which sample to which."""

    text: str
    began: int
    ended: int


class Overhearing:
    """A stream of talk, and what was said in it lately."""

    def __init__(self, made: Connection) -> None:
        self._made = made
        self._lately: deque[Remark] = deque(maxlen=40)

    def sound(self) -> Iterator[Samples]:
        while True:
            try:
                samples, remarks = self._made.recv()
            except EOFError:
                return
            self._lately.extend(remarks)
            yield samples

    def said(self, began: int, ended: int) -> list[str]:
        """What was said in a part of the last minute."""
        return [one.text for one in self._lately if one.began < ended and one.ended > began]


@contextmanager
def table_talk(clips: Sequence[Clip], everybody: Sequence[Clip], hours: float) -> Iterator[Overhearing]:
    """Talk of these clips; the noise of other tables is everybody's."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    maker = context.Process(target=_make, args=(theirs, clips, everybody, hours), daemon=True)
    maker.start()
    theirs.close()
    try:
        yield Overhearing(ours)
    finally:
        maker.kill()
        maker.join()


def _make(to: Connection, clips: Sequence[Clip], everybody: Sequence[Clip], hours: float) -> None:
    talk = _TableTalk(clips, Rooms(everybody), hours)
    for samples in talk.blocks():
        to.send((samples, talk.news()))
    to.close()


class _TableTalk:
    def __init__(self, clips: Sequence[Clip], rooms: Rooms, hours: float, seed: int = 11) -> None:
        self.length = round(hours * 3600 * RATE)
        self._clips = clips
        self._rooms = rooms
        self._chance = np.random.default_rng(seed)
        self._news: list[Remark] = []
        self._ahead = np.zeros(0, np.float32)
        self._given = 0

    def blocks(self) -> Iterator[Samples]:
        """Sound of any length, until the hours are over."""
        end = 0
        for clip in self._everybody():
            start = max(self._given, end + self._pause())
            if start >= self.length:
                break
            yield from self._until(start)
            sound = self._varied(clip)
            end = max(end, start + len(sound))
            self._news.append(Remark(clip.text, start, start + len(sound)))
            self._add(sound)
        yield from self._until(self.length)

    def news(self) -> list[Remark]:
        """What has begun to be said since this was last asked."""
        news, self._news = self._news, []
        return news

    def _everybody(self) -> Iterator[Clip]:
        while True:
            for place in self._chance.permutation(len(self._clips)):
                yield self._clips[place]

    def _pause(self) -> int:
        seconds = self._chance.uniform(*_PAUSES)
        return round((-seconds if self._chance.random() < _OVERLAPS else seconds) * RATE)

    def _varied(self, clip: Clip) -> Samples:
        sound = _at_speed(voiced(clip.samples), self._chance.uniform(*_SPEEDS))
        level = _LOUD / loudness(sound) / 10 ** (self._chance.uniform(0, _QUIETER) / 20)
        if self._chance.random() < _ECHOES:
            sound = echoing(np.concatenate([sound, np.zeros(RATE // 2, np.float32)]))
        return sound * np.float32(level)

    def _add(self, sound: Samples) -> None:
        """From what is given next onwards."""
        longer = max(len(self._ahead), len(sound))
        mixed = np.zeros(longer, np.float32)
        mixed[: len(self._ahead)] += self._ahead
        mixed[: len(sound)] += sound
        self._ahead = mixed

    def _until(self, end: int) -> Iterator[Samples]:
        """What has been said up to there, minute by minute of the room."""
        while self._given < end:
            count = min(end - self._given, _MINUTE - self._given % _MINUTE)
            voice = np.zeros(count, np.float32)
            known = self._ahead[:count]
            voice[: len(known)] = known
            self._ahead = self._ahead[count:]
            yield np.clip(voice + self._room(count), -1.0, 1.0)
            self._given += count

    def _room(self, count: int) -> Samples:
        """What is heard besides: hiss always, in some minutes a noise."""
        minute = self._given // _MINUTE
        lot = np.random.default_rng([13, minute])
        room = hiss(count, self._given)
        if lot.random() < _NOISY:
            noise = self._rooms.noise(str(lot.choice(["babble", "babble", "kitchen", "music"])))
            at = self._given % _MINUTE
            level = _LOUD / loudness(noise[:_MINUTE]) / 10 ** (lot.uniform(*_BED) / 20)
            room = room + noise[at : at + count] * np.float32(level)
        return room


def _at_speed(samples: Samples, speed: float) -> Samples:
    """Faster and higher, or slower and lower."""
    count = round(len(samples) / speed)
    spectrum = np.fft.rfft(samples)
    wanted = count // 2 + 1
    changed = np.zeros(wanted, spectrum.dtype)
    shared = min(wanted, len(spectrum))
    changed[:shared] = spectrum[:shared]
    return (np.fft.irfft(changed, count) * count / len(samples)).astype(np.float32)

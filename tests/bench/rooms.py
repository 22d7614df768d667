"""Clips put into rooms: streams of sound with what is said in them and when, the same for the same seed.

A room is written by what is heard besides the voice, and how far below it, and by what else is so: `quiet`, `talk:15`,
`talk:10+far`, `kitchen:15+after`.
  talk, babble, kitchen, music, vacuum   so many decibels below the voice: the voice by its voiced frames, the noise by
                                         all of its sound, its pauses too
  far                                    the microphone is a metre off in a live room, which answers
  after, before                          somebody talks straight before the order, or straight after it: another one
                                         without a pause, or the same one after a breath
Several seconds of the room come before and after.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from referee.hearing.waveform import RATE, Samples
from tests.bench import noises
from tests.bench.clips import Clip, a_part, loudness
from tests.bench.echo import LiveRoom

_BEFORE, _AFTER = (2.5, 4.5), (2.0, 3.0)  # seconds of the room, at least and at most
_LEVEL = (0.03, 0.12)  # root mean square of the voice at the microphone
_HISS = (1e-4, 4e-4)
_OTHER, _SAME = (-0.08, 0.15), (0.25, 0.5)  # seconds between two voices, and between two remarks of one
_NEIGHBOUR = (-6.0, 2.0)  # decibels of the voice beside it
_LONGEST = 2.5  # seconds of talk beside an order
_MODIFIERS = ("far", "after", "before")
_VARIANTS = 4  # of each noise and of each live room


@dataclass(frozen=True, slots=True)
class Room:
    """What is heard besides the voice, how far below it, and what else is so."""

    name: str
    noise: str | None = None
    below: float = 0.0
    modifiers: frozenset[str] = frozenset()

    @classmethod
    def named(cls, name: str) -> Room:
        first, *rest = name.split("+")
        kind, _, decibels = first.partition(":")
        known = (*noises.OF_PEOPLE, *noises.MADE)
        if {*rest} <= {*_MODIFIERS}:
            if first == "quiet":
                return cls(name, modifiers=frozenset(rest))
            if kind in known and decibels.removeprefix("-").isdecimal():
                return cls(name, kind, float(decibels), frozenset(rest))
        raise ValueError(f"no room {name!r}: quiet, or {', '.join(known)} with decibels, and {', '.join(_MODIFIERS)}")


@dataclass(frozen=True, slots=True)
class Said:
    """Something that is said in a stream, in seconds."""

    text: str
    order: str | None
    began: float
    ended: float
    clip: str


@dataclass(frozen=True, slots=True)
class Stream:
    """Sound, and what is said in it; the talk of the room is not."""

    name: str
    room: str
    samples: Samples
    said: tuple[Said, ...]

    @property
    def seconds(self) -> float:
        return len(self.samples) / RATE


class Rooms:
    """Puts clips of one language and one part into rooms. `talk`: who may be heard besides; `folder`: recordings."""

    def __init__(
        self, language: str, part: str, talk: Sequence[Clip], folder: Path | None = None, seed: int = 1
    ) -> None:
        self._part, self._seed = part, seed
        self._talk = [clip for clip in talk if clip.order is None and clip.part == part]
        self._people = sorted({clip.person for clip in self._talk})
        self._recorded = noises.recorded_rooms(folder, language, part)
        self._made: dict[tuple[str, int], Samples] = {}

    def stream(self, clip: Clip, room: Room) -> Stream:
        """A clip in a room, with what is said beside it."""
        chance = np.random.default_rng([self._seed, clip.lot, zlib.crc32(room.name.encode())])
        level = chance.uniform(*_LEVEL)
        said = self._beside(clip, room, chance, level)
        start = round(chance.uniform(*_BEFORE) * RATE)
        first, last = min(at for _, at, _ in said), max(at + len(voice) for _, at, voice in said)
        sound = np.zeros(start - first + last + round(chance.uniform(*_AFTER) * RATE), np.float32)
        told = []
        live = self._live(chance) if "far" in room.modifiers else None
        for one, at, voice in said:
            place = start - first + at
            heard = live.heard(voice, chance)[: len(sound) - place] if live else voice
            sound[place : place + len(heard)] += heard
            told.append(Said(one.text, one.order, place / RATE, (place + len(voice)) / RATE, one.name))
        sound += self._noise(room, clip, len(sound), chance) * np.float32(level / 10 ** (room.below / 20))
        sound += chance.normal(0, chance.uniform(*_HISS), len(sound)).astype(np.float32)
        return Stream(f"{room.name}/{clip.name}", room.name, np.clip(sound, -1.0, 1.0), tuple(told))

    def _beside(
        self, clip: Clip, room: Room, chance: np.random.Generator, level: float
    ) -> list[tuple[Clip, int, Samples]]:
        """Everything that is said, each with its sample; the clip begins at 0."""
        own = _at(clip.speech(), level)
        said = [(clip, 0, own)]
        for side in ("after", "before"):
            if side in room.modifiers:
                one, gap = self._neighbour(clip, chance)
                voice = _at(one.speech()[: round(_LONGEST * RATE)], level * 10 ** (chance.uniform(*_NEIGHBOUR) / 20))
                at = -len(voice) - gap if side == "after" else len(own) + gap
                said.append((one, at, voice))
        return said

    def _neighbour(self, clip: Clip, chance: np.random.Generator) -> tuple[Clip, int]:
        """Who talks beside an order, and how many samples are between."""
        own = [one for one in self._talk if one.person == clip.person]
        others = [one for one in self._talk if one.person != clip.person]
        same = bool(own) and (not others or chance.random() < 0.5)
        choice, gap = (own, _SAME) if same else (others, _OTHER)
        return choice[int(chance.integers(len(choice)))], round(chance.uniform(*gap) * RATE)

    def _live(self, chance: np.random.Generator) -> LiveRoom:
        return _live_room(self._part, int(chance.integers(_VARIANTS)))

    def _noise(self, room: Room, clip: Clip, length: int, chance: np.random.Generator) -> Samples:
        """A part of the room's noise, as loud as one."""
        if room.noise is None:
            return np.zeros(length, np.float32)
        variant = int(chance.integers(_VARIANTS))
        if room.noise in noises.OF_PEOPLE and clip.person in self._people:
            variant = self._people.index(clip.person) % _VARIANTS
        noise = self.noise(room.noise, variant)
        start = int(chance.integers(len(noise) - length))
        return noise[start : start + length]

    def noise(self, kind: str, variant: int) -> Samples:
        """A minute and a half of it, or what was recorded. Of talkers each variant leaves out its share: nobody is
        measured against his own voice."""
        if (kind, variant) not in self._made:
            self._made[kind, variant] = self._scaled(kind, variant)
        return self._made[kind, variant]

    def _scaled(self, kind: str, variant: int) -> Samples:
        chance = np.random.default_rng([zlib.crc32(f"{kind} {self._part}".encode()), variant])
        if kind == "talk" and self._recorded:
            sound = self._recorded[variant % len(self._recorded)]
        elif kind in noises.OF_PEOPLE:
            others = [one for one in self._talk if self._people.index(one.person) % _VARIANTS != variant]
            sound = noises.OF_PEOPLE[kind](others or self._talk, chance)
            if kind == "talk":
                sound = _live_room(self._part, variant).heard(sound, chance)[: len(sound)]
        else:
            sound = noises.MADE[kind](chance)
        return sound / np.float32(np.sqrt((sound.astype(np.float64) ** 2).mean()))


@cache
def _live_room(part: str, variant: int) -> LiveRoom:
    return LiveRoom(np.random.default_rng([zlib.crc32(part.encode()), variant]))


def _at(voice: Samples, level: float) -> Samples:
    return voice * np.float32(level / loudness(voice))


def streams(rooms: Rooms, clips: Sequence[Clip], names: Sequence[str], amount: int) -> Iterator[Stream]:
    """So many of the clips, each in the next of the rooms."""
    known = [Room.named(name) for name in names]
    for number, clip in enumerate(a_part(clips, amount)):
        yield rooms.stream(clip, known[number % len(known)])

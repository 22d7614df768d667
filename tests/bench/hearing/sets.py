"""What hearing is measured with: named sets of streams. Who is heard in one part is in no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from referee.hearing.waveform import RATE
from referee.language.grammar import Grammar
from referee.language.phrases import said
from referee.language.understanding import Understood
from referee.rules.crews import Game
from tests.bench.clips import Clip, a_part, loudness, recorded
from tests.bench.own_voices import synthesised
from tests.bench.rooms import Room, Rooms, Said, Stream

_SHORT = 0.3  # seconds of a short answer
_PIECE = 60.0  # seconds of talk in one stream
_PAUSES = (0.3, 2.5)  # seconds
_LOUD, _QUIETER = 0.08, 12.0  # root mean square of the nearest voice, decibels of the farthest below it
_HISS = 2e-4
_UNKNOWN = "(unknown) "
"""What a set writes before words that are none of its own."""


@dataclass
class Sounds:
    """The clips of one language and one part. `recordings`: sets of orders, of talk and of people; `voices`: the folder
    that `models.training.voices` fills."""

    language: str
    part: str
    recordings: Path | None
    voices: Path | None
    seed: int = 1
    _rooms: dict[Game, Rooms] = field(default_factory=dict)

    @cached_property
    def told(self) -> list[Clip]:
        """What was recorded for measuring: it is all reported on, and nothing is chosen by it."""
        found = recorded(self.recordings, self.language) if self.recordings else ()
        return [clip for clip in found if clip.part == self.part]

    @cached_property
    def spoken(self) -> list[Clip]:
        found = recorded(self.voices, self.language) if self.voices else ()
        return [clip for clip in found if clip.part == self.part]

    @property
    def synthetic(self) -> list[Clip]:
        """Orders and talk of the recorded sets' synthetic voices; where there are none, of those that were spoken to
        learn from, and at the least of the project's own."""
        return [clip for clip in self.told if not is_of_people(clip)] or self.spoken or self._own

    @cached_property
    def _own(self) -> list[Clip]:
        return list(synthesised(self.language)) if self.recordings is None and self.voices is None else []

    @property
    def people(self) -> list[Clip]:
        return [clip for clip in self.told if is_of_people(clip)]

    @cached_property
    def rooms(self) -> Rooms:
        talk = [clip for clip in self.synthetic if clip.order is None] or self.people
        return Rooms(self.language, self.part, talk, self.recordings, self.seed)

    def orders(self, clips: Sequence[Clip], game: Game) -> list[Clip]:
        return [clip for clip in clips if clip.order and clip.game is game]

    def talk(self, clips: Sequence[Clip], game: Game) -> list[Clip]:
        """What is no order of a game."""
        grammar = Grammar.load(self.language, game)
        return [clip for clip in clips if clip.order is None and not _is_order(clip, grammar)]


def is_of_people(clip: Clip) -> bool:
    return clip.file is not None and not clip.voice.startswith(("kok:", "flite:", "espeak:", "mbrola:", "pico:"))


def _is_order(clip: Clip, grammar: Grammar) -> bool:
    return isinstance(grammar.parse(said(clip.text.removeprefix(_UNKNOWN))), Understood)


@dataclass(frozen=True)
class Set:
    """What is listened to, and in which game."""

    about: str
    streams: Callable[[Sounds, int], Iterator[Stream]]
    game: Game = Game.CAPTAIN_SONAR


def _orders(
    room: str, clips: Callable[[Sounds], list[Clip]], game: Game = Game.CAPTAIN_SONAR
) -> Callable[[Sounds, int], Iterator[Stream]]:
    def streams(sounds: Sounds, amount: int) -> Iterator[Stream]:
        chosen = a_part(sounds.orders(clips(sounds), game), amount)
        return (sounds.rooms.stream(clip, Room.named(room)) for clip in chosen)

    return streams


def _short(sounds: Sounds, amount: int) -> Iterator[Stream]:
    """Yes and no, said shortly."""
    clips = [*sounds.synthetic, *sounds.spoken]
    answers = {clip.name: clip for clip in clips if clip.order in ("yes", "no") and len(clip.speech()) < _SHORT * RATE}
    return (sounds.rooms.stream(clip, Room.named("quiet")) for clip in a_part(list(answers.values()), amount))


def _words(game: Game) -> Callable[[Sounds, int], Iterator[Stream]]:
    """Single words of people that are no order, one by one."""

    def streams(sounds: Sounds, amount: int) -> Iterator[Stream]:
        words = [clip for clip in sounds.talk(sounds.people, game) if len(clip.samples) < 2 * RATE]
        return (sounds.rooms.stream(clip, Room.named("quiet")) for clip in a_part(words, amount))

    return streams


def _talk(clips: Callable[[Sounds], list[Clip]]) -> Callable[[Sounds, int], Iterator[Stream]]:
    """Talk, minute by minute."""

    def streams(sounds: Sounds, amount: int) -> Iterator[Stream]:
        talk = sounds.talk(clips(sounds), Game.CAPTAIN_SONAR)
        return (_minute(talk, np.random.default_rng([sounds.seed, number])) for number in range(amount if talk else 0))

    return streams


def _minute(talk: Sequence[Clip], chance: np.random.Generator) -> Stream:
    """A minute of remarks, nearer and farther, after longer and shorter pauses."""
    sound = chance.normal(0, _HISS, round(_PIECE * RATE)).astype(np.float32)
    told, place = [], round(chance.uniform(*_PAUSES) * RATE)
    while place < len(sound) - RATE:
        clip = talk[int(chance.integers(len(talk)))]
        voice = clip.speech()[: len(sound) - place]
        level = _LOUD / 10 ** (chance.uniform(0, _QUIETER) / 20)
        sound[place : place + len(voice)] += voice * np.float32(level / loudness(voice))
        told.append(Said(clip.text, None, place / RATE, (place + len(voice)) / RATE, clip.name))
        place += len(voice) + round(chance.uniform(*_PAUSES) * RATE)
    return Stream("talk", "talk", np.clip(sound, -1.0, 1.0), tuple(told))


def _synthetic(sounds: Sounds) -> list[Clip]:
    return sounds.synthetic


def _spoken(sounds: Sounds) -> list[Clip]:
    return sounds.spoken


def _people(sounds: Sounds) -> list[Clip]:
    return sounds.people


def _sentences(sounds: Sounds) -> list[Clip]:
    return [clip for clip in sounds.people if len(clip.samples) >= 2 * RATE]


SETS: Mapping[str, Set] = {
    "quiet": Set("orders in a quiet room", _orders("quiet", _synthetic)),
    "talk-15": Set("people talk with pauses, 15 dB below", _orders("talk:15", _synthetic)),
    "talk-10": Set("people talk with pauses, 10 dB below", _orders("talk:10", _synthetic)),
    "babble-15": Set("people who never stop, 15 dB below", _orders("babble:15", _synthetic)),
    "kitchen-15": Set("a kitchen, 15 dB below", _orders("kitchen:15", _synthetic)),
    "music-15": Set("music, 15 dB below", _orders("music:15", _synthetic)),
    "after-15": Set("straight after talk, talk 15 dB below", _orders("talk:15+after", _synthetic)),
    "before-15": Set("straight before talk, talk 15 dB below", _orders("talk:15+before", _synthetic)),
    "voices": Set("other voices, fast, raised, children's, close", _orders("quiet", _spoken)),
    "voices-far": Set("the same, a metre off in a live room", _orders("quiet+far", _spoken)),
    "sonar": Set("orders of Sonar by other voices", _orders("quiet", _spoken, Game.SONAR), Game.SONAR),
    "short": Set("yes and no in less than 0.3 s", _short),
    "people": Set("people's words that are orders of Sonar", _orders("quiet", _people, Game.SONAR), Game.SONAR),
    "words": Set("people's single words that are no order", _words(Game.CAPTAIN_SONAR)),
    "words-sonar": Set("the same in Sonar", _words(Game.SONAR), Game.SONAR),
    "people-talk": Set("minutes of people's talk and prompts", _talk(_sentences)),
    "table-talk": Set("minutes of talk that is close to orders", _talk(_synthetic)),
}

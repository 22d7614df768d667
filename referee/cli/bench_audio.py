"""The sound of the hearing benchmark: clips with what is said in them, and rooms to say them in.

A set is a folder with an `index.tsv` (columns file, language, voice, text, order, and game where it matters; `-` is no
order). Without one the voices are synthesised here. The noise of a mixture is a babble of six talkers from the
clips that are no orders; its level is given below the root mean square of the voiced part.
"""

from __future__ import annotations

import csv
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from referee.faults import Fault
from referee.hearing.recordings import blocks
from referee.hearing.waveform import RATE, Resampler, Samples
from referee.language.grammar import Grammar
from referee.language.phrases import Listing
from referee.rules.crews import Game
from referee.rules.notation import line_of

_BEFORE, _AFTER = 1.0, 1.5  # seconds
_TALKERS = 6
_BABBLE = 90  # seconds
_FLOOR = 1e-4
VOICES = ("", "+m3", "+f2", "+f4", "+m7", "+f5")
TALK = {
    "en": (
        "pass me the salt please",
        "what time is it",
        "we should head home before eleven",
        "let's dive into the rules",
    ),
    "fr": (
        "passe-moi le sel",
        "il est quelle heure",
        "on devrait prendre la route avant onze heures",
        "oui mais lequel",
    ),
}


@dataclass(frozen=True, slots=True)
class Clip:
    """Something said."""

    name: str
    voice: str
    text: str
    order: str | None
    game: Game
    samples: Samples

    @property
    def lot(self) -> int:
        """A number that is always the same for this clip, to choose a part of a set by."""
        return zlib.crc32(self.name.encode())


@dataclass(frozen=True, slots=True)
class Scene:
    """A clip in a room, with the sample after its last voiced one."""

    clip: Clip
    samples: Samples
    ends: int


def recorded(folder: Path, language: str, every: int) -> Iterator[Clip]:
    """The clips of all sets under a folder."""
    indexes = sorted(folder.rglob("index.tsv"))
    if not indexes:
        raise Fault("hearing.no-set", folder=folder)
    for index in indexes:
        with index.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t"):
                file = index.parent / row["file"]
                if row["language"] == language and zlib.crc32(row["file"].encode()) % every == 0:
                    yield _clip(row, file)


def _clip(row: dict[str, str], file: Path) -> Clip:
    order = row.get("order") or row.get("label") or "-"
    game = row.get("game", "")
    return Clip(
        row["file"],
        row.get("voice") or "people",
        row["text"],
        None if order == "-" or row.get("label") else order,
        Game(game) if game in set(Game) else Game.CAPTAIN_SONAR,
        np.concatenate(list(blocks(file))),
    )


def synthesised(language: str, phrases: int) -> Iterator[Clip]:
    """The project's own voices saying orders and table talk."""
    from referee.voice.synthesis import Manner, Synthesiser
    from referee.voice.voices import voice_for

    synthesiser = Synthesiser()
    voice = voice_for(language, synthesiser.voices())
    if voice is None:
        raise Fault("voice.no-voice", language=language)
    grammar = Grammar.load(language, Game.CAPTAIN_SONAR)
    spoken = [one for one in Listing(grammar).by_order(1) if grammar.words().issuperset(one.text.split())]
    said = spoken[:: max(1, len(spoken) // phrases)][:phrases]
    lines = [(one.text, line_of(one.understood.announced)) for one in said] + [(text, "") for text in TALK[language]]
    try:
        for number, (text, order) in enumerate(lines):
            variant = VOICES[number % len(VOICES)]
            own = replace(voice, id=f"{voice.id}{variant}")
            sound = synthesiser.speak(text, Manner(own if voice.driver == "espeak" else voice, 150))
            samples = Resampler(sound.rate).feed(sound.samples)
            yield Clip(f"{text}{variant}", f"espeak{variant}", text, order or None, Game.CAPTAIN_SONAR, samples)
    finally:
        synthesiser.close()


def babble(clips: Sequence[Clip]) -> Samples:
    """Six talkers at once, who never stop."""
    talk = [clip for clip in clips if clip.order is None and len(clip.samples) > RATE // 2] or list(clips)
    chance = np.random.default_rng(1)
    mixed = np.zeros(_BABBLE * RATE, np.float32)
    for _ in range(_TALKERS):
        place = 0
        while place < len(mixed):
            voice = _voiced(talk[int(chance.integers(len(talk)))].samples)
            voice = voice[: len(mixed) - place] / _loudness(voice)
            mixed[place : place + len(voice)] += voice
            place += len(voice)
    return mixed


def scene(clip: Clip, noise: Samples, below: float | None) -> Scene:
    """The clip in a quiet room, or so many decibels above the noise."""
    voice = _voiced(clip.samples)
    room = np.concatenate([np.zeros(round(_BEFORE * RATE)), voice, np.zeros(round(_AFTER * RATE))]).astype(np.float32)
    if below is None:
        room += np.random.default_rng(clip.lot).normal(0, _FLOOR, len(room)).astype(np.float32)
    else:
        start = clip.lot % (len(noise) - len(room))
        part = noise[start : start + len(room)]
        room += part * np.float32(_loudness(voice) / _loudness(part) / 10 ** (below / 20))
    return Scene(clip, room * np.float32(min(1.0, 0.9 / np.abs(room).max())), round(_BEFORE * RATE) + len(voice))


def _voiced(samples: Samples) -> Samples:
    levels = _levels(samples)
    loud = np.flatnonzero(levels > max(levels.max() * 10 ** (-35 / 20), 1e-3))
    return samples if not len(loud) else samples[loud[0] * 160 : (loud[-1] + 1) * 160]


def _levels(samples: Samples) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    whole = samples[: max(160, len(samples) // 160 * 160)].astype(np.float64)
    return np.asarray(np.sqrt((whole.reshape(-1, 160) ** 2).mean(axis=1)) + 1e-9)


def _loudness(samples: Samples) -> float:
    levels = _levels(samples)
    return float(np.sqrt((levels[levels > levels.max() * 10 ** (-35 / 20)] ** 2).mean()))

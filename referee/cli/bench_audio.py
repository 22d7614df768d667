"""The sound of the hearing benchmark: clips with what is said in them.

A set is a folder with an `index.tsv` (columns file, language, voice or source, text, order or label, and game where it
matters; `-`, and any label, is no order). Without one the voices are synthesised here.
"""

from __future__ import annotations

import csv
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from referee.faults import Fault
from referee.hearing.recordings import blocks
from referee.hearing.waveform import Resampler, Samples
from referee.language.grammar import Grammar
from referee.language.phrases import Listing
from referee.rules.crews import Game
from referee.rules.notation import line_of

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


@dataclass(frozen=True)
class Clip:
    """Something said."""

    name: str
    voice: str
    text: str
    order: str | None
    game: Game
    file: Path | None = None
    made: Samples | None = None

    @property
    def lot(self) -> int:
        """A number that is always the same for this clip, to choose a part of a set by."""
        return zlib.crc32(self.name.encode())

    @property
    def person(self) -> str:
        """Who speaks, at whatever speed."""
        return self.voice.partition("@")[0]

    @property
    def kind(self) -> str:
        """The order without its crew and its cell."""
        return (self.order or "-").rpartition(": ")[2].partition(" ")[0]

    @cached_property
    def samples(self) -> Samples:
        if self.made is not None:
            return self.made
        assert self.file is not None
        return np.concatenate(list(blocks(self.file)))


def recorded(folder: Path, language: str) -> Iterator[Clip]:
    """The clips of all sets under a folder."""
    indexes = sorted(folder.rglob("index.tsv"))
    if not indexes:
        raise Fault("hearing.no-set", folder=folder)
    for index in indexes:
        with index.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t"):
                if row["language"] == language:
                    yield _clip(row, index.parent / row["file"])


def _clip(row: dict[str, str], file: Path) -> Clip:
    order = row.get("order") or "-"
    game = row.get("game", "")
    return Clip(
        row["file"],
        row.get("voice") or row.get("source", "people").partition(" ")[0],
        row["text"],
        None if order == "-" else order,
        Game(game) if game in set(Game) else Game.CAPTAIN_SONAR,
        file,
    )


def a_part(clips: Sequence[Clip], every: int) -> list[Clip]:
    """Every so-manieth clip, each voice and each kind of order in its share."""
    return sorted(clips, key=lambda clip: (clip.voice, clip.kind, clip.lot))[every // 2 :: every]


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
    lines = [(one.text, line_of(one.understood.announced)) for one in said]
    lines += [(text, "") for text in TALK[language] for _ in VOICES[1:]]
    try:
        for number, (text, order) in enumerate(lines):
            variant = VOICES[number % len(VOICES)]
            own = replace(voice, id=f"{voice.id}{variant}")
            sound = synthesiser.speak(text, Manner(own if voice.driver == "espeak" else voice, 150))
            samples = Resampler(sound.rate).feed(sound.samples)
            name = f"{text}{variant}"
            yield Clip(name, f"espeak{variant}", text, order or None, Game.CAPTAIN_SONAR, made=samples)
    finally:
        synthesiser.close()


def voiced(samples: Samples) -> Samples:
    """From the first to the last sound that stands out."""
    levels = _levels(samples)
    loud = np.flatnonzero(levels > max(levels.max() * 10 ** (-35 / 20), 1e-3))
    return samples if not len(loud) else samples[loud[0] * 160 : (loud[-1] + 1) * 160]


def loudness(samples: Samples) -> float:
    """The root mean square of what stands out."""
    levels = _levels(samples)
    return float(np.sqrt((levels[levels > levels.max() * 10 ** (-35 / 20)] ** 2).mean()))


def _levels(samples: Samples) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    whole = samples[: max(160, len(samples) // 160 * 160)].astype(np.float64)
    return np.asarray(np.sqrt((whole.reshape(-1, 160) ** 2).mean(axis=1)) + 1e-9)

"""Clips of people as directions, each as it is and in two noises: to learn from (`who_spoke.py`), and to report on.

A folder has an `index.tsv` with the columns file, language, voice and text; where it has a column part (learn, choose,
report), that says who is learned from; elsewhere each voice is in one half or the other by its name. Rooms are long
recordings of others' talk, named LANGUAGE-….flac; the last of each language is for reporting. What was heard is kept
in a file: hearing it costs ten milliseconds a clip and noise.
"""

from __future__ import annotations

import csv
import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from referee.hearing.layers import Floats
from referee.hearing.waveform import RATE, Samples
from referee.hearing.who.embedding import WIDTH, Embedding

CLEAN, NOISES = 99, (15, 10)
"""Decibels of the voice above the noise."""
A_NAME = 0.4  # seconds, as long as the name of a crew
_AROUND = 0.1  # seconds beside what is said that a cut takes with it
_LEAST = 0.1
_FRAME = RATE // 100
_SILENT = 35.0  # decibels below its loudest
_FAINTEST = 3e-3  # a stretch of talk that is only its pause is not made as loud as the voice


@dataclass(frozen=True)
class Heard:
    """So many words of many people."""

    directions: Floats
    where: NDArray[np.str_]
    """The language and the folder: only people recorded alike are told apart here."""
    voice: NDArray[np.str_]
    report: NDArray[np.bool_]
    decibels: NDArray[np.int64]
    seconds: Floats
    """Of speech; as long as a crew's name where only the beginning was heard."""
    begun: NDArray[np.bool_]
    """Whether only the beginning was."""

    def of(self, chosen: NDArray[np.bool_]) -> Heard:
        return Heard(*(getattr(self, name)[chosen] for name in self.__dataclass_fields__))

    def save(self, file: Path) -> None:
        np.savez(file, **{name: getattr(self, name) for name in self.__dataclass_fields__})

    @classmethod
    def load(cls, file: Path) -> Heard:
        with np.load(file, allow_pickle=False) as found:
            return cls(*(found[name] for name in cls.__dataclass_fields__))


@dataclass(frozen=True, slots=True)
class _Clip:
    file: Path
    language: str
    where: str
    voice: str
    report: bool


def heard(folders: Sequence[Path], rooms: Path, model: Path, kept: Path | None) -> Heard:
    """Everything in these folders; or what was kept of it."""
    if kept and kept.is_file():
        return Heard.load(kept)
    embedding, talk = Embedding(model), _talk(rooms)
    rows = [row for folder in folders for clip in _clips(folder) for row in _heard(clip, embedding, talk)]
    directions, where, voice, report, decibels, seconds, begun = (list(column) for column in zip(*rows, strict=True))
    found = Heard(
        np.array(directions, np.float32).reshape(-1, WIDTH),
        np.array(where),
        np.array(voice),
        np.array(report, np.bool_),
        np.array(decibels, np.int64),
        np.array(seconds, np.float32),
        np.array(begun, np.bool_),
    )
    if kept:
        found.save(kept)
    return found


def is_reported(voice: str, part: str | None) -> bool:
    """Whether nothing is learned of this voice."""
    return part == "report" if part else bool(hashlib.sha256(voice.encode()).digest()[0] % 2)


def _clips(folder: Path) -> Iterator[_Clip]:
    with (folder / "index.tsv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            voice, language = row["voice"].partition("@")[0], row["language"]
            inner = row["file"].split("/")[0] if folder.name == "people" else folder.name
            report = is_reported(voice, row.get("part"))
            yield _Clip(folder / row["file"], language, f"{language} {inner}", voice, report)


def _talk(rooms: Path) -> dict[tuple[str, bool], Samples]:
    """Of each language, what is learned with, and what is reported with."""
    found: dict[str, list[Samples]] = {}
    for file in sorted(rooms.glob("*.flac")):
        found.setdefault(file.name[:2], []).append(soundfile.read(file, dtype="float32")[0])
    learn = {(language, False): np.concatenate(talk[:-1]) for language, talk in found.items()}
    return learn | {(language, True): talk[-1] for language, talk in found.items()}


_Row = tuple[Floats, str, str, bool, int, float, bool]


def _heard(clip: _Clip, embedding: Embedding, talk: dict[tuple[str, bool], Samples]) -> Iterator[_Row]:
    samples = cut(soundfile.read(clip.file, dtype="float32")[0])
    seconds = len(samples) / RATE - 2 * _AROUND
    if seconds < _LEAST:
        return
    chance = np.random.default_rng(zlib.crc32(clip.file.name.encode() + clip.voice.encode()))
    for decibels in (CLEAN, *NOISES):
        beside = samples if decibels == CLEAN else _in(talk[clip.language, clip.report], samples, decibels, chance)
        for begun in (False, True):
            direction = embedding.of(beside[: round((A_NAME + _AROUND) * RATE)] if begun else beside)
            if direction is not None:
                told = min(seconds, A_NAME) if begun else seconds
                yield direction, clip.where, clip.voice, clip.report, decibels, told, begun


def cut(samples: Samples) -> Samples:
    """What is said, with a little of the silence around it."""
    frames = samples[: len(samples) // _FRAME * _FRAME].reshape(-1, _FRAME)
    levels = np.sqrt((frames**2).mean(axis=1)) if len(frames) else np.zeros(1)
    loud = np.flatnonzero(levels > levels.max() * 10 ** (-_SILENT / 20))
    said = samples[loud[0] * _FRAME : (loud[-1] + 1) * _FRAME] if len(loud) else samples[:0]
    return np.pad(said, round(_AROUND * RATE))


def _in(talk: Samples, samples: Samples, decibels: int, chance: np.random.Generator) -> Samples:
    at = int(chance.integers(0, len(talk) - len(samples)))
    noise = talk[at : at + len(samples)]
    said = samples[round(_AROUND * RATE) : -round(_AROUND * RATE)]
    loud, faint = (float(np.sqrt(np.mean(one**2))) for one in (said, noise))
    return np.asarray(samples + noise * (loud / max(faint, _FAINTEST) * 10 ** (-decibels / 20)), np.float32)

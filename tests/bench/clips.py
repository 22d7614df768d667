"""Clips with what is said in them: the sound that hearing is measured with, and learned from.

A set is a folder with an `index.tsv`: file, language, voice (or source), text, order (`-`, and any label, is no order),
and where they are known game, engine, manner, begin, end and part. Whose part is not told is there to report with.
"""

from __future__ import annotations

import csv
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from referee.hearing.recordings import blocks
from referee.hearing.waveform import RATE, Samples
from referee.rules.crews import Game

_FRAME = RATE // 100
_SILENT = 35.0  # decibels below its loudest


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
    part: str = "report"
    manner: str = "plain"
    bounds: tuple[float, float] | None = None
    """From which second to which somebody speaks, where the set tells."""

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

    def speech(self) -> Samples:
        """What is said, without what is before and after."""
        if self.bounds is None:
            return voiced(self.samples)
        began, ended = self.bounds
        return self.samples[round(began * RATE) : round(ended * RATE)]


def recorded(folder: Path, language: str) -> Iterator[Clip]:
    """The clips of all sets under a folder."""
    indexes = sorted(folder.rglob("index.tsv"))
    if not indexes:
        raise SystemExit(f"There is no index.tsv under {folder}: give a folder of clips with one.")
    for index in indexes:
        with index.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t"):
                if row["language"] == language:
                    yield _clip(row, index.parent / row["file"])


def _clip(row: dict[str, str], file: Path) -> Clip:
    order, game = row.get("order") or "-", row.get("game", "")
    return Clip(
        row["file"],
        row.get("voice") or row.get("source", "people").partition(" ")[0],
        row["text"],
        None if order == "-" else order,
        Game(game) if game in set(Game) else Game.CAPTAIN_SONAR,
        file,
        part=row.get("part") or "report",
        manner=row.get("manner") or "plain",
        bounds=(float(row["begin"]), float(row["end"])) if row.get("end") else None,
    )


def a_part(clips: Sequence[Clip], amount: int) -> list[Clip]:
    """So many of them, each voice and each kind of order in its share."""
    every = sorted(clips, key=lambda clip: (clip.voice, clip.kind, clip.lot))
    return (
        [every[(2 * place + 1) * len(every) // (2 * amount)] for place in range(amount)]
        if amount < len(every)
        else every
    )


def voiced(samples: Samples) -> Samples:
    """From the first to the last sound that stands out."""
    levels = _levels(samples)
    loud = np.flatnonzero(levels > max(levels.max() * 10 ** (-_SILENT / 20), 1e-3))
    return samples if not len(loud) else samples[loud[0] * _FRAME : (loud[-1] + 1) * _FRAME]


def loudness(samples: Samples) -> float:
    """The root mean square of what stands out."""
    levels = _levels(samples)
    return float(np.sqrt((levels[levels > levels.max() * 10 ** (-_SILENT / 20)] ** 2).mean()))


def _levels(samples: Samples) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    whole = samples[: max(_FRAME, len(samples) // _FRAME * _FRAME)].astype(np.float64)
    return np.asarray(np.sqrt((whole.reshape(-1, _FRAME) ** 2).mean(axis=1)) + 1e-9)

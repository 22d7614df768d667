"""Clips to learn from, spoken by synthetic voices: `python -m models.training.voices --out FOLDER --amount 900`.

A folder of FLAC files at 16 kHz, and `index.tsv`: file, language, game, voice (the person, and after @ the speed),
engine, manner, text, order (`-`: none), begin and end of the speech in seconds, and part: learn, choose or report.
`speakers.py` says who is in which part, `texts.py` what is said. The same numbers give the same clips; what is there is
kept, so that a run may be broken off and gone on with, and a larger amount only adds.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from models.training.engines import Engines
from models.training.manner import raised, throat
from models.training.speakers import LANGUAGES, PARTS, Cast, Speaker, cast
from models.training.texts import Line, Texts
from referee import paths
from referee.hearing.waveform import RATE, Samples

COLUMNS = ("file", "language", "game", "voice", "engine", "manner", "text", "order", "begin", "end", "part")
_SHARE = ("learn", "choose", "learn", "report", "learn", "learn", "choose", "learn", "report", "learn")
"""The parts of each ten clips."""
_SPEEDS = (0.85, 1.3)
_MANNERS = {"plain": 0.68, "raised": 0.16, "child": 0.08, "slow": 0.08}
_RAISED, _CHILD, _PITCH, _SLOW = (2.0, 4.0), (1.15, 1.28), (260.0, 340.0), (0.7, 0.82)
"""Semitones; how much shorter a throat; hertz; speed."""
_SILENT = 35.0  # decibels below its loudest
_LEAST = 0.08  # seconds of speech in a clip that did not fail


@dataclass(frozen=True, slots=True)
class Clip:
    """One of them, before it is spoken."""

    file: str
    language: str
    part: str
    speaker: Speaker
    manner: str
    speed: float
    line: Line
    lot: random.Random


class Plan:
    """Who says what, by number."""

    def __init__(self, language: str, seed: int) -> None:
        self._language, self._seed = language, seed
        self._texts = Texts(language)
        self._casts: dict[str, Cast] = {part: cast(language, part) for part in PARTS}

    def clip(self, number: int) -> Clip:
        lot = random.Random(f"{self._seed} {self._language} {number}")
        part = _SHARE[number % len(_SHARE)]
        speaker = self._casts[part].one(lot)
        manner = lot.choices(list(_MANNERS), list(_MANNERS.values()))[0]
        speed = round(lot.uniform(*(_SLOW if manner == "slow" else _SPEEDS)), 2)
        file = f"{self._language}/{part}/{number:06}.flac"
        return Clip(file, self._language, part, speaker, manner, speed, self._texts.line(lot), lot)


def spoken(clip: Clip, engines: Engines) -> Samples:
    """The clip's sound, as loud as all others."""
    ends = "!" if clip.manner == "raised" else "."
    sound = engines.speak(clip.speaker, clip.language, f"{clip.line.spoken}{ends}", clip.speed)
    match clip.manner:
        case "raised":
            sound = raised(sound, clip.lot.uniform(*_RAISED))
        case "child":
            sound = throat(sound, clip.lot.uniform(*_CHILD), clip.lot.uniform(*_PITCH))
        case _ if clip.speaker.throat != 1.0:
            sound = throat(sound, clip.speaker.throat)
    return sound * np.float32(0.5 / (np.abs(sound).max() + 1e-6))


def bounds(samples: Samples) -> tuple[float, float]:
    """From which second to which something stands out."""
    frame = RATE // 100
    whole = samples[: len(samples) // frame * frame].reshape(-1, frame)
    levels = np.sqrt((whole.astype(np.float64) ** 2).mean(axis=1))
    loud = np.flatnonzero(levels > levels.max() * 10 ** (-_SILENT / 20))
    return (loud[0] / 100, (loud[-1] + 1) / 100) if len(loud) else (0.0, 0.0)


class Folder:
    """Where the clips are, and which."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._index = folder / "index.tsv"
        folder.mkdir(parents=True, exist_ok=True)
        if not self._index.exists():
            self._index.write_text("\t".join(COLUMNS) + "\n", encoding="utf-8")
        with self._index.open(encoding="utf-8", newline="") as lines:
            self.there = {row["file"] for row in csv.DictReader(lines, delimiter="\t")}

    def add(self, clip: Clip, samples: Samples) -> None:
        began, ended = bounds(samples)
        if ended - began < _LEAST:
            print(f"\n{clip.file}: {clip.speaker.name} says nothing for {clip.line.spoken!r}", file=sys.stderr)
            return
        file = self._folder / clip.file
        file.parent.mkdir(parents=True, exist_ok=True)
        soundfile.write(file, samples, RATE, subtype="PCM_16")
        voice, line = f"{clip.speaker.name}@{clip.speed}", clip.line
        told = (clip.file, clip.language, line.game, voice, clip.speaker.engine, clip.manner, line.text,
                line.order or "-", f"{began:.2f}", f"{ended:.2f}", clip.part)  # fmt: skip
        with self._index.open("a", encoding="utf-8") as lines:
            lines.write("\t".join(told) + "\n")
        self.there.add(clip.file)


def _wanted(args: argparse.Namespace) -> Iterator[Clip]:
    plans = [Plan(language, args.seed) for language in args.languages or LANGUAGES]
    for number in range(args.amount):
        yield from (plan.clip(number) for plan in plans if _SHARE[number % len(_SHARE)] in (args.parts or PARTS))


def main() -> None:
    parser = argparse.ArgumentParser(prog="voices", description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--amount", type=int, default=900, help="clips a language (default: 900)")
    parser.add_argument("--language", dest="languages", choices=LANGUAGES, action="append")
    parser.add_argument("--part", dest="parts", choices=PARTS, action="append")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    folder, engines = Folder(args.out), Engines(paths.cache() / "kokoro")
    began, made, seconds = time.monotonic(), 0, 0.0
    for clip in _wanted(args):
        if clip.file in folder.there:
            continue
        sound = spoken(clip, engines)
        folder.add(clip, sound)
        made, seconds = made + 1, seconds + len(sound) / RATE
        factor = (time.monotonic() - began) / seconds
        print(f"\r{clip.file}: {made} made, {seconds / 60:.1f} min of sound, real-time factor {factor:.2f} ", end="")
    print()


if __name__ == "__main__":
    main()

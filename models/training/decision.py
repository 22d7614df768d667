"""What evidence is worth: `python -m models.training.decision --voices FOLDER --rooms FOLDER`.

Clips are put into rooms, and the ear itself listens to them; all that it weighs is written down with whether it was
what was said (`evidence-en.jsonl` and its like beside the clips: `--again` fits from those, at once). Then the two
functions are fitted, of all languages together, into `models/decision.json`: logistic regression, by Newton's method,
the same for the same evidence.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, fields, replace
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from models.training.speakers import LANGUAGES
from referee import models, paths
from referee.hearing import opening
from referee.hearing.decision import Decision
from referee.hearing.evidence import Evidence, Vector
from referee.hearing.examining import Ear, Weighed
from referee.hearing.listener import Listener
from referee.hearing.waveform import RATE
from referee.hearing.wordings import Span
from referee.language.grammar import Grammar
from referee.rules.crews import Game
from tests.bench.clips import Clip, recorded
from tests.bench.rooms import Room, Rooms, Stream

ROOMS = (
    "quiet", "talk:15", "talk:10", "quiet+far", "kitchen:12", "quiet+after", "talk:12+before", "talk:7", "music:12",
    "talk:15+far", "babble:12", "quiet+before", "talk:15+after", "quiet",
)  # fmt: skip
"""In which a clip after the other is heard, and so often each of them."""
_TIMES = 2
_BLOCK = RATE // 20
_SOFT = 0.2
"""How strongly weights are kept near nought."""
_TALK = 0.4
"""How much a piece of talk counts: here much of it is nearly an order, at a table little."""
_FOLDS = 5
_FIGURES = tuple(one.name for one in fields(Evidence))


@dataclass(frozen=True, slots=True)
class Example:
    """One thing that was weighed, and whether it was said."""

    evidence: Evidence
    is_right: bool
    is_talk: bool
    room: str
    clip: str
    order: str


class Witness:
    """Writes down what an ear weighs while it hears one stream."""

    def __init__(self, stream: Stream, ear: Ear) -> None:
        self._stream = stream
        self.listener = Listener([replace(ear, witness=self)])
        self.examples: list[Example] = []

    def __call__(self, weighed: Sequence[Weighed], span: Span) -> None:
        began = self.listener.heard_from
        said = [
            one
            for one in self._stream.said
            if one.order and span[0] + began < one.ended - 0.05 and span[1] + began > one.began + 0.05
        ]
        goes_on = any(one.ended > self.listener.now + 0.02 for one in said)
        for one in weighed:
            meaning = one.hypothesis.meaning
            is_right = any(other.order in (meaning.notation, meaning.key) for other in said)
            is_uncalled = any(str(other.order).rpartition(": ")[2] == meaning.notation for other in said)
            if not is_right and (goes_on or is_uncalled):
                continue  # it is heard again, with its end; or all is right but that nobody heard who was called
            room, _, clip = self._stream.name.partition("/")
            self.examples.append(Example(one.evidence, is_right, not said, room, clip, meaning.key))


def examples(ears: dict[Game, Ear], streams: Iterable[Stream], games: Iterable[Game]) -> Iterator[Example]:
    """All that is weighed in these streams."""
    for stream, game in zip(streams, games, strict=True):
        witness = Witness(stream, ears[game])
        for at in range(0, len(stream.samples), _BLOCK):
            witness.listener.feed(stream.samples[at : at + _BLOCK])
        witness.listener.end()
        yield from witness.examples


def evidence_file(folder: Path, language: str) -> Path:
    return folder / f"evidence-{language}.jsonl"


def gathered(folder: Path, rooms: Path | None, language: str, amount: int) -> None:
    """The evidence of so many clips in rooms, written down as it comes."""
    clips = [clip for clip in recorded(folder, language) if clip.part != "report"]
    ears = {game: _ear(language, game) for game in Game}
    made = {part: Rooms(language, part, clips, rooms) for part in ("learn", "choose")}
    chosen = sorted(clips, key=lambda clip: clip.lot)[:amount]
    with evidence_file(folder, language).open("w", encoding="utf-8") as file:
        for number, (clip, name) in enumerate(_heard_in(chosen)):
            stream = made[clip.part].stream(clip, Room.named(name))
            for one in examples(ears, [stream], [clip.game]):
                told = {**asdict(one.evidence), "right": one.is_right, "said": not one.is_talk}
                file.write(json.dumps({**told, "room": one.room, "clip": one.clip, "order": one.order}) + "\n")
            file.flush()
            print(f"\r{language}: {number + 1} of {len(chosen) * _TIMES} streams", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def _heard_in(clips: Sequence[Clip]) -> Iterator[tuple[Clip, str]]:
    for time in range(_TIMES):
        for number, clip in enumerate(clips):
            yield clip, ROOMS[(number + time * 5) % len(ROOMS)]


def _ear(language: str, game: Game) -> Ear:
    opened = opening.ear(Grammar.load(language, game), models.folder(language), second=models.second())
    return replace(opened, decision=Curious())


class Curious(Decision):
    """Nothing is known yet: everything is asked about."""

    def worth_asking(self, _: Sequence[float]) -> bool:
        return True


def read(file: Path) -> list[Example]:
    """Evidence that was written down."""
    told = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return [
        Example(
            Evidence(**{name: one[name] for name in _FIGURES}),
            one["right"],
            not one["said"],
            one["room"],
            one["clip"],
            one["order"],
        )
        for one in told
    ]


def fitted(vectors: Vector, right: Vector, counts: Vector) -> Vector:
    """The weights of the likeliest function."""
    weights = np.zeros(vectors.shape[1])
    soft = np.diag([1e-3, *[_SOFT] * (vectors.shape[1] - 1)])
    for _ in range(60):
        sure = _chances(vectors, weights)
        slope = vectors.T @ (counts * (right - sure)) - soft @ weights
        bend = (vectors * (counts * sure * (1 - sure))[:, None]).T @ vectors + soft
        step = np.linalg.solve(bend, slope)
        weights = weights + step
        if np.abs(step).max() < 1e-7:
            break
    return weights


def _chances(vectors: Vector, weights: Vector) -> Vector:
    return np.asarray(1 / (1 + np.exp(-np.clip(vectors @ weights, -30, 30))))


def fit(found: Sequence[Example], name: str) -> tuple[Vector, str]:
    """One function from these examples, and how well it told those of clips that it had not seen."""
    used = [one for one in found if name == "alone" or one.evidence.is_whole]
    vectors = np.array([getattr(one.evidence, name)() for one in used])
    right = np.array([one.is_right for one in used], float)
    counts = np.array([_TALK if one.is_talk else 1.0 for one in used])
    folds = np.array([hash_of(one.clip) % _FOLDS for one in used])
    told = np.zeros(len(used))
    for fold in range(_FOLDS):
        away = folds == fold
        told[away] = _chances(vectors[away], fitted(vectors[~away], right[~away], counts[~away]))
    taken = told >= Decision().prices.sure()
    wrong = Counter(one.room for one, is_taken in zip(used, taken, strict=True) if is_taken and not one.is_right)
    taken_right, taken_wrong = int((taken & (right > 0)).sum()), int((taken & (right == 0)).sum())
    told_by = (
        f"{name}: {len(used)} weighed, {int(right.sum())} right; of clips not seen {taken_right} taken and right, "
        f"{taken_wrong} taken and wrong {dict(wrong)}"
    )
    return fitted(vectors, right, counts), told_by


def hash_of(clip: str) -> int:
    return sum(ord(letter) * (place + 1) for place, letter in enumerate(clip))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--voices", type=Path, required=True, help="the clips of models/training/voices.py")
    parser.add_argument("--rooms", type=Path, help="a folder with recorded rooms")
    parser.add_argument("--language", nargs="*", default=LANGUAGES)
    parser.add_argument("--amount", type=int, default=600, help="clips of each language")
    parser.add_argument("--again", action="store_true", help="fit from what was gathered before")
    args = parser.parse_args()
    if not args.again:
        with ProcessPoolExecutor(len(args.language), get_context("spawn")) as workers:
            work = [(args.voices, args.rooms, one, args.amount) for one in args.language]
            list(workers.map(gathered, *zip(*work, strict=True)))
    found = [one for language in LANGUAGES for one in read(evidence_file(args.voices, language))]
    clips = len({one.clip for one in found})
    told: dict[str, object] = {"fitted on": f"{len(found)} examples of {clips} clips of models/training/voices.py"}
    for name in ("alone", "both"):
        weights, line = fit(found, name)
        print(line)
        told[name] = {"weights": [round(float(one), 4) for one in weights]}
    paths.decision().write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What a speech model gives too much or too little of, learned: mostly letters and numbers, which nothing around them
tells apart. `python -m tests.benchmarks.leanings --audio FOLDER --language fr` prints it for `models/leanings.toml`.

Only the voices that thresholds are chosen with are learned from, in a quiet room and, heard twice, in noise; the
benchmark of hearing measures with the others.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from referee import models
from referee.cli.bench_audio import recorded, voiced
from referee.cli.bench_hearing import CHOSEN_WITH
from referee.cli.bench_rooms import Room, Rooms
from referee.hearing.graph import DEFAULT, graph
from referee.hearing.meanings import of_game
from referee.hearing.noise import without
from referee.hearing.recogniser import Recogniser
from referee.hearing.strictness import Strictness
from referee.hearing.waveform import RATE
from referee.hearing.wordings import together
from referee.language.grammar import Grammar
from referee.rules.crews import Game

_ROOMS = ("clean", "15", "10")
_BEFORE, _AFTER = 0.2, 0.1  # seconds of the room around a voice
_OFTEN = 30
_WIDE = replace(DEFAULT, search=(*(dict(DEFAULT.search) | {"lattice-beam": 7.0}).items(),))  # more to compare with
_HELD_BACK = 1.0  # how much evidence a leaning needs: less and more did worse for a voice left out
_MOST = Strictness().other_order / 2  # voices of another kind must not be led astray
_STEPS, _STRIDE = 400, 10.0
_WORTH_WRITING = 0.05

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Choice:
    """The orders that one sound may have been: their likelihoods, their words, and which it was."""

    scores: Matrix
    words: tuple[Counter[str], ...]
    truth: int


def choices(language: str, audio: Path) -> Iterator[Choice]:
    """What the recogniser offers, without any leanings, where the truth is among it."""
    grammar = Grammar.load(language, Game.CAPTAIN_SONAR)
    model, read = models.folder(language), of_game(grammar)
    recogniser = Recogniser(graph(model, grammar.network(), _WIDE, talk=grammar.words_of_cells(), leanings={}))
    found = [clip for clip in recorded(audio, language) if clip.order is None or clip.game is Game.CAPTAIN_SONAR]
    rooms = Rooms([clip for clip in found if clip.order is None])
    for clip in (clip for clip in found if clip.order and clip.person in CHOSEN_WITH):
        for room in _ROOMS:
            scene = rooms.scene(clip, Room.named(room))
            began = scene.ends - len(voiced(clip.samples))
            part = scene.samples[began - round(RATE * _BEFORE) : scene.ends + round(RATE * _AFTER)]
            orders: dict[str, tuple[float, Counter[str]]] = {}
            hearings = [recogniser.decode(part)]
            if room != "clean":
                hearings.append(recogniser.decode(without(scene.samples[: began - round(RATE * _BEFORE)], part)))
            for wording in together(hearings):
                for meaning in read(wording.words):
                    orders.setdefault(meaning.notation, (wording.score, Counter(wording.words)))
            if clip.order in orders:
                scores, words = zip(*orders.values(), strict=True)
                yield Choice(np.array(scores), words, [*orders].index(clip.order))


def learned(known: Sequence[Choice], words: Sequence[str]) -> Matrix:
    """What to add for each word, so that the truth is as likely as can be."""
    counts = [np.array([[one[word] for word in words] for one in choice.words], float) for choice in known]
    gains = np.zeros(len(words))
    for _ in range(_STEPS):
        slope = -2 * _HELD_BACK * gains
        for choice, count in zip(known, counts, strict=True):
            likely = choice.scores + count @ gains
            share = np.exp(likely - likely.max())
            slope += count[choice.truth] - (share / share.sum()) @ count
        gains = np.clip(gains + slope * _STRIDE / len(known), -_MOST, _MOST)
    return gains


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--audio", type=Path, required=True)
    parser.add_argument("--language", required=True)
    args = parser.parse_args()
    known = list(choices(args.language, args.audio))
    often = Counter(word for choice in known for word in set().union(*choice.words))
    words = sorted(word for word, times in often.items() if times >= _OFTEN)
    print(f"# from {len(known)} sounds")
    print(f'["{models.folder(args.language).name}"]')
    for word, gain in zip(words, learned(known, words), strict=True):
        if abs(gain) >= _WORTH_WRITING:
            print(f'"{word}" = {gain:.2f}')


if __name__ == "__main__":
    main()

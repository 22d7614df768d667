"""What a speech model gives too much or too little of, learned: mostly letters and numbers, which nothing around them
tells apart. `python -m models.training.leanings --voices FOLDER --language fr` writes it into `models/leanings.toml`.

Learned from the part *learn*, in a quiet room and, heard twice, in noise.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training.scenes import Scenes, asked
from referee import models, paths
from referee.hearing.graph import DEFAULT, graph
from referee.hearing.meanings import of_game
from referee.hearing.noise import without
from referee.hearing.recogniser import Recogniser
from referee.hearing.strictness import Strictness
from referee.hearing.wordings import together
from referee.language.grammar import Grammar
from referee.rules.crews import Game

_ROOMS = ("quiet", "talk:15", "talk:10")
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


def choices(scenes: Scenes) -> Iterator[Choice]:
    """What the recogniser offers, without any leanings, where the truth is among it."""
    language = scenes.language
    grammar = Grammar.load(language, Game.CAPTAIN_SONAR)
    model, read = models.folder(language), of_game(grammar)
    recogniser = Recogniser(graph(model, grammar.network(), _WIDE, talk=grammar.words_of_cells(), leanings={}))
    for clip in (clip for clip in scenes.orders if clip.game is Game.CAPTAIN_SONAR):
        for room in _ROOMS:
            before, part = scenes.and_before(clip, room, _BEFORE, _AFTER)
            orders: dict[str, tuple[float, Counter[str]]] = {}
            hearings = [recogniser.decode(part)]
            if room != "quiet":
                hearings.append(recogniser.decode(without(before, part)))
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
    args = asked(str(__doc__)).parse_args()
    scenes, file = Scenes(args.language, args.voices), args.out or paths.leanings()
    known = list(choices(scenes))
    often = Counter(word for choice in known for word in set().union(*choice.words))
    words = sorted(word for word, times in often.items() if times >= _OFTEN)
    gains = zip(words, learned(known, words), strict=True)
    print(f"{args.language}: {len(known)} sounds of {len({clip.person for clip in scenes.orders})} people", flush=True)
    model = models.folder(args.language).name
    file.write_text(written(file, model, {word: gain for word, gain in gains if abs(gain) >= _WORTH_WRITING}), "utf-8")


def written(file: Path, model: str, gains: Mapping[str, float]) -> str:
    """The file with what was learned of one model in place of what was known of it."""
    opening = file.read_text(encoding="utf-8").partition("\n[")[0] if file.exists() else ""
    known = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    lines = [opening.rstrip()]
    for name, its in sorted({**known, model: gains}.items()):
        lines += [f"\n[{json.dumps(name)}]", *(f"{_quoted(word)} = {gain:.2f}" for word, gain in its.items())]
    return "\n".join(lines).strip() + "\n"


def _quoted(word: str) -> str:
    return json.dumps(word, ensure_ascii=False)


if __name__ == "__main__":
    main()

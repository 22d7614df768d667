"""Who spoke, told by the voice alone: `python -m tests.bench.who_spoke FOLDER… --rooms FOLDER --keep FILE`.

Of people, and in others' talk, that nothing was learned of (`models/training/who_spoke.py`): after one, two and three
orders of each crew, how often the crew is right, asked for, or wrong. Unlike voices are any two, like ones a voice and
one of the nearest twelfth of its kind. A stranger should be asked. In a whole evening the crews are named at the dive
alone: what is asked is answered, and learned.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from models.training.hearing_voices import CLEAN, NOISES, Heard, heard
from models.training.who_spoke import CREWS, Games, learned, of_names
from referee import models, paths
from referee.hearing.layers import Floats
from referee.hearing.waveform import RATE
from referee.hearing.who.embedding import Embedding
from referee.hearing.who.telling import Known, Voices
from referee.rules.crews import Team
from referee.table.who_spoke import Voice, crew_of

TEAMS = (Team.BLUE, Team.YELLOW)
GAMES = 800
SHORT = 1.0  # seconds of speech
EVENING = 8  # orders of each captain after the dive
Outcomes = Counter[str]


def decided(known: Known, voices: Voices, place: Floats) -> Team | None:
    """The crew taken in real time, where nobody is due; None where it is asked."""
    likely = voices.likely(known, place, CREWS)
    return crew_of(Voice(0, tuple((team, likely[team]) for team in TEAMS)), None, TEAMS)


def outcome(found: Team | None, true: Team) -> str:
    if found is None:
        return "asked"
    return "right" if found is true else "wrong"


def shown(name: str, outcomes: Outcomes) -> str:
    count = max(1, outcomes.total())
    shares = "  ".join(f"{kind} {100 * outcomes[kind] / count:5.1f} %" for kind in ("right", "asked", "wrong"))
    return f"  {name:<58} {shares}  of {outcomes.total()}"


def after_some_orders(known: Known, people: Heard, kinds: Sequence[str]) -> Iterator[str]:
    for where in kinds:
        games = Games(people.of(np.char.find(people.where, where) >= 0))
        if not games.folk:
            continue
        places = known.placed(games.people.directions)
        for like in (False, True):
            for decibels in (CLEAN, *NOISES):
                room = "clean" if decibels == CLEAN else f"{decibels} dB"
                for words in (1, 2, 3):
                    by_length: dict[bool, Outcomes] = {True: Counter(), False: Counter()}
                    for game in games.games(GAMES, [decibels], [words], [like], 0.0):
                        found = decided(known, learned(known, places, game), places[game.order])
                        short = bool(games.people.seconds[game.order] < SHORT)
                        by_length[short][outcome(found, Team.BLUE)] += 1
                    name = f"{where}, {'like' if like else 'unlike'}, {room}, after {words}"
                    yield shown(name, by_length[True] + by_length[False])
                    if all(part.total() for part in by_length.values()):
                        yield shown("    of these under a second", by_length[True])


def strangers(known: Known, people: Heard) -> Iterator[str]:
    games = Games(people)
    places = known.placed(people.directions)
    for decibels in (CLEAN, *NOISES):
        found = [
            decided(known, learned(known, places, game), places[game.order])
            for game in games.games(GAMES, [decibels], [3], [False, True], 1.0)
        ]
        asked = np.mean([one is None for one in found])
        yield f"  somebody new, {decibels} dB: asked {100 * asked:.1f} %, taken for a crew's {100 - 100 * asked:.1f} %"


def evenings(known: Known, people: Heard, kinds: Sequence[str]) -> Iterator[str]:
    for where in kinds:
        games = Games(people.of(np.char.find(people.where, where) >= 0))
        places = known.placed(games.people.directions) if games.folk else people.directions[:0]
        for like in (False, True) if games.folk else ():
            for decibels in (CLEAN, *NOISES):
                outcomes: Outcomes = Counter()
                for said in games.evenings(GAMES // 5, decibels, EVENING + 1, like):
                    outcomes += _evening(known, places, said)
                yield shown(f"{where}, {'like' if like else 'unlike'}, {decibels} dB, a whole evening", outcomes)


def _evening(known: Known, places: Floats, said: Sequence[Sequence[int]]) -> Outcomes:
    voices, outcomes = Voices(), Counter[str]()
    for team, words in zip(TEAMS, said, strict=True):
        voices = voices.taught(known, team, places[words[0]])
    for orders in zip(*(words[1:] for words in said), strict=True):
        for team, order in zip(TEAMS, orders, strict=True):
            found = decided(known, voices, places[order])
            outcomes[outcome(found, team)] += 1
            if found is None:
                voices = voices.taught(known, team, places[order])
    return outcomes


def names(known: Known, people: Heard) -> Iterator[str]:
    for like in (False, True):
        own, others = of_names(known, people, like)
        yield (
            f"  a crew's name, {'like' if like else 'unlike'} voices: not trusted where it is of the same voice"
            f" {100 * np.mean(own < known.apart):.1f} %, of another {100 * np.mean(others < known.apart):.1f} %"
        )


def timed(model: Path) -> Iterator[str]:
    embedding, chance = Embedding(model), np.random.default_rng(0)
    for seconds in (0.5, 1.0, 1.5):
        sound, took = chance.normal(0, 0.1, round(seconds * RATE)).astype(np.float32), []
        for _ in range(50):
            began = time.perf_counter()
            embedding.of(sound)
            took.append(1000 * (time.perf_counter() - began))
        yield f"  {seconds} s of sound: {np.median(took):.1f} ms, at best {min(took):.1f}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--rooms", type=Path, required=True)
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args(arguments)
    model = models.voices()
    assert model is not None, "referee models get voices"
    known = Known.read(paths.voices(), model.name)
    assert known is not None, "python -m models.training.who_spoke"
    everybody = heard(args.folders, args.rooms, model, args.keep)
    people = everybody.of(everybody.report)
    whole = people.of(~people.begun)
    kinds = ("en-gsc", "synthetic", "mixed")
    counts = {where: len(np.unique(whole.voice[np.char.find(whole.where, where) >= 0])) for where in kinds}
    print(f"voices that nothing was learned of: {counts}")
    for lines in (
        after_some_orders(known, whole, kinds),
        evenings(known, whole, kinds),
        strangers(known, whole),
        names(known, people),
        timed(model),
    ):
        for line in lines:
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

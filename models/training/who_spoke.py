"""Learns how voices differ: `python -m models.training.who_spoke FOLDER… --rooms FOLDER --keep FILE`.

Three things are learned, of people who are never reported on. First the axes along which people are apart, and how far,
measured in how much one person's own words differ. Then, in games of two crews and sometimes a stranger whom nobody has
heard before, how much of that may be believed: axes learned of half the people are judged by the other half, or they
would seem surer than they are. And how unlike a crew's name and its order must be to be of two people. Writes
`models/voices.npz`, which says what it was learned of.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training.hearing_voices import CLEAN, Heard, heard
from referee import models, paths
from referee.hearing.layers import Floats
from referee.hearing.who.telling import Known, Person, Voices

AXES = 80
_ROUNDER = 0.3  # of how one person's words differ, as much is taken to be the same in every direction
_SHARPNESS, _NEWCOMERS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0), (0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
_GAMES, _NAMES = 1500, 3000
_DISTRUSTED = 0.02
"""Of all orders of one voice, those whose crew's name is not trusted."""
_STRANGERS = 0.05
"""Of all orders, those of somebody whom the table has not heard before."""
_LIKE = 12
"""Voices are like where one is among the nearest twelfth of the other's kind."""
CREWS = ("blue", "yellow")
_FEW, _SOME = 3, 10  # words of a person from which anything is learned, and that count alike


@dataclass(frozen=True, slots=True)
class Game:
    """What each crew was heard to say before, and an order of the first one, or of a stranger."""

    said: Mapping[str, NDArray[np.intp]]
    order: int
    stranger: bool = False


def axes_of(people: Heard) -> Known:
    """Where these people differ most and their own words least; words that were broken off are such, too."""
    directions = people.directions.astype(np.float64)
    middle = directions.mean(axis=0)
    means, scatter = [], []
    for voice in np.unique(people.voice):
        own = directions[people.voice == voice] - middle
        if len(own) >= _FEW:
            means.append(own.mean(axis=0))
            scatter.append(np.cov(own.T))
    within, between = np.mean(scatter, axis=0), np.cov(np.array(means).T)
    within = (1 - _ROUNDER) * within + _ROUNDER * np.trace(within) / len(within) * np.eye(len(within))
    white = np.linalg.cholesky(np.linalg.inv(within))
    apart, ways = np.linalg.eigh(white.T @ between @ white)
    best = np.argsort(-apart)[:AXES]
    axes = (white @ ways[:, best]).astype(np.float32)
    return Known(middle.astype(np.float32), axes, apart[best].astype(np.float32), 1.0, 1.0, 0.0)


class Games:
    """Games among people recorded alike."""

    def __init__(self, people: Heard, seed: int = 0) -> None:
        self.people = people
        self._chance = np.random.default_rng(seed)
        self._words: dict[tuple[str, int], NDArray[np.intp]] = {}
        self.folk: dict[str, list[str]] = {}
        for where in np.unique(people.where):
            here = people.where == where
            for voice in np.unique(people.voice[here]):
                for decibels in np.unique(people.decibels):
                    mine = here & (people.voice == voice) & (people.decibels == decibels)
                    self._words[str(voice), int(decibels)] = np.flatnonzero(mine)
                if len(self._words[str(voice), CLEAN]) > _FEW:
                    self.folk.setdefault(str(where), []).append(str(voice))
        self.folk = {where: voices for where, voices in self.folk.items() if len(voices) > _FEW}

    def games(
        self, count: int, decibels: Sequence[int], words: Sequence[int], like: Sequence[bool], strangers: float
    ) -> Iterator[Game]:
        places = [where for where, voices in self.folk.items() for _ in voices]
        nearest = {where: self._nearest(voices) for where, voices in self.folk.items()}
        for _ in range(count):
            where = str(self._chance.choice(places))
            noise, known = int(self._chance.choice(decibels)), int(self._chance.choice(words))
            blue = int(self._chance.integers(len(self.folk[where])))
            near = nearest[where][blue]
            among = near[: max(1, round(len(near) / _LIKE))] if self._chance.choice(like) else near
            yellow = int(self._chance.choice(among))
            third = int(self._chance.choice([one for one in near if one != yellow]))
            stranger = bool(self._chance.random() < strangers)
            own = [self._chance.permutation(self._words[self.folk[where][at], noise]) for at in (blue, yellow, third)]
            if min(map(len, own)) > known:
                said = {crew: own[at][:known] for at, crew in enumerate(CREWS)}
                yield Game(said, int(own[2 if stranger else 0][known]), stranger)

    def evenings(self, count: int, decibels: int, words: int, like: bool) -> Iterator[Sequence[Sequence[int]]]:
        """What two captains say, one after the other."""
        places = [where for where, voices in self.folk.items() for _ in voices]
        nearest = {where: self._nearest(voices) for where, voices in self.folk.items()}
        for _ in range(count):
            where = str(self._chance.choice(places))
            blue = int(self._chance.integers(len(self.folk[where])))
            near = nearest[where][blue]
            yellow = int(self._chance.choice(near[: max(1, round(len(near) / _LIKE))] if like else near))
            own = [self._chance.permutation(self._words[self.folk[where][at], decibels]) for at in (blue, yellow)]
            if min(map(len, own)) >= words:
                yield [one[:words].tolist() for one in own]

    def _nearest(self, voices: Sequence[str]) -> list[NDArray[np.intp]]:
        means = np.array([self.people.directions[self._words[voice, CLEAN]].mean(axis=0) for voice in voices])
        means /= np.linalg.norm(means, axis=1, keepdims=True)
        return [np.argsort(-(means @ one), kind="stable")[1:] for one in means]


def learned(known: Known, places: Floats, game: Game) -> Voices:
    """The crews as they are known before that order."""
    voices = Voices()
    for crew, words in game.said.items():
        for at in words:
            voices = voices.taught(known, crew, places[at])
    return voices


def believed(people: Heard) -> Known:
    """The axes of all, and how much of what they tell may be believed."""
    halves = [np.array([hash_of(voice) % 2 == half for voice in people.voice]) for half in (0, 1)]
    trials: list[tuple[Known, Voices, Floats, bool]] = []
    names = []
    for learn, judge in (halves, halves[::-1]):
        games, known = Games(people.of(judge & ~people.begun)), axes_of(people.of(learn))
        names.append(of_names(known, people.of(judge)))
        decibels, words = np.unique(people.decibels).tolist(), (1, 2, 3, 5)
        played = list(games.games(_GAMES, decibels, words, (False, True), _STRANGERS))
        places = known.placed(games.people.directions)
        trials += [(known, learned(known, places, game), places[game.order], game.stranger) for game in played]
    costs = {}
    for sharpness, newcomers in product(_SHARPNESS, _NEWCOMERS):
        cost = [
            _cost(voices.likely(replace(known, sharpness=sharpness, newcomers=newcomers), place, CREWS), stranger)
            for known, voices, place, stranger in trials
        ]
        costs[sharpness, newcomers] = float(np.mean(cost))
    apart = float(np.quantile(np.concatenate([likelier for likelier, _ in names]), _DISTRUSTED))
    found = np.mean(np.concatenate([likelier for _, likelier in names]) < apart)
    print(f"two voices below {apart:.2f}: found in {100 * found:.0f} of a hundred", flush=True)
    sharpness, newcomers = min(costs, key=lambda pair: costs[pair])
    print(f"sharpness {sharpness}, newcomers {newcomers}: {costs[sharpness, newcomers]:.4f} nats an order", flush=True)
    return replace(axes_of(people), sharpness=sharpness, newcomers=newcomers, apart=apart * sharpness)


def of_names(known: Known, people: Heard, like: bool = False, seed: int = 0) -> tuple[Floats, Floats]:
    """How likely an order is of the voice of what was said before it, as long as a name: of the same, of another."""
    games, chance = Games(people.of(~people.begun), seed), np.random.default_rng(seed)
    places = known.placed(people.directions)
    names = {key: np.flatnonzero(found) for key, found in _begun(people)}
    orders = np.flatnonzero(~people.begun)
    found: tuple[list[float], list[float]] = ([], [])
    for game in games.games(_NAMES, np.unique(people.decibels[people.begun]).tolist(), (1,), (like,), 0.0):
        order = orders[game.order]
        for into, crew in zip(found, CREWS, strict=True):
            said = orders[game.said[crew][0]]
            own = names[str(people.voice[said]), int(people.decibels[said])]
            name = Person("", places[chance.choice(own)], 1.0)
            into.append(float(known.likelier([name], places[order])[0]))
    return np.array(found[0], np.float32), np.array(found[1], np.float32)


def _begun(people: Heard) -> Iterator[tuple[tuple[str, int], NDArray[np.bool_]]]:
    for voice in np.unique(people.voice):
        for decibels in np.unique(people.decibels):
            mine = people.begun & (people.voice == voice) & (people.decibels == decibels)
            yield (str(voice), int(decibels)), mine


def hash_of(voice: str) -> int:
    """Another half than the one that says who is reported on."""
    return sum(voice.encode())


def _cost(likely: Mapping[str, float], stranger: bool) -> float:
    """The surprise; a stranger is of either crew."""
    blue, yellow = (np.log(max(likely[crew], 1e-6)) for crew in CREWS)
    return float(-(blue + yellow) / 2 if stranger else -blue)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--rooms", type=Path, required=True)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--out", type=Path, default=paths.voices())
    args = parser.parse_args(arguments)
    model = models.voices()
    assert model is not None, "referee models get voices"
    everybody = heard(args.folders, args.rooms, model, args.keep)
    people = everybody.of(~everybody.report)
    known = believed(people)
    voices = {str(where): len(np.unique(people.voice[people.where == where])) for where in np.unique(people.where)}
    about = f"{int((~people.begun).sum())} words of {sum(voices.values())} voices: {voices}"
    with args.out.open("wb") as file:
        np.savez_compressed(
            file,
            about=np.array(about),
            model=np.array(model.name),
            middle=known.middle,
            axes=known.axes.astype(np.float16),
            between=known.between,
            sharpness=np.array(known.sharpness),
            newcomers=np.array(known.newcomers),
            apart=np.array(known.apart),
        )
    print(about)
    return 0


if __name__ == "__main__":
    sys.exit(main())

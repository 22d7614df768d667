"""Letters and numbers by their sound: what this project has learned itself of the second ear's model.

That model turns sound into states, fifty a second. Where a word lies in time is known from the recogniser; a small net
tells from the states in each quarter of the word which of the letters and numbers it was. Nothing else tells a letter
from another: not the order around it, not what is usually written.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar
from zipfile import BadZipFile

import numpy as np

from referee.hearing import nets
from referee.hearing.layers import Floats
from referee.hearing.wordings import Span

_Made = TypeVar("_Made")
Reading = tuple[Sequence[str], Sequence[Span]]
"""Words, and from which second to which each was said."""

PARTS = 4
_AROUND = 0.04  # seconds that a word may be told too short
A_SECOND = 50  # states
_LEAST = -6.0  # no word costs more: the recogniser may have told a wrong place


@dataclass(frozen=True, slots=True)
class States:
    """What the second ear's model makes of a sound, fifty a second."""

    last: Floats
    halfway: Floats
    """Some of its layers before: nearer to how it sounds, farther from what is written."""

    @property
    def both(self) -> Floats:
        return np.concatenate([self.last, self.halfway], axis=1)


@dataclass(frozen=True, slots=True)
class Learned:
    """The words that are known by their sound."""

    names: Mapping[str, int]
    middle: Floats
    spread: Floats
    layers: nets.Layers

    @classmethod
    def read(cls, file: Path, model: str) -> Learned | None:
        """None where there is no such file, or one for another model, or a damaged one."""
        return of_file(file, model, cls.of)

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Learned:
        names = {name: place for place, words in enumerate(found["names"].tolist()) for name in words.split()}
        middle, spread = (found[name].astype(np.float32) for name in ("middle", "spread"))
        if spread.shape != middle.shape:
            raise ValueError("parts that do not fit together")
        return cls(names, middle, spread, nets.of(found, len(middle), len(found["names"])))

    def likelihoods(self, states: Floats, readings: Sequence[Reading]) -> list[float]:
        """For each of several readings of one sound: the logarithm of how likely the words that are known sound so; the
        others say nothing. A word that is told a wrong place may be where another reading has another word."""
        known = [self._known(*reading) if PARTS * states.shape[1] == len(self.middle) else [] for reading in readings]
        places: dict[tuple[int, int], set[Span]] = defaultdict(set)
        for words in known:
            for at, (_, span) in enumerate(words):
                places[len(words), at].add(span)
        heard = {at: [self.shares(quarters(states, span)) for span in spans] for at, spans in places.items()}
        return [sum(_best(word, heard[len(words), at]) for at, (word, _) in enumerate(words)) for words in known]

    def _known(self, words: Sequence[str], spans: Sequence[Span]) -> list[tuple[int, Span]]:
        if len(words) != len(spans):
            return []
        return [(self.names[word], span) for word, span in zip(words, spans, strict=True) if word in self.names]

    def shares(self, sound: Floats) -> Floats:
        """The logarithm of each word's share."""
        told = (sound - self.middle) / self.spread
        return np.asarray(nets.shares(self.layers, told[None])[0], np.float32)


def of_file(file: Path, model: str, made: Callable[[Mapping[str, Any]], _Made]) -> _Made | None:
    """What is made of the parts in a file; None where there is none, or one for another model, or a damaged one."""
    try:
        with np.load(file, allow_pickle=False) as found:
            return made(found) if str(found["model"]) == model else None
    except (OSError, ValueError, KeyError, EOFError, BadZipFile, zlib.error):
        return None


def _best(word: int, shares: Iterable[Floats]) -> float:
    return max(_LEAST, *(float(one[word]) for one in shares))


def quarters(states: Floats, span: Span) -> Floats:
    """The mean states of each quarter of a word."""
    edges = np.linspace(span[0] - _AROUND, span[1] + _AROUND, PARTS + 1)
    places = np.clip(np.rint(edges * A_SECOND), 0, len(states) - 1).astype(int)
    return np.concatenate([states[at : max(at + 1, to)].mean(axis=0) for at, to in pairwise(places)])

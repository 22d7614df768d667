"""The sounds that speech is made of (phones), heard by what this project has learned of the second judge's model.

That model turns sound into states, fifty a second. A small net, learned from orders that many voices said, tells of
each state which phone it belongs to. Words are known as the phones they are made of: so every order can be followed
through the states, and what nobody could have meant is told from it by how much better any other phones would fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.hearing.learned import Floats, of_file

SILENCE = 0
"""The number of the phone that is none."""
_PRIOR = 0.3  # how much a phone that is rare is preferred to a common one
_OTHERWISE, _BETWEEN = "|", " "
"""Between two ways to say a word, and between the phones of one."""


@dataclass(frozen=True, slots=True)
class Phones:
    """What is known of a language."""

    said: Mapping[str, tuple[tuple[int, ...], ...]]
    """The ways to say each word, as numbers of phones."""
    middle: Floats
    spread: Floats
    layers: Sequence[tuple[Floats, Floats]]
    """Weights and bias."""
    rare: Floats

    @classmethod
    def read(cls, file: Path, model: str) -> Phones | None:
        """None where there is no such file, or one for another model, or a damaged one."""
        return of_file(file, model, cls.of)

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Phones:
        """Weights are kept as bytes with a scale for each column."""
        numbers = {name: number for number, name in enumerate(found["phones"].tolist())}
        said = zip(found["words"].tolist(), found["said"].tolist(), strict=True)
        layers = [
            (found[f"weights{at}"].astype(np.float32) * found[f"scale{at}"], found[f"bias{at}"])
            for at in range(int(found["layers"]))
        ]
        made = cls(
            {word: tuple(_numbered(way, numbers) for way in ways.split(_OTHERWISE)) for word, ways in said},
            found["middle"].astype(np.float32),
            found["spread"].astype(np.float32),
            layers,
            found["rare"].astype(np.float32),
        )
        made._check(len(numbers))
        return made

    def _check(self, count: int) -> None:
        sizes = [size for weights, _ in self.layers for size in weights.shape]
        ends = [(weights.shape[1:], bias.shape) for weights, bias in self.layers]
        fits = sizes[1:-1:2] == sizes[2::2] and all(columns == its for columns, its in ends)
        if not fits or sizes[-1] != count or sizes[0] % len(self.middle) or self.rare.shape != (count,):
            raise ValueError("parts that do not fit together")

    def known(self, words: Sequence[str]) -> bool:
        return all(word in self.said for word in words)

    def likely(self, states: Floats) -> Floats:
        """For each state and phone: the logarithm of how likely it is that phone."""
        return self.shares(states) - _PRIOR * self.rare

    def shares(self, states: Floats) -> Floats:
        """The logarithm of each phone's share of each state."""
        found = self.seen(states)
        for at, (weights, bias) in enumerate(self.layers):
            found = (found if at == 0 else np.maximum(found, 0)) @ weights + bias
        found -= found.max(axis=1, keepdims=True)
        return np.asarray(found - np.log(np.exp(found).sum(axis=1, keepdims=True)), np.float32)

    def seen(self, states: Floats) -> Floats:
        """What the net looks at: each state with those beside it."""
        count = len(self.layers[0][0]) // len(self.middle)
        wide = np.pad((states - self.middle) / self.spread, ((count // 2, count // 2), (0, 0)), "edge")
        return np.concatenate([wide[at : at + len(states)] for at in range(count)], axis=1)


def _numbered(way: str, numbers: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(numbers[phone] for phone in way.split(_BETWEEN))


def kept(
    phones: Sequence[str], said: Mapping[str, Sequence[Sequence[str]]], layers: Sequence[tuple[Floats, Floats]]
) -> dict[str, NDArray[np.generic]]:
    """The phones, the words and the weights as they are kept in a file."""
    words = sorted(said)
    ways = (_OTHERWISE.join(_BETWEEN.join(way) for way in said[word]) for word in words)
    scales = [np.abs(weights).max(axis=0) / 127 for weights, _ in layers]
    parts = (
        {f"weights{at}": np.rint(weights / scale).astype(np.int8), f"scale{at}": scale, f"bias{at}": bias}
        for at, ((weights, bias), scale) in enumerate(zip(layers, scales, strict=True))
    )
    known = {"phones": np.array(phones), "words": np.array(words), "said": np.array(list(ways))}
    return {**known, "layers": np.array(len(layers)), **dict(chain.from_iterable(part.items() for part in parts))}

"""The sounds that speech is made of (phones), heard by what this project has learned of the second ear's model.

That model turns sound into states, fifty a second. A small net, learned from orders that many voices said, tells of
each state which phone it belongs to. Words are known as the phones they are made of: so every order can be followed
through the states, and what nobody could have meant is told from it by how much better any other phones would fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.hearing import nets
from referee.hearing.layers import Floats
from referee.hearing.learned import of_file

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
    layers: nets.Layers
    rare: Floats

    @classmethod
    def read(cls, file: Path, model: str) -> Phones | None:
        """None where there is no such file, or one for another model, or a damaged one."""
        return of_file(file, model, cls.of)

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Phones:
        numbers = {name: number for number, name in enumerate(found["phones"].tolist())}
        said = zip(found["words"].tolist(), found["said"].tolist(), strict=True)
        middle, rare = found["middle"].astype(np.float32), found["rare"].astype(np.float32)
        inputs = len(found["weights0"])
        if inputs % len(middle) or rare.shape != (len(numbers),):
            raise ValueError("parts that do not fit together")
        return cls(
            {word: tuple(_numbered(way, numbers) for way in ways.split(_OTHERWISE)) for word, ways in said},
            middle,
            found["spread"].astype(np.float32),
            nets.of(found, inputs, len(numbers)),
            rare,
        )

    def known(self, words: Sequence[str]) -> bool:
        return all(word in self.said for word in words)

    def likely(self, states: Floats) -> Floats:
        """For each state and phone: the logarithm of how likely it is that phone."""
        return self.shares(states) - _PRIOR * self.rare

    def shares(self, states: Floats) -> Floats:
        """The logarithm of each phone's share of each state."""
        return nets.shares(self.layers, self.seen(states))

    def seen(self, states: Floats) -> Floats:
        """What the net looks at: each state with those beside it."""
        count = len(self.layers[0][0]) // len(self.middle)
        wide = np.pad((states - self.middle) / self.spread, ((count // 2, count // 2), (0, 0)), "edge")
        return np.concatenate([wide[at : at + len(states)] for at in range(count)], axis=1)


def _numbered(way: str, numbers: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(numbers[phone] for phone in way.split(_BETWEEN))


def kept(
    phones: Sequence[str], said: Mapping[str, Sequence[Sequence[str]]], layers: nets.Layers
) -> dict[str, NDArray[np.generic]]:
    """The phones, the words and the net as they are kept in a file."""
    words = sorted(said)
    ways = (_OTHERWISE.join(_BETWEEN.join(way) for way in said[word]) for word in words)
    known = {"phones": np.array(phones), "words": np.array(words), "said": np.array(list(ways))}
    return {**known, **nets.kept(layers)}

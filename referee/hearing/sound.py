"""What the sound of a stretch of speech tells of the wordings that the recogniser offers for it, words apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from referee.hearing.wordings import Wording


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a second judge finds of an order, in natural logarithms of likelihood."""

    written: float
    """That the sound is written so."""
    heard: float = 0.0
    """That its letters and numbers sound so."""
    behind: float = 0.0
    """That its phones are heard, beside any phones at all."""
    each: float = math.nan
    """The same for each moment of the sound; no number where that is not known."""


class Sound(Protocol):
    """What the sound tells of a wording, words apart."""

    @property
    def is_heard_twice(self) -> bool:
        """Whether the wordings are those of two hearings together, as in a noise."""
        ...

    @property
    def is_above_noise(self) -> bool:
        """Whether it is heard in a noise, and clearly louder."""
        ...

    def second(self, wordings: Sequence[Wording]) -> Sequence[Opinion] | None:
        """What a second judge finds of each of these; None where there is none to ask."""
        ...

    def fit(self, wording: Wording) -> float:
        """How well its phones fit each moment beside any phones at all, as in an opinion."""
        ...

    def alone(self) -> Wording | None:
        """What a second judge would take it for, if it must be an order."""
        ...

    def likelier(self, wording: Wording, at: int, words: Sequence[str]) -> Sequence[float]:
        """How much better the phones of each of these fit than those of one word of it."""
        ...

    def is_all(self, wording: Wording) -> bool:
        """Whether nothing was said beside it."""
        ...

    def is_first(self, wording: Wording) -> bool:
        """Whether nothing was said before it."""
        ...


class Unheard:
    """A sound that tells nothing."""

    is_heard_twice = False
    is_above_noise = False

    def second(self, _: Sequence[Wording]) -> Sequence[Opinion] | None:
        return None

    def fit(self, _: Wording) -> float:
        return math.nan

    def alone(self) -> Wording | None:
        return None

    def likelier(self, _: Wording, __: int, words: Sequence[str]) -> Sequence[float]:
        return [0.0] * len(words)

    def is_all(self, _: Wording) -> bool:
        return True

    def is_first(self, _: Wording) -> bool:
        return True

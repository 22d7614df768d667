"""What may be found of a stretch of speech, and an order that may be it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.hearing.wordings import Spans

MISSING = "?"
"""The end of an order whose cell or sector is still to be said."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a wording stands for. Two wordings with one key are the same order."""

    key: str
    kind: str
    value: Any
    without_call: str
    """The key of the same order when no crew was called."""
    order: str
    """The same for everything that comes to this order, whoever is called, with a STOP before it or without."""
    notation: str = ""
    """How it is written."""


@dataclass(frozen=True, slots=True)
class Accepted:
    meaning: Meaning
    words: tuple[str, ...]
    confidence: float
    spans: Spans = ()


@dataclass(frozen=True, slots=True)
class Doubtful:
    """Orders too close to choose between, the likeliest first."""

    meanings: tuple[Meaning, ...]
    words: tuple[str, ...]
    spans: Spans = ()


@dataclass(frozen=True, slots=True)
class Nearly:
    """Not an order, but the beginning of one or hardly worse than one."""

    kind: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Garbled:
    """A crew was named and a whole order heard, which is too unlikely even to be asked about: whoever said it is to say
    it again."""

    meaning: Meaning
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chatter:
    words: tuple[str, ...]


Judgement = Accepted | Doubtful | Nearly | Garbled | Chatter
Reader = Callable[[tuple[str, ...]], tuple[Meaning, ...]]
"""What a whole wording means: nothing, one order, or several."""

"""Wordings: what the recogniser offers and the judge weighs."""

from __future__ import annotations

from dataclasses import dataclass

UNKNOWN = "[unk]"


Spans = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to read what was said. Scores are logarithms; only their differences mean something."""

    words: tuple[str, ...]
    score: float
    spans: Spans = ()
    """From which second of the sound to which each word lasts, where that is known."""

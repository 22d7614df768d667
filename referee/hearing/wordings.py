"""Wordings: what the recogniser offers and the judge weighs."""

from __future__ import annotations

from dataclasses import dataclass

UNKNOWN = "[unk]"
ALTERNATIVES = 25
"""Wordings that the recogniser offers at most."""


Span = tuple[float, float]
"""From which second to which a word lasts."""
Spans = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to read what was said. Scores are logarithms; only their differences mean something."""

    words: tuple[str, ...]
    score: float
    spans: Spans = ()
    """From which second of the sound to which each word lasts, where that is known."""

"""Wordings: what the recogniser offers and the judge weighs."""

from __future__ import annotations

from dataclasses import dataclass

UNKNOWN = "[unk]"


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to read what was said. Scores are logarithms; only their differences mean something."""

    words: tuple[str, ...]
    score: float

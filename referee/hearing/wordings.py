"""Wordings: what the recogniser offers and the judge weighs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

UNKNOWN = "[unk]"


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


def together(hearings: Sequence[Sequence[Wording]]) -> tuple[Wording, ...]:
    """What several hearings of one sound come to: of each wording the mean of its shares, the likeliest first. What
    one hearing alone is sure of is half as likely, and never surer than what the other is sure of."""
    known: dict[tuple[str, ...], Wording] = {}
    shares: dict[tuple[str, ...], float] = {}
    for heard in hearings:
        top = max((wording.score for wording in heard), default=0.0)
        whole = sum(math.exp(wording.score - top) for wording in heard)
        for wording in heard:
            share = math.exp(wording.score - top) / whole
            if share > shares.get(wording.words, 0.0):
                known[wording.words] = wording
            shares[wording.words] = shares.get(wording.words, 0.0) + share
    found = (replace(known[words], score=math.log(share / len(hearings))) for words, share in shares.items() if share)
    return tuple(sorted(found, key=lambda wording: -wording.score))

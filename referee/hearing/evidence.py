"""What speaks for an order and against it: a few named figures of each that may have been said at one place, and
nothing decided. Which figures are worth what is learned (`decision`).

No figure knows a rule, a secret, or what would be legal now.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from referee.hearing.second import Hearing
from referee.hearing.sounding import Sounded
from referee.hearing.spotting import Hypothesis, Place, Spotted
from referee.hearing.wordings import Span

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The figures of one order at one place. Scores are natural logarithms of likelihood, levels decibels, times
    seconds; what a witness does not know is no number."""

    talk: float
    """The recogniser: above the likeliest wording without an order here."""
    rival: float
    """The recogniser: above the likeliest other order."""
    words: int
    letters: int
    seconds: float
    above: float
    """The level of its loud moments above the room."""
    before: float
    """The level just before it, less its own."""
    after: float
    rest_before: float
    """The longest rest within half a second before it."""
    rest_after: float
    gap_before: float
    """From the word before it, as the recogniser has it, up to a second."""
    gap_after: float
    fit: float = math.nan
    """The second ear: how well its phones fit each moment, beside any phones at all."""
    behind: float = math.nan
    """The second ear: behind the order that fits best."""
    cells: float = math.nan
    """The second ear: how its letters and numbers sound."""
    cells_behind: float = math.nan
    """The same behind the best other order's."""

    @property
    def is_whole(self) -> bool:
        """Whether the second ear has spoken."""
        return not math.isnan(self.fit)

    def alone(self) -> Vector:
        """What is weighed where only the recogniser has heard it."""
        one, two = float(self.words == 1), float(self.words == 2)
        talk = math.copysign(math.sqrt(min(abs(self.talk), 16.0)), self.talk)
        rival = math.copysign(math.sqrt(min(abs(self.rival), 16.0)), self.rival)
        pace = math.log(max(0.02, self.seconds) / (0.05 * self.letters + 0.1))
        before, after = _beside(self.before, self.rest_before), _beside(self.after, self.rest_after)
        return np.array([
            1.0, one, two, talk, talk * one, talk * two, rival, min(rival, 0.0), abs(pace), min(pace, 0.0),
            _between(self.above, 0, 40) / 10, _between(self.before, -30, 6) / 10, _between(self.after, -30, 6) / 10,
            before, after, before * one, after * one, _joined(self.gap_before), _joined(self.gap_after),
            before * _joined(self.gap_before), after * _joined(self.gap_after),
        ])  # fmt: skip

    def both(self) -> Vector:
        """What is weighed where both have."""
        one, two = float(self.words == 1), float(self.words == 2)
        fit, fits = max(self.fit, -4.0), math.exp(2.0 * self.fit)
        before, after = _beside(self.before, self.rest_before), _beside(self.after, self.rest_after)
        stands = max(0.0, 1.0 - before) * max(0.0, 1.0 - after)
        more = [
            fit, fit * one, fit * two, math.sqrt(-min(0.0, fit)), max(self.behind, -30.0) / 10,
            math.sqrt(min(30.0, -min(0.0, self.behind))), float(self.behind >= -0.01),
            max(self.cells, -6.0), max(self.cells_behind, -8.0), min(self.cells_behind, 3.0),
            fits, fits * stands, fits * stands * one,
        ]  # fmt: skip
        return np.concatenate([self.alone(), more])


def _between(value: float, least: float, most: float) -> float:
    return max(least, min(most, value))


def _beside(level: float, rest: float) -> float:
    """One where somebody as loud speaks beside it without a rest, nothing from a quarter of a second on."""
    return _between((level + 14.0) / 14.0, 0.0, 1.2) * max(0.0, 1.0 - rest / 0.25)


def _joined(gap: float) -> float:
    """One where a word is joined without a pause, nothing from half a second on."""
    return max(0.0, 1.0 - gap / 0.5)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """How loud it was, ten milliseconds at a time, and how loud the room is."""

    levels: NDArray[np.float64]
    room: float

    def of(self, span: Span) -> tuple[float, float, float, float, float]:
        """The order above the room; before and after it, less its own level; how long it rests before and after it."""
        first, last = (max(0, round(edge * 100)) for edge in span)
        own = self._loud(first, last)
        before, after = (first - _NEAR, first - 4), (last + 4, last + _NEAR)
        levels = (own - self.room, self._loud(*before) - own, self._loud(*after) - own)
        return *levels, self._rest(first - _HALF, first + 4, own), self._rest(last - 4, last + _HALF, own)

    def _rest(self, first: int, last: int, own: float) -> float:
        """The longest run of moments that are far below the order; what is not known any more or yet is one."""
        part = self.levels[max(0, first) : max(0, last)] < own - _REST
        edges = np.flatnonzero(np.diff(np.concatenate([[0], part, [0]])))
        longest = int((edges[1::2] - edges[::2]).max(initial=0))
        return (longest + (last - first - len(part))) / 100

    def _loud(self, first: int, last: int) -> float:
        part = self.levels[max(0, first) : max(0, last)]
        return float(np.percentile(part, 85)) if len(part) else self.room


_NEAR, _HALF = 40, 50  # frames
_REST = 16.0  # decibels


def by_recogniser(place: Place, talk: Sequence[Spotted], surroundings: Surroundings, began: float) -> list[Evidence]:
    """The evidence of each hypothesis, as far as the recogniser and the level know. `talk` is the order as it stands in
    the ongoing sound, `began` where the sound of this place begins in it."""
    scores = [one.spotted.score for one in place.hypotheses]
    found = []
    for at, one in enumerate(place.hypotheses):
        others = (
            score
            for other, score in zip(place.hypotheses, scores, strict=True)
            if other.meaning.order != one.meaning.order
        )
        span = one.spotted.span
        above, before, after, rest_before, rest_after = surroundings.of((span[0] + began, span[1] + began))
        near = next((known for known in talk if known.overlap((span[0] + began, span[1] + began)) > 0.3), one.spotted)
        found.append(
            Evidence(
                talk=scores[at] - place.talk,
                rival=scores[at] - max(others, default=place.worst),
                words=len(one.spotted.words),
                letters=sum(map(len, one.spotted.words)),
                seconds=span[1] - span[0],
                above=above,
                before=before,
                after=after,
                rest_before=rest_before,
                rest_after=rest_after,
                gap_before=min(1.0, near.before),
                gap_after=min(1.0, near.after),
            )
        )
    return found


def by_both(
    hypotheses: Sequence[Hypothesis], found: Sequence[Evidence], hearing: Hearing, instead: Sequence[tuple[str, ...]]
) -> list[Evidence]:
    """The same with what the second ear knows; as it was where it does not know the words. What may have been said
    instead is followed, too, as far as its words are known: "nord" is no "non"."""
    sounded = [hearing.sounded(one.spotted.words) for one in hypotheses]
    if any(one is None for one in sounded):
        return list(found)
    known = [one for one in sounded if one is not None]
    talk = [sound for words in instead if (sound := hearing.sounded(words))]
    best = max(one.behind for one in (*known, *talk, *_also(hearing.likeliest())))
    cells = hearing.cells([(one.spotted.words, one.spotted.spans) for one in hypotheses])
    return [
        replace(
            evidence,
            fit=sound.each,
            behind=sound.behind - best,
            cells=cell,
            cells_behind=cell - max((other for place, other in enumerate(cells) if place != at), default=cell - 1.0),
        )
        for at, (evidence, sound, cell) in enumerate(zip(found, known, cells, strict=True))
    ]


def _also(sounded: Sounded | None) -> tuple[Sounded, ...]:
    return (sounded,) if sounded else ()

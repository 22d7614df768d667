"""The second ear: where the recogniser is not sure, another model listens. It follows phone by phone which of all
orders a sound is, and tells letters and numbers by how they sound. Whoever has no such model plays on: he is asked more
often.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from referee.hearing.layers import Floats
from referee.hearing.learned import A_SECOND, Learned, States
from referee.hearing.phones import Phones
from referee.hearing.sounding import Sounded, Sounding, chain
from referee.hearing.waveform import RATE, Samples
from referee.hearing.wordings import Span, Spans


class Encoder(Protocol):
    """A model that turns sound into states, fifty a second."""

    def states(self, samples: Samples) -> States: ...


class Written(Protocol):
    """Which words of an order are letters and numbers."""

    def written_cells(self, words: Sequence[str]) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Pronounced:
    """How a grammar's orders sound."""

    phones: Phones
    orders: Sounding


@dataclass(frozen=True, slots=True)
class Second:
    """The second ear of one language."""

    model: Encoder
    grammar: Written
    learned: Learned | None = None
    pronounced: Pronounced | None = None

    def hearing(self, samples: Samples, span: Span) -> Hearing:
        """What it makes of a part of a sound, as far as it is asked."""
        return Hearing(self, samples, span)


class Hearing:
    """One sound before the second ear. Nothing is computed before it is asked for; times are seconds of the sound."""

    def __init__(self, second: Second, samples: Samples, span: Span) -> None:
        self._second = second
        self._samples = samples
        last = len(samples) * A_SECOND // RATE
        self._first = max(0, round((span[0] - EDGE) * A_SECOND))
        self._last = min(last, max(self._first + 1, round((span[1] + EDGE) * A_SECOND)))
        self._followed: dict[tuple[str, ...], Sounded | None] = {}

    def sounded(self, words: tuple[str, ...]) -> Sounded | None:
        """How the sound follows these words; None where their phones are not known."""
        pronounced = self._second.pronounced
        if pronounced is None or not pronounced.phones.known(words):
            return None
        if words not in self._followed:
            self._followed[words] = self._placed(Sounding(chain(words), pronounced.phones))
        return self._followed[words]

    def likeliest(self) -> Sounded | None:
        """The order that it hears itself, if it must be one."""
        return self._likeliest

    @cached_property
    def _likeliest(self) -> Sounded | None:
        pronounced = self._second.pronounced
        return self._placed(pronounced.orders) if pronounced else None

    def _placed(self, ways: Sounding) -> Sounded | None:
        found = ways.best(self._likely, _EDGES)
        if found is None:
            return None
        first = self._first / A_SECOND
        return replace(found, spans=tuple((start + first, end + first) for start, end in found.spans))

    def cells(self, readings: Sequence[tuple[tuple[str, ...], Spans]]) -> Sequence[float]:
        """How likely the letters and numbers of each of these sound so."""
        learned = self._second.learned
        if learned is None:
            return [0.0] * len(readings)
        named = [(self._second.grammar.written_cells(words), spans) for words, spans in readings]
        return learned.likelihoods(self._both, named)

    @cached_property
    def _both(self) -> Floats:
        return self._second.model.states(self._samples).both

    @cached_property
    def _likely(self) -> Floats:
        assert self._second.pronounced is not None
        return self._second.pronounced.phones.likely(self._both)[self._first : self._last]


EDGE = 0.16
"""Seconds by which the recogniser may tell a wrong beginning or end: what is heard there may be anything."""
_EDGES = math.ceil(2 * EDGE * A_SECOND)

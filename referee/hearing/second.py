"""The second judge: where the recogniser is not sure, another model is asked. It tells how likely a sound would be
written as the one or the other order, and follows phone by phone which of all orders it is, if any. Whoever has no such
model plays on: he is asked more often.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from referee.hearing.layers import Floats
from referee.hearing.learned import A_SECOND, Learned, States
from referee.hearing.phones import Phones
from referee.hearing.sound import Opinion
from referee.hearing.sounding import Sounded, Sounding, chain
from referee.hearing.waveform import RATE, Samples
from referee.hearing.wordings import Spans, Wording


class Texts(Protocol):
    """A model that knows how likely a text is for a sound."""

    def states(self, samples: Samples) -> States: ...
    def likelihoods(self, states: Floats, language: str, texts: Sequence[str], before: str = "") -> list[float]: ...


class Written(Protocol):
    """How the words of an order are written."""

    def written(self, words: Sequence[str]) -> str: ...
    def written_cells(self, words: Sequence[str]) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Pronounced:
    """How a grammar's orders sound."""

    phones: Phones
    orders: Sounding


@dataclass(frozen=True, slots=True)
class Second:
    """The second judge of one language."""

    model: Texts
    language: str
    grammar: Written
    before: str = ""
    """Orders as they are written, which tell the model what to expect."""
    learned: Learned | None = None
    pronounced: Pronounced | None = None

    def hearing(self, samples: Samples) -> Hearing:
        """What it makes of a sound, as far as it is asked."""
        return Hearing(self, samples)


class Hearing:
    """One sound before the second judge. Nothing is computed before it is asked for."""

    def __init__(self, second: Second, samples: Samples) -> None:
        self._second = second
        self._samples = samples
        self._followed: dict[tuple[str, ...], Sounded | None] = {}
        self._opinions: dict[tuple[tuple[str, ...], Spans], Opinion] = {}

    def weigh(self, wordings: Sequence[Wording]) -> list[Opinion]:
        """What it finds of each of these; the same are asked for more than once."""
        keys = [(one.words, one.spans) for one in wordings]
        new = [one for one, key in zip(wordings, keys, strict=True) if key not in self._opinions]
        if new:
            found = ((one.words, one.spans) for one in new)
            self._opinions |= zip(found, self._weighed(new), strict=True)
        return [self._opinions[key] for key in keys]

    def _weighed(self, wordings: Sequence[Wording]) -> list[Opinion]:
        second = self._second
        texts = [second.grammar.written(one.words) for one in wordings]
        found = second.model.likelihoods(self._states.last, second.language, texts, second.before)
        return [
            _opinion(written, heard, self._sounded(one.words))
            for written, heard, one in zip(found, self._by_letters(wordings), wordings, strict=True)
        ]

    def fit(self, wording: Wording) -> float:
        """How well its phones fit each moment of the sound; no number where they are not known."""
        found = self._sounded(wording.words)
        return found.each if found else math.nan

    def alone(self) -> Wording | None:
        """The order that it hears itself, if it must be one."""
        return self._alone

    @cached_property
    def _alone(self) -> Wording | None:
        pronounced = self._second.pronounced
        found = pronounced.orders.best(self._likely) if pronounced else None
        return Wording(found.words, 0.0, found.spans) if found else None

    def likelier(self, wording: Wording, at: int, words: Sequence[str]) -> list[float]:
        """How much better each of these fits than the word in its place."""
        pronounced, (start, end) = self._second.pronounced, wording.spans[at]
        assert pronounced is not None
        place = self._likely[round(start * A_SECOND) : round(end * A_SECOND)]
        fits = [Sounding(chain([word]), pronounced.phones).best(place) for word in (wording.words[at], *words)]
        behind = [found.behind if found else -math.inf for found in fits]
        return [one - behind[0] for one in behind[1:]]

    def _by_letters(self, wordings: Sequence[Wording]) -> Sequence[float]:
        learned = self._second.learned
        if learned is None:
            return [0.0] * len(wordings)
        readings = [(self._second.grammar.written_cells(one.words), one.spans) for one in wordings]
        return learned.likelihoods(self._both, readings)

    def _sounded(self, words: tuple[str, ...]) -> Sounded | None:
        """How it follows these words; the same are asked for more than once."""
        pronounced = self._second.pronounced
        if pronounced is None or not pronounced.phones.known(words):
            return None
        if words not in self._followed:
            self._followed[words] = Sounding(chain(words), pronounced.phones).best(self._likely)
        return self._followed[words]

    @cached_property
    def _states(self) -> States:
        return self._second.model.states(self._samples)

    @cached_property
    def _both(self) -> Floats:
        return self._states.both

    @cached_property
    def _likely(self) -> Floats:
        assert self._second.pronounced is not None
        heard = math.ceil(len(self._samples) / RATE * A_SECOND)
        return self._second.pronounced.phones.likely(self._both[:heard])


def _opinion(written: float, heard: float, found: Sounded | None) -> Opinion:
    return Opinion(written, heard, found.behind, found.each) if found else Opinion(written, heard)

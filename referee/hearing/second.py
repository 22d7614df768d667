"""The second judge: where the recogniser finds two orders nearly as likely, another model is asked how likely this
sound would be written as the one or the other. It never hears anything of its own, and whoever has no such model plays
on: he is asked more often.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from referee.hearing.judge import Opinion
from referee.hearing.learned import Learned
from referee.hearing.waveform import Samples
from referee.hearing.wordings import Wording

States: TypeAlias = NDArray[np.float32]


class Texts(Protocol):
    """A model that knows how likely a text is for a sound."""

    def states(self, samples: Samples) -> States: ...
    def likelihoods(self, states: States, language: str, texts: Sequence[str], before: str = "") -> list[float]: ...


class Written(Protocol):
    """How the words of an order are written."""

    def written(self, words: Sequence[str]) -> str: ...
    def written_words(self, words: Sequence[str]) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Second:
    """The second judge of one language."""

    model: Texts
    language: str
    grammar: Written
    before: str = ""
    """Orders as they are written, which tell the model what to expect."""
    learned: Learned | None = None

    def weigh(self, samples: Samples, wordings: Sequence[Wording]) -> list[Opinion]:
        """What it finds of each of these."""
        states = self.model.states(samples)
        texts = [self.grammar.written(one.words) for one in wordings]
        found = self.model.likelihoods(states, self.language, texts, self.before)
        return [Opinion(*one) for one in zip(found, self._by_sound(states, wordings), strict=True)]

    def _by_sound(self, states: States, wordings: Sequence[Wording]) -> Sequence[float]:
        if self.learned is None:
            return [0.0] * len(wordings)
        readings = [(self.grammar.written_words(one.words), one.spans) for one in wordings]
        return self.learned.likelihoods(states, readings)

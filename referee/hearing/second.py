"""The second judge: where the recogniser finds two orders nearly as likely, another model is asked how likely this
sound would be written as the one or the other. It never hears anything of its own, and whoever has no such model plays
on: he is asked more often.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from referee.hearing.waveform import Samples


class Texts(Protocol):
    """A model that knows how likely a text is for a sound."""

    def likelihoods(self, samples: Samples, language: str, texts: Sequence[str], before: str = "") -> list[float]: ...


@dataclass(frozen=True, slots=True)
class Second:
    """The second judge of one language."""

    model: Texts
    language: str
    write: Callable[[Sequence[str]], str]
    """The words of an order as people write them."""
    before: str = ""
    """Orders as they are written, which tell the model what to expect."""

    def weigh(self, samples: Samples, wordings: Sequence[tuple[str, ...]]) -> list[float]:
        """How likely each of these is for the sound, in natural logarithms; only their differences mean something."""
        return self.model.likelihoods(samples, self.language, [self.write(words) for words in wordings], self.before)

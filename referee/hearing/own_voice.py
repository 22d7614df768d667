"""What the referee itself says, in sound and in words, and when: none of it is an order."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from referee.hearing.playback import Playback

TAIL = 0.25
"""Seconds after the referee spoke in which the room still answers."""
_KEPT = 40  # utterances
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class _Said:
    begins: float
    ends: float
    words: frozenset[str]


class OwnVoice:
    """All that one loudspeaker says. Moments are on `time.monotonic()`."""

    def __init__(self) -> None:
        self.playback = Playback()
        self._said: deque[_Said] = deque(maxlen=_KEPT)

    def sounds(self, begins: float, ends: float, words: str = "") -> None:
        """From when until when it is heard, as far as that is known yet."""
        said = _Said(begins, ends + TAIL, _words([words]))
        if self._said and self._said[-1].begins == begins:
            self._said[-1] = said
        else:
            self._said.append(said)

    def covers(self, began: float, ended: float) -> bool:
        """Whether the referee was heard at any moment between these."""
        return bool(self._between(began, ended))

    def says(self, words: Iterable[str], began: float, ended: float) -> bool:
        """Whether all of these words are among what it said meanwhile."""
        own = frozenset[str]().union(*(one.words for one in self._between(began, ended)))
        return _words(words) <= own

    def _between(self, began: float, ended: float) -> list[_Said]:
        return [one for one in list(self._said) if one.ends > began and ended > one.begins]


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word for text in texts for word in _WORD.findall(text.lower()))

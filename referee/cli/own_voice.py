"""When the referee itself is heard: what a microphone takes in meanwhile may be its own voice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from referee.language.grammar import Grammar
from referee.language.understanding import Understood
from referee.rules.crews import Game
from referee.rules.orders import Stop

if TYPE_CHECKING:
    from referee.voice.loudspeaker import Sounding

TAIL = 0.25
"""Seconds after the referee spoke in which the room still answers."""
_WORD = re.compile(r"[^\W\d_]+")


class OwnVoice:
    """The latest time at which the loudspeaker sounded, on `time.monotonic()`, and what it said."""

    def __init__(self) -> None:
        self._sounding = (0.0, 0.0)
        self._said = ("", "")

    def sounds(self, sounding: Sounding) -> None:
        self._sounding = (sounding.begins, sounding.ends + TAIL)
        self._said = (sounding.words, sounding.language)

    def covers(self, began: float, ended: float) -> bool:
        """Whether the referee was heard at any moment between these."""
        begins, ends = self._sounding
        return ended > begins and began < ends

    def says_stop(self) -> bool:
        """Whether it said the word itself: no microphone could tell whose STOP that is."""
        words, language = self._said
        return bool(language) and any(_is_stop(word, language) for word in _WORD.findall(words.lower()))


def _is_stop(word: str, language: str) -> bool:
    found = Grammar.load(language, Game.CAPTAIN_SONAR).parse(word)
    return isinstance(found, Understood) and isinstance(found.announced.order, Stop)

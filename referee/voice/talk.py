"""How much is spoken: the same line as words, as an earcon, or as nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from referee.rules.crews import Mode
from referee.table.outputs import Earcon, Public, Urgency


class Talk(StrEnum):
    """What `--speak` takes."""

    ALL = "all"
    SHORT = "short"
    WARNINGS = "warnings"
    EARCONS = "earcons"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Part:
    """One thing to be heard: an earcon, words, or an earcon and then words."""

    earcon: Earcon | None
    words: str = ""
    language: str = ""
    instead: Earcon | None = None
    """What is heard where the words cannot be said."""


_SENTENCE = re.compile(r"(?<=[.!?…])\s+")


def usual(mode: Mode, *, tutor: bool = False) -> Talk:
    """What suits a game: real time leaves no room for talk, turns do, and a tutor is there to talk."""
    if tutor:
        return Talk.ALL
    return Talk.WARNINGS if mode is Mode.REAL_TIME else Talk.SHORT


def part_of(line: Public, talk: Talk) -> Part | None:
    """What is heard of a line, or None."""
    words = _words(line, talk)
    # in front of words an earcon is for what must be noticed; a confirmation speaks for itself
    with_earcon = talk is not Talk.NONE and (not words or line.urgency >= Urgency.WARNING)
    earcon = line.earcon if with_earcon else None
    return Part(earcon, words, line.language, line.earcon) if earcon or words else None


def _words(line: Public, talk: Talk) -> str:
    match talk:
        case Talk.ALL:
            return line.spoken
        case Talk.SHORT | Talk.WARNINGS if line.urgency is Urgency.STOP and line.earcon:
            return ""  # who stopped says why in the same breath: words now would deafen the microphones to it
        case Talk.SHORT if line.urgency is Urgency.ANSWER:
            return line.spoken  # somebody asked for it
        case Talk.SHORT:
            return _SENTENCE.split(line.spoken.strip())[0]
        case Talk.WARNINGS:
            return line.spoken if line.urgency > Urgency.NEWS else ""
        case _:
            return ""

"""What of a journal stands, held against a script: what was taken back and what was refused besides is told apart.

Only the journal's text is read here, as somebody who checks the referee would read it; no rule of the game is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.bench.audio_script import Entry

ACCEPTED = "accepted"
_PAUSES = {"pause": True, "continue": False}


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a journal has come along a script, and what it holds beside it."""

    done: int
    """How many entries of the script it holds, one after the other."""
    over: tuple[Entry, ...] = ()
    """What was accepted and stands, and is not the script's: to be taken back, the last first."""
    strays: tuple[Entry, ...] = ()
    """What was refused, and is not the script's."""
    taken_back: tuple[Entry, ...] = ()
    paused: bool = False


def entries(journal: Sequence[Mapping[str, Any]]) -> list[Entry]:
    """What a journal holds: each order and its verdict, without what was asked back."""
    return [(str(one["in"]), str(one["verdict"])) for one in journal if "in" in one]


def standing(journal: Sequence[Entry], script: Sequence[Entry]) -> Standing:
    kept, taken_back, paused = _kept(journal)
    done = 0
    over: list[Entry] = []
    strays: list[Entry] = []
    for entry in kept:
        if not over and done < len(script) and entry == script[done]:
            done += 1
        else:
            (over if entry[1] == ACCEPTED else strays).append(entry)
    return Standing(done, tuple(over), tuple(strays), tuple(taken_back), paused)


def _kept(journal: Sequence[Entry]) -> tuple[list[Entry], list[Entry], bool]:
    """What is left when each CANCEL has taken its crew's last order with it; that, and whether there is a pause."""
    kept: list[Entry] = []
    taken_back: list[Entry] = []
    paused = False
    for line, verdict in journal:
        team, _, order = line.rpartition(": ")
        if order == "cancel":
            own = [place for place, one in enumerate(kept) if one[1] == ACCEPTED and one[0].startswith(f"{team}: ")]
            taken_back += [kept.pop(own[-1])] if own and verdict == ACCEPTED else []
        elif order in _PAUSES:
            paused = _PAUSES[order]
        else:
            kept.append((line, verdict))
    return kept, taken_back, paused

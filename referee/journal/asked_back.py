"""What was asked back during a game, told for the debrief: the words heard, what was asked, and how it ended.

Words of orders said aloud and nothing else; still they are told only when the game is over, for at the table nobody
heard what the recogniser made of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.language import sentences
from referee.language.messages import Catalogue
from referee.rules import notation
from referee.rules.crews import Game
from referee.table.misheard import Asked, Ended
from referee.table.questions import PATIENCE

Entry = Mapping[str, Any]


def asked_back(entries: Sequence[Entry], words: Catalogue, game: Game) -> list[Mapping[str, Any]]:
    """Each question, in the order in which they were asked."""
    return [_told(entry, entries[place + 1 :], words, game) for place, entry in _questions(entries)]


def _questions(entries: Iterable[Entry]) -> Iterator[tuple[int, Entry]]:
    for place, entry in enumerate(entries):
        is_whole = isinstance(entry.get("heard"), str) and isinstance(entry.get("at"), int | float)
        if is_whole and str(entry.get("asked")) in set(Asked):
            yield place, entry


def _told(entry: Entry, after: Sequence[Entry], words: Catalogue, game: Game) -> Mapping[str, Any]:
    asked, order = Asked(entry["asked"]), _order(entry, words, game)
    return {
        "at": entry.get("at", 0),
        "team": entry.get("mic"),
        "heard": order if asked is Asked.TEAM and order else entry["heard"],
        "asked": words.shown(f"debrief.asked.{asked}", order=order),
        "ended": words.shown(f"debrief.ended.{_ended(entry, after)}"),
    }


def _order(entry: Entry, words: Catalogue, game: Game) -> str:
    orders = entry.get("likely")
    likely = notation.parse_line(str(orders[0])) if isinstance(orders, list) and orders else None
    return sentences.of_order(likely.order, words, game).shown if likely else ""


def _ended(entry: Entry, after: Iterable[Entry]) -> str:
    """How it ended. What was missing is no question with a yes or a no: somebody says it again, or nobody does."""
    for later in after:
        how = str(later.get("ended"))
        if how in set(Ended) and entry["asked"] != Asked.MISSING:
            return how
        if "heard" in later:
            break
        if "in" in later and entry["asked"] == Asked.MISSING and later.get("by") == "voice":
            return Ended.AGAIN if later.get("at", 0) - entry.get("at", 0) <= PATIENCE else "nothing"
    return "nothing"

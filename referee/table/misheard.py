"""What was heard at a microphone and not taken at its word: what the journal keeps of it, beside the orders.

Only words of orders are ever kept, for nothing else is asked about; table talk is ignored and leaves no trace. An entry
decides nothing: a game is resumed as if it were not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from referee.rules import notation
from referee.rules.crews import Team
from referee.rules.orders import Announced


class Asked(StrEnum):
    """What the referee asked back."""

    MISSING = "missing"
    """The rest of an order, or all of it."""
    ORDER = "order"
    """Whether it was this order."""
    TEAM = "team"
    """Whose order it was."""


class Ended(StrEnum):
    """What came of the question; nothing, when nobody answered it."""

    YES = "yes"
    NO = "no"
    NAMED = "named"
    """The crew was named."""
    AGAIN = "again"
    """The crew said something else instead."""


def heard(
    at: float, words: str, asked: Asked, microphone: Team | None, likely: Iterable[Announced] = ()
) -> Mapping[str, Any]:
    """The entry of something that was asked back; `likely` is what it may have been, the likeliest first."""
    orders = [notation.line_of(announced) for announced in likely]
    entry = {"at": round(at, 3), "by": "voice", "heard": words, "asked": str(asked)}
    return entry | ({"likely": orders} if orders else {}) | ({"mic": str(microphone)} if microphone else {})


def ended(at: float, how: Ended) -> Mapping[str, Any]:
    """The entry of how the last question ended."""
    return {"at": round(at, 3), "ended": str(how)}


def is_order(entry: Mapping[str, Any]) -> bool:
    """Whether an entry of a journal is an order to be ruled on again, and not merely what was asked back."""
    return "heard" not in entry and "ended" not in entry

"""What became of some words: understood as one order, as one of several, or as none. Wrong, doubtful and nothing
are three different things."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.crews import Team
from referee.rules.orders import Announced


@dataclass(frozen=True, slots=True)
class Understood:
    """One order. Its crew is set when a call word was said."""

    announced: Announced
    confidence: float = 1.0
    repaired: str | None = None
    """The line as it was understood, when typing slips were repaired."""
    stop: bool = False
    """STOP was called in the same breath: "STOP! ACTIVATING SONAR" is one order, and play stopped for it."""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Two or more orders it may have been, the likeliest first; to be asked about, never guessed."""

    candidates: tuple[Announced, ...]
    words: str = ""
    """As they were heard."""


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """No order. `near` names the kind of order it nearly was ("torpedo"), so that the table can ask what is missing;
    None is chatter, to be ignored in silence."""

    words: str
    near: str | None = None
    again: Team | None = None
    """The crew that was named, where an order of it was heard and could not be made out."""
    stop: Announced | None = None
    """STOP, where it was called before words that are none: it stands however the rest ends."""


Understanding = Understood | Ambiguous | NotUnderstood

"""What the table answers: lines for all to hear, lines for one crew's eyes, sounds, and what goes into the journal.

Only `views` makes `Public` and `Whisper` values; the voice accepts nothing but `Public` and `Earcon`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any

from referee.rules.crews import Team
from referee.rules.orders import Announced, Request
from referee.rules.reasons import Reason
from referee.table.refusals import TooLate, is_private


class Urgency(IntEnum):
    """What may wait, what may be dropped when it is no longer news, and what may not."""

    NEWS = 1
    """A confirmation: dropped when something newer was said meanwhile."""
    ANSWER = 2
    """Asked for by somebody: help, status, repeat."""
    PROMPT = 3
    """The referee asks, or reminds of what is owed."""
    WARNING = 4
    """A refusal, damage, the end of the game."""
    STOP = 5


class Earcon(StrEnum):
    """Sounds instead of words."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    STOP = "stop"
    HIT = "hit"
    LISTENING = "listening"
    NOT_UNDERSTOOD = "not-understood"


@dataclass(frozen=True, slots=True)
class Public:
    """A line everybody may hear: it depends on nothing any crew keeps secret."""

    shown: str
    spoken: str
    language: str
    urgency: Urgency
    earcon: Earcon | None = None
    """The sound that stands for this line where little is spoken."""


@dataclass(frozen=True, slots=True)
class Whisper:
    """A line for one crew's own screen. It is never spoken."""

    team: Team
    shown: str


class Verdict(StrEnum):
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    NOT_UNDERSTOOD = "not-understood"
    AMBIGUOUS = "ambiguous"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class Reply:
    """What one input came to. Whispers come first: a crew is put right on its own screen before anything is said."""

    verdict: Verdict
    announced: Announced | None = None
    reason: Reason | TooLate | None = None
    """The true one. It is the referee's alone: only the journal and `--json` hold it."""
    whispers: tuple[Whisper, ...] = ()
    public: tuple[Public, ...] = ()
    events: tuple[str, ...] = ()
    """What happened, one line of notation each; the referee's alone, too."""
    entries: tuple[Mapping[str, Any], ...] = ()
    """To be in the journal, on the disk, before anything above is shown or said."""
    requests: tuple[Request, ...] = field(default=())
    """What the voice is asked to do: louder, softer, slower, faster, quiet, speak; or the console: text."""

    spoken: tuple[tuple[int, Team], ...] = ()
    """Whose voices these were, by their numbers: hearing may know them again."""

    @property
    def is_refused_alone(self) -> bool:
        """Whether an order was refused that nobody else noticed: it was never announced."""
        return self.verdict is Verdict.REJECTED and not self.public

    @property
    def is_secret(self) -> bool:
        """Whether a crew alone is told of it. An order said aloud is none, whatever its crew alone is told besides."""
        said_aloud = self.announced is not None and not is_private(self.announced)
        return bool(self.whispers) and not self.public and not said_aloud

"""What the table is fed: words heard, a line typed, a tap on a phone, the passing of time. Each carries its moment, in
seconds since the game began. Nothing is decided here."""

from __future__ import annotations

from dataclasses import dataclass

from referee.language.understanding import Understanding
from referee.rules.crews import Role, Team
from referee.rules.orders import Announced
from referee.table.who_spoke import Voice


@dataclass(frozen=True, slots=True)
class Heard:
    """Somebody spoke. `team` is the crew of the microphone, where each crew has its own."""

    at: float
    understanding: Understanding
    team: Team | None = None
    voice: Voice | None = None


@dataclass(frozen=True, slots=True)
class Typed:
    """A line at the keyboard of the table, which serves both crews; or at a crew's own, which only that crew uses."""

    at: float
    line: str
    team: Team | None = None
    """The crew whose own keyboard it is."""
    likely: Team | None = None
    """At the common keyboard: the crew meant by a line that names none."""
    roles: frozenset[Role] | None = None
    """On a phone: the roles it plays. A typed line is no way around them."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A tap on a phone: always one order, and always known whose."""

    at: float
    announced: Announced


@dataclass(frozen=True, slots=True)
class Tick:
    """Nothing happened but time."""

    at: float


Input = Heard | Typed | Pressed | Tick
"""Everything that may happen at a table."""

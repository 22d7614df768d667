"""Where an input came from, and what people also say to each other without meaning the referee."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules import orders as o
from referee.rules.crews import Role, Team
from referee.rules.orders import Announced
from referee.table.who_spoke import Voice

TABLE = "table"
"""Who shows both routes where all can see them, as whoever runs the program does when everybody leaves."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an input came from: `by` is voice, keyboard or phone; a team when only one crew can have used it."""

    by: str
    team: Team | None = None
    likely: Team | None = None
    """The crew meant when nothing else tells."""
    alone: bool = False
    """Only its crew can have noticed it: a phone's tap, or a line typed at a crew's own keyboard."""
    voice: Voice | None = None
    roles: frozenset[Role] | None = None
    """The only roles that whoever used it plays; None where any of them may have."""


_SMALL_TALK = (o.Yes, o.No, o.Ok, o.Clear, o.Hit, o.At, o.SectorAnnounced, o.Damage, o.Dive, o.Resume)
"""What people also say to each other, or say twice: unless it is waited for, it is not for the referee."""


def is_small_talk(announced: Announced, origin: Origin) -> bool:
    return origin.by == "voice" and isinstance(announced.order, _SMALL_TALK)

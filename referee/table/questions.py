"""What the referee asks back: who spoke, which of two orders it was, whether a shot is meant, where it goes. Once each,
and briefly.

Who spoke is answered by the name of a crew, any other question by yes or no, by the place it asks for, or by saying the
order again; unanswered it is forgotten. Whether an order would be allowed has no part in it: to ask only about legal
orders would give secrets away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.rules import orders as o
from referee.rules.crews import Team
from referee.rules.sea import Cell
from referee.table.who_spoke import Voice

PATIENCE = 12.0
"""Seconds after which a question is no longer waited for."""
UNHURRIED = 60.0
"""The same for a place, which its Captain may have to look for: a space said later is no order, and harms nobody."""

SHOTS = (o.Torpedo, o.Trigger, o.Archer, o.Missile)
"""What cannot be undone, and may be read back first."""


class About(StrEnum):
    """The value names its sentence."""

    TEAM = "team"
    ORDER = "order"
    SHOT = "shot"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Question:
    about: About
    announced: o.Announced
    """What the referee takes it for; yes means exactly this."""
    asked: float
    stop: bool = False
    voice: Voice | None = None
    heard: bool = False
    """It was said at a microphone: the journal keeps what came of the question."""

    def answered_by(self, answer: o.Announced) -> bool:
        """A yes or no, or the place, from the crew in question, or from a voice nobody could place."""
        match self.about:
            case About.TEAM:
                return False
            case About.PLACE:
                is_answer = completed(self.announced.order, answer.order) is not None
            case _:
                is_answer = isinstance(answer.order, o.Yes | o.No)
        return is_answer and answer.team in (None, self.announced.team)

    def waited_for(self, now: float) -> bool:
        return now - self.asked <= (UNHURRIED if self.about is About.PLACE else PATIENCE)

    def dropped_by(self, team: Team | None) -> bool:
        """A new order of the same crew takes the question's place; the other crew's orders leave it open."""
        return self.about is About.TEAM or team == self.announced.team


_AT: Mapping[o.Aim, Callable[[Cell], o.Order]] = {
    o.Aim.TORPEDO: o.Torpedo, o.Aim.TRIGGER: o.Trigger, o.Aim.ARCHER: o.Archer, o.Aim.MISSILE: o.Missile,
}  # fmt: skip


def completed(half: o.Order, place: o.Order) -> o.Order | None:
    """The order that was announced without its place, with this one; None where it is no place for it."""
    match half, place:
        case o.Unaimed(o.Aim.DRONE), o.SectorAnnounced(sector):
            return o.Drone(sector)
        case o.Unaimed(aim), o.Place(cell) if aim in _AT:
            return _AT[aim](cell)
    return None

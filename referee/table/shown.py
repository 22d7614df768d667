"""A game as it may be shown: what is kept of it, each crew seeing what is its own and what is everybody's.

Screens and phones are made from such a value and never from the session, which is ahead of it: an order that is not in
the journal yet, or that the disk had no room for, is in none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from referee.rules import orders as o
from referee.rules.crews import Team
from referee.rules.events import Event, Everybody, audience
from referee.table.screen import Screen


@dataclass(frozen=True, slots=True)
class CrewFace:
    """What one crew may know."""

    team: Team
    screen: Screen
    _events: list[Event]
    _count: int

    def since(self, before: CrewFace | None) -> Iterator[Event]:
        """What this crew could notice since that face of it; from the beginning, where there is none."""
        for event in islice(self._events, before._count if before else 0, self._count):
            if audience(event) in (self.team, Everybody.PUBLIC):
                yield event

    def goes_on_from(self, before: CrewFace) -> bool:
        """Whether nothing was taken back since."""
        return self._events is before._events and self._count >= before._count


@dataclass(frozen=True, slots=True)
class RoomFace:
    """What everybody may know."""

    screen: Screen
    _events: list[Event]
    _count: int

    def since(self, before: RoomFace | None) -> Iterator[Event]:
        """What everybody could notice since that face; from the beginning, where there is none."""
        for event in islice(self._events, before._count if before else 0, self._count):
            if audience(event) is Everybody.PUBLIC:
                yield event

    def goes_on_from(self, before: RoomFace) -> bool:
        """Whether nothing was taken back since."""
        return self._events is before._events and self._count >= before._count


@dataclass(frozen=True, slots=True)
class Shown:
    """What is everybody's, and each crew's own."""

    screen: Screen
    taught: tuple[o.Order, ...]
    """What the tutor has just asked somebody to say; nothing, when nobody is being taught."""
    _events: list[Event]
    _count: int

    def of(self, team: Team) -> CrewFace:
        return CrewFace(team, self.screen, self._events, self._count)

    def of_the_room(self) -> RoomFace:
        return RoomFace(self.screen, self._events, self._count)

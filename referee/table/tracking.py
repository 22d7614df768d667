"""Where the enemy may be: what a Radio Operator would find who never makes a mistake.

Only what everybody heard goes in, so nothing that comes out can give a secret away: neither the enemy's, nor those of
the crew that tracks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from referee.deduction import Worlds
from referee.rules.crews import Team
from referee.rules.events import Event, Everybody, audience
from referee.rules.house import House
from referee.rules.scenario import Scenario
from referee.rules.sea import Cell

SHADES = 3
"""How many kinds of space a Radio Operator's chart tells apart."""


@dataclass(frozen=True)
class Tracking:
    """All that everybody can know of one crew."""

    worlds: Worlds

    @classmethod
    def begin(cls, scenario: Scenario, house: House, tracked: Team) -> Tracking:
        return cls(Worlds.begin(scenario, house, tracked))

    def after(self, events: Iterable[Event]) -> Tracking:
        """After these events; those that not everybody may know change nothing."""
        heard = [event for event in events if audience(event) is Everybody.PUBLIC]
        return Tracking(self.worlds.heard(heard)) if heard else self

    @property
    def cells(self) -> frozenset[Cell]:
        """Every space the submarine may be on."""
        return self.worlds.positions()

    @cached_property
    def shades(self) -> Mapping[Cell, int] | None:
        """The same spaces, each in a shade: the more routes may have led there, the higher. None before the game."""
        if not self.worlds.began:
            return None
        routes = self.worlds.routes()
        most = max(routes.values(), default=1)
        return {cell: -(-SHADES * routes[cell] // most) for cell in sorted(routes)}

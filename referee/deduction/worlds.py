"""The worlds of one crew: everything that can be true of it, for all that was said aloud and all it told the referee.

Places, gauges and breakdowns are held apart, each exactly: a world is one of each. What links them only through what
nobody told (which way a silence went) is not followed, so the worlds may be more than there are, never fewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from referee.deduction import learning
from referee.deduction.breakdowns import Breakdowns
from referee.deduction.charging import Charging
from referee.deduction.shapes import LIMIT, in_how_many
from referee.deduction.sheets import SheetPlan
from referee.deduction.trails import Seamanship, Whereabouts
from referee.rules.bearings import SILENCE_SPACES, Bearings
from referee.rules.crews import Game, Team
from referee.rules.events import Event
from referee.rules.house import Blackout, House
from referee.rules.scenario import Scenario
from referee.rules.sea import Cell
from referee.rules.waters import Waters, places


@dataclass(frozen=True)
class Worlds:
    """All that may be true of one crew."""

    team: Team
    scenario: Scenario
    house: House
    bearings: Bearings
    where: Whereabouts
    charging: Charging
    breakdowns: Breakdowns | None
    """None where there is no Engineer's sheet."""
    began: bool = False
    drone: int | None = None
    """The sector the enemy's drone asks about, until it is answered."""
    blast: Cell | None = None
    """The enemy's blast this crew has to report on."""
    own_blast: Cell | None = None
    """Its last own blast, as long as it has not moved since."""
    hurt_itself: bool = False
    """Its own blast or surfacing may have damaged it, and it has not said."""
    silence_unmarked: bool = False
    """Its last marking is that of a silence, and was not told."""
    astray: bool = False
    """Something was taken for true that cannot be: from there on everything was possible again."""

    @classmethod
    def begin(cls, scenario: Scenario, house: House, team: Team, limit: int = LIMIT) -> Worlds:
        """Before the start: any sea space, or the one the scenario forces; gauges empty, nothing crossed."""
        waters, forced = Waters(scenario.chart), scenario.forced_start(team)
        where = Whereabouts.begin(Seamanship.of(waters, house, _silence_steps(scenario.game, house)), limit)
        return cls(
            team,
            scenario,
            house,
            Bearings(waters, house, scenario.game),
            where if forced is None else where.only(waters.bit(forced)),
            Charging.begin(scenario.mate.spaces if scenario.mate else {}),
            Breakdowns.begin(SheetPlan.of(scenario.engineer, house)) if scenario.engineer else None,
        )

    def positions(self) -> frozenset[Cell]:
        """Every cell the submarine may be in: whoever tracks it sees these, when they come of public events alone."""
        return frozenset(self.where.waters.cells(self.where.places))

    def routes(self) -> Mapping[Cell, int]:
        """The same cells, each with how many different routes may have led there. No likelihood: routes that were
        partly forgotten count as one."""
        shapes: dict[int, int] = {}
        for trail, at in self.where.trails.items():
            shapes[trail.visited] = shapes.get(trail.visited, 0) | at
        counts, waters = in_how_many(shapes.values()), self.where.waters
        return {
            waters.cell(place): sum((count >> place & 1) << power for power, count in enumerate(counts))
            for place in places(self.where.places)
        }

    def must_surface(self) -> bool:
        """No course is possible in any world (Blackout!)."""
        return not self.where.afloat().possible

    @property
    def strict_blackout(self) -> bool:
        """Without a possible course nothing but surfacing is allowed, no system either."""
        rule = self.house.stuck if self.scenario.game is Game.SONAR else self.house.blackout
        return rule is Blackout.SURFACE_ONLY

    def heard(self, events: Iterable[Event]) -> Worlds:
        """The worlds after all these events."""
        worlds = self
        for event in events:
            worlds = worlds.after(event)
        return worlds

    def after(self, event: Event) -> Worlds:
        """The worlds that fit an event too, public or told by this crew. Another crew's secrets change nothing."""
        found = learning.learned(self, event)
        return found if found.possible else learning.learned(self._lost_as(found), event)._lost_as_it_is()

    @property
    def possible(self) -> bool:
        crossed = self.breakdowns is None or self.breakdowns.possible
        return self.where.possible and self.charging.possible and crossed

    def _lost_as_it_is(self) -> Worlds:
        return self if self.possible else self._lost_as(self)

    def _lost_as(self, found: Worlds) -> Worlds:
        """What was taken for true cannot all be. Nobody is accused: where no world is left, everything is possible."""
        return replace(
            self,
            where=self.where if found.where.possible else self.where.lost(),
            charging=self.charging if found.charging.possible else self.charging.lost(),
            breakdowns=self.breakdowns.lost()
            if self.breakdowns and found.breakdowns and not found.breakdowns.possible
            else self.breakdowns,
            astray=True,
        )


def _silence_steps(game: Game, house: House) -> tuple[int, ...]:
    """How far a silence may go: exactly one space in Sonar."""
    if game is Game.SONAR:
        return (1,)
    return tuple(range(0 if house.silence_zero else 1, SILENCE_SPACES + 1))

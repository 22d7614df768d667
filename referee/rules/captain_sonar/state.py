"""A game of Captain Sonar as one frozen value: what is printed, what each crew told, what is being waited for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from referee.rules.bearings import Bearings
from referee.rules.captain_sonar.breakdowns import Breakdowns
from referee.rules.captain_sonar.gauges import Gauges
from referee.rules.crews import ByTeam, Mode, Role, Team
from referee.rules.house import House
from referee.rules.play import CrewSizes, Phase, Task
from referee.rules.scenario import EngineerSheet, MateSheet, Scenario
from referee.rules.sea import Cell
from referee.rules.track import Track
from referee.rules.waters import Waters


class Depth(StrEnum):
    UNDER = "under"
    CALLED = "called"  # SURFACE was said, the sector not yet
    UP = "up"
    SECURED = "secured"  # READY TO DIVE


@dataclass(frozen=True, slots=True)
class UntoldMine:
    """A mine whose place nobody told: the cells beside the submarine then, and those of them a mine may lie in."""

    near: int
    free: int


@dataclass(frozen=True, slots=True)
class Oks:
    """Which stations give an OK, whose is waited for, and whose was given since the last course."""

    used: frozenset[Role] = frozenset()
    due: frozenset[Role] = frozenset()
    given: frozenset[Role] = frozenset()


@dataclass(frozen=True, slots=True)
class Crew:
    team: Team
    track: Track
    gauges: Gauges
    breakdowns: Breakdowns
    dived: bool = False
    depth: Depth = Depth.UNDER
    mines: tuple[Cell, ...] = ()
    """Where its mines lie, as told, sorted."""
    untold: tuple[UntoldMine, ...] = ()
    """Its other mines, the oldest first."""
    damage: int = 0
    doubt: int = 0
    """Damage it may have suffered beyond that."""
    unannounced: int = 0
    """Damage of the crossings he told that the Engineer has still to announce. What a blast of its own or surfacing did
    to a crew nobody announces."""
    oks: Oks = Oks()
    used: bool = False
    """A system was activated since the last course."""
    dropped: bool = False
    """A mine was dropped since the last course."""
    fresh: Cell | None = None
    """Where that mine lies, once told."""
    resurfaced: bool = False
    """It surfaced since the last course."""
    glided: bool = False
    """A silence was described since the last course."""
    forfeited: bool = False
    """It announced an impossible course, and the house makes it surface."""
    struck: bool = False
    """Its own blast surely did one damage to it, which is counted, and may have done more."""


@dataclass(frozen=True, slots=True)
class Question:
    """An answer the other crew owes."""

    task: Task
    asker: Team
    cell: Cell | None = None
    sector: int | None = None


@dataclass(frozen=True)
class Frame:
    """What does not change during a game."""

    scenario: Scenario
    house: House
    first: Team
    sizes: CrewSizes
    waters: Waters
    mate: MateSheet
    engineer: EngineerSheet

    @cached_property
    def bearings(self) -> Bearings:
        return Bearings(self.waters, self.house, self.scenario.game)

    @property
    def turn_by_turn(self) -> bool:
        return self.scenario.mode is Mode.TURN_BY_TURN


@dataclass(frozen=True, slots=True)
class State:
    frame: Frame
    crews: ByTeam[Crew]
    phase: Phase
    turn: Team
    course_made: bool = False
    """Turn by turn: the crew on turn has announced its course."""
    left: int = 1
    """Turn by turn: how many turns in a row the crew on turn has, this one included."""
    then: int = 1
    """And how many the other crew has after them."""
    stop: Team | None = None
    question: Question | None = None
    spent: frozenset[Cell] = frozenset()
    """Archer mines that exploded."""
    winner: Team | None = None

    def other(self, crew: Crew) -> Crew:
        return self.crews[self.crews.other(crew.team)]

    def with_crew(self, crew: Crew) -> State:
        return replace(self, crews=self.crews.put(crew.team, crew))

    @property
    def answering(self) -> Team | None:
        """The crew that owes an answer."""
        return self.crews.other(self.question.asker) if self.question else None

"""A game of Sonar as one frozen value: what is printed, what each crew told, what is being waited for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from referee.rules.bearings import Bearings
from referee.rules.crews import ByTeam, Mode, Team
from referee.rules.house import House
from referee.rules.play import CrewSizes, Phase, Task
from referee.rules.scenario import EnergySheet, Scenario
from referee.rules.sea import Cell
from referee.rules.track import Track
from referee.rules.waters import Waters


@dataclass(frozen=True, slots=True)
class Crew:
    team: Team
    track: Track
    """Where it may be for what the referee was told."""
    heard: Track
    """Where it may be for what everybody heard: what follows from this alone may be said aloud."""
    energy: int = 0
    dived: bool = False
    surfacing: bool = False
    """SURFACE was said, the exact point not yet."""
    forfeited: bool = False
    """It announced an impossible course, and the house makes it surface."""
    damage: int = 0
    doubt: int = 0
    """Damage its own missiles may have done it beyond that."""


@dataclass(frozen=True, slots=True)
class Question:
    """An answer the other crew owes, or may give."""

    task: Task
    asker: Team
    cell: Cell | None = None
    holds: bool = True
    """Nothing else may happen before the answer."""


@dataclass(frozen=True)
class Frame:
    """What does not change during a game."""

    scenario: Scenario
    house: House
    first: Team
    sizes: CrewSizes
    waters: Waters
    sheet: EnergySheet

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
    phase: Phase = Phase.NOT_STARTED
    turn: Team | None = None
    """Turn by turn: whose action is awaited."""
    stop: Team | None = None
    resolved: bool = False
    """What the STOP was called for is done, but for the answer: its caller's signal to go on is awaited."""
    question: Question | None = None
    winner: Team | None = None

    def other(self, crew: Crew) -> Crew:
        return self.crews[self.crews.other(crew.team)]

    def with_crew(self, crew: Crew) -> State:
        return replace(self, crews=self.crews.put(crew.team, crew))

    @property
    def answering(self) -> Team | None:
        """The crew the question is put to."""
        return self.crews.other(self.question.asker) if self.question else None

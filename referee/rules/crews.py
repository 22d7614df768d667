"""Teams, roles and systems: the names everything else hangs on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Game(StrEnum):
    """The two games of the rulebooks."""

    CAPTAIN_SONAR = "captain-sonar"
    SONAR = "sonar"


class Mode(StrEnum):
    TURN_BY_TURN = "turn-by-turn"
    REAL_TIME = "real-time"


class Team(StrEnum):
    BLUE = "blue"
    YELLOW = "yellow"  # Captain Sonar's second crew
    GREEN = "green"  # Sonar's second crew


TEAMS: dict[Game, tuple[Team, Team]] = {
    Game.CAPTAIN_SONAR: (Team.BLUE, Team.YELLOW),
    Game.SONAR: (Team.BLUE, Team.GREEN),
}


class Role(StrEnum):
    CAPTAIN = "captain"
    MATE = "mate"
    ENGINEER = "engineer"
    RADIO = "radio"


class System(StrEnum):
    """What a crew may charge and activate. Missile is Sonar's alone."""

    MINE = "mine"
    TORPEDO = "torpedo"
    DRONE = "drone"
    SONAR = "sonar"
    SILENCE = "silence"
    SCENARIO = "scenario"
    MISSILE = "missile"


@dataclass(frozen=True, slots=True)
class ByTeam(Generic[T]):
    """One value for each of the two crews, so that no rule is written twice."""

    first: tuple[Team, T]
    second: tuple[Team, T]

    @classmethod
    def of(cls, teams: tuple[Team, Team], make: Callable[[Team], T]) -> ByTeam[T]:
        return cls((teams[0], make(teams[0])), (teams[1], make(teams[1])))

    @property
    def teams(self) -> tuple[Team, Team]:
        return (self.first[0], self.second[0])

    def __getitem__(self, team: Team) -> T:
        if team == self.first[0]:
            return self.first[1]
        if team == self.second[0]:
            return self.second[1]
        raise KeyError(team)

    def __iter__(self) -> Iterator[tuple[Team, T]]:
        yield self.first
        yield self.second

    def other(self, team: Team) -> Team:
        """The enemy of this crew."""
        return self.second[0] if team == self.first[0] else self.first[0]

    def put(self, team: Team, value: T) -> ByTeam[T]:
        """The same pair with one crew's value replaced."""
        if team == self.first[0]:
            return ByTeam((team, value), self.second)
        if team == self.second[0]:
            return ByTeam(self.first, (team, value))
        raise KeyError(team)

"""What a Captain sees over the chart before anything is fired: what is in reach, and what would hurt the own submarine.

All of it follows from the chart and from where the crew told it is. Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.rules.bearings import Bearings
from referee.rules.crews import Game, System
from referee.rules.house import House, OwnHit
from referee.rules.scenario import Scenario
from referee.rules.sea import Cell
from referee.rules.waters import Waters


@dataclass(frozen=True)
class Aiming:
    """One chart, as one house reads its rules."""

    bearings: Bearings

    @classmethod
    def over(cls, scenario: Scenario, house: House) -> Aiming:
        return cls(Bearings(Waters(scenario.chart), house, scenario.game))

    def reach(self, position: Cell) -> Mapping[System, tuple[Cell, ...]]:
        """The spaces that a torpedo comes to from here, and those a missile does."""
        waters = self.bearings.waters
        if self.bearings.game is Game.SONAR:
            return {System.MISSILE: waters.cells(self.bearings.missile(position) & waters.water)}
        return {System.TORPEDO: waters.cells(self.bearings.torpedo(position) & waters.water)}

    def hurts(self, position: Cell) -> Mapping[Cell, int]:
        """The spaces in which a blast would damage a submarine here, and how much."""
        beside = self.bearings.waters.cells(self.bearings.beside(position))
        return {**dict.fromkeys(beside, 1), position: self._direct()}

    def _direct(self) -> int:
        two = self.bearings.game is Game.CAPTAIN_SONAR and self.bearings.house.own_direct_hit is OwnHit.TWO
        return 2 if two else 1

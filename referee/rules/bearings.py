"""Bearings: the cells from which an announcement is true, or an order possible. Sets of cells, whoever is asking: the
rules of a crew's own track, deduction of every world that fits."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.crews import Game
from referee.rules.house import House, TorpedoPath
from referee.rules.orders import Clear, Fact, FactKind, Hit
from referee.rules.sea import Cell
from referee.rules.waters import Waters

TORPEDO_RANGE = 4
SILENCE_SPACES = 4


@dataclass(frozen=True)
class Bearings:
    """One chart, seen as one house and one game read their rules."""

    waters: Waters
    house: House
    game: Game

    # -- the reach of weapons
    def in_range(self, cell: Cell) -> int:
        """So near that a torpedo could come there if nothing lay in between (Launching a Torpedo)."""
        target = self.waters.bit(cell)
        own = 0 if self.house.torpedo_own_cell else target
        return self.waters.within(target, TORPEDO_RANGE, self.waters.grid) & ~own

    def torpedo(self, cell: Cell) -> int:
        """Where a torpedo with this impact may come from.

        A house that forbids a path over the own route forbids more; what it forbids is not worked out here.
        """
        if self.house.torpedo_path is TorpedoPath.ANY:
            return self.in_range(cell)
        target = self.waters.bit(cell) & self.waters.water
        return self.waters.within(target, TORPEDO_RANGE, self.waters.water) & self.in_range(cell)

    def missile(self, cell: Cell) -> int:
        """Sonar: anywhere in the navigation sector of the impact (Launch a Missile)."""
        return self.sector(self.waters.chart.sector(cell))

    # -- blasts
    def beside(self, cell: Cell) -> int:
        """Where a blast in this cell is an indirect hit; in Sonar there is none."""
        if self.game is Game.SONAR:
            return 0
        diagonal = self.house.diagonal_blast
        return self.waters.moved(self.waters.bit(cell), self.waters.ring if diagonal else self.waters.cross)

    def struck(self, cell: Cell) -> int:
        """Where a blast in this cell does any damage (the three outcomes under Triggering a Mine)."""
        return self.waters.bit(cell) | self.beside(cell)

    def hit(self, cell: Cell, *, direct: bool) -> int:
        return self.waters.bit(cell) if direct else self.beside(cell)

    def report(self, cell: Cell, report: Clear | Hit) -> int:
        """Where this report of a blast is true."""
        match report:
            case Clear():
                return ~self.struck(cell)
            case Hit(direct):
                return self.hit(cell, direct=direct)

    def own_blast(self, cell: Cell, damage: int) -> int:
        """Where the caller's own blast can have done it that damage; the last of more can be counted alone."""
        return self.waters.bit(cell) if damage >= 2 else self.struck(cell)

    # -- detection and surfacing
    def sector(self, number: int | None) -> int:
        """A sector that is none has no cells."""
        return self.waters.sectors.get(number, 0) if number is not None else 0

    def drone(self, sector: int | None, *, inside: bool) -> int:
        """Where yes, or no, is the true answer to a drone."""
        return self.sector(sector) if inside else ~self.sector(sector)

    def fact(self, fact: Fact) -> int:
        match fact.kind:
            case FactKind.SECTOR:
                return self.sector(fact.value)
            case FactKind.COLUMN:
                return _line(self.waters.columns, fact.value)
            case FactKind.ROW:
                return _line(self.waters.rows, fact.value)

    def answer(self, facts: tuple[Fact, ...]) -> int:
        """Where a sonar answer is as the rules want it: half true in Captain Sonar, true in Sonar."""
        if self.game is Game.SONAR:
            return self.fact(facts[0]) if facts else 0
        if len(facts) != 2:
            return 0
        return self.fact(facts[0]) ^ self.fact(facts[1])


def _line(lines: tuple[int, ...], number: int) -> int:
    return lines[number] if 0 < number < len(lines) else 0

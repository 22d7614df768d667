"""The straightforward solver: every world written out, one by one. The reference for exactness and for speed.

It is written the way anybody would write it first, with sets of tuples, and without any look at the other one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from referee.rules.sea import Cell, Chart, Heading


class World(NamedTuple):
    """One thing that may be true."""

    start: Cell
    at: Cell
    route: frozenset[Cell]
    mines: frozenset[Cell] = frozenset()
    glided: tuple[Heading | None, int] | None = None
    """The last silence, since the route began."""


@dataclass(frozen=True)
class Plain:
    """All worlds of one crew, as a set."""

    chart: Chart
    worlds: frozenset[World]
    told: frozenset[Cell] = frozenset()
    bars_courses: bool = True
    bars_silence: bool = True
    diagonal: bool = True
    silence_steps: tuple[int, ...] = field(default=(0, 1, 2, 3, 4))

    @classmethod
    def begin(cls, chart: Chart) -> Plain:
        return cls(chart, frozenset(World(cell, cell, frozenset({cell})) for cell in chart.water))

    @property
    def cells(self) -> frozenset[Cell]:
        return frozenset(world.at for world in self.worlds)

    def of(self, worlds: Iterable[World]) -> Plain:
        return replace(self, worlds=frozenset(worlds))

    def only(self, cells: Iterable[Cell]) -> Plain:
        wanted = set(cells)
        return self.of(world for world in self.worlds if world.at in wanted)

    def started(self, cell: Cell) -> Plain:
        return self.of(world for world in self.worlds if world.start == cell)

    def stepped(self, world: World, heading: Heading, *, bars: bool) -> World | None:
        ahead = world.at.step(heading)
        if not self.chart.is_water(ahead) or ahead in world.route or (bars and ahead in world.mines):
            return None
        return world._replace(at=ahead, route=world.route | {ahead})

    def course(self, heading: Heading) -> Plain:
        moved = (self.stepped(world, heading, bars=self.bars_courses) for world in self.worlds)
        return self.of(world for world in moved if world)

    def silence(self) -> Plain:
        return self.of(world for one in self.worlds for world in self._glides(one))

    def _glides(self, world: World) -> Iterator[World]:
        if 0 in self.silence_steps:
            yield world._replace(glided=(None, 0))
        for heading in Heading:
            moved = self.stepped(world, heading, bars=self.bars_silence)
            for steps in range(1, max(self.silence_steps) + 1):
                if moved is None:
                    break
                if steps in self.silence_steps:
                    yield moved._replace(glided=(heading, steps))
                moved = self.stepped(moved, heading, bars=self.bars_silence)

    def glided(self, heading: Heading, steps: int) -> Plain:
        told = (heading, steps) if steps else (None, 0)
        return self.of(world._replace(glided=None) for world in self.worlds if world.glided in (None, told))

    def surfaced(self) -> Plain:
        return self.of(world._replace(route=frozenset({world.at}), glided=None) for world in self.worlds)

    def afloat(self) -> Plain:
        return self.of(
            world
            for world in self.worlds
            if any(self.stepped(world, heading, bars=self.bars_courses) for heading in Heading)
        )

    def mine_dropped(self) -> Plain:
        return self.of(
            world._replace(mines=world.mines | {cell})
            for world in self.worlds
            for cell in (world.at.around() if self.diagonal else world.at.neighbours())
            if self.chart.is_water(cell) and cell not in world.route and cell not in world.mines
        )

    def mine_told(self, cell: Cell) -> Plain:
        found = self.of(world for world in self.worlds if cell in world.mines - self.told)
        return replace(found, told=self.told | {cell})

    def mine_gone(self, cell: Cell) -> Plain:
        found = self.of(world._replace(mines=world.mines - {cell}) for world in self.worlds if cell in world.mines)
        return replace(found, told=self.told - {cell})

    def mine_swept(self, cell: Cell) -> Plain:
        found = self.of(world._replace(mines=world.mines - {cell}) for world in self.worlds)
        return replace(found, told=self.told - {cell})

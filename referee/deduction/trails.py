"""Where one submarine may be: the exact set of worlds that fit, held as trails.

A trail is the shape of a route (every visited space as an offset from where the submarine is now) with the offsets at
which each of its mines may lie. All worlds of one shape differ in the place of the submarine alone, so they are one set
of cells, moved by one shift. Silence is what makes shapes many; shapes that came to be equal are one again.

Nothing here guesses. When the trails grow too many, `thinned` forgets parts of routes: the set of worlds only grows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from referee.deduction.shapes import LIMIT, STILL, Glided, Trail, Trails, gathered, offsets, thinned
from referee.rules.house import House
from referee.rules.sea import Cell, Heading
from referee.rules.waters import Waters, places, shift


@dataclass(frozen=True)
class Seamanship:
    """What the rules and the house let a submarine do, as far as places go."""

    waters: Waters
    silence_steps: tuple[int, ...] = (0, 1, 2, 3, 4)
    mines_bar_courses: bool = True
    mines_bar_silence: bool = True
    mines_diagonal: bool = True
    mines_stack: bool = False

    @classmethod
    def of(cls, waters: Waters, house: House, silence_steps: tuple[int, ...]) -> Seamanship:
        return cls(
            waters,
            silence_steps,
            house.own_mine_blocks,
            house.silence_own_mine_blocks,
            house.mine_diagonal,
            house.mine_stacking,
        )

    @cached_property
    def drop_offsets(self) -> int:
        return offsets(self.waters, self.waters.ring if self.mines_diagonal else self.waters.cross)


@dataclass(frozen=True)
class Whereabouts:
    """All places, routes and mines of one crew that fit what is known."""

    seamanship: Seamanship
    trails: Trails
    told_mines: int = 0
    """The cells of the mines whose place was told and that did not explode yet."""
    drift: int | None = 0
    """How far it is from the starting cell; None once a silence was not told."""
    drift_if_told: int | None = None
    """The same but for the last silence, as long as that is all that is missing."""
    astray: bool = False
    """Something impossible was taken for true once: of mines and earlier routes nothing is certain any more."""
    limit: int = LIMIT

    @classmethod
    def begin(cls, seamanship: Seamanship, limit: int = LIMIT) -> Whereabouts:
        waters = seamanship.waters
        return cls(seamanship, {Trail(waters.here): waters.water} if waters.water else {}, limit=limit)

    @property
    def waters(self) -> Waters:
        return self.seamanship.waters

    @property
    def possible(self) -> bool:
        return bool(self.trails)

    @cached_property
    def places(self) -> int:
        """Every cell at which the submarine may be."""
        united = 0
        for at in self.trails.values():
            united |= at
        return united

    def lost(self) -> Whereabouts:
        """Nothing is known: what is left to assume when no world fits any more."""
        unknown = Whereabouts.begin(self.seamanship, self.limit)
        return replace(unknown, drift=None, astray=True)

    def anew(self) -> Whereabouts:
        """Any sea space again, nothing else having happened."""
        return Whereabouts.begin(self.seamanship, self.limit)

    def of(self, found: Iterable[tuple[Trail, int]]) -> Whereabouts:
        return replace(self, trails=thinned(gathered(found), self.waters, self.limit))

    def only(self, cells: int) -> Whereabouts:
        """Those worlds in which the submarine is in one of these cells."""
        return self if not self.places & ~cells else self.of((trail, at & cells) for trail, at in self.trails.items())

    def started(self, cell: Cell) -> Whereabouts:
        """The crew told where it began, before the dive or later."""
        return self if self.drift is None else self.only(shift(self.waters.bit(cell), self.drift))

    # -- moving
    def course(self, heading: Heading) -> Whereabouts:
        bars = self.seamanship.mines_bar_courses
        return self._drifted(self.waters.steps[heading]).of(self._stepped(self.trails.items(), heading, bars=bars))

    def silence(self) -> Whereabouts:
        return replace(self.of(self._glides()), drift=None, drift_if_told=self.drift)

    def glided(self, heading: Heading, steps: int) -> Whereabouts:
        """The Captain told how the last silence moved."""
        told = Glided(heading, steps) if steps else STILL
        found = ((trail._replace(glided=None), at) for trail, at in self.trails.items() if trail.glided in (None, told))
        known = self.drift_if_told
        drift = self.drift if known is None else known + self.waters.steps[heading] * steps
        return replace(self.of(found), drift=drift, drift_if_told=None)

    def surfaced(self) -> Whereabouts:
        """The route is erased, place and mines stay (Surfacing)."""
        found = self.of((Trail(self.waters.here, trail.mines), at) for trail, at in self.trails.items())
        return replace(found, drift_if_told=None)

    def afloat(self) -> Whereabouts:
        """Those worlds in which some course is possible (Blackout!)."""
        return self.of(found for trail, at in self.trails.items() for found in self._afloat(trail, at))

    def _drifted(self, by: int) -> Whereabouts:
        drift = None if self.drift is None else self.drift + by
        return replace(self, drift=drift, drift_if_told=None if self.drift_if_told is None else self.drift_if_told + by)

    def _glides(self) -> Iterator[tuple[Trail, int]]:
        lengths, bars = self.seamanship.silence_steps, self.seamanship.mines_bar_silence
        if 0 in lengths:
            yield from ((trail._replace(glided=STILL), at) for trail, at in self.trails.items())
        for heading in Heading:
            reached: Iterable[tuple[Trail, int]] = self.trails.items()
            for steps in range(1, max(lengths) + 1):
                reached = list(self._stepped(reached, heading, bars=bars))
                if steps in lengths:
                    told = Glided(heading, steps)
                    yield from ((trail._replace(glided=told), at) for trail, at in reached)

    def _stepped(
        self, trails: Iterable[tuple[Trail, int]], heading: Heading, *, bars: bool
    ) -> Iterator[tuple[Trail, int]]:
        waters, step = self.waters, self.waters.steps[heading]
        here, ahead = waters.here, shift(waters.here, step)
        water = waters.water & ~self.told_mines if bars else waters.water
        for (visited, mines, glided), at in trails:
            if visited & ahead:
                continue
            moved = shift(at, step) & water
            if moved and not mines:
                yield Trail(shift(visited, -step) | here, mines, glided), moved
            elif moved:
                along = Trail(shift(visited, -step) | here, tuple(shift(mine, -step) for mine in mines), glided)
                yield self._past_mines(along, moved) if bars else (along, moved)

    def _past_mines(self, trail: Trail, at: int) -> tuple[Trail, int]:
        """The submarine is where a mine would have stopped it: the mine lies elsewhere."""
        here = self.waters.here
        if not any(mine & here for mine in trail.mines):
            return trail, at
        elsewhere = trail._replace(mines=tuple(mine & ~here for mine in trail.mines))
        return elsewhere, self._with_room(elsewhere.mines, at)

    def _afloat(self, trail: Trail, at: int) -> Iterator[tuple[Trail, int]]:
        mines = trail.mines if self.seamanship.mines_bar_courses else ()
        free = at
        for ways in range(1, len(mines) + 1):  # so few that untold mines may lie in all of them
            for some in combinations(Heading, ways):
                barred = at & self._exactly(some, trail)
                free &= ~barred
                yield from (self._clear_of_mines(trail, heading, barred) for heading in some if barred)
        yield trail, free & ~self._exactly((), trail)

    def _exactly(self, headings: Collection[Heading], trail: Trail) -> int:
        """The cells from which these courses and no others are open, but for untold mines."""
        cells = self.waters.water
        for heading in Heading:
            ahead = self._ahead(heading, trail)
            cells &= ahead if heading in headings else ~ahead
        return cells

    def _ahead(self, heading: Heading, trail: Trail) -> int:
        step = self.waters.steps[heading]
        if trail.visited & shift(self.waters.here, step):
            return 0
        bars = self.seamanship.mines_bar_courses
        return shift(self.waters.water & ~self.told_mines if bars else self.waters.water, -step)

    def _clear_of_mines(self, trail: Trail, heading: Heading, at: int) -> tuple[Trail, int]:
        """No untold mine lies ahead."""
        ahead = shift(self.waters.here, self.waters.steps[heading])
        clear = trail._replace(mines=tuple(mine & ~ahead for mine in trail.mines))
        return clear, self._with_room(clear.mines, at)

    # -- mines
    def mine_dropped(self) -> Whereabouts:
        return self.of(self._drops())._apart_from(self.told_mines)

    def mine_told(self, cell: Cell) -> Whereabouts:
        """The Captain told where a mine lies, one of those not told before."""
        if self.astray:
            return self
        if self.seamanship.mines_stack:
            return self.of(self._pinned(cell))
        bit = self.waters.bit(cell)
        told = replace(self, trails=gathered(self._without_mine_at(cell)), told_mines=self.told_mines | bit)
        return told._apart_from(bit)

    def mine_gone(self, cell: Cell) -> Whereabouts:
        """A mine of this crew was in that cell and is no more."""
        if self.astray:
            return self
        bit = self.waters.bit(cell)
        if self.told_mines & bit:
            return replace(self, told_mines=self.told_mines & ~bit)
        return self.of(self._exploded(cell))._apart_from(bit)

    def mine_swept(self, cell: Cell) -> Whereabouts:
        """Whatever mine of this crew was in that cell is no more; perhaps there was none."""
        bit = self.waters.bit(cell)
        if self.told_mines & bit:
            return replace(self, told_mines=self.told_mines & ~bit)
        if self.seamanship.mines_stack:  # how many went is unknown: at most all, at least none
            return self.of([*self.trails.items(), *self._exploded(cell)])
        return self.of([*self._apart_from(bit).trails.items(), *self._exploded(cell)])

    def _drops(self) -> Iterator[tuple[Trail, int]]:
        beside = self.seamanship.drop_offsets
        for trail, at in self.trails.items():
            mines = (*trail.mines, beside & ~trail.visited)
            yield trail._replace(mines=mines), self._with_room(mines, at)

    def _without_mine_at(self, cell: Cell) -> Iterator[tuple[Trail, int]]:
        for trail, at in self.trails.items():
            for index, mine in enumerate(trail.mines):
                others = trail.mines[:index] + trail.mines[index + 1 :]
                yield trail._replace(mines=others), self._placing(mine, cell) & at

    def _pinned(self, cell: Cell) -> Iterator[tuple[Trail, int]]:
        for trail, at in self.trails.items():
            for index, mine in enumerate(trail.mines):
                others = trail.mines[:index] + trail.mines[index + 1 :]
                for place in places(self._placing(mine, cell) & at):
                    pinned = shift(self.waters.here, self.waters.place(cell) - place)
                    yield trail._replace(mines=(*others, pinned)), 1 << place

    def _exploded(self, cell: Cell) -> Iterator[tuple[Trail, int]]:
        for trail, at in self.trails.items():
            for index, mine in enumerate(trail.mines):
                others = trail.mines[:index] + trail.mines[index + 1 :]
                for place in places(self._placing(mine, cell) & at):
                    apart = self._parted(others, cell, place)
                    if apart is not None:
                        yield trail._replace(mines=apart), 1 << place

    def _placing(self, mine: int, cell: Cell) -> int:
        """The places of the submarine that put this mine into that cell."""
        target, united = self.waters.water & self.waters.bit(cell), 0
        if target:
            for offset in places(mine):
                united |= shift(target, self.waters.origin - offset)
        return united

    def _parted(self, mines: tuple[int, ...], cell: Cell, place: int) -> tuple[int, ...] | None:
        """Mines that are not in this cell, the submarine being at that place; None when one can be nowhere else."""
        if self.seamanship.mines_stack:
            return mines
        bit = shift(self.waters.here, self.waters.place(cell) - place)
        apart = tuple(mine & ~bit for mine in mines)
        return apart if self._with_room(apart, 1 << place) else None

    def _apart_from(self, cells: int) -> Whereabouts:
        """No untold mine is in these cells: only worlds within reach of them change, and are told apart."""
        found = self
        if not self.seamanship.mines_stack:
            for place in places(cells):
                found = found.of(found._apart_from_one(self.waters.cell(place)))
        return found

    def _apart_from_one(self, cell: Cell) -> Iterator[tuple[Trail, int]]:
        for trail, at in self.trails.items():
            near = 0
            for mine in trail.mines:
                near |= self._placing(mine, cell) & at
            yield trail, at & ~near
            for place in places(near):
                apart = self._parted(trail.mines, cell, place)
                if apart is not None:
                    yield trail._replace(mines=apart), 1 << place

    def _with_room(self, mines: tuple[int, ...], at: int) -> int:
        """The places from which every mine finds water, and no two mines the same (Hall's marriage condition)."""
        for mine in mines:
            at &= self._at_least(mine, 1)
        if not self.seamanship.mines_stack:
            for size in range(2, len(mines) + 1):
                for some in combinations(mines, size):
                    at = self._apart(some, at)
        return at

    def _apart(self, mines: tuple[int, ...], at: int) -> int:
        united, shared = 0, 0
        for mine in mines:
            shared |= united & mine
            united |= mine
        return at & self._at_least(united, len(mines)) if shared else at

    def _at_least(self, mine: int, count: int) -> int:
        """The places from which so many of the offsets lead to water."""
        reached = [-1, *[0] * count]
        for offset in places(mine):
            water = shift(self.waters.water, self.waters.origin - offset)
            for level in range(count, 0, -1):
                reached[level] |= reached[level - 1] & water
        return reached[count]

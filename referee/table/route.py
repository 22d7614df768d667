"""A crew's own route, as its Captain draws it from what the crew told: the start, the courses, how silence moved.

Each may be told late. Told then, it is drawn where it belongs; what nobody told leaves the route undrawn, never wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.rules.sea import STEP, Cell, Heading


@dataclass(frozen=True, slots=True)
class Route:
    """The headings are known before the space is: a start told late gives them their place."""

    begins: Cell | None = None
    """Where the route begins: the start, or where the submarine surfaced last."""
    drift: tuple[int, int] | None = (0, 0)
    """How far from the start that is; None once a silence was never described."""
    held: tuple[Heading, ...] = ()
    """The spaces since, one by one."""
    since: tuple[Heading, ...] | None = None
    """The courses since a silence that is still to be described; None where there is none."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every space of it, as far as it was told."""
        if self.begins is None:
            return ()
        found = [self.begins]
        for heading in self.held:
            found.append(found[-1].step(heading))
        return tuple(found)

    @property
    def position(self) -> Cell | None:
        """Its end; None until the start is told, and while a silence is not described."""
        return self.cells[-1] if self.begins is not None and self.since is None else None

    def started(self, cell: Cell) -> Route:
        """The start, at any time: it is the start that is told, not where the submarine is by now."""
        if self.drift is None:
            return self
        across, down = self.drift
        return replace(self, begins=Cell(cell.column + across, cell.row + down))

    def course(self, heading: Heading) -> Route:
        if self.since is not None:
            return replace(self, since=(*self.since, heading))
        return replace(self, held=(*self.held, heading))

    def silence(self) -> Route:
        """Moved, nobody has told where; of two such silences the first can be told no more."""
        return replace(self if self.since is None else _LOST, since=())

    def glided(self, heading: Heading, steps: int) -> Route:
        if self.since is None:
            return self
        return replace(self, held=(*self.held, *[heading] * steps, *self.since), since=None)

    def surfaced(self, cell: Cell | None) -> Route:
        """The route is erased, the place kept; in Sonar it is announced."""
        if self.since is not None:
            return replace(_LOST, begins=cell)
        return Route(cell or self.position, self._drifted())

    def _drifted(self) -> tuple[int, int] | None:
        if self.drift is None:
            return None
        ways = [self.drift, *(STEP[heading] for heading in self.held)]
        return sum(across for across, _ in ways), sum(down for _, down in ways)


UNTOLD = Route()
_LOST = Route(drift=None)

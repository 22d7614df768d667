"""What the Engineer can have crossed, although nobody told: every sheet that fits the courses and the activations.

Damage erases the sheet, and its announcement may come late or be missed in a noisy room: sheets are kept apart by the
damage that was not announced yet. A crossing told after the course takes the place of the one that was assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from referee.deduction import boxes as b
from referee.deduction.boxes import Box
from referee.deduction.sheets import SheetPlan

Levels = tuple[tuple[Box, ...], ...]
"""The possible sheets, by the damage that was not announced yet."""

Panels = tuple[str | None, ...]
"""The panels of which one was crossed into; None: perhaps nothing was."""

Step = Callable[[Levels], Levels]

MOST_UNANNOUNCED = 3
"""One more sinks the submarine."""


@dataclass(frozen=True, slots=True)
class Breakdowns:
    """All sheets of one crew that fit what is known."""

    plan: SheetPlan
    levels: Levels
    before: Levels = ()
    """The sheets before the last crossing."""
    due: Panels = ()
    """Where the last crossing was made, as long as it may still be told."""
    since: tuple[Step, ...] = ()
    """What became known after it."""
    loose: frozenset[str] = frozenset()
    """The panels of earlier crossings that nobody told."""

    @classmethod
    def begin(cls, plan: SheetPlan) -> Breakdowns:
        return cls(plan, ((b.repaired(plan),),))

    @property
    def possible(self) -> bool:
        return any(self.levels)

    @property
    def least_unannounced(self) -> int:
        """The damage that must have been suffered whatever was crossed, and was not announced."""
        return next((damage for damage, boxes in enumerate(self.levels) if boxes), 0)

    def can_work(self, kind: str) -> bool:
        """Perhaps nothing of that kind is crossed."""
        return self.working(kind).possible

    def lost(self) -> Breakdowns:
        """Nothing is known: what is left to assume when no sheet fits any more."""
        anything = (b.any_sheet(self.plan), b.repaired(self.plan))
        return Breakdowns(self.plan, (anything,) * (MOST_UNANNOUNCED + 1))

    # -- crossings
    def crossing(self, *panels: str | None) -> Breakdowns:
        """One symbol of one of these panels was crossed, nobody knows which."""
        loose = self.loose | {panel for panel in self.due if panel is not None}
        return Breakdowns(self.plan, self._crossed(self.levels, panels), self.levels, panels, (), loose)

    def narrowed(self, panel: str | None) -> Breakdowns:
        """The crew told which panel the last crossing was in, or that there was none."""
        if panel not in self.due:
            return self
        again = replace(self, levels=self._crossed(self.before, (panel,)), due=(panel,))
        return again._once_more()

    def told(self, panel: str, symbol: int) -> Breakdowns:
        """The Engineer told the symbol. When it may be that of an earlier course, nothing is certain about this one."""
        if panel not in self.due or panel in self.loose:
            return self
        index = self.plan.names.index(panel)
        again = replace(self, levels=self._after(self.before, [(index, symbol)]), due=())
        return again._once_more()

    def _once_more(self) -> Breakdowns:
        levels = self.levels
        for step in self.since:
            levels = step(levels)
        return replace(self, levels=levels)

    def _crossed(self, levels: Levels, panels: Panels) -> Levels:
        names = self.plan.names
        crossings = [
            (names.index(panel), symbol)
            for panel in panels
            if panel is not None
            for symbol in self.plan.panels[names.index(panel)].symbols
        ]
        after = self._after(levels, crossings)
        return _together(after, levels) if None in panels else after

    def _after(self, levels: Levels, crossings: Iterable[tuple[int, int]]) -> Levels:
        found: list[list[Box]] = [[] for _ in range(MOST_UNANNOUNCED + 1)]
        crossings = list(crossings)
        for damage, box in _every(levels):
            for index, symbol in crossings:
                for outcome, more in b.crossed(self.plan, box, index, symbol):
                    found[min(damage + more, MOST_UNANNOUNCED)].append(b.repaired(self.plan) if more else outcome)
        return tuple(b.united(boxes) for boxes in found)

    # -- what becomes known
    def working(self, kind: str) -> Breakdowns:
        """The sheets on which nothing of that kind is crossed."""
        plan = self.plan
        return self._known(lambda levels: tuple(b.working(plan, boxes, kind) for boxes in levels))

    def repaired(self) -> Breakdowns:
        """All breakdowns are erased (Surfacing)."""
        clean = (b.repaired(self.plan),)
        erased = self._known(lambda levels: tuple(clean if boxes else () for boxes in levels))
        return replace(erased, loose=frozenset())

    def announced(self, *, by_a_blast: bool) -> Breakdowns:
        """DAMAGE was announced, the Engineer's or perhaps that of the crew's own blast."""
        return self._known(lambda levels: _together(levels[1:], levels) if by_a_blast else levels[1:])

    def _known(self, step: Step) -> Breakdowns:
        return replace(self, levels=step(self.levels), since=(*self.since, step))


def _every(levels: Levels) -> Iterator[tuple[int, Box]]:
    for damage, boxes in enumerate(levels):
        for box in boxes:
            yield damage, box


def _together(one: Levels, other: Levels) -> Levels:
    size = max(len(one), len(other))
    first, second = (levels + ((),) * (size - len(levels)) for levels in (one, other))
    return tuple(b.united([*these, *those]) for these, those in zip(first, second, strict=True))

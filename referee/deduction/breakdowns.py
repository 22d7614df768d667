"""What the Engineer can have crossed, although nobody told: every sheet that fits the courses and the activations.

He has until the next course to cross, so a system may be activated before he does: the sheets with and those without
the last crossing are kept side by side. Damage erases the sheet, and its announcement may come late or be missed in a
noisy room: sheets are kept apart by the damage that was not announced yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    """With everything crossed that is due."""
    waiting: Levels = ()
    """Without the last crossing, as long as it may still be to come."""
    before: Levels = ()
    """The sheets when the last crossing became due."""
    due: Panels = ()
    """Where it is made, as long as that may still be told."""
    since: tuple[Step, ...] = ()
    """What became known after it."""
    loose: frozenset[str] = frozenset()
    """The panels of earlier crossings that nobody told."""
    several: bool = False
    """Two crossings are due, of a course and of the silence after it: what works now tells nothing of either."""
    tells: bool = False
    """This crew tells its crossings: from then on what it has not told it has not crossed."""

    @classmethod
    def begin(cls, plan: SheetPlan) -> Breakdowns:
        return cls(plan, ((b.repaired(plan),),))

    @property
    def possible(self) -> bool:
        return any(self.levels) or any(self.waiting)

    @property
    def least_unannounced(self) -> int:
        """The damage that must be suffered whatever is crossed for the courses so far, and was not announced."""
        return next((damage for damage, boxes in enumerate(self._done()) if boxes), 0)

    def can_work(self, kind: str) -> bool:
        """Perhaps nothing of that kind is crossed."""
        return any(self._clean(self.levels, kind)) or any(self._clean(self.waiting, kind))

    def lost(self) -> Breakdowns:
        """Nothing is known: what is left to assume when no sheet fits any more."""
        anything = (b.any_sheet(self.plan), b.repaired(self.plan))
        return Breakdowns(self.plan, (anything,) * (MOST_UNANNOUNCED + 1))

    # -- crossings
    def course(self, panel: str) -> Breakdowns:
        """One symbol of that panel is to be crossed, nobody knows which; all earlier ones are (The Engineer)."""
        return self._owing(self._done(), (panel,), several=False)

    def silence(self, *panels: str | None) -> Breakdowns:
        """One symbol of one of these panels is to be crossed too (Activating Silence)."""
        return self._owing(self._done(), panels, several=any(self.waiting))

    def _owing(self, done: Levels, panels: Panels, *, several: bool) -> Breakdowns:
        waiting = done
        if several:
            waiting = _together(_together(self.levels, self.waiting), self._crossed(self.waiting, panels))
            waiting = _together(waiting, done)
        # of a crew that tells, nothing is crossed before it says so
        crossed = () if self.tells and not several else self._crossed(done, panels)
        loose = self.loose | {panel for panel in self.due if panel is not None}
        return Breakdowns(self.plan, crossed, waiting, done, panels, (), loose, several, self.tells)

    def narrowed(self, panel: str | None) -> Breakdowns:
        """The crew told which panel the last crossing was in, or that there was none."""
        if panel not in self.due:
            return self
        crossed = self._once_more(self._crossed(self.before, (panel,))) if any(self.levels) else ()
        return replace(self, levels=crossed, due=(panel,))

    def told(self, panel: str, symbol: int) -> Breakdowns:
        """The Engineer told the symbol. When it may be that of an earlier course, nothing is certain about this one."""
        if panel not in self.due or panel in self.loose:
            return replace(self, levels=_together(self.levels, self._crossed(self.waiting, self.due)), tells=True)
        crossing = [(self.plan.names.index(panel), symbol)]
        earlier = self._once_more(self._after(self.before, crossing)) if any(self.levels) else ()
        if self.several:
            return replace(self, levels=earlier, due=(), tells=True)
        only_now = self._after(self.waiting, crossing)
        return replace(self, levels=_together(earlier, only_now), waiting=(), due=(), tells=True)

    def _done(self) -> Levels:
        """Every crossing is made that was due."""
        if self.several or not self.waiting:
            return self.levels
        return _together(self.levels, self._crossed(self.waiting, self.due))

    def _once_more(self, levels: Levels) -> Levels:
        for step in self.since:
            levels = step(levels)
        return levels

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

    def _after(self, levels: Levels, crossings: list[tuple[int, int]]) -> Levels:
        found: list[list[Box]] = [[] for _ in range(MOST_UNANNOUNCED + 1)]
        for damage, box in _every(levels):
            for index, symbol in crossings:
                for outcome, more in b.crossed(self.plan, box, index, symbol):
                    found[min(damage + more, MOST_UNANNOUNCED)].append(b.repaired(self.plan) if more else outcome)
        return tuple(b.united(boxes) for boxes in found)

    # -- what becomes known
    def working(self, kind: str) -> Breakdowns:
        """The sheets on which nothing of that kind is crossed."""
        return self if self.several else self._known(lambda levels: self._clean(levels, kind))

    def repaired(self) -> Breakdowns:
        """All breakdowns are erased, and nothing is due any more (Surfacing)."""
        clean = (b.repaired(self.plan),)
        levels = _together(self.levels, self.waiting)
        return Breakdowns(self.plan, tuple(clean if boxes else () for boxes in levels), tells=self.tells)

    def announced(self, *, by_a_blast: bool) -> Breakdowns:
        """DAMAGE was announced, the Engineer's or perhaps that of the crew's own blast."""
        return self._known(lambda levels: _together(levels[1:], levels) if by_a_blast else levels[1:])

    def _clean(self, levels: Levels, kind: str) -> Levels:
        return tuple(b.working(self.plan, boxes, kind) for boxes in levels)

    def _known(self, step: Step) -> Breakdowns:
        return replace(self, levels=step(self.levels), waiting=step(self.waiting), since=(*self.since, step))


def _every(levels: Levels) -> Iterator[tuple[int, Box]]:
    for damage, boxes in enumerate(levels):
        for box in boxes:
            yield damage, box


def _together(one: Levels, other: Levels) -> Levels:
    size = max(len(one), len(other))
    first, second = (levels + ((),) * (size - len(levels)) for levels in (one, other))
    return tuple(b.united([*these, *those]) for these, those in zip(first, second, strict=True))

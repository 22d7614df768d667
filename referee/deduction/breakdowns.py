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
"""The panels of which one is crossed into; None: perhaps nothing is."""

Step = Callable[[Levels], Levels]

MOST_UNANNOUNCED = 3
"""One more sinks the submarine."""

MOST_DUE = 2
"""Of more crossings due at once, in whatever order, nothing is worked out: a second silence before any was made."""


@dataclass(frozen=True, slots=True)
class Breakdowns:
    """All sheets of one crew that fit what is known."""

    plan: SheetPlan
    levels: Levels
    """With everything crossed that is due. None of a crew that tells its crossings and still owes some."""
    waiting: Levels = ()
    """Without all of it, as long as some may still be to come."""
    before: Levels = ()
    """The sheets when the last crossing became due, all earlier ones made."""
    unmade: Levels = ()
    """The same without the crossing of the course before the silence, as long as that one may come after it."""
    dues: tuple[Panels, ...] = ()
    """The crossings that may still be told: of the course, of the silences since."""
    since: tuple[Step, ...] = ()
    """What became known after the last became due."""
    loose: frozenset[str] = frozenset()
    """The panels of earlier crossings that nobody told."""
    several: bool = False
    """Crossings of a course and of the silence after it may be made already, in any order: what works now tells nothing
    of either."""
    tells: bool = False
    """This crew tells its crossings: from then on what it has not told it has not crossed."""
    none_made: bool = False
    """Nothing is crossed yet of what is due: this crew would have told."""

    @classmethod
    def begin(cls, plan: SheetPlan) -> Breakdowns:
        return cls(plan, ((b.repaired(plan),),))

    @property
    def possible(self) -> bool:
        return any(self.levels) or any(self.waiting)

    def can_work(self, kind: str) -> bool:
        """Perhaps nothing of that kind is crossed."""
        return any(self._clean(self.levels, kind)) or any(self._clean(self.waiting, kind))

    def lost(self) -> Breakdowns:
        """Nothing is known: what is left to assume when no sheet fits any more."""
        return Breakdowns(self.plan, self._anything(), loose=frozenset(self.plan.names))

    def _anything(self) -> Levels:
        return ((b.any_sheet(self.plan), b.repaired(self.plan)),) * (MOST_UNANNOUNCED + 1)

    # -- crossings become due
    def course(self, panel: str) -> Breakdowns:
        """One symbol of that panel is to be crossed, nobody knows which; all earlier ones are (The Engineer)."""
        return self._owing((panel,))

    def silence(self, *panels: str | None) -> Breakdowns:
        """One symbol of one of these panels is to be crossed too (Activating Silence)."""
        if not any(self.waiting):
            return self._owing(panels)
        if self.none_made:
            return replace(self, dues=(*self.dues, panels))
        return self._owing_besides(panels) if len(self.dues) < MOST_DUE else self.lost()

    def _owing(self, panels: Panels) -> Breakdowns:
        done, loose = self._done(), self.loose.union(*map(_named, self.dues))
        # of a crew that tells, nothing is crossed before it says so
        crossed = () if self.tells else self._crossed(done, panels)
        return Breakdowns(
            self.plan, crossed, done, done, (), (panels,), (), loose, tells=self.tells, none_made=self.tells
        )

    def _owing_besides(self, panels: Panels) -> Breakdowns:
        """What was due before may be to come, too: which is made first decides what damage erases."""
        done, dues = self._done(), (*self.dues, panels)
        some = replace(self, before=done, unmade=self.waiting, dues=dues, since=(), several=True)
        waiting = _together(_together(self.waiting, done), self._crossed(self.waiting, panels))
        return replace(some, levels=some._both(panels), waiting=waiting)

    def _both(self, panels: Panels) -> Levels:
        """The last crossing is in one of these panels, the one before it came before it or after it."""
        after = self._crossed(self._crossed(self.unmade, panels), self.dues[0])
        return _together(self._crossed(self.before, panels), after)

    def narrowed(self, panel: str | None) -> Breakdowns:
        """The crew told which panel the last crossing was in, or that there was none."""
        if not self.dues or panel not in self.dues[-1]:
            return self
        dues = (*self.dues[:-1], (panel,))
        if self.none_made:
            return replace(self, dues=dues if panel is not None else dues[:-1])._settled()
        if not any(self.levels) or (len(dues) > 1 and not self.several):
            return replace(self, dues=dues)
        crossed = self._both((panel,)) if self.several else self._crossed(self.before, (panel,))
        return replace(self, levels=self._once_more(crossed), dues=dues)

    def _settled(self) -> Breakdowns:
        """All is told: nothing is due any more."""
        return self if self.dues else replace(self, levels=self.waiting, waiting=(), none_made=False)

    # -- and are told
    def told(self, panel: str, symbol: int) -> Breakdowns:
        """The Engineer told the symbol. When it may be that of an earlier course, nothing is certain about this one."""
        owed = [due for due in self.dues if panel in due]
        if not owed or panel in self.loose or (len(self.dues) > 1 and not self.none_made):
            return replace(self, levels=self._done(), waiting=self._partly(), tells=True, none_made=False)
        crossing = [(self.plan.names.index(panel), symbol)]
        only_now = self._after(self.waiting, crossing)
        if self.none_made:
            return replace(self, waiting=only_now, dues=self._without(owed))._settled()
        earlier = self._once_more(self._after(self.before, crossing)) if any(self.levels) else ()
        return replace(self, levels=_together(earlier, only_now), waiting=(), dues=(), tells=True)

    def _partly(self) -> Levels:
        """Any of the crossings that are due are made, but not all."""
        if len(self.dues) > MOST_DUE:
            return self._anything()
        found = self.waiting
        for due in self.dues if len(self.dues) > 1 and not self.several else ():
            found = _together(found, self._crossed(self.waiting, due))
        return found

    def _without(self, owed: list[Panels]) -> tuple[Panels, ...]:
        """What is still due when one of these was told, nobody knows which."""
        others = tuple(due for due in self.dues if due not in owed)
        rest = tuple(dict.fromkeys(panel for due in owed for panel in due))
        return (*others, *(rest for _ in owed[1:]))

    def _done(self) -> Levels:
        """Every crossing is made that was due."""
        if self.several or not self.waiting:
            return self.levels
        return _together(self.levels, self._in_any_order(self.waiting, self.dues))

    def _in_any_order(self, levels: Levels, dues: tuple[Panels, ...]) -> Levels:
        if len(dues) > MOST_DUE:
            return self._anything()
        found: Levels = () if dues else levels
        for place, due in enumerate(dues):
            others = (*dues[:place], *dues[place + 1 :])
            found = _together(found, self._in_any_order(self._crossed(levels, due), others))
        return found

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


def _named(panels: Panels) -> Iterator[str]:
    return (panel for panel in panels if panel is not None)


def _every(levels: Levels) -> Iterator[tuple[int, Box]]:
    for damage, boxes in enumerate(levels):
        for box in boxes:
            yield damage, box


def _together(one: Levels, other: Levels) -> Levels:
    size = max(len(one), len(other))
    first, second = (levels + ((),) * (size - len(levels)) for levels in (one, other))
    return tuple(b.united([*these, *those]) for these, those in zip(first, second, strict=True))

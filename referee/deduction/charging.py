"""Whether a crew can have charged a system by now, although it never told what its First Mate marked.

Every course (and every silence) lets the First Mate mark one space of one gauge; an activation empties a full gauge.
So each activation needs as many markings as its gauge is long, made since the gauge was last emptied. A schedule that
serves them all exists exactly when no stretch of time up to now holds more demands than markings (a demand ends now at
the latest, and earlier moments were checked when they were now). A told mark is no longer free for anything else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee.rules.crews import System


@dataclass(frozen=True, slots=True)
class Demand:
    """Markings that must lie after a moment. Moments are counted in untold markings."""

    since: int
    marks: int


@dataclass(frozen=True, slots=True)
class Gauge:
    length: int
    emptied: int = 0
    """The moment since which its marks count."""
    told: int = 0
    full: bool = False
    """Announced as charged: what it needs is among the demands already."""


@dataclass(frozen=True, slots=True)
class Charging:
    """What one crew's First Mate can have marked."""

    gauges: Mapping[System, Gauge]
    moment: int = 0
    """How many markings were due and not told."""
    pending: int = 0
    """How many of the last of them may not have been made yet: the First Mate has until the next course."""
    demands: tuple[Demand, ...] = ()
    tells: bool = False
    """This crew tells its marks: from then on what it has not told it has not made."""
    awaited: int = 0
    """How many of those pending are of such a crew."""

    @classmethod
    def begin(cls, lengths: Mapping[System, int]) -> Charging:
        return cls({system: Gauge(length) for system, length in lengths.items()})

    @property
    def possible(self) -> bool:
        """Some way of marking serves every activation so far."""
        due = 0
        for demand in sorted(self.demands, key=lambda demand: -demand.since):
            due += demand.marks
            if due > self.moment - self.awaited - demand.since:
                return False
        return True

    def can_be_full(self, system: System) -> bool:
        return self.charged(system).possible

    def can_be_marked(self, system: System) -> bool:
        gauge = self.gauges[system]
        room = not gauge.full and gauge.told < gauge.length and gauge.emptied < self.moment
        return room and self.told(system).possible

    def course(self) -> Charging:
        """One marking, nobody knows of which gauge; those before it are made (Announcing a Course)."""
        done = replace(self, pending=0, awaited=0)
        return done if self._surely_full else done._owing_one_more()

    def silence(self) -> Charging:
        """One marking more, as after a course, but nobody waits for those before it (Activating Silence)."""
        return self if self._surely_full else self._owing_one_more()

    def _owing_one_more(self) -> Charging:
        awaited = self.awaited + self.tells
        return replace(self, moment=self.moment + 1, pending=self.pending + 1, awaited=awaited)

    @property
    def _surely_full(self) -> bool:
        """Every gauge is known to be full: there is nothing to mark."""
        return all(gauge.full or gauge.told >= gauge.length for gauge in self.gauges.values())

    def charged(self, system: System) -> Charging:
        """The gauge is full at this moment."""
        gauge = self.gauges[system]
        if gauge.full or gauge.told >= gauge.length:
            return self._with(system, replace(gauge, full=True))
        demand = Demand(gauge.emptied, gauge.length - gauge.told)
        return replace(self._with(system, replace(gauge, full=True)), demands=(*self.demands, demand))

    def activated(self, system: System) -> Charging:
        """The gauge was full and is empty now."""
        return self.charged(system).emptied(system)

    def emptied(self, system: System, *, last: bool = False) -> Charging:
        """No earlier mark of this gauge counts any more; when it is emptied last, not that of the silence either.

        What the First Mate has still to make he may make in any order: that of the silence is counted as the first.
        """
        moment = self.moment - self.pending + int(last)
        return self._with(system, Gauge(self.gauges[system].length, emptied=moment))

    def told(self, system: System) -> Charging:
        """The First Mate told one mark of this gauge, of the last course or an earlier one since it was emptied."""
        gauge = self.gauges[system]
        earliest = max(gauge.emptied, self.moment - self.awaited) if self.awaited else gauge.emptied
        earlier = self._without(earliest + 1)
        gauges = {**earlier.gauges, system: replace(earlier.gauges[system], told=gauge.told + 1)}
        return replace(earlier, gauges=gauges, tells=True)

    def unmade(self) -> Charging:
        """The marking of the last silence was not made after all."""
        return self._without(self.moment - max(self.pending, 1) + 1)

    def lost(self) -> Charging:
        """Nothing is known: every gauge may be full."""
        moment = self.moment + sum(gauge.length for gauge in self.gauges.values())
        gauges = {system: Gauge(gauge.length, emptied=self.moment) for system, gauge in self.gauges.items()}
        return Charging(gauges, moment, tells=self.tells)

    def _without(self, marking: int) -> Charging:
        """The same without that untold marking; what was counted from later is counted from one less."""
        demands = tuple(replace(one, since=one.since - (one.since >= marking)) for one in self.demands)
        gauges = {
            name: replace(one, emptied=one.emptied - (one.emptied >= marking)) for name, one in self.gauges.items()
        }
        pending, awaited = max(self.pending - 1, 0), max(self.awaited - 1, 0)
        return Charging(gauges, self.moment - 1, pending, demands, self.tells, awaited)

    def _with(self, system: System, gauge: Gauge) -> Charging:
        return replace(self, gauges={**self.gauges, system: gauge})

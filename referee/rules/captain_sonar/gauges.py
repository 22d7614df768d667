"""The First Mate's gauges: what was told of them, and how many marks nobody told.

A crew that tells no marks may have them anywhere; a system is refused only when they cannot suffice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.rules.crews import System
from referee.rules.reasons import Reason
from referee.rules.scenario import MateSheet


@dataclass(frozen=True, slots=True)
class Gauges:
    """`marks` and `since` follow the order of the sheet's systems."""

    marks: tuple[int, ...]
    since: tuple[int, ...]
    """How many marks nobody told were made since each gauge was last emptied."""
    loose: int = 0
    """Marks nobody told, not yet needed by any activation."""
    due: int = 0
    """Courses (and silences) whose mark may still be told."""
    told: bool = False
    """This crew tells its marks, and is paced by them."""
    barred: bool = False
    """Silence is being resolved and its gauge emptied last: it cannot take the mark."""


def empty(sheet: MateSheet) -> Gauges:
    none = (0,) * len(sheet.gauges)
    return Gauges(none, none)


def at(sheet: MateSheet, system: System) -> int:
    return sheet.systems.index(system)


def owing(sheet: MateSheet, gauges: Gauges, *, barred: bool = False) -> Gauges:
    """One more mark to make, unless every gauge that may take it is known to be full."""
    gauges = replace(_settled(sheet, gauges), barred=barred)
    if gauges.told and _room(sheet, gauges) <= gauges.due:
        return replace(gauges, barred=barred and gauges.due > 0)
    return replace(gauges, due=gauges.due + 1)


def _room(sheet: MateSheet, gauges: Gauges) -> int:
    """How many spaces are not known to be marked and may be."""
    pairs = zip(sheet.gauges, gauges.marks, strict=True)
    return sum(spaces - marks for (name, spaces), marks in pairs if not (gauges.barred and name is System.SILENCE))


def is_awaited(sheet: MateSheet, gauges: Gauges, spare: int = 0) -> bool:
    """This crew tells its marks and has one to tell, wherever the marks it never told may be; `spare` of those due may
    not be owed at all."""
    return gauges.told and gauges.due > spare and _room(sheet, gauges) > gauges.loose


def _settled(sheet: MateSheet, gauges: Gauges) -> Gauges:
    """A mark that nobody has to wait for was made or not, nobody knows."""
    return _loosened(gauges) if gauges.due and not is_awaited(sheet, gauges) else gauges


def _loosened(gauges: Gauges) -> Gauges:
    return replace(unawaited(gauges, gauges.due), barred=False)


def unawaited(gauges: Gauges, marks: int) -> Gauges:
    """So many of the marks due were made or not, nobody knows, and nobody waits for them."""
    since = tuple(count + marks for count in gauges.since)
    return replace(gauges, due=gauges.due - marks, loose=gauges.loose + marks, since=since)


def refusal(sheet: MateSheet, gauges: Gauges, system: System) -> Reason | None:
    """Why this gauge cannot be marked now (Managing the Gauges)."""
    if not gauges.due and not gauges.loose:
        return Reason.GAUGE_NO_COURSE
    index = at(sheet, system)
    full = gauges.marks[index] >= sheet.spaces[system]
    return Reason.GAUGE_FULL if full or (gauges.barred and system is System.SILENCE) else None


def marked(sheet: MateSheet, gauges: Gauges, system: System) -> Gauges:
    marks = _put(gauges.marks, at(sheet, system), gauges.marks[at(sheet, system)] + 1)
    if gauges.due:
        due = gauges.due - 1
        return replace(gauges, marks=marks, due=due, told=True, barred=gauges.barred and due > 0)
    loose = gauges.loose - 1
    since = tuple(min(count, loose) for count in gauges.since)  # it may have been made before a gauge was emptied
    return replace(gauges, marks=marks, loose=loose, since=since, told=True)


def may_be_full(sheet: MateSheet, gauges: Gauges, system: System) -> bool:
    """Whether the gauge is full in any world that fits what was told."""
    index = at(sheet, system)
    missing = sheet.spaces[system] - gauges.marks[index]
    pending = 0 if gauges.told else gauges.due
    return missing <= min(gauges.loose, gauges.since[index]) + pending


def filled(sheet: MateSheet, gauges: Gauges, system: System) -> Gauges:
    """The gauge is full now: marks nobody told went there."""
    index = at(sheet, system)
    missing = max(sheet.spaces[system] - gauges.marks[index], 0)
    if not missing:
        return gauges
    gauges = gauges if gauges.told else _loosened(gauges)
    loose = max(gauges.loose - missing, 0)
    since = tuple(min(count, loose) for count in gauges.since)
    return replace(gauges, marks=_put(gauges.marks, index, sheet.spaces[system]), loose=loose, since=since)


def emptied(sheet: MateSheet, gauges: Gauges, system: System) -> Gauges:
    """The system was activated: all its marks are erased (Activating Systems).

    A mark that was due and that nobody waits for may still be made, in the same gauge too.
    """
    full = filled(sheet, _settled(sheet, gauges) if gauges.told else gauges, system)
    index, pending = at(sheet, system), min(gauges.due - full.due, full.loose)
    return replace(full, marks=_put(full.marks, index, 0), since=_put(full.since, index, pending))


def forgiven(gauges: Gauges) -> Gauges:
    """No mark is made for the last course after all."""
    return replace(gauges, due=max(gauges.due - 1, 0), barred=False)


def _put(numbers: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*numbers[:index], value, *numbers[index + 1 :])

"""The one table of the bench: what is promised, what was measured, and what was measured beside it.

Here live a row of it and the ways to show it; nothing is measured here.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from referee.language.messages import Catalogue

T = TypeVar("T")

MARKS = {True: "met", False: "not-met", None: "not-measured"}
TITLE, FIGURE, RATIO = 35, 8, 5


class Size(StrEnum):
    """How long somebody is ready to wait: half a minute, a few minutes, ten."""

    QUICK = "quick"
    USUAL = "usual"
    FULL = "full"

    def of(self, quick: T, usual: T, full: T) -> T:
        return {Size.QUICK: quick, Size.USUAL: usual, Size.FULL: full}[self]


class NotHere(Exception):
    """Something that a measurement needs is not on this machine."""


@dataclass(frozen=True, slots=True)
class Beside:
    """The reference that was measured in the same run, by the key of its name."""

    name: str
    measured: float
    unit: str = ""
    """Its own, where it is another thing altogether."""


@dataclass(frozen=True, slots=True)
class Row:
    """One promise and what became of it."""

    name: str
    unit: str
    promised: float
    measured: float | None
    """None where it could not be measured; `command` then says how it can."""
    at_least: bool = False
    beside: Beside | None = None
    command: str = ""
    slots: Mapping[str, object] = field(default_factory=dict)

    @property
    def met(self) -> bool | None:
        if self.measured is None or math.isnan(self.measured):
            return None
        return self.measured >= self.promised if self.at_least else self.measured <= self.promised

    @property
    def ratio(self) -> float | None:
        """How many times better than the reference, where both are the same thing."""
        if self.beside is None or self.beside.unit or not self.measured:
            return None
        return (
            self.measured / (self.beside.measured or math.nan)
            if self.at_least
            else self.beside.measured / self.measured
        )


@dataclass(frozen=True, slots=True)
class Measured:
    """What one room has to show: its rows, and the lines of its own benchmark."""

    rows: Sequence[Row]
    details: Sequence[str] = ()


def elsewhere(name: str, unit: str, promised: float, command: str, *, at_least: bool = False, **slots: object) -> Row:
    """A promise that cannot be measured here, with the command that does."""
    return Row(name, unit, promised, None, at_least, command=command, slots=slots)


# -- shown
def title(row: Row, words: Catalogue) -> str:
    named = {key: words.shown(f"bench.{key}.{value}") if key == "tongue" else value for key, value in row.slots.items()}
    return words.shown(f"bench.row.{row.name}", **named)


def figure(value: float | None, unit: str) -> str:
    """A figure with as many digits as it deserves: percentages with one, everything else with two or more."""
    if value is None or math.isnan(value):
        return "–"
    digits = 1 if unit == "%" and value < 100 else 2 if value < 1 else 1 if value < 10 else 0
    text = f"{value:.{digits}f}" if value != round(value) else f"{value:.0f}"
    return f"{text} {unit}".rstrip()


def promised(row: Row) -> str:
    return f"{'≥' if row.at_least else '≤'} {figure(row.promised, row.unit)}"


def ratio(row: Row) -> str:
    return f"×{row.ratio:.{1 if row.ratio < 10 else 0}f}" if row.ratio and math.isfinite(row.ratio) else ""


def beside(row: Row, words: Catalogue) -> str:
    if row.measured is None:
        return row.command
    if row.beside is None:
        return ""
    unit = row.beside.unit or row.unit
    return f"{words.shown(f'bench.beside.{row.beside.name}')} {figure(row.beside.measured, unit)}"


def mark(row: Row, words: Catalogue) -> str:
    return words.shown(f"bench.{MARKS[row.met]}")


def heading(words: Catalogue) -> str:
    say = words.shown
    figures = f"{say('bench.measured'):>{FIGURE}} {say('bench.promised'):>{FIGURE}} {say('bench.ratio'):>{RATIO}}"
    return f"{'':4}{'':{TITLE}} {figures}  {say('bench.reference')}"


def line(row: Row, words: Catalogue) -> str:
    """A row as a terminal shows it."""
    figures = f"{figure(row.measured, row.unit):>{FIGURE}} {promised(row):>{FIGURE}} {ratio(row):>{RATIO}}"
    return f"{mark(row, words):<4}{title(row, words):<{TITLE}} {figures}  {beside(row, words)}".rstrip()


def closing(rows: Sequence[Row], words: Catalogue) -> str:
    """How many promises are kept, in a sentence."""
    tried = [row for row in rows if row.met is not None]
    kept = sum(row.met is True for row in tried)
    return words.shown("bench.closing", kept=kept, tried=len(tried), left=len(rows) - len(tried))


def as_json(room: str, row: Row, words: Catalogue) -> str:
    return json.dumps(
        {
            "room": room,
            "name": row.name,
            "title": title(row, words),
            "unit": row.unit,
            "promised": row.promised,
            "at_least": row.at_least,
            "measured": row.measured,
            "reference": row.beside and {"name": row.beside.name, "measured": row.beside.measured},
            "ratio": row.ratio,
            "met": row.met,
            "command": row.command,
        },
        ensure_ascii=False,
    )


def markdown(rows: Iterable[Row], words: Catalogue) -> Iterator[str]:
    """The rows as a table of a page."""
    say = words.shown
    yield f"| | {say('bench.measured')} | {say('bench.promised')} | {say('bench.ratio')} | {say('bench.reference')} | |"
    yield "|---|---:|---:|---:|---|---|"
    for row in rows:
        cells = (title(row, words), figure(row.measured, row.unit), promised(row), ratio(row), _cell(row, words))
        yield f"| {' | '.join(cells)} | {mark(row, words)} |"


def _cell(row: Row, words: Catalogue) -> str:
    return f"`{row.command}`" if row.measured is None and row.command else beside(row, words)


# -- figures
def median(values: Sequence[float]) -> float:
    return statistics.median(values) if values else math.nan


def late(values: Sequence[float], part: float = 0.95) -> float:
    """What one in twenty is longer than."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else math.nan

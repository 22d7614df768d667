"""Trails: the shape of a route, whatever the cell it ends at, and sets of worlds held by it.

Shapes that came to be equal are one. When they are too many, `thinned` forgets the far parts of routes in which they
differ: the worlds may become more, never fewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from referee.rules.sea import Heading
from referee.rules.waters import Waters

# beyond this many shapes routes are partly forgotten; chosen by the benchmark: a silence multiplies them by up to 17
LIMIT = 350
# how far from the submarine the routes of trails that become one may still be remembered
HORIZONS = (12, 8, 6, 5, 4, 3, 2, 1, 0)


class Glided(NamedTuple):
    """How the last silence moved."""

    heading: Heading | None
    steps: int


STILL = Glided(None, 0)


class Trail(NamedTuple):
    """The shape of a route, its mines, and its last silence. Sets of offsets from where the submarine is."""

    visited: int
    mines: tuple[int, ...] = ()
    """For each mine whose place was not told, the oldest first: where it may lie."""
    glided: Glided | None = None
    """None when no silence may still be told."""


Trails = Mapping[Trail, int]
"""Each trail with the cells at which it may end. No empty sets."""


def offsets(waters: Waters, steps: Iterable[int]) -> int:
    """A set of offsets."""
    return sum(1 << waters.origin + step for step in steps)


def gathered(found: Iterable[tuple[Trail, int]]) -> dict[Trail, int]:
    """Equal trails as one; empty ones dropped."""
    trails: dict[Trail, int] = {}
    for trail, at in found:
        if at:
            trails[trail] = trails.get(trail, 0) | at
    return trails


def in_how_many(sets: Iterable[int]) -> list[int]:
    """Of many sets in how many each member is: its bits in binary, the lowest first."""
    counts: list[int] = []
    for carried in sets:
        for place, count in enumerate(counts):
            counts[place], carried = count ^ carried, count & carried  # noqa: PLW2901  (the carry of an addition)
        if carried:
            counts.append(carried)
    return counts


def thinned(trails: dict[Trail, int], waters: Waters, limit: int) -> dict[Trail, int]:
    """At most so many trails: the far parts of routes in which they differ are forgotten."""
    for radius in HORIZONS:
        if len(trails) <= limit:
            return trails
        trails = _merged(trails, _window(waters, radius))
    return trails


def _window(waters: Waters, radius: int) -> int:
    """All offsets at most so many spaces away, diagonals included."""
    across, down = min(radius, waters.chart.columns), min(radius, waters.chart.rows)
    return offsets(waters, (y * waters.stride + x for y in range(-down, down + 1) for x in range(-across, across + 1)))


def _merged(trails: dict[Trail, int], window: int) -> dict[Trail, int]:
    alike: dict[tuple[int, int, Glided | None], tuple[Trail, int]] = {}
    for trail, at in trails.items():
        key = (trail.visited & window, len(trail.mines), trail.glided)
        known = alike.get(key)
        alike[key] = (trail, at) if known is None else (_common(known[0], trail), known[1] | at)
    return gathered(alike.values())


def _common(one: Trail, other: Trail) -> Trail:
    """The shape that forbids only what both forbid."""
    mines = tuple(first | second for first, second in zip(one.mines, other.mines, strict=True))
    return one._replace(visited=one.visited & other.visited, mines=mines)

"""Where a submarine may be, and the route behind it.

One cell when the crew told its start; otherwise every cell that fits what was said. The route is the same shape in all
of them, so it is held as offsets from where the submarine is now. Silence that nobody describes breaks the shape off.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.rules.hurts import Hurt, moved
from referee.rules.sea import Heading
from referee.rules.waters import Waters, shift


@dataclass(frozen=True, slots=True)
class Track:
    """`places` are cells; `passed` are offsets, the submarine's own place included."""

    places: int
    passed: int
    route: str = ""
    """The headings since the route began."""
    drift: int | None = 0
    """The offset from the starting cell; None once a silence was not described."""
    before: Track | None = None
    """The track as it was at the last silence that was not described; told late, it is taken up again."""
    hurts: tuple[Hurt, ...] = ()
    """Own blasts that may have hurt it, as long as nobody knows."""

    def narrowed(self, cells: int) -> Track:
        """Only these cells fit what was said."""
        return self if not self.places & ~cells else replace(self, places=self.places & cells)


def new_track(waters: Waters, cells: int) -> Track:
    return Track(cells, waters.here)


def is_passed(waters: Waters, track: Track, by: int) -> bool:
    """The route covers the place this far from the submarine."""
    return bool(track.passed & shift(waters.here, by))


def ahead(waters: Waters, track: Track, heading: Heading, barred: int, steps: int = 1) -> int:
    """The cells the submarine may be in after so many spaces this way; empty when no world allows it."""
    step, cells = waters.steps[heading], track.places
    for count in range(1, steps + 1):
        if is_passed(waters, track, step * count):
            return 0
        cells = shift(cells, step) & waters.water & ~barred
    return cells


def held(waters: Waters, track: Track, heading: Heading, barred: int, steps: int = 1) -> Track:
    """The track after a legal course, or after so many spaces of silence."""
    step, passed = waters.steps[heading], track.passed
    for _ in range(steps):
        passed = shift(passed, -step) | waters.here
    return Track(
        places=ahead(waters, track, heading, barred, steps),
        passed=passed,
        route=track.route + heading.value * steps,
        drift=None if track.drift is None else track.drift + step * steps,
        before=track.before,
        hurts=moved(track.hurts, step * steps),
    )


def silenced(waters: Waters, track: Track, barred: int, spaces: int) -> Track:
    """The track after a silence nobody has described yet: anywhere it may have gone, its route forgotten."""
    reached = track.places
    for heading in Heading:
        for steps in range(1, spaces + 1):
            cells = ahead(waters, track, heading, barred, steps)
            if not cells:
                break
            reached |= cells
    return Track(reached, waters.here, drift=None, before=replace(track, before=None))


def glided(waters: Waters, track: Track, heading: Heading, steps: int, barred: int) -> Track:
    """The track once the silence is described, with the courses since; no places left when that cannot be."""
    if track.before is None:
        return replace(track, places=0)
    found = held(waters, track.before, heading, barred, steps)
    for since in headings(track.route):
        found = held(waters, found, since, barred)
    return replace(found, places=found.places & track.places, hurts=found.hurts + track.hurts)


def surfaced(waters: Waters, track: Track) -> Track:
    """The route is erased, the place kept."""
    return Track(track.places, waters.here, drift=track.drift, hurts=track.hurts)


def may_hurt(track: Track) -> bool:
    """Whether an own blast is still to be decided, now or once a silence is described."""
    return bool(track.hurts) or (track.before is not None and may_hurt(track.before))


def without_hurts(track: Track) -> Track:
    """Its crew has said itself what its blasts did to it."""
    return replace(track, hurts=(), before=without_hurts(track.before) if track.before else None)


def headings(route: str) -> Iterator[Heading]:
    return (Heading(letter) for letter in route)


def retraced(waters: Waters, route: str) -> int:
    """The offsets a route covers, seen from its end."""
    passed = waters.here
    for heading in headings(route):
        passed = shift(passed, -waters.steps[heading]) | waters.here
    return passed

"""The starting cell, the same in both games: forced or free, told before the game or late (The Captain, Game Setup).

Told during the game it says where the submarine is now, and must fit everything since.
"""

from __future__ import annotations

from referee.rules.play import Phase
from referee.rules.reasons import Reason
from referee.rules.sea import Cell
from referee.rules.track import Track, new_track
from referee.rules.waters import Waters, is_single, shift


def untold(waters: Waters, forced: Cell | None) -> Track:
    """Any sea space; a forced start needs no telling."""
    return new_track(waters, waters.water if forced is None else waters.bit(forced))


def refusal(waters: Waters, forced: Cell | None, track: Track, cell: Cell, phase: Phase) -> Reason | None:
    """Why this crew cannot have begun there."""
    if not waters.chart.has(cell):
        return Reason.START_OFF_CHART
    if not waters.chart.is_water(cell):
        return Reason.START_ISLAND
    if forced not in (None, cell):
        return Reason.START_FORCED
    return _does_not_fit(waters, track, cell) if phase is Phase.RUNNING else None


def _does_not_fit(waters: Waters, track: Track, cell: Cell) -> Reason | None:
    if track.drift is None:
        return None if is_single(track.places) else Reason.START_TOO_LATE
    return None if shift(waters.bit(cell), track.drift) & track.places else Reason.START_UNTRUE


def told(waters: Waters, track: Track, cell: Cell, phase: Phase) -> Track:
    """The track of a crew that began there; before the game it may still be told anew."""
    if phase is Phase.NOT_STARTED:
        return new_track(waters, waters.bit(cell))
    return track if track.drift is None else track.narrowed(shift(waters.bit(cell), track.drift))

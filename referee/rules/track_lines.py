"""A track in one word, and back: `C7/NNE@1,-2`, where the submarine may be, its route, its drift since the start.

The place is a cell, `?` for any sea space, or the set of cells in hexadecimal; `~` leads to the track before a silence
nobody described; `@-` is a drift nobody knows; `!` is an own blast that may have hurt it (`hurts.py`).
"""

from __future__ import annotations

from dataclasses import replace

from referee.rules import hurts
from referee.rules.sea import Cell, Heading
from referee.rules.track import Track, retraced
from referee.rules.waters import Waters, is_single

NOTHING = "-"


def text_of(waters: Waters, track: Track) -> str:
    """The track in one word."""
    text = f"{_places_text(waters, track.places)}/{track.route}@{_drift_text(waters, track.drift)}"
    text += hurts.text_of(track.hurts)
    return text if track.before is None else f"{text}~{text_of(waters, track.before)}"


def parse(waters: Waters, text: str) -> Track:
    """The track of a word; ValueError when it is none."""
    now, tilde, before = text.partition("~")
    where, rest = now.split("/")
    route, rest = rest.split("@")
    drift, mark, blasts = rest.partition("!")
    if any(Heading(letter) is None for letter in route):
        raise ValueError(route)
    track = Track(_places(waters, where), retraced(waters, route), route, _drift(waters, drift))
    track = replace(track, hurts=hurts.parse(mark + blasts))
    return replace(track, before=parse(waters, before)) if tilde else track


def _places_text(waters: Waters, cells: int) -> str:
    if is_single(cells):
        return str(waters.cells(cells)[0])
    return "?" if cells == waters.water else f"x{cells:x}"


def _places(waters: Waters, text: str) -> int:
    if text == "?":
        return waters.water
    cells = int(text[1:], 16) if text.startswith("x") else waters.bit(Cell.named(text))
    if not cells or cells & ~waters.grid:
        raise ValueError(text)
    return cells


def _drift_text(waters: Waters, drift: int | None) -> str:
    if drift is None:
        return NOTHING
    down = round(drift / waters.stride)
    return f"{drift - down * waters.stride},{down}"


def _drift(waters: Waters, text: str) -> int | None:
    if text == NOTHING:
        return None
    across, down = text.split(",")
    return int(down) * waters.stride + int(across)

"""What was caught, as a table: by what the crews told, and by why the orders were illegal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from tests.deduction.voyages import Found

Counts = Counter[tuple[str, str]]

# a short table: for each row the tellings with these parts and no others
TOLD: dict[str, Callable[[str], bool]] = {
    "nothing": lambda told: told == "nothing",
    "start only": lambda told: told == "start",
    "start, mines, glides": lambda told: told == "start+mines+glides",
    "marks, crossings": lambda told: told == "marks+crossings",
    "late marks or crossings": lambda told: "late" in told and told.startswith(("late", "marks", "crossings")),
    "everything": lambda told: told == "start+mines+glides+marks+crossings",
    "anything (all games)": lambda told: True,
}

CHAPTERS = {
    "course": ("course/",),
    "blackout": ("blackout/",),
    "not charged": ("system/not-charged", "gauge/"),
    "broken": ("system/broken", "breakdown/"),
    "target": ("target/",),
    "mine": ("mine/",),
    "silence": ("silence/",),
    "answer": ("drone/", "sonar/", "hit/"),
    "surfacing": ("surface/",),
    "all": ("",),
}


def _share(part: Counts, whole: Counts, told: Iterable[str], reasons: tuple[str, ...]) -> str:
    wanted = set(told)
    keys = [key for key in whole if key[0] in wanted and key[1].startswith(reasons)]
    total = sum(whole[key] for key in keys)
    return f"{100 * sum(part[key] for key in keys) / total:.0f} %" if total else "-"


def caught_by_telling(found: Found) -> str:
    """The share of illegal orders that is refused for certain, by what was told; and by the rules alone."""
    names = {told for told, _ in found.tried}
    rows = [["told", *CHAPTERS, "rules alone", "deduction alone"]]
    for row, fits in TOLD.items():
        told = [name for name in names if fits(name)]
        shares = [_share(found.caught_by_either, found.tried, told, reasons) for reasons in CHAPTERS.values()]
        alone = [_share(part, found.tried, told, ("",)) for part in (found.caught_by_rules, found.caught)]
        rows.append([row, *shares, *alone])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    lines = [line.rstrip() for line in lines]
    head = f"{found.games} games, {found.legal} legal orders, {len(found.wrongly_refused)} of them refused, "
    head += f"{len(found.lost_sight)} places lost, {found.tried.total()} illegal orders tried; caught by both together:"
    return "\n".join([head, *lines])

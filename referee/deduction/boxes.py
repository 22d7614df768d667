"""Sets of engineer sheets, held as boxes.

A box holds for each panel a set of states and means every sheet that combines one of each. A crossing moves one panel's
set. Panels meet only where a circuit closes or the last radiation is crossed; there a box is split. Nothing is lost and
nothing added, until the boxes are too many: then they are united, which only adds sheets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.deduction.sheets import Circuit, SheetPlan

Box = tuple[int, ...]
"""For each panel, in the order of the sheet, the set of its possible states. No set is empty."""

# chosen by the benchmark: more boxes than this cost more than they tell
LIMIT = 100


def repaired(plan: SheetPlan) -> Box:
    """The sheet with nothing crossed."""
    return (1,) * len(plan.panels)


def working(plan: SheetPlan, boxes: Iterable[Box], kind: str) -> tuple[Box, ...]:
    """The sheets on which nothing of that kind is crossed."""
    clean = plan.clean.get(kind)
    if clean is None:
        return tuple(boxes)
    return united(tuple(one & two for one, two in zip(box, clean, strict=True)) for box in boxes)


def crossed(plan: SheetPlan, box: Box, index: int, symbol: int) -> Iterator[tuple[Box, int]]:
    """The boxes after this symbol of that panel was crossed, each with the damage it cost."""
    panel = plan.panels[index]
    states = (box[index] & panel.lacking[symbol]) << (1 << symbol)
    if not states:
        return
    moved, name = _put(box, index, states), panel.circuits[symbol]
    if name is None:
        yield from _judged(plan, moved, index, symbol)
        return
    circuit = plan.circuits[name]
    for part, closes in _split(moved, circuit.closed, first=index):
        if not closes:
            yield from _judged(plan, part, index, symbol)
        elif plan.repair_first:
            yield _opened(part, circuit), 0
        else:
            for judged, damage in _judged(plan, part, index, symbol):
                yield (judged if damage else _opened(judged, circuit)), damage


def _judged(plan: SheetPlan, box: Box, index: int, symbol: int) -> Iterator[tuple[Box, int]]:
    """A whole panel, or all radiation, is damage (Complete Area Breakdown, Radiation Breakdowns)."""
    panel = plan.panels[index]
    for part, is_whole in _split_at(box, index, panel.whole):
        if panel.kinds[symbol] != plan.radiation:
            yield part, int(is_whole)
        else:
            for piece, is_radiated in _split(part, plan.radiated, first=index):
                yield piece, plan.damage(is_whole=is_whole, is_radiated=is_radiated)


def _split_at(box: Box, index: int, fitting: int) -> Iterator[tuple[Box, bool]]:
    for states, fits in ((box[index] & ~fitting, False), (box[index] & fitting, True)):
        if states:
            yield _put(box, index, states), fits


def _split(box: Box, fitting: tuple[int, ...], first: int) -> Iterator[tuple[Box, bool]]:
    """The box in parts: those with some panel that does not fit, then the one in which every panel does."""
    for index in (first, *(index for index in range(len(box)) if index != first)):
        outside, inside = box[index] & ~fitting[index], box[index] & fitting[index]
        if outside:
            yield _put(box, index, outside), False
        if not inside:
            return
        box = _put(box, index, inside)
    yield box, True


def _opened(box: Box, circuit: Circuit) -> Box:
    """The circuit repaired itself."""
    return tuple(states >> part for states, part in zip(box, circuit.parts, strict=True))


def _put(box: Box, index: int, states: int) -> Box:
    return (*box[:index], states, *box[index + 1 :])


def united(boxes: Iterable[Box]) -> tuple[Box, ...]:
    """The same sheets in fewer boxes; more sheets only when the boxes are too many."""
    found = tuple(dict.fromkeys(box for box in boxes if all(box)))
    for free in range(len(found[0]) if len(found) > 1 else 0):
        found = _joined(found, free)
    return found if len(found) <= LIMIT else (_hull(found),)


def _joined(boxes: Iterable[Box], free: int) -> tuple[Box, ...]:
    """Boxes that differ in one panel alone are one box, exactly."""
    alike: dict[Box, int] = {}
    for box in boxes:
        rest = _put(box, free, 0)
        alike[rest] = alike.get(rest, 0) | box[free]
    return tuple(_put(rest, free, states) for rest, states in alike.items())


def _hull(boxes: Iterable[Box]) -> Box:
    """The one box around all of them."""
    return tuple(_union(column) for column in zip(*boxes, strict=True))


def _union(sets: Iterable[int]) -> int:
    whole = 0
    for states in sets:
        whole |= states
    return whole


def any_sheet(plan: SheetPlan) -> Box:
    """Every sheet there is: what is left to assume when none fits any more."""
    return tuple(panel.without(0) for panel in plan.panels)

"""The Engineer's sheet: what was told to be crossed, and how many crossings nobody told.

A breakdown counts against a crew only when it is certain, whatever the crossings nobody told may have repaired; damage
only when nothing at all was untold since the last surfacing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain, combinations_with_replacement

from referee.rules.house import House, Together
from referee.rules.orders import Panel
from referee.rules.reasons import Reason
from referee.rules.scenario import Circuit, EngineerSheet, SymbolClass

ANY = "?"
"""The panel of a silence nobody described."""


@dataclass(frozen=True, slots=True)
class Breakdowns:
    crossed: frozenset[str] = frozenset()
    """Names of symbols, `W2`, as told."""
    loose: str = ""
    """The panels of the crossings nobody told yet, those due apart, one letter each, sorted."""
    due: str = ""
    """The panels of the crossings that may still be told, in the order of the courses."""
    told: bool = False
    """This crew tells its crossings, and is paced by them."""
    unsure: str = ""
    """The panels of all crossings since the last surfacing, told or not, once one of them was not told in time. What
    was crossed when, and whether damage has erased it meanwhile, is not known then. Sorted."""
    hurt: bool = False
    """Before its last surfacing it may have been damaged, and may still announce it."""
    announced: int = 0
    """The damage it announced since then for crossings that were not told."""


def owing(breakdowns: Breakdowns, panel: str) -> Breakdowns:
    """One more symbol to cross."""
    if breakdowns.told:
        return replace(breakdowns, due=breakdowns.due + panel)
    untold = breakdowns.due
    loose, unsure = _sorted(breakdowns.loose + untold), _sorted(breakdowns.unsure + untold)
    return replace(breakdowns, loose=loose, due=panel, unsure=unsure)


def _sorted(panels: str) -> str:
    return "".join(sorted(panels))


def refusal(sheet: EngineerSheet, breakdowns: Breakdowns, panel: Panel, place: int) -> Reason | None:
    """Why this symbol cannot be crossed now (The Engineer)."""
    if not breakdowns.due and not breakdowns.loose:
        return Reason.BREAKDOWN_NO_COURSE
    if not {panel.value, ANY} & set(breakdowns.due + breakdowns.loose):
        return Reason.BREAKDOWN_WRONG_PANEL
    name = f"{panel}{place}"
    if sheet.named(name) is None:
        return Reason.BREAKDOWN_NO_SYMBOL
    return Reason.BREAKDOWN_CROSSED if name in surely_crossed(sheet, breakdowns) else None


def crossed(sheet: EngineerSheet, breakdowns: Breakdowns, panel: Panel, place: int) -> Breakdowns:
    due, loose, as_one_of = _without(breakdowns.due, breakdowns.loose, panel.value)
    unsure = _sorted(breakdowns.unsure + as_one_of) if breakdowns.unsure else ""
    known = breakdowns.crossed | {f"{panel}{place}"}
    if unsure and not loose and _has_caught_up(sheet, unsure):
        unsure = ""
    return replace(breakdowns, crossed=known, loose=loose, due=due, told=True, unsure=unsure)


def _without(due: str, loose: str, panel: str) -> tuple[str, str, str]:
    """What is still to be told of both after a crossing in this panel, and as what panel's it counts, if not yet."""
    if panel in due:
        return due.replace(panel, "", 1), loose, panel
    if ANY in due and panel in loose:
        # the silence was crossed here, or the course before it: whichever it was, the other is not awaited
        return due.replace(ANY, "", 1), _sorted(loose.replace(panel, ANY, 1)), ANY
    if ANY in due:
        return due.replace(ANY, "", 1), loose, panel
    return due, loose.replace(panel if panel in loose else ANY, "", 1), ""


def _has_caught_up(sheet: EngineerSheet, panels: str) -> bool:
    """Everything is told now, and it was too little to have repaired or erased anything in between."""
    letters = Counter(panels)
    return not any(_suffice(letters, symbols) for symbols in (*_wholes(sheet), *sheet.circuits.values()))


def glided(breakdowns: Breakdowns, panel: str | None) -> Breakdowns:
    """The silence was described: the panel of its crossing, or None when nothing is crossed for it."""
    if ANY not in breakdowns.due:
        return breakdowns
    return replace(breakdowns, due=breakdowns.due.replace(ANY, panel or "", 1))


def unawaited(breakdowns: Breakdowns) -> Breakdowns:
    """The crossing of a silence nobody described is made or not, nobody knows, and nobody waits for it."""
    if ANY not in breakdowns.due:
        return breakdowns
    so_far = breakdowns.unsure or "".join(name[0] for name in breakdowns.crossed)
    due, loose = breakdowns.due.replace(ANY, "", 1), _sorted(breakdowns.loose + ANY)
    return replace(breakdowns, due=due, loose=loose, unsure=_sorted(so_far + ANY))


def repaired(sheet: EngineerSheet, breakdowns: Breakdowns, circuit: Circuit) -> Breakdowns:
    return replace(breakdowns, crossed=breakdowns.crossed - sheet.circuits[circuit])


def erased(breakdowns: Breakdowns) -> Breakdowns:
    """Nothing that was told is crossed any more; what was not told may have come before or after."""
    return replace(breakdowns, crossed=frozenset())


def damage_announced(breakdowns: Breakdowns) -> Breakdowns:
    """By a crew that can have suffered it by its crossings alone."""
    return breakdowns if breakdowns.hurt else replace(breakdowns, announced=breakdowns.announced + 1)


def surfaced(sheet: EngineerSheet, breakdowns: Breakdowns, house: House) -> Breakdowns:
    """Whatever was or is to be crossed no longer matters (Surfacing); damage may still be announced."""
    return Breakdowns(breakdowns.crossed, told=breakdowns.told, hurt=may_be_damaged(sheet, breakdowns, house))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a crossing did: circuits that repaired themselves, and damage."""

    repaired: tuple[Circuit, ...] = ()
    panel: bool = False
    radiation: bool = False


def outcome(sheet: EngineerSheet, after: Breakdowns, house: House) -> Outcome:
    """Circuits, then whole panels and radiation, in the order the house has it (Repairing, Complete Area Breakdown)."""
    crossed_now = surely_crossed(sheet, after)
    circuits = tuple(name for name, symbols in sheet.circuits.items() if symbols <= crossed_now)
    left = crossed_now
    if house.repair_first:
        for circuit in circuits:
            left = left - sheet.circuits[circuit]
    panel = any(symbols and symbols <= left for symbols in sheet.panels.values())
    radiations = sheet.of_class[SymbolClass.RADIATION]
    radiation = bool(radiations) and radiations <= left
    both = house.panel_and_radiation is Together.TWO
    return Outcome(circuits, panel, radiation and (both or not panel))


def surely_broken(sheet: EngineerSheet, breakdowns: Breakdowns, kind: SymbolClass) -> bool:
    """A symbol of that class is crossed, and no untold crossing can have changed that (System Breakdown)."""
    return bool(sheet.of_class[kind] & surely_crossed(sheet, breakdowns))


def surely_crossed(sheet: EngineerSheet, breakdowns: Breakdowns) -> frozenset[str]:
    """The symbols that are crossed in every world, whatever the crossings nobody told have repaired or erased."""
    known = breakdowns.crossed
    if not breakdowns.unsure or not known:
        return known
    untold = _every_crossing(breakdowns) - Counter(name[0] for name in known)
    if any(_suffice(untold, symbols - known) for symbols in _wholes(sheet)):
        return frozenset()
    open_circuits = {name for name, symbols in sheet.circuits.items() if not _suffice(untold, symbols - known)}
    return frozenset(name for name in known if sheet.by_name[name].circuit in (None, *open_circuits))


def may_be_damaged(sheet: EngineerSheet, breakdowns: Breakdowns, house: House) -> bool:
    """Whether crossings nobody told can have completed a panel or all radiation once more than was announced.

    Damage erases the whole sheet, so no crossing serves twice, but for one that costs two at once.
    """
    at_once = 2 if house.panel_and_radiation is Together.TWO else 1
    made, times = _every_crossing(breakdowns), breakdowns.announced // at_once + 1
    wholes = combinations_with_replacement(_wholes(sheet), times)
    return breakdowns.hurt or any(_suffice(made, chain.from_iterable(some)) for some in wholes)


def _every_crossing(breakdowns: Breakdowns) -> Counter[str]:
    """The panels of the crossings that may have been made, once one was not told; what a crew that always tells its
    crossings has not told it has not crossed."""
    always_told = breakdowns.told and not breakdowns.unsure
    return Counter(breakdowns.unsure + ("" if always_told else breakdowns.due))


def _wholes(sheet: EngineerSheet) -> tuple[frozenset[str], ...]:
    """What is damage once every symbol of it is crossed."""
    return tuple(symbols for symbols in (*sheet.panels.values(), sheet.of_class[SymbolClass.RADIATION]) if symbols)


def _suffice(crossings: Counter[str], symbols: Iterable[str]) -> bool:
    """So many crossings in these panels can be all of these symbols."""
    wanted = Counter(name[0] for name in symbols)
    return (wanted - crossings).total() <= crossings[ANY]

"""The Engineer's sheet: what was told to be crossed, and how many crossings nobody told.

A breakdown counts against a crew only when it is certain, whatever the crossings nobody told may have repaired.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.rules.house import House, Together
from referee.rules.orders import Panel
from referee.rules.reasons import Reason
from referee.rules.scenario import Circuit, EngineerSheet, SymbolClass

ANY = "?"
"""The panel of a silence nobody described."""


@dataclass(frozen=True, slots=True)
class Breakdowns:
    crossed: frozenset[str] = frozenset()
    """Names of symbols, `W2`."""
    loose: str = ""
    """The panels of the crossings nobody told since all were last erased, one letter each, sorted."""
    due: str = ""
    """The panels of the crossings that may still be told, in the order of the courses."""
    told: bool = False
    """This crew tells its crossings, and is paced by them."""


def owing(breakdowns: Breakdowns, panel: str) -> Breakdowns:
    """One more symbol to cross."""
    if breakdowns.told:
        return replace(breakdowns, due=breakdowns.due + panel)
    loose = "".join(sorted(breakdowns.loose + breakdowns.due))
    return replace(breakdowns, loose=loose, due=panel)


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
    due, loose, name = breakdowns.due, breakdowns.loose, f"{panel}{place}"
    for letter in (panel.value, ANY):
        if letter in due:
            due = due.replace(letter, "", 1)
            break
    else:
        letter = panel.value if panel.value in loose else ANY
        loose = loose.replace(letter, "", 1)
    known = _still_crossed(sheet, breakdowns.crossed, name) if name in breakdowns.crossed else breakdowns.crossed
    return Breakdowns(known | {name}, loose, due, told=True)


def _still_crossed(sheet: EngineerSheet, known: frozenset[str], again: str) -> frozenset[str]:
    """A symbol crossed a second time was erased meanwhile, with its circuit, or with everything."""
    circuit = sheet.by_name[again].circuit
    return known - sheet.circuits[circuit] if circuit else frozenset()


def glided(breakdowns: Breakdowns, panel: str | None) -> Breakdowns:
    """The silence was described: the panel of its crossing, or None when nothing is crossed for it."""
    if ANY not in breakdowns.due:
        return breakdowns
    return replace(breakdowns, due=breakdowns.due.replace(ANY, panel or "", 1))


def repaired(sheet: EngineerSheet, breakdowns: Breakdowns, circuit: Circuit) -> Breakdowns:
    return replace(breakdowns, crossed=breakdowns.crossed - sheet.circuits[circuit])


def erased(breakdowns: Breakdowns) -> Breakdowns:
    """Nothing is crossed any more; a crew that tells its crossings may still owe one for another course."""
    return Breakdowns(due=breakdowns.due if breakdowns.told else "", told=breakdowns.told)


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
    """A symbol of that class is crossed in every world that fits what was told (System Breakdown)."""
    return bool(sheet.of_class[kind] & breakdowns.crossed) and bool(
        sheet.of_class[kind] & surely_crossed(sheet, breakdowns)
    )


def surely_crossed(sheet: EngineerSheet, breakdowns: Breakdowns) -> frozenset[str]:
    """The symbols that are still crossed whatever the crossings nobody told have repaired or erased."""
    unknown = len(breakdowns.loose) + (0 if breakdowns.told else len(breakdowns.due))
    if not unknown or not breakdowns.crossed:
        return breakdowns.crossed
    if _may_be_erased(sheet, breakdowns, unknown):
        return frozenset()
    return frozenset(name for name in breakdowns.crossed if not _may_be_repaired(sheet, breakdowns, name, unknown))


def _may_be_erased(sheet: EngineerSheet, breakdowns: Breakdowns, unknown: int) -> bool:
    radiations = sheet.of_class[SymbolClass.RADIATION]
    wholes = [*sheet.panels.values(), radiations]
    return any(symbols and len(symbols - breakdowns.crossed) <= unknown for symbols in wholes)


def _may_be_repaired(sheet: EngineerSheet, breakdowns: Breakdowns, name: str, unknown: int) -> bool:
    circuit = sheet.by_name[name].circuit
    return circuit is not None and len(sheet.circuits[circuit] - breakdowns.crossed) <= unknown


def may_be_damaged(sheet: EngineerSheet, breakdowns: Breakdowns) -> bool:
    """Whether crossings nobody told can have completed a panel or all radiation."""
    unknown = breakdowns.loose + breakdowns.due
    wholes = [*sheet.panels.values(), sheet.of_class[SymbolClass.RADIATION]]
    return any(symbols and _coverable(symbols - breakdowns.crossed, unknown) for symbols in wholes)


def _coverable(missing: frozenset[str], unknown: str) -> bool:
    short = sum(max(sum(name[0] == panel for name in missing) - unknown.count(panel), 0) for panel in Panel)
    return short <= unknown.count(ANY)

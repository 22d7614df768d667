"""The Engineer's sheet as sets of states: what each symbol, circuit and kind means for a panel's set.

The crossed symbols of one panel are a number, its state; a set of states is one integer, one bit a state. Crossing a
symbol moves a whole set by one shift, and so does a circuit that repairs itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from referee.rules.house import House, Together
from referee.rules.orders import Panel
from referee.rules.scenario import EngineerSheet, SymbolClass


@dataclass(frozen=True)
class PanelPlan:
    """One panel of the printed sheet, its symbols counted from 0."""

    kinds: tuple[str, ...]
    """What each symbol stops, or radiation."""
    circuits: tuple[str | None, ...]

    @classmethod
    def of(cls, sheet: EngineerSheet, panel: Panel) -> PanelPlan:
        symbols = sorted((symbol for symbol in sheet.symbols if symbol.panel is panel), key=lambda one: one.place)
        return cls(tuple(symbol.kind for symbol in symbols), tuple(symbol.circuit for symbol in symbols))

    @cached_property
    def symbols(self) -> range:
        return range(len(self.kinds))

    @cached_property
    def lacking(self) -> tuple[int, ...]:
        """For each symbol the states in which it is not crossed."""
        return tuple(self.without(1 << symbol) for symbol in self.symbols)

    @cached_property
    def whole(self) -> int:
        """The one state in which every symbol is crossed, as a set."""
        return self.with_all((1 << len(self.kinds)) - 1)

    def of_kind(self, kind: str) -> int:
        return sum(1 << symbol for symbol in self.symbols if self.kinds[symbol] == kind)

    def on_circuit(self, circuit: str) -> int:
        return sum(1 << symbol for symbol in self.symbols if self.circuits[symbol] == circuit)

    def without(self, symbols: int) -> int:
        """The states in which none of these is crossed."""
        return sum(1 << state for state in range(1 << len(self.kinds)) if not state & symbols)

    def with_all(self, symbols: int) -> int:
        """The states in which all of these are crossed."""
        return sum(1 << state for state in range(1 << len(self.kinds)) if state & symbols == symbols)


@dataclass(frozen=True)
class Circuit:
    """The symbols that repair themselves together."""

    parts: tuple[int, ...]
    """The symbols on it, for each panel."""
    closed: tuple[int, ...]
    """The states in which all of those are crossed, for each panel."""


@dataclass(frozen=True)
class SheetPlan:
    """A whole sheet: its panels in the order of their names."""

    names: tuple[str, ...]
    panels: tuple[PanelPlan, ...]
    radiation: str
    repair_first: bool = True
    """A circuit that closes and damage by the same cross: the repair comes first."""
    both_hurt: bool = False
    """A whole panel and all radiation by the same cross: each costs damage."""

    @classmethod
    def of(cls, sheet: EngineerSheet, house: House) -> SheetPlan:
        both = house.panel_and_radiation is Together.TWO
        panels = tuple(PanelPlan.of(sheet, panel) for panel in Panel)
        return cls(tuple(Panel), panels, SymbolClass.RADIATION, house.repair_first, both)

    def damage(self, *, is_whole: bool, is_radiated: bool) -> int:
        """What a cross costs (Complete Area Breakdown, Radiation Breakdowns)."""
        return is_whole + is_radiated if self.both_hurt else int(is_whole or is_radiated)

    @cached_property
    def circuits(self) -> Mapping[str, Circuit]:
        found = {name for panel in self.panels for name in panel.circuits if name is not None}
        return {name: self._circuit(name) for name in sorted(found)}

    @cached_property
    def clean(self) -> Mapping[str, tuple[int, ...]]:
        """For each kind and each panel the states in which nothing of that kind is crossed."""
        kinds = sorted({kind for panel in self.panels for kind in panel.kinds})
        return {kind: tuple(panel.without(panel.of_kind(kind)) for panel in self.panels) for kind in kinds}

    @cached_property
    def radiated(self) -> tuple[int, ...]:
        """For each panel the states in which all its radiation is crossed."""
        return tuple(panel.with_all(panel.of_kind(self.radiation)) for panel in self.panels)

    def _circuit(self, name: str) -> Circuit:
        parts = tuple(panel.on_circuit(name) for panel in self.panels)
        return Circuit(parts, tuple(panel.with_all(part) for panel, part in zip(self.panels, parts, strict=True)))

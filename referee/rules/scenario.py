"""Scenarios and printed sheets as values: the chart, the engineer sheet, the gauges, the special rules.

Where they are read from and how they are drawn is no business of this room; what is doubtful about them travels along.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from referee.rules.crews import TEAMS, Game, Mode, System, Team
from referee.rules.orders import Panel
from referee.rules.sea import Cell, Chart


class SymbolClass(StrEnum):
    """What a symbol of the engineer sheet puts out of order."""

    RED = "red"  # mine and torpedo
    GREEN = "green"  # drone and sonar
    YELLOW = "yellow"  # silence and scenario
    RADIATION = "radiation"


CLASS_OF: dict[System, SymbolClass] = {
    System.MINE: SymbolClass.RED,
    System.TORPEDO: SymbolClass.RED,
    System.DRONE: SymbolClass.GREEN,
    System.SONAR: SymbolClass.GREEN,
    System.SILENCE: SymbolClass.YELLOW,
    System.SCENARIO: SymbolClass.YELLOW,
}


class Circuit(StrEnum):
    """The lines of the Central Circuits that repair themselves."""

    YELLOW = "yellow"
    ORANGE = "orange"
    GRAY = "gray"


@dataclass(frozen=True, slots=True)
class Symbol:
    """One symbol of a control panel; places count from 1, the reactor's follow the circuits'."""

    panel: Panel
    place: int
    kind: SymbolClass
    circuit: Circuit | None = None
    """None in the Reactor."""

    @property
    def name(self) -> str:
        """Its name in the notation, `W2`."""
        return f"{self.panel}{self.place}"


@dataclass(frozen=True)
class EngineerSheet:
    """The Engineer's sheet of one side (light or dark)."""

    symbols: tuple[Symbol, ...]

    def named(self, name: str) -> Symbol | None:
        return self.by_name.get(name)

    @cached_property
    def by_name(self) -> dict[str, Symbol]:
        return {symbol.name: symbol for symbol in self.symbols}

    @cached_property
    def panels(self) -> dict[Panel, frozenset[str]]:
        """The names of each panel's symbols."""
        return {panel: frozenset(s.name for s in self.symbols if s.panel is panel) for panel in Panel}

    @cached_property
    def circuits(self) -> dict[Circuit, frozenset[str]]:
        """The names of each circuit's symbols."""
        used = [circuit for circuit in Circuit if any(s.circuit is circuit for s in self.symbols)]
        return {circuit: frozenset(s.name for s in self.symbols if s.circuit is circuit) for circuit in used}

    @cached_property
    def of_class(self) -> dict[SymbolClass, frozenset[str]]:
        """The names of each class's symbols."""
        return {kind: frozenset(s.name for s in self.symbols if s.kind is kind) for kind in SymbolClass}


@dataclass(frozen=True)
class MateSheet:
    """The First Mate's sheet: how many spaces each gauge has, and how much damage sinks the submarine.

    A system that the scenario does not use has no gauge here.
    """

    gauges: tuple[tuple[System, int], ...]
    hull: int = 4

    @cached_property
    def spaces(self) -> dict[System, int]:
        return dict(self.gauges)

    @property
    def systems(self) -> tuple[System, ...]:
        return tuple(self.spaces)


@dataclass(frozen=True)
class EnergySheet:
    """Sonar's Captain sheet: the energy gauge, what each system costs, and how much damage sinks the submarine."""

    boxes: int = 4
    costs: tuple[tuple[System, int], ...] = ((System.SONAR, 2), (System.SILENCE, 3), (System.MISSILE, 4))
    hull: int = 2

    @cached_property
    def cost(self) -> dict[System, int]:
        return dict(self.costs)


class ScenarioSystem(StrEnum):
    """What the scenario system does where a scenario uses it."""

    ARCHER_MINES = "archer-mines"


class Confidence(StrEnum):
    """How sure a transcription of a printed sheet is, best first."""

    SOLID = "solid"
    MEDIUM = "medium"
    LOW = "low"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Doubt:
    """How sure one part of a scenario is. `part` is a short name (chart, holes, archer-mines, gauges, scenario-gauge,
    engineer …); `note` names the sentence that explains it, empty where there is nothing to explain."""

    part: str
    confidence: Confidence
    note: str = ""


@dataclass(frozen=True)
class Scenario:
    """Everything a game needs to know of what is printed."""

    name: str
    game: Game
    mode: Mode
    chart: Chart
    mate: MateSheet | None = None
    """Captain Sonar only."""
    engineer: EngineerSheet | None = None
    """Captain Sonar only."""
    energy: EnergySheet | None = None
    """Sonar only."""
    scenario_system: ScenarioSystem | None = None
    surfacing_damage: int = 0
    """Damage for surfacing anywhere but in one of the chart's holes."""
    forced_starts: tuple[tuple[Team, Cell], ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @cached_property
    def hull(self) -> int:
        """How much damage sinks a submarine."""
        sheet = self.mate or self.energy
        return sheet.hull if sheet else 0

    @property
    def starts_are_set(self) -> bool:
        """Whether no crew chooses where it starts."""
        return all(self.forced_start(team) for team in TEAMS[self.game])

    def forced_start(self, team: Team) -> Cell | None:
        return dict(self.forced_starts).get(team)

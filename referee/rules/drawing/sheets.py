"""The printed sheets' text: the First Mate's gauges, the Engineer's panels, Sonar's energy gauge, for each mode.

What never lives here: charts, and the rules the sheets are used by.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from referee.rules.crews import Game, Mode, System
from referee.rules.drawing.keys import Misdrawn, Reading
from referee.rules.drawing.problems import Flaw
from referee.rules.drawing.values import BOTH, Drawing, Side
from referee.rules.orders import Panel
from referee.rules.scenario import (
    Circuit,
    Confidence,
    Doubt,
    EnergySheet,
    EngineerSheet,
    MateSheet,
    Scenario,
    ScenarioSystem,
    Symbol,
    SymbolClass,
)  # fmt: skip

_KEYS = ("damage", "confidence", "sources", "note")
_OF_GAME = {Game.CAPTAIN_SONAR: ("gauges", "panels"), Game.SONAR: ("energy", "costs")}
_GAUGES = (System.MINE, System.TORPEDO, System.DRONE, System.SONAR, System.SILENCE)
_COSTS = (System.SONAR, System.SILENCE, System.MISSILE)


@dataclass(frozen=True)
class Sheets:
    """One side of a crew's sheets. The scenario gauge is the scenario's to say, so it is not here."""

    confidence: Confidence
    sources: tuple[str, ...]
    note: str
    mate: MateSheet | None = None
    engineer: EngineerSheet | None = None
    energy: EnergySheet | None = None


def read(text: str, game: Game) -> Mapping[Mode, Sheets]:
    """The sheets of a game's file; raises Misdrawn with every problem."""
    reading = _Reading(text)
    sheets = dict(reading.sheets(game)) if not reading.problems else {}
    if reading.problems:
        raise Misdrawn(reading.problems)
    return sheets


class _Reading(Reading):
    """One reading of one file of sheets."""

    def sheets(self, game: Game) -> Iterator[tuple[Mode, Sheets]]:
        self.known("", self.top, (BOTH, *Mode))
        for key in [key for key in (BOTH, *Mode) if key in self.top]:
            table = self.table(key, self.top[key])
            side = self._side(key, table, game)
            yield from ((mode, side) for mode in (Mode if key == BOTH else (Mode(key),)))

    def _side(self, key: str, table: Mapping[str, object], game: Game) -> Sheets:
        self.known(f"{key}.", table, (*_KEYS, *_OF_GAME[game]))
        confidence = self.choice(Confidence, f"{key}.confidence", table.get("confidence", Confidence.SOLID))
        hull = self._number(f"{key}.damage", table.get("damage"))
        sources = tuple(str(source) for source in self.array(f"{key}.sources", table.get("sources", [])))
        plain = (confidence or Confidence.SOLID, sources, str(table.get("note", "")))
        if game is Game.SONAR:
            boxes = self._number(f"{key}.energy", table.get("energy"))
            return Sheets(*plain, energy=EnergySheet(boxes, self._systems(f"{key}.costs", table, _COSTS), hull))
        gauges = self._systems(f"{key}.gauges", table, _GAUGES)
        return Sheets(*plain, mate=MateSheet(gauges, hull), engineer=self._engineer(f"{key}.panels", table))

    def _systems(
        self, path: str, table: Mapping[str, object], systems: tuple[System, ...]
    ) -> tuple[tuple[System, int], ...]:
        numbers = self.table(path, table.get(path.rpartition(".")[2], {}))
        self.known(f"{path}.", numbers, systems)
        return tuple((system, self._number(f"{path}.{system}", numbers.get(system))) for system in systems)

    def _number(self, path: str, value: object) -> int:
        if value is None:
            self.add(path, Flaw.KEY_MISSING, entry=path, known=f"{path.rpartition('.')[2]} = 4")
        elif isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 20:
            self.add(path, Flaw.VALUE_WRONG, entry=path, value=str(value), known="1 … 20")
        else:
            return value
        return 1

    # -- the Engineer's panels
    def _engineer(self, path: str, table: Mapping[str, object]) -> EngineerSheet:
        panels = self.table(path, table.get("panels", {}))
        self.known(f"{path}.", panels, tuple(Panel))
        return EngineerSheet(tuple(
            symbol for panel in Panel for symbol in self._panel(f"{path}.{panel}", panel, panels.get(panel))
        ))  # fmt: skip

    def _panel(self, path: str, panel: Panel, value: object) -> Iterator[Symbol]:
        if value is None:
            self.add(path, Flaw.KEY_MISSING, entry=path, known="W = { circuits = […], reactor = […] }")
            return
        table = self.table(path, value)
        self.known(f"{path}.", table, ("circuits", "reactor"))
        texts = [text for part in ("circuits", "reactor") for text in self.array(path, table.get(part, []))]
        for place, text in enumerate(texts, 1):
            kind, _, circuit = str(text).partition(" on ")
            named = self.choice(Circuit, path, circuit) if circuit else None
            symbol = self.choice(SymbolClass, path, kind)
            if symbol is not None:
                yield Symbol(panel, place, symbol, named)


def scenario_of(drawing: Drawing, mode: Mode, sheets: Sheets) -> Scenario:
    """What a game is played with: the chart of a mode, on the sheets of that mode."""
    side = drawing.sides[mode]
    return Scenario(
        name=drawing.name,
        game=drawing.game,
        mode=mode,
        chart=side.chart,
        mate=sheets.mate and _with_scenario_gauge(sheets.mate, side.scenario_gauge),
        engineer=sheets.engineer,
        energy=sheets.energy,
        scenario_system=ScenarioSystem.ARCHER_MINES if side.chart.archer_mines else None,
        surfacing_damage=1 if side.chart.holes else 0,
        forced_starts=tuple(side.starts.items()),
        doubts=tuple(_doubts(side, sheets)),
    )


def _with_scenario_gauge(mate: MateSheet, spaces: int | None) -> MateSheet:
    return mate if spaces is None else replace(mate, gauges=(*mate.gauges, (System.SCENARIO, spaces)))


def _doubts(side: Side, sheets: Sheets) -> Iterator[Doubt]:
    for part, confidence, note in (
        ("chart", side.confidence, side.note),
        ("sheets", sheets.confidence, sheets.note),
    ):
        if note or confidence is not Confidence.SOLID:
            yield Doubt(part, confidence, note)

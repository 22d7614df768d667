"""The moments at which a rule first matters: for everybody, and on one crew's own sheets.

Each is the key of a sentence in the catalogue `tutor`. Public moments come of public events alone; a crew's own come of
its own sheets and go to its own screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.rules import events as e
from referee.rules.crews import Game, Mode, System
from referee.rules.events import Event
from referee.rules.orders import Panel
from referee.rules.scenario import CLASS_OF, Circuit, SymbolClass
from referee.rules.sea import Heading
from referee.table.crew_sheet import CrewSheet, broken

HEADING_OF: Mapping[Panel, Heading] = {panel: Heading(panel.value) for panel in Panel}

_FIRST: dict[type[Event], str] = {
    e.ChargeAnnounced: "charged",
    e.StopCalled: "stop",
    e.TorpedoLaunched: "torpedo",
    e.MineDropped: "mine",
    e.MineTriggered: "trigger",
    e.ArcherMineTriggered: "archer",
    e.DroneLaunched: "drone",
    e.SilenceActivated: "silence",
    e.MissileLaunched: "missile",
    e.DamageAnnounced: "damage",
}
_BY_GAME: dict[type[Event], str] = {e.SonarActivated: "sonar", e.SubmarineSurfaced: "surface", e.SubmarineHit: "hit"}


def lesson_of(event: Event, game: Game, mode: Mode) -> str | None:
    """The lesson of a public event, told the first time it happens; None where there is none."""
    family = "-family" if game is Game.SONAR else ""
    if isinstance(event, e.GameBegan):
        return f"begin{family}" if family or mode is Mode.TURN_BY_TURN else "begin-real-time"
    if isinstance(event, e.SilenceActivated) and family:
        return None  # what to do next says it all
    key = _BY_GAME.get(type(event))
    return f"{key}{family}" if key else _FIRST.get(type(event))


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing a crew should know about its own sheets: `key` under `tutor.yours`, and what it is about."""

    key: str
    system: System | None = None
    panel: Panel | None = None
    circuit: Circuit | None = None
    heading: Heading | None = None


def advice(sheet: CrewSheet) -> Iterator[Advice]:
    """All that matters on these sheets just now."""
    yield from _gauges(sheet)
    yield from _breakdowns(sheet)
    yield from _water(sheet)


def _gauges(sheet: CrewSheet) -> Iterator[Advice]:
    out = broken(sheet)
    for system, size in sheet.scenario.mate.gauges if sheet.scenario.mate else ():
        if sheet.marks.get(system, 0) >= size:
            yield Advice("gauge-full-broken" if CLASS_OF[system] in out else "gauge-full", system=system)


def _breakdowns(sheet: CrewSheet) -> Iterator[Advice]:
    engineer = sheet.scenario.engineer
    if engineer is None or not sheet.crossed:
        return
    if len(engineer.of_class[SymbolClass.RADIATION] - sheet.crossed) == 1:
        yield Advice("radiation")
    for panel, names in engineer.panels.items():
        if len(names - sheet.crossed) == 1:
            yield Advice("panel", panel=panel)
    for circuit, names in engineer.circuits.items():
        left = names - sheet.crossed
        if len(left) == 1:
            heading = HEADING_OF[engineer.by_name[min(left)].panel]
            yield Advice("circuit", circuit=circuit, heading=heading)


def _water(sheet: CrewSheet) -> Iterator[Advice]:
    left = open_headings(sheet)
    if left is None or sheet.surfaced or len(left) > 1:
        return
    yield Advice("blackout-near", heading=left[0]) if left else Advice("blackout")


def open_headings(sheet: CrewSheet) -> tuple[Heading, ...] | None:
    """The headings that lead into free water; None when the crew has not told where it is."""
    if sheet.position is None or len(sheet.route) < 2:
        return None
    closed = {*sheet.route, *(sheet.mines if sheet.house.own_mine_blocks else ())}
    ahead = {heading: sheet.position.step(heading) for heading in Heading}
    return tuple(h for h, cell in ahead.items() if sheet.scenario.chart.is_water(cell) and cell not in closed)

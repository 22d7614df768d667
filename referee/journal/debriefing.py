"""The debrief of a game that is over: every order with what came of it, where both submarines truly were, and where
each crew's enemy might have been for all that was said.

Secrets meet here, so nothing of this may be made while a game can still go on: `told` refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from referee.faults import Fault
from referee.journal.asked_back import asked_back
from referee.journal.replaying import Broken, inputs, replayed
from referee.language.messages import catalogue
from referee.language.sentences import of_order
from referee.rules import event_lines, notation
from referee.rules.crews import Team
from referee.rules.events import Blast, Event
from referee.rules.scenario import Scenario
from referee.rules.sea import Cell
from referee.table.crew_sheet import CrewSheet, sheet_after
from referee.table.outputs import Reply, Verdict
from referee.table.screen import Phase
from referee.table.session import Session
from referee.table.setup import house_of
from referee.table.tracking import Tracking
from referee.table.views import Views


@dataclass
class _Recorder:
    """Both crews' sheets and what could be deduced of them, as the game goes on, and back with what is taken back."""

    session: Session[Any]
    views: Views
    language: str
    frames: list[Mapping[str, Any]] = field(default_factory=list)
    sheets: dict[Team, CrewSheet] = field(default_factory=dict)
    tracked: dict[Team, Tracking] = field(default_factory=dict)
    _known: list[Event] | None = None
    _followed: int = 0

    def add(self, reply: Reply, entry: Mapping[str, Any]) -> None:
        happened = event_lines.events_of(reply.events)
        self._follow(self.session.referee.game.events)
        sides = {team: self._side(team) for team in self.sheets}
        frame = _frame(entry, reply, happened, self.views, self.language)
        self.frames.append({**frame, "words": self._in_words(reply), "sides": sides})

    def _in_words(self, reply: Reply) -> str:
        """The order as players say it: notation is for files."""
        game = next(iter(self.sheets.values())).scenario.game
        return of_order(reply.announced.order, catalogue(self.language), game).shown if reply.announced else ""

    def _follow(self, events: list[Event]) -> None:
        """What happened since; from the beginning, where some of it never did any more."""
        if events is not self._known:
            setup, scenario = self.session.setup, self.session.referee.game.scenario
            house = house_of(setup)
            self.sheets = {team: CrewSheet.begin(team, scenario, house) for team in setup.teams}
            self.tracked = {team: Tracking.begin(scenario, house, team) for team in setup.teams}
            self._known, self._followed = events, 0
        for team, sheet in self.sheets.items():
            self.sheets[team] = sheet_after(sheet, events[self._followed :])
            self.tracked[team] = self.tracked[team].after(events[self._followed :])
        self._followed = len(events)

    def _side(self, team: Team) -> Mapping[str, Any]:
        sheet, chart = self.sheets[team], self.sheets[team].scenario.chart
        return {
            "position": _place(sheet.position, chart.columns),
            "route": [_place(cell, chart.columns) for cell in sheet.route],
            "mines": [_place(cell, chart.columns) for cell in sheet.mines],
            "surfaced": sheet.surfaced,
            "damage": sheet.damage,
            "energy": sheet.energy,
            "marks": dict(sheet.marks),
            "crossed": sorted(sheet.crossed),
            "possible": _mask(self.tracked[team].cells, chart.columns),
        }


def told(
    session: Session[Any],
    entries: Iterable[Mapping[str, Any]],
    language: str,
    *,
    file: Path,
    unfinished: bool = False,
) -> Mapping[str, Any]:
    """The whole game as plain values, for the page. A game that can still go on is refused."""
    setup, scenario = session.setup, session.referee.game.scenario
    recorder = _Recorder(
        session,
        Views(replace(setup, language=language, team_languages={}), scenario),
        language,
    )
    kept = list(entries)
    for entry, step in zip(inputs(kept), replayed(session, kept), strict=False):
        if isinstance(step, Broken):
            break
        recorder.add(step, entry)
    if session.screen.phase is not Phase.OVER and not unfinished:
        raise Fault("debrief.not-over", file=file)
    if not recorder.frames:
        raise Fault("debrief.nothing", file=file)
    return {
        **_sheets(scenario),
        "teams": list(setup.teams),
        "winner": session.screen.winner,
        "frames": recorder.frames,
        "spoken": sum(entry.get("by") == "voice" for entry in inputs(kept)),
        "asked": asked_back(kept, catalogue(language), setup.game),
    }


def _sheets(scenario: Scenario) -> Mapping[str, Any]:
    engineer = scenario.engineer.symbols if scenario.engineer else ()
    return {
        "game": scenario.game,
        "mode": scenario.mode,
        "columns": scenario.chart.columns,
        "rows": scenario.chart.rows,
        "hull": scenario.hull,
        "energy": scenario.energy.boxes if scenario.energy else 0,
        "gauges": dict(scenario.mate.gauges) if scenario.mate else {},
        "symbols": [{"name": one.name, "kind": one.kind, "circuit": one.circuit} for one in engineer],
    }


def _frame(
    entry: Mapping[str, Any], reply: Reply, happened: tuple[Event, ...], views: Views, language: str
) -> Mapping[str, Any]:
    announced = reply.announced
    team = announced.team if announced else None
    words = catalogue(language)
    if reply.verdict is Verdict.REJECTED and announced and reply.reason:
        lines = views.refused(announced, reply.reason, heard=True)
    else:
        lines = views.happened(happened)
        lines = replace(lines, public=lines.public or reply.public)
    return {
        "at": entry.get("at", 0),
        "team": team,
        "order": notation.text_of(announced.order) if announced else "",
        "verdict": reply.verdict,
        "by": words.shown(f"debrief.by.{entry.get('by', 'keyboard')}"),
        "public": [line.shown for line in lines.public],
        "private": [line.shown for line in lines.whispers],
        "shot": next((str(event.cell) for event in happened if isinstance(event, Blast)), None),
    }


def _place(cell: Cell | None, columns: int) -> int | None:
    """A cell as one number, row by row."""
    return None if cell is None else (cell.row - 1) * columns + cell.column - 1


def _mask(cells: Iterable[Cell], columns: int) -> str:
    """A set of cells as the bits of a hexadecimal number."""
    bits = 0
    for cell in cells:
        bits |= 1 << ((cell.row - 1) * columns + cell.column - 1)
    return f"{bits:x}"

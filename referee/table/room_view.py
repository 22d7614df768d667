"""What the room's screen shows: what all may know, large. It is made of public events and public lines, and of nothing
else. Nothing is decided here."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee.language.messages import catalogue
from referee.rules import events as e
from referee.rules.crews import Team
from referee.rules.events import Event
from referee.rules.scenario import Scenario
from referee.rules.sea import Cell
from referee.table.crew_view import PHASES, chart_of
from referee.table.outputs import Reply
from referee.table.screen import Hull, Owed
from referee.table.setup import Setup
from referee.table.shown import RoomFace
from referee.table.views import Views, in_other_words, name_of

KEPT = 12
"""How many lines the room can look back on."""
CALLED = 10
"""How many courses of each crew."""
_BLASTS = {
    e.TorpedoLaunched: "torpedo",
    e.MissileLaunched: "missile",
    e.MineTriggered: "mine",
    e.ArcherMineTriggered: "archer",
}


@dataclass(frozen=True, slots=True)
class _Sea:
    """What was announced, as it would be pinned on a chart for all to see."""

    fired: tuple[tuple[str, Team, Cell], ...] = ()
    calls: Mapping[Team, tuple[str, ...]] = field(default_factory=dict)
    surfaced: Mapping[Team, str] = field(default_factory=dict)

    def after(self, events: Iterable[Event]) -> _Sea:
        sea = self
        for event in events:
            sea = sea._with(event)
        return sea

    def _with(self, event: Event) -> _Sea:
        match event:
            case e.CourseHeld(team, heading):
                return self._called(team, heading.value)
            case e.SilenceActivated(team):
                return self._called(team, "silence")
            case e.SubmarineSurfaced(team, sector, cell):
                place = {**self.surfaced, team: str(cell or sector)}
                return replace(self._called(team, "surface"), surfaced=place)
            case e.TorpedoLaunched() | e.MissileLaunched() | e.MineTriggered() | e.ArcherMineTriggered():
                return replace(self, fired=(*self.fired, (_BLASTS[type(event)], event.team, event.cell)))
            case _:
                return self

    def _called(self, team: Team, call: str) -> _Sea:
        return replace(self, calls={**self.calls, team: (*self.calls.get(team, ()), call)[-CALLED:]})


class RoomView:
    """The screen in the middle of the room."""

    def __init__(self, setup: Setup, scenario: Scenario, languages: tuple[str, ...]) -> None:
        self._setup, self._scenario = setup, scenario
        here = (replace(setup, language=one, team_languages={}) for one in languages)
        self._views = {one.language: Views(one, scenario) for one in here}
        self._lines: dict[str, deque[str]] = {language: deque(maxlen=KEPT) for language in languages}
        self._sea = _Sea()
        self._seen: RoomFace | None = None

    def heard(self, reply: Reply) -> None:
        for language, views in self._views.items():
            self._lines[language].extend(line.shown for line in in_other_words(reply, views).public)

    def view(self, face: RoomFace, language: str) -> Mapping[str, Any]:
        """All that everybody may know, ready to be sent."""
        if self._seen is not None and not face.goes_on_from(self._seen):
            self._sea, self._seen = _Sea(), None
        self._sea, self._seen = self._sea.after(face.since(self._seen)), face
        screen, scenario = face.screen, self._scenario
        return {
            "game": scenario.game,
            "mode": scenario.mode,
            "phase": PHASES[screen.phase],
            "turn": screen.next_course,
            "stopped": screen.stop,
            "paused": screen.paused,
            "winner": screen.winner,
            "hullSize": scenario.hull,
            "chart": {**chart_of(scenario.chart), "archerSpent": self._spent()},
            "crews": [self._crew(team, screen.hulls[team], language) for team in screen.hulls.teams],
            "owed": [_owed(one) for one in screen.answers],
            "fired": [{"kind": kind, "team": team, "cell": str(cell)} for kind, team, cell in self._sea.fired],
            "messages": list(self._lines[language]),
        }

    def _spent(self) -> list[str]:
        return sorted(str(cell) for kind, _, cell in self._sea.fired if kind == "archer")

    def _crew(self, team: Team, hull: Hull, language: str) -> Mapping[str, Any]:
        return {
            "team": team,
            "name": name_of(self._setup, team, catalogue(language)),
            "damage": hull.damage,
            "dived": hull.dived,
            "surfaced": hull.surfaced,
            "ready": list(hull.ready),
            "calls": list(self._sea.calls.get(team, ())),
            "place": self._sea.surfaced.get(team),
        }


def _owed(owed: Owed) -> Mapping[str, Any]:
    return {"by": owed.team, "what": owed.what, "sector": owed.sector, "cell": str(owed.cell) if owed.cell else None}

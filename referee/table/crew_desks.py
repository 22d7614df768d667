"""Both crews' desks: what each crew's phones show, in the language each phone wants.

The desks follow the game's events; when some are taken back, they are laid out afresh. Nothing is decided here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee.language.messages import catalogue
from referee.rules.crews import Role, Team
from referee.rules.scenario import Scenario
from referee.table.crew_view import CrewDesk, Message, desk, view
from referee.table.outputs import Reply
from referee.table.setup import Setup
from referee.table.shown import CrewFace
from referee.table.views import Lines, Views, in_other_words

KEPT = 60
"""How many lines a crew's screen can look back on."""


@dataclass
class _Side:
    laid: CrewDesk
    seen: CrewFace | None = None
    lines: dict[str, deque[Message]] = field(default_factory=dict)


class CrewDesks:
    """What both crews' phones show."""

    def __init__(self, setup: Setup, scenario: Scenario, languages: tuple[str, ...]) -> None:
        self._setup, self._scenario = setup, scenario
        here = (replace(setup, language=one, team_languages={}) for one in languages)
        self._views = {one.language: Views(one, scenario) for one in here}
        self._sides = {team: self._blank(team) for team in setup.teams}

    def _blank(self, team: Team) -> _Side:
        lines: dict[str, deque[Message]] = {language: deque(maxlen=KEPT) for language in self._views}
        return _Side(self._before_the_game(team), lines=lines)

    def _before_the_game(self, team: Team) -> CrewDesk:
        return desk(team, self._scenario, self._setup)

    def heard(self, reply: Reply) -> None:
        """A reply was given to somebody: each crew's screens show what that crew may see of it."""
        for language, views in self._views.items():
            lines = in_other_words(reply, views)
            for team, side in self._sides.items():
                side.lines[language].extend(_messages(lines, team))

    def tell(self, team: Team, key: str, role: Role | None = None) -> None:
        """Something about a crew's own phones, on its screens alone."""
        for language, views in self._views.items():
            words = catalogue(language)
            named = words.shown(f"crews.role.{role}") if role else ""
            lines = views.whispered(team, words.shown(f"panel.phone.{key}", role=named))
            self._sides[team].lines[language].extend(_messages(lines, team))

    def view(self, face: CrewFace, language: str) -> Mapping[str, Any]:
        """All that this crew may know, ready to be sent."""
        side = self._sides[face.team]
        if side.seen is not None and not face.goes_on_from(side.seen):
            side.laid, side.seen = self._before_the_game(face.team), None
        side.laid, side.seen = side.laid.after(face.since(side.seen)), face
        return view(side.laid, face.screen, tuple(side.lines[language]), language)


def _messages(lines: Lines, team: Team) -> list[Message]:
    private = [Message(line.shown, private=True) for line in lines.whispers if line.team == team]
    return private + [Message(line.shown, private=False) for line in lines.public]

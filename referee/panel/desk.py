"""The table as the phones find it: a crew's own view, and a place to lay an order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from referee.journal.keeping import KeptGame
from referee.panel.said import LANGUAGES
from referee.rules.crews import Game, Team
from referee.rules.orders import Announced
from referee.table.crew_desks import CrewDesks
from referee.table.inputs import Input, Pressed, Typed
from referee.table.outputs import Reply


class Desk:
    """One game, with a side for each crew. `tell` passes a phone's reply on to the console and the voice."""

    def __init__(self, game: KeptGame[Any], clock: Callable[[], float], tell: Callable[[Reply], None]) -> None:
        self._game = game
        self._clock = clock
        self._tell = tell
        self._desks = CrewDesks(game.session, LANGUAGES)

    @property
    def game(self) -> Game:
        return self._game.setup.game

    @property
    def teams(self) -> tuple[Team, Team]:
        return self._game.setup.teams

    @property
    def language(self) -> str:
        return self._game.setup.language

    def heard(self, reply: Reply) -> None:
        """A reply from wherever it came: the phones show it, too."""
        self._desks.heard(reply)

    def view(self, team: Team, language: str) -> Mapping[str, Any]:
        """All that this crew may know, ready to be sent."""
        return self._desks.view(team, language)

    async def press(self, announced: Announced) -> Mapping[str, Any]:
        """Lay a tapped order; answers with its verdict and this crew's lines."""
        assert announced.team is not None
        return await self._lay(Pressed(self._clock(), announced), announced.team)

    async def write(self, team: Team, line: str) -> Mapping[str, Any]:
        """Lay a line typed on a crew's own phone."""
        return await self._lay(Typed(self._clock(), line, team), team)

    async def _lay(self, given: Input, team: Team) -> Mapping[str, Any]:
        reply = await asyncio.to_thread(self._game.feed, given)
        self._tell(reply)
        whispers = [line.shown for line in reply.whispers if line.team == team]
        return {"verdict": reply.verdict, "lines": whispers or [line.shown for line in reply.public]}

"""The table as the phones find it: a crew's own view, and a place to lay an order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from referee.language.messages import languages
from referee.rules.crews import Game, Role, Team
from referee.rules.orders import Announced, Ask, Request
from referee.rules.scenario import Scenario
from referee.table.crew_desks import CrewDesks
from referee.table.inputs import Input, Pressed, Typed
from referee.table.outputs import Reply
from referee.table.room_view import RoomView
from referee.table.screen import Phase
from referee.table.setup import Setup
from referee.table.shown import Shown


class Table(Protocol):
    """What the phones need of the game being played. Whoever listens to the table is told of every reply by it."""

    @property
    def setup(self) -> Setup: ...

    @property
    def scenario(self) -> Scenario: ...

    @property
    def shown(self) -> Shown: ...

    def feed(self, given: Input) -> Reply: ...

    def now(self) -> float: ...


class Desk:
    """One game, with a side for each crew."""

    def __init__(self, table: Table, debrief: Callable[[str], str]) -> None:
        self._table = table
        self._debrief = debrief
        self._desks = CrewDesks(table.setup, table.scenario, languages())
        self._room = RoomView(table.setup, table.scenario, languages())

    @property
    def game(self) -> Game:
        return self._table.setup.game

    @property
    def teams(self) -> tuple[Team, Team]:
        return self._table.setup.teams

    @property
    def language(self) -> str:
        return self._table.setup.language

    @property
    def is_over(self) -> bool:
        return self._table.shown.screen.phase is Phase.OVER

    @property
    def stands(self) -> bool:
        """Whether both crews found the end of the game right."""
        return self._table.shown.screen.stands

    async def debrief(self, team: Team, language: str) -> str | None:
        """The page with both routes, which this crew finds it time for; None as long as the other does not."""
        if not self.stands:
            await self._lay(Pressed(self._table.now(), Announced(Ask(Request.DEBRIEF), team)), team)
        return await asyncio.to_thread(self._debrief, language) if self.stands else None

    def heard(self, reply: Reply) -> None:
        """A reply from wherever it came: the phones show it, too."""
        self._desks.heard(reply)
        self._room.heard(reply)

    def tell(self, team: Team, key: str, role: Role | None = None) -> None:
        """Something about a crew's own phones, for that crew alone."""
        self._desks.tell(team, key, role)

    def view(self, team: Team, language: str) -> Mapping[str, Any]:
        """All that this crew may know, ready to be sent."""
        return self._desks.view(self._table.shown.of(team), language)

    def room(self, language: str) -> Mapping[str, Any]:
        """All that everybody may know."""
        return self._room.view(self._table.shown.of_the_room(), language)

    async def press(self, announced: Announced, by: Team) -> Mapping[str, Any]:
        """Lay a tapped order; answers with its verdict and the lines of the crew that tapped, whosever order it is."""
        return await self._lay(Pressed(self._table.now(), announced), by)

    async def write(self, team: Team, roles: frozenset[Role], line: str) -> Mapping[str, Any]:
        """Lay a line typed on a phone that plays these roles."""
        return await self._lay(Typed(self._table.now(), line, team, roles=roles), team)

    async def _lay(self, given: Input, team: Team) -> Mapping[str, Any]:
        reply = await asyncio.to_thread(self._table.feed, given)
        whispers = [line.shown for line in reply.whispers if line.team == team]
        return {"verdict": reply.verdict, "lines": whispers or [line.shown for line in reply.public]}

"""A real game with a real server beside it, and phones that speak HTTP as a browser would."""

from __future__ import annotations

import http.client
import itertools
import json
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee import app
from referee.cli import debrief
from referee.panel.desk import Desk
from referee.panel.running import PanelServer
from referee.rules.crews import Game, Mode, Team
from referee.table.outputs import Reply
from referee.table.setup import Setup


@dataclass
class Table:
    """A game, its phones' server, and everything the table answered."""

    desk: Desk
    server: PanelServer
    replies: list[Reply] = field(default_factory=list)

    def phone(self, team: Team, *roles: str, language: str = "en") -> HttpPhone:
        """A phone that its crew has let in."""
        phone = self.stranger(team, language=language)
        self.server.seats.let_in(team, phone.number)
        assert phone.post("/api/roles", {"roles": list(roles), "language": language})[0] == 200
        return phone

    def lets_in(self, team: Team) -> None:
        """The crew's word for everybody who waits."""
        for waiting in self.server.seats.waiting(team):
            self.server.seats.let_in(team, waiting.number)
        self.server._call(self.server.panel.changed)

    def stranger(self, team: Team, *, language: str = "en") -> HttpPhone:
        """A phone that read a crew's code: its first phone, or one that waits for the crew's word."""
        phone = HttpPhone(self.server.port, self.server.seats.code(team))
        said = phone.post("/api/join", {"language": language})[1]
        phone.key, phone.table = said["key"], said["table"]
        phone.number = self.server.seats.phone(phone.key).number
        return phone


@dataclass
class HttpPhone:
    """A phone without a screen."""

    port: int
    code: str
    key: str = ""
    table: str = ""
    number: int = 0
    host: str | None = None
    origin: str | None = None
    taps: Iterator[int] = field(default_factory=itertools.count)

    def headers(self) -> dict[str, str]:
        host = self.host or f"127.0.0.1:{self.port}"
        return {"Host": host, "Authorization": f"Bearer {self.code}", "X-Phone": self.key, "Accept-Language": "en"}

    def post(self, path: str, body: object, **changed: str | None) -> tuple[int, Any]:
        headers = {
            **self.headers(),
            "Content-Type": "application/json",
            "Origin": self.origin or f"http://127.0.0.1:{self.port}",
        }
        headers |= {name.replace("_", "-").title(): value for name, value in changed.items() if value is not None}
        for name in [name for name, value in changed.items() if value is None]:
            headers.pop(name.replace("_", "-").title())
        return self.request("POST", path, body if isinstance(body, bytes) else json.dumps(body).encode(), headers)

    def get(self, path: str) -> tuple[int, Any]:
        return self.request("GET", path, None, self.headers())

    def request(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> tuple[int, Any]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            line.request(method, path, body, dict(headers))
            answer = line.getresponse()
            text = answer.read().decode()
        finally:
            line.close()
        return answer.status, json.loads(text) if text.startswith(("{", "[")) else text

    def tap(self, order: str, name: str | None = None) -> tuple[int, Any]:
        return self.post("/api/order", {"id": name or f"tap-{next(self.taps)}", "text": order, "table": self.table})

    def types(self, line: str) -> tuple[int, Any]:
        return self.post("/api/line", {"id": f"line-{next(self.taps)}", "text": line, "table": self.table})

    @contextmanager
    def stream(self, path: str = "/api/stream") -> Iterator[Iterator[Mapping[str, Any]]]:
        """The views this phone is sent, as they come."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        line.connect()
        wire = line.sock
        line.request("GET", path, None, self.headers())
        answer = line.getresponse()
        assert answer.status == 200, answer.read()
        try:
            yield _views(answer)
        finally:
            with suppress(OSError):
                wire.shutdown(socket.SHUT_RDWR)  # whoever still reads is woken
            line.close()

    def waits_for(self, holds: Callable[[Mapping[str, Any]], bool]) -> None:
        """Looks until its view is so; the other phones' taps take their time."""
        for _ in range(200):
            if holds(self.view()):
                return
            time.sleep(0.02)
        raise AssertionError(self.view()["messages"][-3:])

    def view(self) -> Mapping[str, Any]:
        with self.stream() as views:
            return next(views)


def _views(answer: http.client.HTTPResponse) -> Iterator[Mapping[str, Any]]:
    for line in answer:
        if line.startswith(b"data: "):
            yield json.loads(line[6:])


@contextmanager
def table(
    folder: Path,
    game: Game = Game.CAPTAIN_SONAR,
    mode: Mode = Mode.TURN_BY_TURN,
    language: str = "en",
    *,
    tutor: bool = False,
    screen: bool = False,
) -> Iterator[Table]:
    """A game with phones, until the block ends."""
    scenario = "alpha" if game is Game.CAPTAIN_SONAR else "archipelago"
    setup = Setup(game=game, mode=mode, language=language, scenario=scenario, first=Team.BLUE, tutor=tutor)
    with app.new_game(setup, folder / "game.journal") as kept:
        live = app.LiveTable(kept, time.monotonic)
        desk = Desk(live, lambda language: debrief.made(kept.journal.path, language))
        server = PanelServer(desk, screen=screen)
        server.panel.guard.rate.burst = server.panel.guard.rate.a_second = 100_000  # one test is a whole crowd
        laid = Table(desk, server)
        live.tell(lambda _, reply: laid.replies.append(reply))
        live.tell(lambda _, reply: server.heard(reply))
        with server:
            yield laid

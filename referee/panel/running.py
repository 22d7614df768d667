"""The panel's server in the program: a thread with a loop of its own, so that no phone ever delays an order."""

from __future__ import annotations

import asyncio
import secrets
import socket
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Self

import uvicorn

from referee.faults import Fault
from referee.panel import invitations, keeping
from referee.panel.desk import Desk
from referee.panel.door import Door
from referee.panel.guard import Guard
from referee.panel.seats import Seats
from referee.panel.server import Panel
from referee.rules.crews import Team
from referee.table.outputs import Reply

FIRST_PORT = 8180
PORTS = 20
CODE_BYTES = 18


def new_key() -> str:
    return secrets.token_urlsafe(CODE_BYTES)


def listening(port: int | None, before: object = None) -> socket.socket:
    """An open port: the wanted one; else the one the phones know from before, or the first free one from 8180 on."""
    known = [before] if type(before) is int and 1024 <= before <= 65535 else []
    for number in [port] if port is not None else [*known, *range(FIRST_PORT, FIRST_PORT + PORTS)]:
        # a connection is only sent without delay where its socket says that it is TCP
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("0.0.0.0", number))  # the phones come over the local network
            found.listen(64)
        except OSError:
            found.close()
            continue
        return found
    raise Fault("panel.port-taken", port=port if port is not None else FIRST_PORT)


class PanelServer:
    """The phones' server while a game runs: `with PanelServer(desk) as phones: … phones.changed()`."""

    def __init__(
        self,
        desk: Desk,
        port: int | None = None,
        journal: Path | None = None,
        folders: Iterable[Path] = (),
        *,
        screen: bool = False,
    ) -> None:
        """With a journal, the seats are kept beside it. A new game begins with those of the game before, whose journal
        is in one of these folders."""
        self.host = invitations.address() or "127.0.0.1"
        self.seats = Seats(desk.game, desk.teams, new_key)
        before = self._taken_up(journal, folders) if journal else {}
        self._socket = listening(port, before.get("port"))
        self.port = int(self._socket.getsockname()[1])
        if journal:
            self.seats.keep = lambda: keeping.keep(keeping.file_of(journal), self.seats, self.port)
            self.seats.keep()
        names = {self.host, "127.0.0.1", "localhost", f"{socket.gethostname().lower()}.local"}
        self.desk = desk
        self.panel = Panel(desk, self.seats, Guard(frozenset(f"{name}:{self.port}" for name in names)), screen=screen)
        config = uvicorn.Config(
            self.panel.application(),
            log_level="critical",
            access_log=False,
            server_header=False,
            timeout_keep_alive=30,
            http=Door,
            ws="none",
            timeout_graceful_shutdown=1,
            lifespan="off",
        )
        self._server = uvicorn.Server(config)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)

    def _taken_up(self, journal: Path, folders: Iterable[Path]) -> Mapping[str, Any]:
        own = keeping.file_of(journal)
        written = keeping.read(own) or keeping.of_this_evening({journal.parent, *folders}, own) or {}
        return written if self.seats.take_up(written) else {}

    def _run(self) -> None:
        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            # what goes wrong with a connection would be written across the table's screen
            self._loop.set_exception_handler(lambda *_: None)
            self._started.set()
            await self._server.serve(sockets=[self._socket])

        asyncio.run(serve())

    def __enter__(self) -> Self:
        self._thread.start()
        self._started.wait(5)
        return self

    def __exit__(self, *_: object) -> None:
        self.seats.keep()  # as late as it can be: the evening is counted from here
        self._call(self.panel.close)
        self._server.should_exit = True
        self._thread.join(5)
        self._socket.close()

    def heard(self, reply: Reply) -> None:
        """Something happened at the table: every phone shows what its crew may see of it."""
        self.desk.heard(reply)
        self._call(self.panel.changed)

    def _call(self, what: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what)

    def invitation(self, team: Team) -> str:
        """The address this crew's phones open."""
        return invitations.link(self.host, self.port, self.seats.show(team))

    @property
    def screen(self) -> str:
        """Where the room's screen is looked at."""
        return f"http://{self.host}:{self.port}/screen"

    def begin_again(self, team: Team) -> None:
        """A new code for this crew, and none of its phones in."""
        self.seats.begin_again(team)
        self._call(self.panel.changed)

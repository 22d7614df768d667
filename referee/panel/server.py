"""The small server on the local network: a page, the words of each language, and one stream a phone.

Server-sent events over an ordinary request carry each phone's view; taps come back as small JSON requests. Codes and
keys are in headers, so the stream is read by `fetch`, and no address ever holds a secret.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from referee.language.messages import catalogue, languages
from referee.panel.desk import Desk
from referee.panel.faces import company, face, in_order
from referee.panel.guard import Guard, with_headers
from referee.panel.hulls import Hulls
from referee.panel.said import few, language, number, role_named, said
from referee.panel.seats import Phone, Refused, Seats
from referee.panel.streams import Streams, sent
from referee.rules import notation
from referee.rules.crews import Role, Team
from referee.rules.orders import Announced, Ready

STATIC = Path(__file__).parent / "static"
FILES = {
    "/": "index.html",
    "/style.css": "style.css",
    "/icon.svg": "icon.svg",
    "/manifest.webmanifest": "manifest.webmanifest",
    **{
        f"/{name}.js": f"{name}.js"
        for name in ("app", "link", "chart", "sheets", "roles", "cockpit", "words", "dom", "ritual")
    },
}
SCREEN = {"/screen": "screen.html", "/screen.js": "screen.js", "/screen.css": "screen.css"}
LONGEST_LINE = 200
MOST_TICKETS = 32
TOO_LONG = 413
DEBRIEF_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The debrief is one file with its script inside. It holds no code of a crew and is sent only after the game."""


class Panel:
    """The phones of one game."""

    def __init__(self, desk: Desk, seats: Seats, guard: Guard, *, screen: bool = False) -> None:
        """With a screen for the room, which anybody on the network may look at."""
        self.desk = desk
        self._has_screen = screen
        self.seats = seats
        self.guard = guard
        self.table = seats.new_key()
        """This game, as long as this program runs it: a tap that a phone kept for another one is not laid here."""
        self._streams = Streams()
        self._closed = False
        self._tickets: dict[str, str] = {}
        self._hulls = Hulls(desk.teams)

    # -- what the app calls
    def changed(self) -> None:
        """Something happened at the table: every phone is sent its own view."""
        self._streams.wake()

    def close(self) -> None:
        """The game is over for the phones: every stream ends, so that the server can."""
        self._closed = True
        self.changed()

    def connected(self, team: Team) -> int:
        """How many phones of this crew are being sent its view."""
        return len(self._streams.connected(team))

    def application(self) -> Starlette:
        served = FILES | (SCREEN if self._has_screen else {})
        files = [Route(path, self._file(name)) for path, name in served.items()]
        room = [Route("/api/room", self._answer(self._room))] if self._has_screen else []
        found = Starlette(
            routes=[
                *files,
                *room,
                Route("/words/{language}", self._answer(self._words)),
                Route("/api/join", self._answer(self._join), methods=["POST"]),
                Route("/api/roles", self._answer(self._roles), methods=["POST"]),
                Route("/api/here", self._answer(self._here), methods=["POST"]),
                Route("/api/free", self._answer(self._free), methods=["POST"]),
                Route("/api/let-in", self._answer(self._let_in), methods=["POST"]),
                Route("/api/throw-out", self._answer(self._throw_out), methods=["POST"]),
                Route("/api/reissue", self._answer(self._reissue), methods=["POST"]),
                Route("/api/order", self._answer(self._order), methods=["POST"]),
                Route("/api/line", self._answer(self._line), methods=["POST"]),
                Route("/api/hull", self._answer(self._hull), methods=["POST"]),
                Route("/api/debrief", self._answer(self._debrief_ticket), methods=["POST"]),
                Route("/debrief/{ticket}", self._answer(self._debrief)),
                Route("/api/stream", self._answer(self._stream)),
            ],
            exception_handlers={404: self._not_found, 405: self._not_found},
        )
        found.router.redirect_slashes = False  # a redirect would name whatever host the request named
        return found

    # -- every answer goes through here
    def _answer(self, handle: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        async def answered(request: Request) -> Response:
            try:
                self.guard.check(request)
                return with_headers(await handle(request))
            except Refused as no:
                return with_headers(self._refusal(request, no))

        return answered

    def _refusal(self, request: Request, no: Refused) -> Response:
        wanted = language(request.headers.get("accept-language", ""), self.desk.language)
        words = catalogue(wanted)
        slots = {
            name: words.shown(f"crews.role.{value}") if name == "role" else value for name, value in no.slots.items()
        }
        says = {"why": no.key, "says": words.shown(f"panel.refused.{no.key}", **slots)}
        # the rest of what was not read is not waited for either
        return JSONResponse(says, no.status, {"Connection": "close"} if no.status == TOO_LONG else None)

    async def _not_found(self, request: Request, _: Exception) -> Response:
        return with_headers(self._refusal(request, Refused("not-here", 404)))

    def _file(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        async def file(_: Request) -> Response:
            return FileResponse(STATIC / name)

        return self._answer(file)

    async def _words(self, request: Request) -> Response:
        wanted = request.path_params["language"]
        if wanted not in languages():
            raise Refused("not-here", 404)
        words = catalogue(wanted)
        keys = [key for key in words if key.startswith(("panel.", "crews.role.", "table.team."))]
        names = {f"language.{one}": catalogue(one).shown("console.dialogue.language-name") for one in languages()}
        return JSONResponse({key: words.shown(key) for key in keys} | names)

    # -- who is asking
    def _phone(self, request: Request) -> Phone:
        """The phone that asks, let in or not."""
        return self.seats.phone(request.headers.get("x-phone", ""))

    async def _crew_phone(self, request: Request) -> tuple[Phone, Mapping[str, Any]]:
        """A phone that its crew let in, and what it says; a stranger's word is not even read."""
        phone = self._phone(request)
        if not phone.is_in:
            raise Refused("not-in", 403)
        return phone, await said(request)

    async def _join(self, request: Request) -> Response:
        scheme, _, code = request.headers.get("authorization", "").partition(" ")
        code = code if scheme == "Bearer" else ""
        self.seats.team_of(code)
        told = await said(request)
        wanted = language(str(told.get("language", "")), "en")
        phone, key = self.seats.join(code, wanted, request.headers.get("x-phone", ""))
        if phone.is_in and len(self.seats.crew(phone.team)) > 1:  # nobody joins a crew unnoticed
            self.desk.tell(phone.team, "joined")
        self.changed()
        return JSONResponse({"key": key, "team": phone.team, "table": self.table})

    async def _here(self, request: Request) -> Response:
        """A phone that is awake says so."""
        self._phone(request)
        return JSONResponse({})

    async def _roles(self, request: Request) -> Response:
        phone, told = await self._crew_phone(request)
        phone.language = language(str(told.get("language", "")), phone.language)
        self.seats.claim(phone, frozenset(role_named(name) for name in few(told.get("roles", []))))
        self.changed()
        return JSONResponse({"roles": in_order(phone.roles)})

    async def _free(self, request: Request) -> Response:
        phone, told = await self._crew_phone(request)
        role = role_named(told.get("role"))
        if role in self.seats.taken(phone.team):  # nor is a role taken over in silence
            self.desk.tell(phone.team, "freed", role)
        self.seats.free(phone.team, role)
        self.changed()
        return JSONResponse({})

    async def _let_in(self, request: Request) -> Response:
        phone, told = await self._crew_phone(request)
        if self.seats.let_in(phone.team, number(told.get("number"))):
            self.desk.tell(phone.team, "joined")
        self.changed()
        return JSONResponse({})

    async def _throw_out(self, request: Request) -> Response:
        phone, told = await self._crew_phone(request)
        self.seats.throw_out(phone.team, number(told.get("number")))
        self.changed()
        return JSONResponse({})

    async def _reissue(self, request: Request) -> Response:
        phone, _ = await self._crew_phone(request)
        self.seats.reissue(phone.team)
        self.changed()
        return JSONResponse({})

    # -- taps and lines
    async def _order(self, request: Request) -> Response:
        phone, told = await self._crew_phone(request)
        return JSONResponse(await self._once(phone, told, self._press))

    async def _line(self, request: Request) -> Response:
        phone, told = await self._crew_phone(request)
        return JSONResponse(await self._once(phone, told, self._write))

    async def _once(
        self, phone: Phone, told: Mapping[str, Any], act: Callable[[Phone, str, object], Awaitable[Mapping[str, Any]]]
    ) -> Mapping[str, Any]:
        tap, text = str(told.get("id", ""))[:64], told.get("text")
        if not tap or not isinstance(text, str) or len(text) > LONGEST_LINE:
            raise Refused("not-understood", 400)
        if told.get("table") != self.table:
            raise Refused("old-tap", 409)
        if tap not in phone.answered:
            phone.remember(tap, {"verdict": "ignored", "lines": []})  # the same tap, sent twice at once, counts once
            phone.remember(tap, await act(phone, text, told.get("role")))
            self.changed()
        return phone.answered[tap]

    async def _press(self, phone: Phone, text: str, tapped_as: object) -> Mapping[str, Any]:
        order = notation.parse(text)
        if order is None:
            raise Refused("not-understood", 400)
        role = phone.role_for(order, tapped_as)
        if role is None:
            raise Refused("not-your-role", 403)
        return await self.desk.press(Announced(order, phone.team, role), phone.team)

    async def _write(self, phone: Phone, text: str, _: object) -> Mapping[str, Any]:
        if not phone.roles:
            raise Refused("no-role", 403)
        return await self.desk.write(phone.team, phone.roles, text)

    # -- the stream of views
    async def _stream(self, request: Request) -> Response:
        return StreamingResponse(self._views(self._phone(request), request), media_type="text/event-stream")

    async def _views(self, phone: Phone, request: Request) -> AsyncIterator[str]:
        with self._streams.opened(phone) as stream:
            async for view in sent(stream, request, lambda: self.view(phone), lambda: self._goes_on(phone)):
                yield view
        if not self._closed and not self.seats.has(phone):
            yield "event: out\ndata: {}\n\n"

    def _goes_on(self, phone: Phone) -> bool:
        self._let_in_who_may()
        return not self._closed and self.seats.has(phone)

    def _let_in_who_may(self) -> None:
        """Whoever waits may need nobody's word any more."""
        for phone in self.seats.let_in_who_may():
            self.desk.tell(phone.team, "joined")
            self.changed()

    def view(self, phone: Phone) -> Mapping[str, Any]:
        """Everything one phone is sent: what its roles show of its crew's view, and who of the crew is here."""
        return {
            **face(self.desk.view(phone.team, phone.language), phone),
            **company(self.seats, phone, self._streams.connected(phone.team)),
            "table": self.table,
            "hull": self._hulls.view(phone),
        }

    # -- the screen of the room: no code and no key, for it shows what everybody knows
    async def _room(self, request: Request) -> Response:
        wanted = language(request.headers.get("accept-language", ""), self.desk.language)
        return StreamingResponse(self._room_views(wanted, request), media_type="text/event-stream")

    async def _room_views(self, wanted: str, request: Request) -> AsyncIterator[str]:
        with self._streams.opened(None) as stream:
            async for view in sent(stream, request, lambda: self.desk.room(wanted), lambda: not self._closed):
                yield view

    # -- after the game: the page is opened as a page of its own, so a ticket stands in for the crew's code
    async def _debrief_ticket(self, request: Request) -> Response:
        phone, _ = await self._crew_phone(request)
        if not self.desk.is_over:
            raise Refused("not-over", 409)
        if not phone.roles:  # nor does it speak for its crew
            raise Refused("no-role", 403)
        page = await self.desk.debrief(phone.team, phone.language)
        if page is None:
            raise Refused("not-agreed", 409)
        ticket = self.seats.new_key()
        self._tickets = {**dict(list(self._tickets.items())[-MOST_TICKETS:]), ticket: page}
        return JSONResponse({"path": f"/debrief/{ticket}"})

    async def _debrief(self, request: Request) -> Response:
        if not self.desk.stands:  # the game is on again
            self._tickets.clear()
        page = self._tickets.get(request.path_params["ticket"])
        if page is None:
            raise Refused("not-here", 404)
        return HTMLResponse(page, headers={"Content-Security-Policy": DEBRIEF_POLICY})

    # -- securing the hull
    async def _hull(self, request: Request) -> Response:
        phone, told = await self._crew_phone(request)
        if Role.ENGINEER not in phone.roles:
            raise Refused("not-your-role", 403)
        answer: Mapping[str, Any] = {}
        if told.get("verdict") in ("fine", "again"):
            enemy = self._hulls.judged_by(phone.team)
            if told["verdict"] == "fine":
                answer = await self.desk.press(Announced(Ready(), enemy, Role.ENGINEER), phone.team)
        else:
            self._hulls.draw(phone.team, told)
        self.changed()
        return JSONResponse(answer)

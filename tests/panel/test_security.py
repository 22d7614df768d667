"""SECURITY of the phones: a matrix of who may do what, and what every request must pass."""

import asyncio
import http.client
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from starlette.requests import Request

from referee.panel import door
from referee.panel.guard import MOST_BYTES, Rate, body
from referee.panel.seats import ROLES, Refused
from referee.rules import notation
from referee.rules.crews import Game, Mode, Role, Team
from tests.journal.test_debrief import GAME
from tests.panel.tables import Table, table


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with table(tmp_path_factory.mktemp("panel")) as one:
        yield one


MAY = {
    "start C6": {"captain"},
    "head N": {"captain"},
    "torpedo C6": {"captain"},
    "silence": {"captain"},
    "drone 2": {"captain", "mate"},
    "sonar": {"captain", "mate"},
    "mark mine": {"mate"},
    "charged mine": {"mate"},
    "cross N1": {"engineer"},
    "damage": {"engineer"},
    "ok": {"mate", "engineer"},
    "why": {"captain", "mate", "engineer", "radio"},
}


@pytest.mark.parametrize("order", MAY)
@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("key", ["own", "code", "none", "wrong"])
def test_an_order_comes_from_its_role_with_a_good_key(laid: Table, order: str, role: Role, key: str) -> None:
    laid.server.seats.free(Team.BLUE, role)
    phone = laid.phone(Team.BLUE, role)
    phone.key = {"own": phone.key, "code": phone.code, "none": "", "wrong": phone.key[:-1] + "!"}[key]
    status, _ = phone.tap(order)
    assert notation.parse(order)
    assert status == (401 if key != "own" else 200 if role in MAY[order] else 403)


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"host": "evil.example:80"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": None}, 403),
        ({"content_type": "text/plain"}, 415),
        ({"transfer_encoding": "chunked"}, 413),
        ({"x_phone": None}, 401),
        ({"x_phone": "no such phone"}, 401),
    ],
)
def test_what_is_forged_is_refused(laid: Table, changed: dict[str, str | None], status: int) -> None:
    laid.server.seats.free(Team.BLUE, Role.CAPTAIN)
    phone = laid.phone(Team.BLUE, "captain")
    answered, said = phone.post("/api/order", {"id": "x", "text": "head N", "table": phone.table}, **changed)
    assert answered == status
    assert said["says"].endswith("."), "every refusal is a sentence"


@pytest.mark.parametrize(
    "sent",
    [b"", b"[]", b"{", b'{"id": 3}', b'{"id": "a", "text": 4}', b'{"id": "", "text": "head N"}', b"\xff\xfe",
     b'{"id": "a", "text": "' + b"x" * 201 + b'"}', b"[" * 50_000, b'{"id": "a", "text": "head X", "table": "TABLE"}'],
)  # fmt: skip
def test_what_cannot_be_read_is_said_so(laid: Table, sent: bytes) -> None:
    laid.server.seats.free(Team.BLUE, Role.CAPTAIN)
    phone = laid.phone(Team.BLUE, "captain")
    status, said = phone.post("/api/order", sent.replace(b"TABLE", phone.table.encode()))
    assert status == 400
    assert said["why"] == "not-understood"


def test_a_huge_body_is_not_read(laid: Table) -> None:
    phone = laid.phone(Team.BLUE)
    assert phone.post("/api/order", {}, content_length=str(MOST_BYTES + 1))[0] == 413


HUGE = b"f" * (1 << 20)


@pytest.mark.parametrize("said", ["Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked"])
@pytest.mark.parametrize("path", ["POST /api/join", "POST /api/order", "GET /api/stream", "GET /"])
def test_a_body_in_pieces_is_not_read(laid: Table, path: str, said: str) -> None:
    """A length beside the pieces would be believed, and the pieces be kept: hundreds of megabytes of them."""
    phone = laid.phone(Team.BLUE)
    headers = "".join(f"{name}: {value}\r\n" for name, value in phone.headers().items())
    with _calling(phone.port) as wire:
        origin = f"Origin: http://127.0.0.1:{phone.port}\r\nContent-Type: application/json\r\n"
        wire.sendall(f"{path} HTTP/1.1\r\n{headers}{origin}{said}\r\n\r\n".encode())
        with suppress(OSError):
            for _ in range(8):
                wire.sendall(b"%x\r\n%s\r\n" % (len(HUGE), HUGE))
        answer = b""
        with suppress(OSError):
            while piece := wire.recv(65536):
                answer += piece
        assert b" 413 " in answer.partition(b"\r\n")[0] or not answer


def test_what_is_read_is_counted() -> None:
    """Whatever the headers said, and whatever became of their check."""

    async def pieces() -> dict[str, object]:
        return {"type": "http.request", "body": bytes(MOST_BYTES), "more_body": True}

    request = Request({"type": "http", "method": "POST", "headers": [(b"content-length", b"5")]}, pieces)
    with pytest.raises(Refused, match="too-long"):
        asyncio.run(body(request))


def test_who_has_no_seat_is_told_so_before_the_body_is_read(laid: Table) -> None:
    for path, headers in (("order", "X-Phone: nobody"), ("join", "Authorization: Bearer nobody")):
        with _calling(laid.server.port) as wire:
            host = f"127.0.0.1:{laid.server.port}"
            fixed = f"Host: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\nContent-Length: 60000"
            wire.sendall(f"POST /api/{path} HTTP/1.1\r\n{fixed}\r\n{headers}\r\n\r\n".encode())
            assert b" 401 " in wire.recv(4096)  # although not a byte of it was sent


def test_a_role_is_taken_and_freed(tmp_path: Path) -> None:
    with table(tmp_path) as one:
        first, second = one.phone(Team.YELLOW, "captain"), one.phone(Team.YELLOW)
        status, said = second.post("/api/roles", {"roles": ["captain", "mate"]})
        assert (status, said["why"]) == (409, "role-taken")
        assert "Captain" in said["says"]
        assert second.post("/api/free", {"role": "captain"})[0] == 200
        assert first.tap("head N")[0] == 403
        assert second.post("/api/roles", {"roles": ["captain"]})[0] == 200


def test_nobody_joins_a_crew_or_frees_a_role_unnoticed(tmp_path: Path) -> None:
    with table(tmp_path) as one:
        first, enemy = one.phone(Team.BLUE, "captain"), one.phone(Team.YELLOW, "captain")
        before = enemy.view()
        assert not [line for line in first.view()["messages"] if "joined" in line["text"]]
        second = one.stranger(Team.BLUE)
        assert first.post("/api/let-in", {"number": second.number})[0] == 200
        (joined,) = first.view()["messages"]
        assert joined["private"] and joined["text"].startswith("One more phone has joined your crew.")
        second.post("/api/free", {"role": "engineer"})  # nobody has it
        second.post("/api/free", {"role": "captain"})
        first.post("/api/roles", {"roles": ["captain"]})
        assert [line["text"].split(".")[0] for line in first.view()["messages"][1:]] == [
            "Captain was freed from a phone of your crew"
        ]
        assert enemy.view() == before, "the other crew learns nothing of it"


def test_a_crew_sees_how_many_phones_are_connected(tmp_path: Path) -> None:
    with table(tmp_path) as one:
        first, second, enemy = one.phone(Team.BLUE, "captain"), one.phone(Team.BLUE), one.phone(Team.YELLOW)
        with first.stream() as views, enemy.stream():
            assert [phone["here"] for phone in next(views)["crew"]] == [True, False]
            with second.stream():
                assert [phone["here"] for phone in next(views)["crew"]] == [True, True]
                assert one.server.panel.connected(Team.BLUE) == 2


def test_a_tap_sent_twice_counts_once(tmp_path: Path) -> None:
    with table(tmp_path) as one:
        blue, yellow = one.phone(Team.BLUE, *Role), one.phone(Team.YELLOW, *Role)
        blue.tap("dive"), yellow.tap("dive")
        first, again = blue.tap("head N", "the same"), blue.tap("head N", "the same")
        assert first == again
        assert first[1]["verdict"] == "accepted"
        assert blue.view()["radio"]["courses"] == []
        assert yellow.view()["radio"]["courses"] == ["N"]


def test_the_page_asks_nothing_of_anybody_else(laid: Table) -> None:
    phone = laid.phone(Team.BLUE)
    static = Path("referee/panel/static")
    for file in sorted(file for file in static.iterdir() if not file.name.startswith("screen.")):
        path = "/" if file.name == "index.html" else f"/{file.name}"
        status, text = phone.get(path)
        assert status == 200, path
        foreign = re.findall(r"(?:https?:)?//[a-z][\w.]*\.[a-z]+", str(text).replace("http://www.w3.org/2000/svg", ""))
        assert not foreign, f"{path} names {foreign}"
        assert "style=" not in str(text), "the page's policy forbids styles in place"


def test_every_answer_carries_the_policy(laid: Table) -> None:
    for path in ("/", "/app.js", "/api/stream", "/nowhere", "/words/en", "/words/xx"):
        line = http.client.HTTPConnection("127.0.0.1", laid.server.port, timeout=5)
        line.request("GET", path)
        headers = line.getresponse().headers
        line.close()
        assert "default-src 'none'" in headers["content-security-policy"], path
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["server"] is None


def test_a_bucket_refills() -> None:
    rate = Rate(burst=3, a_second=1)
    assert [rate.allows("a", 0.0) for _ in range(4)] == [True, True, True, False]
    assert rate.allows("b", 0.0)
    assert rate.allows("a", 2.0)


@pytest.mark.parametrize("origin", ["http://[::1", "http://[bad]:1"])
def test_an_origin_that_is_no_address_is_refused(laid: Table, origin: str) -> None:
    assert laid.phone(Team.BLUE).post("/api/order", {"id": "x", "text": "why"}, origin=origin)[0] == 403


def test_nobody_is_sent_to_a_host_that_a_request_named(laid: Table) -> None:
    line = http.client.HTTPConnection("127.0.0.1", laid.server.port, timeout=5)
    line.request("GET", "/app.js/", headers={"Host": "evil.example"})
    answer = line.getresponse()
    assert (answer.status, answer.headers["location"]) == (404, None)
    line.close()


DRAWN = [[[0.1, 0.2], [0.3, 0.4]]] * 4


@pytest.mark.parametrize(
    ("traces", "initials", "status"),
    [
        (DRAWN, ["ABC", "B", "C", "D"], 200),
        (DRAWN, ["\ud800B", "\x1b[", "", "é"], 200),  # half a letter: what sends it on could not write it
        ([[[10**400, 0], [1, 1]]] * 4, ["A"] * 4, 400),
    ],
)
def test_no_drawing_of_a_crew_blinds_the_other(
    laid: Table, traces: list[object], initials: list[str], status: int
) -> None:
    for role in Role:
        laid.server.seats.free(Team.BLUE, role)
        laid.server.seats.free(Team.YELLOW, role)
    blue, yellow = laid.phone(Team.BLUE, "engineer"), laid.phone(Team.YELLOW, "engineer")
    assert blue.post("/api/hull", {"traces": traces, "initials": initials})[0] == status
    assert yellow.view()["hull"]["to-check"] or status != 200


def test_who_checks_a_hull_reads_nothing_of_that_crew(tmp_path: Path) -> None:
    """Yellow is secured already: its refusal, with what Yellow could do instead, is no answer to Blue."""
    with table(tmp_path, mode=Mode.REAL_TIME, tutor=True) as one:
        blue, yellow = one.phone(Team.BLUE, *Role), one.phone(Team.YELLOW, *Role)
        for phone, tap in ((yellow, "start C6"), (blue, "dive"), (yellow, "dive"), (yellow, "surface 4")):
            assert phone.tap(tap)[1]["verdict"] == "accepted"
        yellow.post("/api/hull", {"traces": DRAWN, "initials": list("ABCD")})
        assert yellow.tap("ready")[1]["verdict"] == "accepted"
        status, said = blue.post("/api/hull", {"verdict": "fine"})
        assert (status, said) == (200, {"verdict": "rejected", "lines": []})
        assert "yellow" in {line.team for line in one.replies[-1].whispers}


def test_one_caller_cannot_fill_the_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with table(tmp_path) as one, ExitStack() as open_:
        blue = one.phone(Team.BLUE, "captain")
        monkeypatch.setattr(door, "MOST_OF_ONE", 5)
        calls = [open_.enter_context(_calling(one.server.port)) for _ in range(8)]
        assert [wire.recv(1) for wire in calls[5:]] == [b""] * 3
        for wire in calls:
            wire.close()
        assert blue.tap("dive")[1]["verdict"] == "accepted"


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"POST /api/here HTTP/1.1\r\n", b"POST /api/join HTTP/1.1\r\n"])
def test_half_a_request_is_not_waited_for_forever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr(door, "PATIENCE", 0.05)
    with table(tmp_path) as one, _calling(one.server.port) as wire:
        port = f"127.0.0.1:{one.server.port}"
        code = one.server.seats.code(Team.BLUE)
        head = f"Host: {port}\r\nAuthorization: Bearer {code}\r\nContent-Type: application/json\r\n"
        rest = f"Origin: http://{port}\r\nContent-Length: 9\r\n\r\n" if b"join" in begun else ""
        wire.sendall(begun + (head + rest).encode() if begun.startswith(b"POST") else begun)
        assert wire.recv(1) == b""


def _calling(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=5)


def test_no_crew_reads_the_debrief_and_plays_on(tmp_path: Path) -> None:
    """A fatal hit that is reported and then taken back: until both crews find the end right no route is shown."""
    with table(tmp_path) as laid:
        crews = {team: laid.phone(team, *ROLES[Game.CAPTAIN_SONAR]) for team in laid.desk.teams}
        for line in re.split(r"[;\n]", f"{GAME.strip()}; yellow: hit direct"):
            found = notation.parse_line(line.strip())
            assert found is not None
            assert found.team is not None
            crews[found.team].tap(notation.text_of(found.order))
        blue, yellow = crews.values()
        assert blue.view()["phase"] == "over"
        for _ in range(2):
            status, answer = blue.post("/api/debrief", {})
            assert (status, answer["why"]) == (409, "not-agreed")
        assert yellow.types("yellow: cancel")[1]["verdict"] == "accepted"
        assert blue.post("/api/debrief", {})[1]["why"] == "not-over"
        assert yellow.tap("hit direct")[1]["verdict"] == "accepted"
        assert yellow.post("/api/debrief", {})[1]["why"] == "not-agreed", "that end was another one"
        path = blue.post("/api/debrief", {})[1]["path"]
        assert blue.get(path)[0] == 200
        assert yellow.types("yellow: cancel")[1]["verdict"] == "rejected"

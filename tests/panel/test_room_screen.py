"""The room's screen: what everybody knows, and not a byte more; only where somebody asked for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.panel.streams import OF_THE_ROOM
from referee.rules.crews import Mode, Role, Team
from tests.panel.tables import HttpPhone, table

BLUE, YELLOW = Team.BLUE, Team.YELLOW


def test_there_is_none_unless_it_is_asked_for(tmp_path: Path) -> None:
    with table(tmp_path) as one:
        stranger = HttpPhone(one.server.port, "")
        assert [stranger.get(path)[0] for path in ("/screen", "/screen.js", "/api/room")] == [404] * 3


def test_it_shows_what_was_said_aloud(tmp_path: Path) -> None:
    with table(tmp_path, mode=Mode.REAL_TIME, screen=True) as one:
        blue, yellow, wall = one.phone(BLUE, *Role), one.phone(YELLOW, *Role), HttpPhone(one.server.port, "")
        for phone, order in (
            (blue, "start F6"), (blue, "dive"), (yellow, "dive"), *[(blue, "head S")] * 4,
            (blue, "stop"), (blue, "torpedo F12"),
        ):  # fmt: skip
            assert phone.tap(order)[1]["verdict"] == "accepted", order
        with wall.stream("/api/room") as views:
            seen = next(views)
            assert seen["stopped"] == "blue"
            assert [crew["calls"] for crew in seen["crews"]] == [["S"] * 4, []]
            assert "F6" not in str(seen["messages"]) and "position" not in str(seen)
            assert seen["fired"] == [{"kind": "torpedo", "team": "blue", "cell": "F12"}]
            assert seen["owed"][0]["by"] == "yellow"
            assert yellow.tap("clear")[1]["verdict"] == "accepted"
            assert next(views)["stopped"] is None


def test_what_a_crew_tells_in_secret_reaches_no_wall(tmp_path: Path) -> None:
    with table(tmp_path, screen=True) as one:
        blue, wall = one.phone(BLUE, *Role), HttpPhone(one.server.port, "")
        with wall.stream("/api/room") as views:
            before = next(views)
            assert blue.tap("start C6")[1]["verdict"] == "accepted"
            assert blue.tap("dive")[1]["verdict"] == "accepted"
            after = next(views)
            assert after["messages"] == ["Blue dives."]
            assert {**after, "messages": [], "crews": []} == {**before, "messages": [], "crews": []}


def test_many_walls_take_nobodys_place(tmp_path: Path) -> None:
    with table(tmp_path, screen=True) as one:
        blue, wall = one.phone(BLUE, "captain"), HttpPhone(one.server.port, "")
        with wall.stream("/api/room") as first, blue.stream() as mine:
            next(first), next(mine)
            for _ in range(3 * OF_THE_ROOM):
                with wall.stream("/api/room") as views:
                    next(views)
            assert blue.tap("dive")[1]["verdict"] == "accepted"
            assert any(view.get("messages") for view in mine)


@pytest.mark.parametrize("path", ["/screen", "/screen.js", "/screen.css"])
def test_its_page_is_as_guarded_as_the_others(tmp_path: Path, path: str) -> None:
    with table(tmp_path, screen=True) as one:
        status, text = HttpPhone(one.server.port, "").get(path)
        assert status == 200 and "style=" not in text
        assert HttpPhone(one.server.port, "", host="evil.example").get(path)[0] == 421

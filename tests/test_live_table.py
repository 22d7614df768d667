"""The table as it is played: nothing is shown before it is kept, and when a reply leaves tells nobody anything."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee import app
from referee.journal import store
from referee.panel.desk import Desk
from referee.rules import notation
from referee.rules.crews import Mode, Team
from referee.table.inputs import Pressed, Tick, Typed
from referee.table.outputs import Reply
from referee.table.setup import Setup

UNTOLD: tuple[str, ...] = ()
TOLD = ("blue captain: start E5",)
SILENCE = [*["blue: head N"] * 3, "blue: head E", *["blue: head S"] * 3, "blue: stop", "blue: silence"]


@pytest.fixture
def live(tmp_path: Path) -> Iterator[app.LiveTable]:
    with app.new_game(Setup(first=Team.BLUE), tmp_path / "a.game") as game:
        yield app.LiveTable(game, time.monotonic)


def types(live: app.LiveTable, line: str) -> Reply:
    return live.feed(Typed(live.now(), line))


def taps(live: app.LiveTable, line: str) -> Reply:
    announced = notation.parse_line(line)
    assert announced is not None
    return live.feed(Pressed(live.now(), announced))


def seen(live: app.LiveTable) -> dict[Team, str]:
    """Everything that both crews' phones are sent, and the screen of the room."""
    desk = Desk(live, str)
    views = {team: json.dumps(desk.view(team, "en")) for team in live.setup.teams}
    return {team: f"{view} {live.shown.screen}" for team, view in views.items()}


# -- kept first
def test_no_screen_shows_an_order_before_it_is_on_the_disk(
    live: app.LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    before: list[dict[Team, str]] = []
    meanwhile: list[dict[Team, str]] = []
    write = store._write_durably

    def looked_at_first(*written: Any) -> None:
        meanwhile.append(seen(live))
        write(*written)
        meanwhile.append(seen(live))

    monkeypatch.setattr(store, "_write_durably", looked_at_first)
    for order in ("blue captain: start C7", "blue: dive", "yellow: dive", "blue: head N", "blue mate: mark mine"):
        before = [seen(live)] * 2
        assert taps(live, order).verdict == "accepted"
        assert (meanwhile, seen(live) != before[0]) == (before, True), order
        meanwhile.clear()


def test_a_full_disk_shows_nothing_that_is_not_kept_and_all_of_it_afterwards(
    live: app.LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    types(live, "dive")
    before = seen(live)
    with monkeypatch.context() as full:
        full.setattr(store, "_write_durably", _no_room)
        for line in ("blue: head N", "blue: head N", "blue captain: start C7", "status"):
            assert next(one.shown for one in types(live, line).public).startswith("The disk is full")
        live.feed(Tick(live.now()))
        assert seen(live) == before
    assert [one.shown for one in types(live, "continue").public] == ["Blue, north."]
    assert all(view != before[team] for team, view in seen(live).items())


def _no_room(*_: object) -> None:
    raise OSError(28, "No space left on device")


# -- when a reply leaves
@pytest.mark.parametrize("secrets", [TOLD, UNTOLD])
def test_a_reply_leaves_before_anything_is_concluded_from_it(tmp_path: Path, secrets: tuple[str, ...]) -> None:
    setup = Setup(scenario="bravo", mode=Mode.REAL_TIME)
    with app.new_game(setup, tmp_path / "a.game") as game:
        live = app.LiveTable(game, time.monotonic)
        concluded: list[bool] = []
        live.tell(lambda _, reply: concluded.append(game.session.is_reckoned()) if reply.events else None)
        for line in (*secrets, "dive", *SILENCE):
            assert types(live, line).verdict == "accepted", line
            _wait_until(game.session.is_reckoned)
        assert not any(concluded)


def _wait_until(done: Any) -> None:
    until = time.monotonic() + 30
    while not done():
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.parametrize(("ruled", "leaves"), [(0.0, 1), (0.001, 1), (0.02, 1), (0.049, 1), (0.051, 2), (0.12, 3)])
def test_however_long_a_ruling_takes_its_reply_leaves_on_the_grid(
    live: app.LiveTable, monkeypatch: pytest.MonkeyPatch, ruled: float, leaves: int
) -> None:
    clock = _Clock(100.0)
    table = app.LiveTable(live.game, clock)
    feed = live.game.feed

    def slowly(given: Any) -> Reply:
        clock.at += ruled
        return feed(given)

    monkeypatch.setattr(live.game, "feed", slowly)
    monkeypatch.setattr(time, "sleep", clock.sleep)
    left: list[float] = []
    table.tell(lambda *_: left.append(clock.at))
    table.feed(Typed(0.0, "status"))
    assert left == [pytest.approx(100.0 + leaves * app.GRID)]


class _Clock:
    def __init__(self, at: float) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at

    def sleep(self, seconds: float) -> None:
        if threading.current_thread() is threading.main_thread():
            self.at += seconds


def test_replies_leave_in_the_order_of_their_inputs(live: app.LiveTable) -> None:
    """Whoever feeds the table does not wait for whoever does so at the same time, but for what was first."""
    told: list[str] = []
    live.tell(lambda given, _: told.append(given.line) if isinstance(given, Typed) else None)
    taken: list[str] = []
    feed = live.game.feed

    def noting(given: Any) -> Reply:
        taken.append(given.line)
        return feed(given)

    live.game.feed = noting  # type: ignore[method-assign]
    began = time.monotonic()
    crowd = [threading.Thread(target=types, args=(live, f"# {number}")) for number in range(40)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    assert told == taken
    assert time.monotonic() - began < 20 * app.GRID, "they wait side by side"

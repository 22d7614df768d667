"""Nothing is answered before it is on the disk; a full disk pauses the game, says so, and loses nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee import app
from referee.journal import store
from referee.journal.keeping import KeptGame
from referee.table.inputs import Tick, Typed
from referee.table.outputs import Reply
from referee.table.setup import Setup


@pytest.fixture
def game(tmp_path: Path) -> Iterator[KeptGame[Any]]:
    with app.new_game(Setup(first=Setup().teams[0]), tmp_path / "a.game") as made:
        yield made


def types(game: KeptGame[Any], line: str) -> Reply:
    return game.feed(Typed(game.session.now + 1, line))


def said(reply: Reply) -> list[str]:
    return [line.shown for line in reply.public]


def kept(game: KeptGame[Any]) -> list[str]:
    return [entry["in"] for entry in store.read(game.journal.path).entries]


def test_what_is_answered_is_on_the_disk(game: KeptGame[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    for line in ("blue: dive", "yellow: dive", "blue: head N"):
        before = len(synced)
        types(game, line)
        assert kept(game)[-1] == line
        assert len(synced) == before + 1


def test_what_is_nothing_to_keep_costs_nothing(game: KeptGame[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: pytest.fail("nothing was to be written"))
    for line in ("status", "what a day", "-", "repeat"):
        types(game, line)
    game.feed(Tick(100))


def test_a_full_disk_pauses_the_game_and_loses_nothing(game: KeptGame[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    types(game, "blue: dive")
    with monkeypatch.context() as full:
        full.setattr(store, "_write_durably", _no_room)
        assert said(types(game, "yellow: dive"))[0].startswith("The disk is full: the game is paused")
        assert said(types(game, "blue: head N"))[0].startswith("The disk is full: the game is paused")
        assert said(game.feed(Tick(500))) == []
        assert kept(game) == ["blue: dive"]
    assert game.is_kept()
    reply = types(game, "continue")
    assert said(reply) == ["Yellow dives.", "Both submarines are under way. Blue begins."]
    assert kept(game) == ["blue: dive", "yellow: dive"]
    assert said(types(game, "blue: head N")) == ["Blue, north."]


def _no_room(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_full_disk_that_stays_full_leaves_the_game_before_it(
    game: KeptGame[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    types(game, "blue: dive")
    monkeypatch.setattr(store, "_write_durably", _no_room)
    types(game, "yellow: dive")
    assert not game.is_kept()
    game.journal.close()
    again = app.resume(game.journal.path)
    with again.game:
        assert (again.orders, again.cut) == (1, 0)


def test_a_game_is_the_same_from_whatever_chart_was_kept_with_it(game: KeptGame[Any], tmp_path: Path) -> None:
    """The file of the chart may be corrected meanwhile: this game goes on as it was played."""
    types(game, "dive")
    game.journal.close()
    path = game.journal.path
    path.write_bytes(path.read_bytes())
    story = store.read(path)
    chart = str(story.setup["chart"])
    assert "1  . . . # " in chart
    other = tmp_path / "b.game"
    with store.create(other, story.setup | {"chart": chart.replace("1  . . . # ", "1  # . . # ")}):
        pass
    with app.resume(other).game as again:
        assert again.session.feed(Typed(1, "blue captain: start A1")).reason == "start/island"

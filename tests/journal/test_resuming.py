"""A game goes on where it stopped, however it stopped."""

from __future__ import annotations

import json
import math
import os
import random
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path
from typing import Any

import pytest

from referee import app
from referee.faults import Fault
from referee.journal import lines, store
from referee.journal.transcripts import seen_by
from referee.rules.crews import Mode, Team
from referee.table.inputs import Pressed, Typed
from referee.table.setup import Setup
from tests.journal.games import written_game
from tests.table.tables import order

KILLS = int(os.environ.get("SONAR_KILLS", "3"))
"""How often a playing referee is killed; hundreds when asked."""

Play = tuple[Any, list[str]]


def played(path: Path, script: list[str], setup: Setup | None = None) -> app.AnySession:
    with app.new_game(setup or Setup(first=Setup().teams[0]), path) as game:
        for number, line in enumerate(script, 1):
            game.feed(Typed(float(number), line))
        return game.session


@pytest.mark.parametrize("mode", Mode)
def test_resumed_anywhere_it_is_the_same_game(tmp_path: Path, mode: Mode) -> None:
    script = written_game(3, 80, mode)
    setup = Setup(mode=mode, first=Setup().teams[0], language="fr")
    for stop in range(0, len(script), 13):
        path = tmp_path / f"{stop}.game"
        before = played(path, script[:stop], setup)
        again = app.resume(path)
        with again.game as game:
            assert again.broken is None
            assert game.session.referee.game.state == before.referee.game.state
            assert game.session.screen == before.screen
            assert game.session.referee.game.events == before.referee.game.events


def test_questions_confirmations_and_own_answers_are_resumed_too(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    setup = Setup(first=Setup().teams[0], house=(("confirm", "shots"), ("answers", "referee")))
    script = ["yellow captain: start A10", "blue: dive", "yellow: dive", *["blue: head N", "yellow: head N"] * 3]
    script += ["blue: head N", "blue: torpedo C6", "yes", "yellow: head N", "pause", "blue: head E", "continue"]
    before = played(path, [*script, "blue: head E", "blue: cancel"], setup)
    assert any(entry["by"] == "referee" for entry in store.read(path).entries)
    with app.resume(path).game as game:
        assert game.session.referee.game.state == before.referee.game.state


def test_what_does_not_play_as_it_did_is_cut_off_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    script = ["blue: dive", "yellow: dive", "blue: head N", "yellow: head S", "blue: head N"]
    played(path, script)
    journal, story = store.reopen(path)
    changed = [dict(entry) for entry in story.entries]
    changed[3]["in"] = "yellow: torpedo C6"
    journal.close()
    head = path.read_bytes()[: story.ends[0]]
    path.write_bytes(head + b"".join(map(lines.written, changed)))
    again = app.resume(path)
    with again.game as game:
        assert (again.broken and again.broken.place, again.orders) == (3, 3)
        assert again.kept and again.kept.read_bytes().count(b"\n") == 2
        game.feed(Typed(9, "yellow: head S"))
    assert [entry["in"] for entry in store.read(path).entries] == script[:4]
    assert app.resume(path).broken is None


@pytest.mark.parametrize(
    "entry", [{}, {"in": "x"}, {"in": "blue: ok"}, {"at": "y", "in": "blue: ok"}, {"by": "referee"}]
)
def test_an_entry_that_is_none_breaks_nothing_before_it(tmp_path: Path, entry: dict[str, Any]) -> None:
    path = tmp_path / "a.game"
    played(path, ["blue: dive"])
    path.write_bytes(path.read_bytes() + lines.written(entry))
    again = app.resume(path)
    with again.game:
        assert (again.orders, again.broken is not None) == (1, True)


@pytest.mark.parametrize("at", ["1e999", "-1e999", "NaN", "1" + "0" * 400])
def test_a_moment_that_no_clock_shows_breaks_nothing_before_it(tmp_path: Path, at: str) -> None:
    path = tmp_path / "a.game"
    played(path, ["blue: dive"])
    text = f'{{"at":{at},"in":"yellow: dive","by":"voice","verdict":"accepted"}}'.encode()
    path.write_bytes(path.read_bytes() + b"%08x %s\n" % (zlib.crc32(text), text))
    again = app.resume(path)
    with again.game as game:
        assert again.broken and math.isfinite(game.session.now)


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "referee", "--language", "en", *words, "--text", "--json"]


def killed_while_playing(path: Path, script: list[str], chance: random.Random) -> list[dict[str, Any]]:
    """What was confirmed before the referee was killed, somewhere in the stream of orders."""
    if not script:
        return []  # it had heard them all before it was killed the first time
    fresh = not path.exists()
    words = ("play", "--first", "blue", "--journal", str(path)) if fresh else ("resume", str(path))
    with subprocess.Popen(command(*words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin and running.stdout
        running.stdin.write("".join(f"{line}\n" for line in script))
        running.stdin.flush()
        first = running.stdout.readline()
        time.sleep(chance.random() * 0.1)
        running.send_signal(signal.SIGKILL)
        rest, _ = running.communicate()
    whole = [line for line in (first + rest).splitlines(keepends=True) if line.endswith("\n")]
    return [json.loads(line) for line in whole]


@pytest.mark.parametrize("seed", range(KILLS))
def test_killed_at_any_instant_no_confirmed_order_is_lost(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    script = written_game(seed % 5, 150)
    whole, path = tmp_path / "whole.game", tmp_path / "a.game"
    end = played(whole, script)
    expected = entries(whole)
    for _ in range(1 + seed % 2):  # every other time, the resumed game is killed as well
        done = len(entries(path)) if path.exists() else 0
        confirmed = killed_while_playing(path, script[done:], chance)
        again = app.resume(path)
        again.game.journal.close()
        kept = entries(path)
        assert kept == expected[: len(kept)]
        assert len(kept) >= done + len(confirmed), "a confirmed order was lost"
    with app.resume(path).game as game:
        for line in script[len(entries(path)) :]:
            game.feed(Typed(game.session.now + 1, line))
        assert entries(path) == expected
        assert game.session.referee.game.state == end.referee.game.state


def entries(path: Path) -> list[dict[str, Any]]:
    """What a journal holds, whenever it was said."""
    return [entry | {"at": 0} for entry in store.read(path).entries]


def test_a_broken_entry_gives_no_secret_away(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    played(path, ["blue: dive"])
    path.write_bytes(
        path.read_bytes() + lines.written({"at": 2, "in": "yellow captain: start C4", "verdict": "accepted"})
    )
    again = app.resume(path)
    with again.game:
        assert again.broken and again.broken.entry == "yellow captain"


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": {"blue": 9}},
        {"players": {"green": 2}},
        {"language": "xx"},
        {"first": "green"},
        {"team_languages": {"blue": "xx"}},
    ],
)
def test_a_table_that_cannot_be_is_said(tmp_path: Path, wrong: dict[str, Any]) -> None:
    path = tmp_path / "a.game"
    played(path, ["blue: dive"])
    story = store.read(path)
    path.write_bytes(lines.written({"format": store.FORMAT, "setup": story.setup | wrong}))
    with pytest.raises(Fault) as found:
        app.resume(path)
    assert found.value.key == "journal.no-setup"


def test_a_line_nested_without_end_is_a_damaged_line() -> None:
    deep = b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    assert lines.read(b"%08x %s\n" % (zlib.crc32(deep), deep)) is None


def test_what_was_never_announced_is_replayed_to_its_crew_alone() -> None:
    table = app.session(Setup(first=Team.BLUE))
    for line in ("blue: dive", "yellow: dive", "blue: head N"):
        table.feed(Typed(1, line))
    for reply in (
        table.feed(Pressed(2, order("yellow captain: torpedo C6"))),
        table.feed(Typed(2, "yellow mate: torpedo C6")),
    ):
        assert reply.verdict == "rejected"
        assert seen_by("public", reply) == seen_by("blue", reply) == ()
        assert seen_by("yellow", reply)

"""What was asked back at a microphone: kept beside the orders, never in their way, and told when the game is over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee import app
from referee.cli import main
from referee.cli.debrief import made
from referee.journal import lines, store
from referee.journal.asked_back import asked_back
from referee.journal.keeping import KeptGame
from referee.language.messages import catalogue
from referee.language.understanding import Ambiguous, NotUnderstood, Understood
from referee.rules.crews import Game, Mode, Team
from referee.table.inputs import Heard, Tick, Typed
from referee.table.setup import Setup
from tests.table.tables import order

BLUE, YELLOW = Team.BLUE, Team.YELLOW


def play(game: KeptGame[Any]) -> None:
    """Every way to be asked back, and every way in which that ends."""
    torpedo = Ambiguous((order("blue: torpedo C6"), order("blue: torpedo D6")), "torpedo d six")
    said: list[Any] = [
        Typed(0.0, "dive"),
        Heard(1.0, NotUnderstood("pass the salt", None)),
        Heard(2.0, NotUnderstood("torpedo launched impact in", "torpedo"), BLUE),
        Heard(4.0, Understood(order("stop")), BLUE),
        Heard(5.0, torpedo, BLUE),
        Heard(6.0, Understood(order("yes")), BLUE),
        Heard(7.0, Understood(order("resume")), BLUE),
        Heard(8.0, Understood(order("head N"))),
        Typed(9.0, "yellow"),
        Heard(10.0, Ambiguous((order("yellow: head S"), order("yellow: head E")), "head east"), YELLOW),
        Heard(11.0, Understood(order("no")), YELLOW),
        Heard(12.0, Ambiguous((order("head S"), order("head E")), "head east"), YELLOW),
        Heard(13.0, Understood(order("head S")), YELLOW),
        Heard(14.0, Ambiguous((order("head W"), order("head E")), "head west"), BLUE),
        Tick(60.0),
        Heard(61.0, Understood(order("head N")), YELLOW),
    ]
    for one in said:
        game.feed(one)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    with app.new_game(Setup(mode=Mode.REAL_TIME), tmp_path / "a.game") as game:
        play(game)
    return tmp_path / "a.game"


def test_every_question_is_kept_and_no_table_talk(journal: Path) -> None:
    entries = store.read(journal).entries
    asked = [(one["heard"], one["asked"]) for one in entries if "heard" in one]
    assert asked == [
        ("torpedo launched impact in", "missing"), ("torpedo d six", "order"), ("head N", "team"),
        ("head east", "order"), ("head east", "order"), ("head west", "order"),
    ]  # fmt: skip
    assert [one["ended"] for one in entries if "ended" in one] == ["yes", "named", "no", "again"]
    assert "salt" not in journal.read_text(encoding="utf-8")


def test_a_game_goes_on_as_if_nothing_had_been_asked(journal: Path, tmp_path: Path) -> None:
    plain = [one for one in store.read(journal).entries if one.get("verdict") == "accepted"]
    found = app.resume(journal)
    with found.game as game:
        assert (found.broken, found.orders) == (None, len(plain))
        again = game.session.referee.game
    with app.new_game(Setup(mode=Mode.REAL_TIME), tmp_path / "b.game") as bare:
        for entry in plain:
            bare.session.again(entry)
        assert bare.session.referee.game.events == again.events
        assert bare.session.referee.game.state == again.state


def test_a_journal_of_before_is_opened_as_ever(journal: Path) -> None:
    first, *rest = journal.read_bytes().splitlines(keepends=True)
    kept = [line for line in rest if "in" in (lines.read(line) or {})]
    journal.write_bytes(lines.written({**(lines.read(first) or {}), "format": 1}) + b"".join(kept))
    found = app.resume(journal)
    with found.game:
        assert found.orders == sum(b'"accepted"' in line for line in kept)


def test_what_does_not_play_is_cut_off_at_its_own_place(journal: Path) -> None:
    whole = journal.read_bytes().splitlines(keepends=True)
    place = next(number for number, line in enumerate(whole) if b'"ended":"named"' in line)
    wrong = lines.written({"at": 9.0, "in": "blue: torpedo Z99", "by": "voice", "verdict": "accepted"})
    journal.write_bytes(b"".join([*whole[: place + 1], wrong, *whole[place + 1 :]]))
    found = app.resume(journal)
    with found.game:
        assert found.broken and found.broken.place == place
        assert journal.read_bytes() == b"".join(whole[: place + 1])


@pytest.mark.parametrize("viewer", ["public", "blue", "yellow"])
def test_nobody_reads_in_a_replay_what_the_recogniser_made_of_it(
    viewer: str, journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(journal), "--as", viewer, "--language", "en"]) == 0
    shown = capsys.readouterr().out
    assert "torpedo C6" in shown
    assert "D6" not in shown and "head east" not in shown


def test_the_debrief_tells_what_was_asked_and_how_it_ended(journal: Path) -> None:
    from tests.journal.test_debrief import data

    page = journal.with_suffix(".html")
    page.write_text(made(journal, "en", unfinished=True), encoding="utf-8")
    game = data(page)
    assert [(one["heard"], one["asked"], one["ended"], one["team"]) for one in game["asked"]] == [
        ("torpedo launched impact in", "Something was missing.", "Said again.", "blue"),
        ("torpedo d six", "Was it “torpedo in C6”?", "Yes.", "blue"),
        ("head north", "Whose order was it?", "The crew was named.", None),
        ("head east", "Was it “head south”?", "No.", "yellow"),
        ("head east", "Was it “head south”?", "Said again.", "yellow"),
        ("head west", "Was it “head west”?", "Nobody answered.", "blue"),
    ]
    assert game["spoken"] == sum("in" in one and one["by"] == "voice" for one in store.read(journal).entries)


def test_what_a_damaged_entry_asks_is_not_told(journal: Path) -> None:
    odd: list[dict[str, Any]] = [
        {"heard": 3},
        {"heard": "x", "asked": "salt"},
        {"ended": []},
        {"heard": "x", "asked": "order", "likely": 7},
    ]
    with journal.open("ab") as file:
        for entry in odd:
            file.write(lines.written(entry))
    assert "mal entendu" in made(journal, "fr", unfinished=True)


def test_a_question_that_was_tampered_with_is_left_out_of_the_debrief(journal: Path) -> None:
    entries = [dict(entry) for entry in store.read(journal).entries]
    for entry in entries:
        if entry.get("asked") == "missing":
            entry["at"] = "then"
    told = asked_back(entries, catalogue("en"), Game.CAPTAIN_SONAR)
    assert len(told) == 5

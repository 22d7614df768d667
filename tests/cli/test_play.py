"""`play --text`, `resume`, `replay` and `rule`, as a program or a person at a pipe uses them."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from referee import app
from referee.cli import fronts, main
from referee.console.public_screen import Microphone
from referee.journal import lines, store
from referee.language.understanding import Understood
from referee.rules.orders import Announced, Ask, Request
from referee.table.inputs import Heard, Typed
from referee.table.setup import Setup
from tests.journal.test_debrief import GAME as GAME_WON

GAME = [
    "blue captain: start C7", "yellow captain: start D1", "yellow captain: start H7", "blue: dive", "yellow: dive",
    "Blue, head north!", "blue mate: mark torpedo", "yellow: head S", "what a day", "torpedo", "-", "", "@30 head west",
]  # fmt: skip


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "en")


def run(
    words: list[str], lines: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    code = main(words)
    said = capsys.readouterr()
    return code, said.out, said.err


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_one_object_a_line_whatever_the_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bad = ["\x00\x01", "{", "@", "@x", "@1e999 head", "@-3 head", "blue:", ":", "é" * 50_000, "blue: head N" * 3000]
    code, out, err = run(["play", "--text", "--json"], [*GAME, *bad], monkeypatch, capsys)
    found = objects(out)
    assert (code, err) == (0, "")
    assert [one["n"] for one in found] == list(range(1, len(GAME) + len(bad) + 1))
    fields = ["n", "order", "verdict", "reason", "public", "blue", "yellow", "events"]
    assert all(list(one) == fields for one in found)


def test_what_each_object_says(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(["play", "--text", "--json"], GAME, monkeypatch, capsys)
    start, wrong, _, _, _, north, mark, _, talk, near, dash, empty, west = objects(out)
    assert start == {
        "n": 1, "order": "blue captain: start C7", "verdict": "accepted", "reason": None, "public": [],
        "blue": ["You start at C7."], "yellow": [], "events": ["start-told blue C7"],
    }  # fmt: skip
    assert (wrong["verdict"], wrong["reason"], wrong["public"]) == ("rejected", "start/island", [])
    assert (north["order"], north["public"], north["blue"]) == ("blue: head N", ["Blue, north."], [])
    assert (mark["public"], mark["yellow"]) == ([], [])
    assert (talk["verdict"], talk["order"]) == ("not-understood", None)
    assert near["public"] == ["Torpedo where? Say the letter and the number."]
    assert dash["verdict"] == empty["verdict"] == "ignored"
    assert west["order"] == "blue: head W"


def test_the_time_of_a_line_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = ["dive", "@12.4 blue: head N", "yellow: head N", "@3 blue: head N"]
    run(["play", "--text", "--json", "--journal", str(tmp_path / "a.game")], lines, monkeypatch, capsys)
    assert [entry["at"] for entry in store.read(tmp_path / "a.game").entries] == [1, 1, 12.4, 13.4, 13.4]


def test_the_other_game_has_its_own_crews(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(["play", "--game", "sonar", "--text", "--json"], ["vert : plongez", "dive"], monkeypatch, capsys)
    assert list(objects(out)[0])[-3:] == ["blue", "green", "events"]
    assert objects(out)[0]["order"] == "green: dive"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["play", "--house", "confirm=maybe"], "There is no house rule confirm=maybe."),
        (["play", "--house", "pirates"], "--house pirates: write a name"),
        (["play", "--first", "green"], "there is no crew “green” in this game"),
        (["play", "--team-language", "blue=xx"], "The referee does not speak “xx”"),
        (["play", "--players", "blue=9"], "1 to 4 people, not 9"),
        (["play", "--game", "sonar", "--mode", "real-time", "--players", "blue=1"], "plays turn by turn"),
        (["play", "atlantis"], "atlantis"),
        (["play", "--journal", "."], "is a folder"),
        (["resume"], "There is no game to go on with"),
        (["resume", "nothing.game"], "There is no journal nothing.game"),
        (["resume", "."], ". cannot be read"),
        (["replay", "nothing.game"], "There is no journal nothing.game"),
        (["rule", "nothing.txt"], "nothing.txt cannot be read"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    words: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(words, [], monkeypatch, capsys)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_resume_takes_the_last_game_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["play", "--text", "--json", "bravo", "--language", "fr"], ["dive", "blue: head N"], monkeypatch, capsys)
    code, out, _ = run(["resume", "--text", "--json"], ["jaune : route au sud"], monkeypatch, capsys)
    assert code == 0
    assert objects(out)[0]["public"] == ["Jaune, route au sud."]
    code, out, _ = run(["replay"], [], monkeypatch, capsys)
    assert code == 0
    assert "Jaune, route au sud." in out


@pytest.mark.parametrize(
    ("words", "book"),
    [
        (["--language", "fr"], "fr"), (["--language", "en"], "en"), (["--language", "fr", "--rules", "en"], "en"),
        (["--language", "en", "--rules", "fr"], "fr"), (["--language", "en", "--team-language", "blue=fr"], "en"),
    ],
)  # fmt: skip
def test_the_book_is_that_of_the_tables_language_unless_another_is_asked_for(
    words: list[str], book: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    journal = str(tmp_path / "a.game")
    run(["play", "--text", "--journal", journal, *words], ["dive"], monkeypatch, capsys)
    assert store.read(tmp_path / "a.game").setup["book"] == book
    line = "yellow: torpedo C9"  # in the other crew's turn: the French book forbids no such thing
    _, out, _ = run(["resume", journal, "--text", "--json"], [line], monkeypatch, capsys)
    assert (objects(out)[0]["reason"] == "turn/not-yours") is (book == "en")
    _, out, _ = run(["play", "--text", *words], [], monkeypatch, capsys)
    assert ("--rules en" in out) is (words == ["--language", "fr"]), "a book that nobody chose is named"


@pytest.mark.parametrize("words", [[], ["--rules", "fr"]])
def test_programs_are_ruled_alike_in_every_language(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A torpedo in the other crew's turn, which the French book does not forbid."""
    given = ["play", "--text", "--json", "--language", "fr", "--first", "blue", *words]
    _, out, _ = run(given, ["bleu: plongez", "jaune: plongez", "jaune: torpille C9"], monkeypatch, capsys)
    assert (objects(out)[2]["reason"] == "turn/not-yours") is (not words)


def test_a_game_is_played_to_its_end_by_the_book_it_was_begun_with(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "a.game"
    app.new_game(Setup(language="fr", first=Setup().teams[0]), path).journal.close()  # as every table was, once
    lines = ["plongez", "jaune: torpille C9"]
    _, out, _ = run(["resume", str(path), "--language", "fr", "--text", "--json"], lines, monkeypatch, capsys)
    assert objects(out)[1]["reason"] == "turn/not-yours"


def test_plain_text_says_what_all_may_hear_and_no_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(["play", "--text", "--first", "blue"], GAME, monkeypatch, capsys)
    assert code == 0
    assert "Blue, north." in out
    assert out.count("Answered for Blue alone:") == 2
    for secret in ("C7", "D1", "island", "H7", "Marked"):
        assert secret not in out.split("quit to leave", 1)[1], secret
    assert "Go on with: " in out or "resume" in out.splitlines()[-1]


def test_a_crew_may_have_a_name_of_its_own(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["dive", "Nautilus, head north!", "yellow: head S", "nautilus captain: start G5", "blue: head N"]
    _, out, _ = run(["play", "--text", "--json", "--team-name", "blue=Nautilus"], lines, monkeypatch, capsys)
    assert [one["verdict"] for one in objects(out)] == ["accepted"] * 5
    assert objects(out)[1]["public"] == objects(out)[4]["public"] == ["Nautilus, north."]
    assert objects(out)[3]["blue"] == ["You start at G5."]
    code, out, _ = run(["resume", "--text", "--json"], ["yellow: head S"], monkeypatch, capsys)
    assert code == 0


def test_the_same_table_plays_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = ["dive", "blue: head N", "New game", "status", "new game", "another game.", "status"]
    code, out, _ = run(["play", "--text", "--first", "blue"], lines, monkeypatch, capsys)
    assert code == 0
    assert out.count("This game is not over.") == 2, "whatever was said meanwhile, it is asked again"
    assert "Both captains choose a start and dive." in out
    assert len(list((tmp_path / "data").rglob("*.game"))) == 2


def test_a_game_taken_up_again_tells_where_it_is_and_may_be_followed_by_another(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = ["blue captain: start C7", "dive", "blue: head N", "pause"]
    run(["play", "--text", "--json", "--first", "blue"], lines, monkeypatch, capsys)
    code, out, err = run(["resume", "--text"], ["continue", "new game", "new game", "status"], monkeypatch, capsys)
    assert (code, err) == (0, "")
    assert "Orders said so far: 4." in out, "what was told in secret is not counted"
    assert out.index("The game is paused: say “continue the game” to go on.") < out.index("The game goes on.\n")
    assert "Both captains choose a start and dive." in out
    assert len(list((tmp_path / "data").rglob("*.game"))) == 2


def test_how_to_go_on_names_a_journal_that_is_not_among_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "tonight.game"
    _, out, _ = run(["play", "--text", "--journal", str(file)], ["dive"], monkeypatch, capsys)
    assert out.endswith(f"resume {file}\n")
    _, out, _ = run(["play", "--text"], ["dive"], monkeypatch, capsys)
    assert out.endswith("resume\n")
    assert f"resume {file}" in run(["debrief", str(file)], [], monkeypatch, capsys)[2]


def test_a_finished_game_says_that_it_is_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [*re.split(r"[;\n] *", GAME_WON.strip()), "yellow: hit direct"]
    _, out, _ = run(["play", "--text", "--json", "--first", "blue"], lines, monkeypatch, capsys)
    assert "game-ended blue" in objects(out)[-1]["events"]
    _, out, _ = run(["resume", "--text"], [], monkeypatch, capsys)
    assert "This game is over." in out and "goes on" not in out


def test_a_game_left_for_another_is_named_and_text_without_a_microphone_is_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _, out, _ = run(["play", "--text"], ["dive", "text", *["new game"] * 2], monkeypatch, capsys)
    first, second = sorted((tmp_path / "data").rglob("*.game"), key=lambda file: file.stat().st_mtime_ns)
    assert out.count(f"resume {first.name}\n") == 2, "before it is left and after"
    assert out.endswith("resume\n") and second.name not in out
    assert "No microphone is in use here." in out
    lines = ["blue: head north", "quit", "yellow: head south"]
    _, out, _ = run(["resume", first.name, "--text"], lines, monkeypatch, capsys)
    assert "Orders said so far: 2." in out and "Blue, north." in out and "Yellow, south." not in out
    assert out.endswith("resume\n"), "it is the last one again"


@pytest.mark.parametrize(("language", "word"), [("en", "quit"), ("en", "Exit!"), ("fr", "quitter"), ("fr", "quit")])
def test_a_word_that_is_typed_leaves_the_game_for_later(
    language: str, word: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["dive", word, "status"]
    code, out, err = run(["play", "--text", "--language", language], lines, monkeypatch, capsys)
    assert (code, err, out.endswith("resume\n")) == (0, "", True)
    assert len(out.splitlines()) == 1 + 3 + 1 + (language == "fr"), "what came after it was not read"


def test_text_at_a_plain_terminal_switches_the_microphone_off_and_on_again(tmp_path: Path) -> None:
    with app.new_game(Setup(), tmp_path / "a.game") as game:
        live = app.LiveTable(game, time.monotonic)
        live.listening = Microphone(0.5)
        off, on = fronts.switched(live, Typed(1.0, "text")), fronts.switched(live, Typed(2.0, "text"))
        assert "Type “text” to switch it on again." in off and "listens again" in on
        assert live.microphone().on
        text = Understood(Announced(Ask(Request.TEXT)))
        assert [fronts.switched(live, Heard(3.0, text)) for _ in "ab"] == [off, off], "heard twice it stays off"


@pytest.mark.parametrize("lines", [[], ["blue captain: start C7"]])
def test_a_game_in_which_nothing_was_said_is_said_to_be_one(
    lines: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And in the same words when a crew told something in secret."""
    run(["play", "--text", "--json"], lines, monkeypatch, capsys)
    for viewer in ("public", "yellow"):
        code, out, _ = run(["replay", "--as", viewer], [], monkeypatch, capsys)
        assert (code, out.count("\n")) == (0, 1)
        assert "Nobody has announced anything in this game yet" in out
    assert "can still go on" in run(["debrief"], [], monkeypatch, capsys)[2]


def test_a_page_about_nothing_is_not_made(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run(["play", "--text", "--json"], [], monkeypatch, capsys)
    code, out, err = run(["debrief", "--unfinished"], [], monkeypatch, capsys)
    assert (code, out, "nothing to show" in err) == (2, "", True)
    assert not list(tmp_path.rglob("*.html"))


def test_a_drill_that_nobody_answered_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(["drill", "--tasks", "1"], [], monkeypatch, capsys)
    assert "It ended before the first answer." in out


@pytest.mark.parametrize("viewer", ["public", "blue", "yellow", "referee"])
def test_replay_shows_what_somebody_saw(
    viewer: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    journal = str(tmp_path / "a.game")
    run(["play", "--text", "--json", "--journal", journal], GAME, monkeypatch, capsys)
    code, out, _ = run(["replay", journal, "--as", viewer], [], monkeypatch, capsys)
    assert code == 0
    assert "Blue, north." in out
    assert ("start C7" in out) == (viewer in ("blue", "referee"))
    assert ("is an island" in out) == (viewer in ("yellow", "referee"))
    assert ("start/island" in out) == (viewer == "referee")


def test_rule_agrees_differs_updates_and_shows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "a.txt"
    file.write_text("scenario: alpha\n\nblue: dive\nyellow: dive\nblue: head N\n")
    code, played, _ = run(["rule", str(file)], [], monkeypatch, capsys)
    assert (code, "  public: Blue, north." in played) == (0, True)
    assert run(["rule", "--update", str(file)], [], monkeypatch, capsys)[0] == 0
    assert file.read_text() == played
    assert run(["rule", str(file)], [], monkeypatch, capsys)[:2] == (0, "")
    file.write_text("plongez\nroute au nord\n")
    _, french, _ = run(["rule", "--language", "fr", str(file)], [], monkeypatch, capsys)
    assert french.startswith("language: fr\n") and "  public: Bleu, route au nord." in french
    file.write_text(french)
    assert run(["rule", str(file)], [], monkeypatch, capsys)[:2] == (0, "")
    file.write_text(played.replace("Blue, north.", "Blue, south."))
    code, out, _ = run(["rule", str(file)], [], monkeypatch, capsys)
    assert code == 1
    assert "-  public: Blue, south.\n+  public: Blue, north.\n" in out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"scenario: alpha\nweather: fine\n\n", "line 2"),
        (b"scenario: alpha\nseed: x\n\n", "has a value that does not exist"),
        (b"scenario: alpha\n\n  public: x\n", "line 3"),
        (b"\xff\xfe", "not text"),
        (b"house: a=b\n\nblue: dive\n", "no house rule a=b"),
        (b"scenario: atlantis\n\nblue: dive\n", "atlantis"),
        (b"first: purple\n\n", "purple"),
    ],
)
def test_a_transcript_that_is_none_is_said_to_be_none(
    text: bytes, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_bytes(text)
    code, _, err = run(["rule", str(tmp_path / "a.txt")], [], monkeypatch, capsys)
    assert (code, sentence in err, err.count("\n")) == (2, True, 1), err


def test_a_transcript_may_begin_with_an_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("# no settings\nblue: dive\n")
    assert "  public: Blue dives." in run(["rule", str(tmp_path / "a.txt")], [], monkeypatch, capsys)[1]


def test_ctrl_c_leaves_a_game_to_go_on_with(tmp_path: Path) -> None:
    journal = tmp_path / "a.game"
    words = [sys.executable, "-m", "referee", "play", "--text", "--json", "--journal", str(journal)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin and running.stdout
        running.stdin.write("dive\n")
        running.stdin.flush()
        running.stdout.readline()
        running.send_signal(2)
        assert running.wait(20) == 130
    assert len(store.read(journal).entries) == 2


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--rate", "0"), ("--rate", "fast"), ("--rate", "4000"), ("--volume", "-1"), ("--volume", "251"),
        ("--volume", "1e2"), ("--port", "0"), ("--port", "65536"), ("--seed", "nan"), ("--seed", "9" * 5000),
    ],
)  # fmt: skip
def test_a_number_that_makes_no_sense_is_answered_with_its_range(
    option: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for language, words in (("en", "it takes a number from"), ("fr", "il faut un nombre de")):
        code, out, err = run(["play", "--language", language, "--text", option, value], [], monkeypatch, capsys)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert option in err and words in err


@pytest.mark.parametrize("name", ["Yellow", "jaune", "yellow", "x" * 25, "a\x1b[2Jb", "\udce9"])
def test_a_name_that_is_the_other_crews_or_none_is_said(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--language", "en", "play", "--text", "--team-name", f"blue={name}"]) == 2
    assert "cannot be called" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["Stop", "no", "Cap au nord", "surface !"])
def test_a_name_that_is_an_order_is_said(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--language", "en", "play", "--text", "--team-name", f"blue={name}"]) == 2
    assert "is an order" in capsys.readouterr().err


def test_a_journals_name_that_no_disk_takes_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--language", "en", "play", "--text", "--journal", str(tmp_path / ("a" * 300))]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("torn", [True, False])
@pytest.mark.parametrize("command", ["resume", "replay"])
def test_a_damaged_journal_says_nothing_of_the_secrets_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str, torn: bool
) -> None:
    said = []
    for secrets in ([], ["blue mate: mark mine", "blue engineer: cross N2"]):
        path = tmp_path / "a.game"
        with app.new_game(Setup(language="en", first=Setup().teams[0]), path) as game:
            for at, line in enumerate(["blue: dive", "yellow: dive", "blue: head N", *secrets]):
                game.feed(Typed(float(at), line))
        other = lines.written({"at": 9.0, "in": "blue: ok", "by": "voice", "verdict": "rejected"})
        path.write_bytes(path.read_bytes() + (b"torn" * (1 + len(secrets)) if torn else other))
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        main(["--language", "en", command, str(path), *["--text", "--no-panel"][: 2 * (command == "resume")]])
        said.append("".join(capsys.readouterr()))
        for one in tmp_path.iterdir():
            one.unlink()
    assert said[0] == said[1]
    assert "journal" in said[0] or "played again" in said[0]

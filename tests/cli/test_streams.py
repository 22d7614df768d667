"""What a program is given may be closed, full, gone or hostile: nobody sees a traceback, no terminal is commanded."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import unicodedata
from pathlib import Path

import pytest

from referee.cli import main
from referee.cli.streams import opened
from referee.language.messages import catalogue
from referee.language.readable import Control, readable

ESCAPE, TURNED, C1 = "\x1b[31m\x1b]0;x\x07", "\u202e\u2066", "\x9b31m"
PROGRAM = [sys.executable, "-m", "referee"]


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    if os.name == "nt":
        pytest.skip("a shell that closes streams")
    spoken = {**os.environ, "LANGUAGE": "en", "XDG_DATA_HOME": str(folder / "data")}
    return subprocess.run(
        ["bash", "-c", line.replace("referee", " ".join(PROGRAM))],
        capture_output=True, text=True, timeout=60, cwd=folder, env=spoken, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("echo dive | referee parse >&-", 0),
        ("echo dive | referee play --text >&- 2>&-", 0),
        ("referee play --text <&-", 0),
        ("referee hear nothing.wav 2>&-", 2),
        ("referee phrases | head -1", 0),
        ("yes dive | head -500 | referee play --text | head -1", 0),
        ("mkdir gone; cd gone; rmdir ../gone; referee", 0),
        ("mkdir gone; cd gone; rmdir ../gone; echo dive | referee play --text", 0),
        ("referee phrases > /dev/full", 2),
    ],
)
def test_a_stream_or_a_folder_that_is_gone_is_no_traceback(line: str, code: int, tmp_path: Path) -> None:
    ran = shell(f"set -o pipefail; {line}" if "head" not in line else line, tmp_path)
    assert ran.returncode == code
    assert "Traceback" not in ran.stderr
    assert "(AttributeError)" not in ran.stderr


def test_a_closed_stream_is_not_taken_by_the_journal(tmp_path: Path) -> None:
    shell("echo dive | referee play --text --journal a.game >&- 2>&-", tmp_path)
    assert shell("referee replay a.game", tmp_path).returncode == 0


@pytest.mark.parametrize(
    "endless", ["rule", "scenarios check", "hear --grammar", "replay", "phrases --into", "debrief"]
)
def test_a_file_without_end_is_one_sentence(endless: str, tmp_path: Path) -> None:
    ran = shell(f"ulimit -v 3000000; referee {endless} /dev/zero {'x.wav' if 'hear' in endless else ''}", tmp_path)
    assert ran.returncode == 2
    assert len(ran.stderr.splitlines()) == 1
    assert "inside the referee" not in ran.stderr


def test_a_line_without_end_ends(tmp_path: Path) -> None:
    assert shell("ulimit -v 3000000; referee parse < /dev/zero", tmp_path).returncode == 0


@pytest.mark.parametrize("hostile", [ESCAPE, TURNED, C1, "\x08\x08", "\r", "\u2028", "\ud800"])
def test_nothing_in_a_name_commands_the_terminal(hostile: str) -> None:
    shown = readable(f"a{hostile}b é œ 日本 \N{NO-BREAK SPACE}!\n")
    assert {unicodedata.category(one) for one in shown.replace("\n", "")}.isdisjoint({"Cc", "Cf", "Cs", "Zl", "Zp"})
    assert shown.startswith("a")
    assert shown.endswith("b é œ 日本 \N{NO-BREAK SPACE}!\n")


def test_what_the_program_itself_tells_a_terminal_goes_there(capsys: pytest.CaptureFixture[str]) -> None:
    with opened(debug=False):
        print(Control("\r"), end="")
        print(f"{Control(ESCAPE)}{ESCAPE}\r")
    assert capsys.readouterr().out == f"\r{readable(ESCAPE + ESCAPE)}\N{REPLACEMENT CHARACTER}\n"


@pytest.mark.parametrize("command", [["replay"], ["debrief"], ["rule"], ["hear"], ["scenarios", "check"], ["play"]])
def test_no_file_name_does_either(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, f"{ESCAPE}{TURNED}{C1}nothing", "--language", "en"]) == 2
    said = capsys.readouterr().err
    assert said.strip() == readable(said.strip())
    assert "nothing" in said


def test_a_transcript_that_is_shown_does_not_either(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.txt").write_text(f"game: captain-sonar\n\n# {ESCAPE}{C1}\ndive{TURNED}\n", encoding="utf-8")
    main(["rule", str(tmp_path / "a.txt")])
    out = capsys.readouterr().out
    assert out == readable(out)


def test_a_slot_of_a_sentence_is_text_and_no_number_is_touched() -> None:
    words = catalogue("en")
    assert ESCAPE not in words.shown("console.screen.turn", team=f"x{ESCAPE}")
    assert ESCAPE not in words.spoken("console.screen.turn", team=f"x{ESCAPE}")


def test_what_fails_in_a_thread_is_named_and_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    def fails() -> None:
        raise ValueError("blue: start C7")

    with opened(debug=False):
        thread = threading.Thread(target=fails)
        thread.start()
        thread.join()
    assert capsys.readouterr().err == "referee: ValueError\n"

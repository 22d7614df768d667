"""What is remembered of voices goes with the game."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from referee.journal import voices


def test_it_is_kept_beside_the_journal_for_its_owner_alone(tmp_path: Path) -> None:
    journal = tmp_path / "a.game"
    assert voices.kept(journal) == b""
    voices.keep(journal, b"one")
    voices.keep(journal, b"another")
    assert voices.kept(journal) == b"another"
    assert [file.name for file in tmp_path.iterdir()] == ["a.game.voices"]
    if os.name != "nt":
        assert stat.S_IMODE(voices.beside(journal).stat().st_mode) == 0o600


def test_it_is_forgotten(tmp_path: Path) -> None:
    journal = tmp_path / "a.game"
    voices.keep(journal, b"one")
    voices.forget(journal)
    voices.forget(journal)
    assert list(tmp_path.iterdir()) == []


def test_where_a_journal_was_deleted_its_voices_go_too(tmp_path: Path) -> None:
    for name in ("here", "gone"):
        voices.keep(tmp_path / f"{name}.game", b"one")
    (tmp_path / "here.game").touch()
    (tmp_path / "of-somebody-else.voices").touch()
    voices.forget_strays(tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "here.game", "here.game.voices", "of-somebody-else.voices"
    ]  # fmt: skip


def test_a_disk_that_takes_nothing_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "nowhere" / "a.game"
    voices.keep(journal, b"one")
    voices.forget(journal)
    voices.forget_strays(journal.parent)
    assert voices.kept(journal) == b""
    voices.keep(tmp_path / "a.game", b"one")

    def full(*_: object) -> None:
        raise OSError(28, "no space")

    monkeypatch.setattr(Path, "replace", full)
    voices.keep(tmp_path / "a.game", b"two")
    assert voices.kept(tmp_path / "a.game") == b"one"
    assert [file.name for file in tmp_path.iterdir()] == ["a.game.voices"]

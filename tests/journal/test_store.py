"""The journal on disk: whole or cut, never half; one writer; its owner's eyes only."""

import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.faults import Fault
from referee.journal import lines, store

SETUP = {"game": "captain-sonar", "captain": "Émile"}
ENTRIES = [{"at": at, "in": f"blue: head {heading}"} for at, heading in enumerate("NESW")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "deep" / "a.game"
    with store.create(path, SETUP) as journal:
        for entry in ENTRIES:
            journal.append([entry])
    return path


def fault(path: Path) -> str:
    with pytest.raises(Fault) as found:
        store.reopen(path)[0].close()
    return found.value.key


def test_what_was_appended_is_read_back(path: Path) -> None:
    story = store.read(path)
    assert story.setup == SETUP
    assert list(story.entries) == ENTRIES
    assert story.cut == 0


def test_a_game_goes_on_where_it_stopped(path: Path) -> None:
    journal, story = store.reopen(path)
    with journal:
        journal.append([{"at": 9}])
    assert list(store.read(path).entries) == [*ENTRIES, {"at": 9}]
    assert len(story.entries) == len(ENTRIES)


def test_only_the_owner_reads_it(path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_torn_at_any_byte_the_whole_lines_stay_and_the_rest_is_kept_aside(path: Path, tmp_path: Path) -> None:
    text = path.read_bytes()
    head = text.index(b"\n") + 1
    for length in range(head, len(text)):
        torn = tmp_path / f"torn{length}.game"
        torn.write_bytes(text[:length])
        journal, story = store.reopen(torn)
        journal.close()
        whole = text[:length].rpartition(b"\n")[0] + b"\n"
        assert len(story.entries) == whole.count(b"\n") - 1
        assert torn.read_bytes() == whole
        assert (story.kept.read_bytes() if story.kept else b"") == text[len(whole) : length]
        assert story.cut == length - len(whole)


def test_what_follows_a_damaged_line_is_cut_too_and_lost_nowhere(path: Path) -> None:
    text = bytearray(path.read_bytes())
    place = text.index(b"head E")
    text[place + 5] ^= 1
    path.write_bytes(text)
    journal, story = store.reopen(path)
    journal.close()
    assert list(story.entries) == ENTRIES[:1]
    assert story.kept is not None
    assert path.read_bytes() + story.kept.read_bytes() == text
    assert stat.S_IMODE(story.kept.stat().st_mode) == 0o600


def test_two_damaged_tails_are_both_kept(path: Path) -> None:
    for tail in (b"first", b"second"):
        path.write_bytes(path.read_bytes() + tail)
        store.reopen(path)[0].close()
    assert sorted(kept.read_bytes() for kept in path.parent.glob("*.cut*")) == [b"first", b"second"]


def test_a_newer_format_is_refused_and_left_alone(path: Path) -> None:
    text = lines.written({"format": store.FORMAT + 1, "setup": {}}) + b"torn"
    path.write_bytes(text)
    assert fault(path) == "journal.newer"
    assert path.read_bytes() == text


@pytest.mark.parametrize("text", [b"", b"hello\n", b"00000000 {}\n", bytes(range(256)), lines.written({"format": "1"})])
def test_what_is_no_journal_is_refused_and_left_alone(path: Path, text: bytes) -> None:
    path.write_bytes(text)
    assert fault(path) == "journal.not-a-journal"
    assert path.read_bytes() == text


def test_a_missing_journal_is_said(tmp_path: Path) -> None:
    assert fault(tmp_path / "none.game") == "journal.not-found"


def test_an_old_game_is_never_written_over(path: Path) -> None:
    with pytest.raises(Fault) as found:
        store.create(path, {})
    assert found.value.key == "journal.exists"
    assert list(store.read(path).entries) == ENTRIES


def test_two_programs_never_write_one_game(path: Path) -> None:
    other = (
        "import sys, pathlib\nfrom referee.journal import store\n"
        "journal, _ = store.reopen(pathlib.Path(sys.argv[1]))\nprint('mine', flush=True)\nsys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", other, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout and running.stdout.readline() == "mine\n"
        assert fault(path) == "journal.in-use"
        running.kill()
    journal, _ = store.reopen(path)  # the dead let go
    journal.close()


@pytest.mark.skipif(sys.platform == "win32", reason="file size limits are a Unix thing")
def test_a_full_disk_loses_nothing_and_leaves_no_half_line(path: Path) -> None:
    program = """
import pathlib, resource, signal, sys
from referee.journal import store
path = pathlib.Path(sys.argv[1])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
journal, _ = store.reopen(path)
resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 20, resource.RLIM_INFINITY))
try:
    journal.append([{"text": "x" * 100}])
except store.DiskFull:
    print("full")
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
journal.append([{"text": "y"}])
"""
    ran = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=True)
    assert ran.stdout == "full\n"
    assert list(store.read(path).entries) == [*ENTRIES, {"text": "y"}]


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Fault) as found:
        store.create(tmp_path / "file" / "a.game", {})
    assert found.value.key == "journal.cannot-create"


def test_an_unreadable_journal_is_said(tmp_path: Path) -> None:
    with pytest.raises(Fault) as found:
        store.read(tmp_path)
    assert found.value.key == "journal.cannot-open"


@pytest.mark.parametrize("mode", ["ab", "r+b"])
def test_a_journal_that_can_only_be_read_says_how_to_go_on(
    path: Path, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder that is read-only the lock fails, else the file itself."""
    opens = Path.open

    def refused(file: Path, how: str = "r", *args: Any, **kwargs: Any) -> Any:
        if how == mode:
            raise PermissionError(13, "Permission denied")
        return opens(file, how, *args, **kwargs)

    monkeypatch.setattr(Path, "open", refused)
    with pytest.raises(Fault) as found:
        store.reopen(path)
    assert (found.value.key, found.value.slots["why"]) == ("journal.cannot-go-on", "Permission denied")
    with pytest.raises(Fault) as found:
        store.create(path.with_name("new.game") if mode == "ab" else path, {})
    assert found.value.key == ("journal.cannot-create" if mode == "ab" else "journal.exists")


def test_reading_touches_nothing(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"torn")
    before = (path.read_bytes(), sorted(path.parent.iterdir()))
    assert store.read(path).cut == 4
    assert (path.read_bytes(), sorted(path.parent.iterdir())) == before


@pytest.mark.skipif(os.name == "nt", reason="a file with a hole in it")
def test_a_journal_with_a_hole_of_gigabytes_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    store.create(path, SETUP).close()
    os.truncate(path, 1 << 33)
    for opened in (store.read, store.reopen):
        with pytest.raises(Fault) as refused:
            opened(path)
        assert refused.value.key == "journal.not-a-journal"
    assert path.stat().st_size == 1 << 33

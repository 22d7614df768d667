"""The file of one game: created for its owner alone, appended to durably, opened again with a torn tail cut and kept.

No decision about the game is taken here, and nothing is ever rewritten.
"""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from referee.faults import Fault
from referee.files import content
from referee.journal import lines
from referee.journal.lines import Fields
from referee.journal.lock import taken

FORMAT = 3
"""2 keeps, beside the orders, what was asked back; 3 keeps that the end of the game stands."""
_OWNER_ONLY = 0o600
LARGEST = 64_000_000
"""Bytes of a journal: an hour of a lively game has not one of these."""


class DiskFull(Exception):
    """The line is not on the disk, and the journal is as it was before. Try again when there is room."""


@dataclass(frozen=True, slots=True)
class Story:
    """A journal as read: its setup, its entries, and what was cut off its end."""

    setup: dict[str, Any]
    entries: tuple[dict[str, Any], ...]
    ends: tuple[int, ...]
    """Where each entry ends in the file, in bytes, after where the first one begins."""
    cut: int = 0
    kept: Path | None = None
    """Where the damaged tail was put aside."""


class Journal:
    """A game's journal, held open for writing. Only `create` and `reopen` make one."""

    def __init__(self, path: Path, file: BinaryIO, lock: BinaryIO, ends: int) -> None:
        self.path = path
        self._file, self._lock, self._ends = file, lock, ends

    def append(self, entries: Iterable[Fields]) -> None:
        """Put the entries on the disk: all of them or none. Returns when a power cut can no longer take them back."""
        text = b"".join(lines.written(entry) for entry in entries)
        if not text:
            return
        try:
            _write_durably(self._file, text)
        except OSError as cause:
            self._forget_the_rest()
            raise DiskFull(cause.strerror or str(cause)) from cause
        self._ends += len(text)

    def _forget_the_rest(self) -> None:
        """Half a line must not stay before the next one. Should even this fail, reading cuts it off."""
        try:
            os.ftruncate(self._file.fileno(), self._ends)
            os.lseek(self._file.fileno(), self._ends, os.SEEK_SET)
        except OSError:
            pass

    def cut_to(self, ends: int) -> Path:
        """Give up everything after this byte; it is kept in a file beside the journal, whose name is returned."""
        kept = _cut(self.path, ends)
        self._ends = ends
        os.lseek(self._file.fileno(), ends, os.SEEK_SET)
        return kept

    def close(self) -> None:
        self._file.close()
        self._lock.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, kind: type[BaseException] | None, what: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _write_durably(file: BinaryIO, text: bytes) -> None:
    """Unbuffered, so that a failed write leaves nothing behind that a later one would flush."""
    rest = memoryview(text)
    while rest:
        rest = rest[os.write(file.fileno(), rest) :]
    os.fsync(file.fileno())


def create(path: Path, setup: Fields) -> Journal:
    """A new journal. Never over an old one."""
    _make_folder(path.parent)
    lock = locked(path, "journal.cannot-create")
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), _OWNER_ONLY)
    except FileExistsError:
        lock.close()
        raise Fault("journal.exists", file=path) from None
    except OSError as cause:
        lock.close()
        raise Fault("journal.cannot-create", file=path, why=cause.strerror) from cause
    journal = Journal(path, os.fdopen(handle, "r+b", buffering=0), lock, 0)
    try:
        journal.append([{"format": FORMAT, "setup": setup}])
    except DiskFull as cause:
        journal.close()
        path.unlink(missing_ok=True)
        raise Fault("journal.cannot-create", file=path, why=cause) from cause
    _sync_folder(path.parent)
    return journal


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as cause:
        raise Fault("journal.cannot-create", file=folder, why=cause.strerror) from cause


def locked(path: Path, refused: str, *, taken_by_another: str = "journal.in-use") -> BinaryIO:
    """The lock of a journal, to be closed; a fault where it cannot be had, or another program has it."""
    try:
        lock = taken(path)
    except OSError as cause:
        raise Fault(refused, file=path, why=cause.strerror) from cause
    if lock is None:
        raise Fault(taken_by_another, file=path)
    return lock


def _sync_folder(folder: Path) -> None:
    """A new file is only safe when its folder's entry is too. Windows has no such thing and needs none."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


def read(path: Path) -> Story:
    """A journal as it stands, without touching it: for replay and debrief."""
    whole = _whole(path)
    return _story(path, whole, kept=None)


def reopen(path: Path) -> tuple[Journal, Story]:
    """A journal to go on with. A damaged tail is cut off and kept beside it."""
    if path.is_dir():
        raise Fault("journal.cannot-open", file=path, why=os.strerror(errno.EISDIR))
    if not path.is_file():
        raise Fault("journal.not-found", file=path)
    lock = locked(path, "journal.cannot-go-on")
    try:
        whole = _whole(path)
        _story(path, whole, kept=None)  # a journal that is refused must not be cut either
        kept = _cut(path, whole.ends[-1]) if whole.damaged else None
        file = path.open("r+b", buffering=0)
        file.seek(whole.ends[-1])
    except OSError as cause:
        lock.close()
        raise Fault("journal.cannot-go-on", file=path, why=cause.strerror) from cause
    except BaseException:
        lock.close()
        raise
    return Journal(path, file, lock, whole.ends[-1]), _story(path, whole, kept)


def _whole(path: Path) -> lines.Whole:
    try:
        return lines.read_all(io.BytesIO(content(path, LARGEST)))
    except FileNotFoundError:
        raise Fault("journal.not-found", file=path) from None
    except OSError as cause:
        if cause.errno == errno.EFBIG:
            raise Fault("journal.not-a-journal", file=path) from cause
        raise Fault("journal.cannot-open", file=path, why=cause.strerror) from cause


def _story(path: Path, whole: lines.Whole, kept: Path | None) -> Story:
    head, *entries = whole.lines or ({},)
    version, setup = head.get("format"), head.get("setup")
    if not isinstance(version, int) or not isinstance(setup, dict):
        raise Fault("journal.not-a-journal", file=path)
    if version > FORMAT:
        raise Fault("journal.newer", file=path, theirs=version, ours=FORMAT)
    return Story(setup, tuple(entries), whole.ends, whole.damaged, kept)


def _cut(path: Path, ends: int) -> Path:
    """The tail in a file of its own, durable before the journal is shortened."""
    kept = _free_name(path)
    with path.open("r+b", buffering=0) as file:
        file.seek(ends)
        handle = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), _OWNER_ONLY)
        with os.fdopen(handle, "wb", buffering=0) as aside:
            _write_durably(aside, file.read())
        os.ftruncate(file.fileno(), ends)
        os.fsync(file.fileno())
    return kept


def _free_name(path: Path) -> Path:
    number = 1
    while (kept := path.with_name(f"{path.name}.cut{number}")).exists():
        number += 1
    return kept

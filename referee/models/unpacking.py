"""Opens an archive that may be damaged or hostile: zip or tarball, one folder of it, into a new folder.

Only plain files are written, only under the folder given, and never more than the model can need: names that climb out,
links, devices and archives that swell are refused before anything of them reaches the disk.
"""

from __future__ import annotations

import gzip
import lzma
import shutil
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

CHUNK = 1 << 20
MOST_FILES = 10_000
MOST_BYTES = 1 << 30  # of a whole archive, the packages around a model included
DAMAGED = (
    tarfile.TarError, zipfile.BadZipFile, gzip.BadGzipFile, lzma.LZMAError, zlib.error,
    EOFError, NotImplementedError, RuntimeError, FileExistsError, NotADirectoryError, IsADirectoryError,
)  # fmt: skip


class Damaged(Exception):
    """Not an archive, or not a whole one."""


class Unsafe(Exception):
    """An archive that wants to write elsewhere, or too much."""


@dataclass(frozen=True, slots=True)
class _Member:
    name: str
    content: IO[bytes]


def unpack(archive: Path, inside: str | None, into: Path, most_bytes: int) -> None:
    """Write the files of one folder of an archive. Without `inside`, the folder that holds `am/final.mdl`."""
    try:
        folder = PurePosixPath(inside) if inside else _model_folder(archive)
        room = most_bytes
        for member in _files(archive):
            name = PurePosixPath(member.name)
            if name.is_relative_to(folder):
                room -= _write(member.content, into / _safe(name.relative_to(folder)), room)
    except DAMAGED as problem:
        raise Damaged(archive.name) from problem


def _model_folder(archive: Path) -> PurePosixPath:
    names = (PurePosixPath(member.name) for member in _files(archive))
    found = next((name for name in names if name.parts[-2:] == ("am", "final.mdl")), None)
    if found is None:
        raise Damaged(archive.name)
    return found.parent.parent


def _files(archive: Path) -> Iterator[_Member]:
    return _zipped(archive) if zipfile.is_zipfile(archive) else _tarred(archive)


def _zipped(archive: Path) -> Iterator[_Member]:
    with zipfile.ZipFile(archive) as opened:
        entries = [entry for entry in opened.infolist() if not entry.is_dir()]
        if len(entries) > MOST_FILES:
            raise Unsafe(archive.name)
        for entry in entries:
            with opened.open(entry) as content:
                yield _Member(_checked(entry.filename), content)


def _tarred(archive: Path) -> Iterator[_Member]:
    declared = 0
    with tarfile.open(archive) as opened:
        for count, entry in enumerate(opened):
            declared += entry.size
            if count > MOST_FILES or declared > MOST_BYTES or not (entry.isfile() or entry.isdir()):
                raise Unsafe(entry.name)
            content = opened.extractfile(entry)
            if content is not None:
                with closing(content):
                    yield _Member(_checked(entry.name), content)


def _checked(name: str) -> str:
    if "\\" in name or ":" in name or "\0" in name:
        raise Unsafe(name)
    _safe(PurePosixPath(name))
    return name


def _safe(name: PurePosixPath) -> PurePosixPath:
    if name.is_absolute() or ".." in name.parts:
        raise Unsafe(str(name))
    return name


def _write(content: IO[bytes], target: Path, room: int) -> int:
    """Write at most `room` bytes; how many it were."""
    target.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with target.open("wb") as file:
        while chunk := content.read(CHUNK):
            written += len(chunk)
            if written > room:
                raise Unsafe(target.name)
            file.write(chunk)
    return written


def copy_folder(source: Path, into: Path, most_bytes: int) -> None:
    """A model folder of the user's own, copied under the same limits."""
    room = most_bytes
    for file in sorted(found for found in source.rglob("*") if found.is_file()):
        with file.open("rb") as content:
            room -= _write(content, into / file.relative_to(source), room)


def clear(folder: Path) -> None:
    """Take a folder away, whatever state it is in."""
    shutil.rmtree(folder, ignore_errors=True)

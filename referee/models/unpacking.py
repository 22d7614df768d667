"""Opens an archive that may be damaged or hostile: zip or tarball, the files of one folder of it, into a
new folder.

Only the files asked for are written, only under the folder given, and never more than the model can need: names that
climb out, links, devices and archives that swell are refused before anything of them reaches the disk.
"""

from __future__ import annotations

import gzip
import os
import shutil
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, cast

CHUNK = 1 << 20
MOST_FILES = 10_000
MOST_BYTES = 1 << 30  # of a whole archive, the packages around a model included
HEADERS = 4 << 20  # between one file and the next, and in the list at the end of a zip
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How models are packed; what else there is may ask for gigabytes before a byte comes of it."""
GZIP = b"\x1f\x8b"
DAMAGED = (
    tarfile.TarError, zipfile.BadZipFile, gzip.BadGzipFile, zlib.error,
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


def unpack(archive: Path, inside: str | None, files: Sequence[str], into: Path, most_bytes: int) -> None:
    """Write these files of one folder of an archive. Without `inside`, the folder that holds the first of them."""
    try:
        folder = PurePosixPath(inside) if inside else _folder_of(PurePosixPath(files[0]), archive)
        targets = {folder / file: into / file for file in files}
        room = most_bytes
        for member in _files(archive):
            target = targets.get(PurePosixPath(member.name))
            if target is not None:
                room -= _write(member.content, target, room)
    except DAMAGED as problem:
        raise Damaged(archive.name) from problem


def _folder_of(file: PurePosixPath, archive: Path) -> PurePosixPath:
    depth = len(file.parts)
    names = (PurePosixPath(member.name) for member in _files(archive))
    found = next((name for name in names if name.parts[-depth:] == file.parts), None)
    if found is None:
        raise Damaged(archive.name)
    return found.parents[depth - 1]


class _Sparing:
    """An archive of which no more is read at a time than there is room for: its headers say how long they are, and the
    libraries believe them."""

    def __init__(self, file: IO[bytes], name: str) -> None:
        self._file, self._name = file, name
        self.room = HEADERS

    def read(self, size: int = -1) -> bytes:
        most = self.room + 1
        found = self._file.read(most if size < 0 else min(size, most))
        if len(found) > self.room:
            raise Unsafe(self._name)
        self.room -= len(found)
        return found

    def seek(self, place: int, whence: int = os.SEEK_SET) -> int:
        return self._file.seek(place, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True


def _files(archive: Path) -> Iterator[_Member]:
    with archive.open("rb") as file:
        is_zip, is_gzip = zipfile.is_zipfile(file), _begins(file) == GZIP
    if is_zip:
        with archive.open("rb") as file:
            yield from _zipped(_Sparing(file, archive.name))
    else:
        with gzip.open(archive) if is_gzip else archive.open("rb") as plain:
            yield from _tarred(_Sparing(cast(IO[bytes], plain), archive.name))


def _begins(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read(len(GZIP))


def _zipped(archive: _Sparing) -> Iterator[_Member]:
    with zipfile.ZipFile(cast(IO[bytes], archive)) as opened:
        entries = [entry for entry in opened.infolist() if not entry.is_dir()]
        if len(entries) > MOST_FILES or any(entry.compress_type not in PACKED for entry in entries):
            raise Unsafe(entries[0].filename)
        for entry in entries:
            archive.room = MOST_BYTES
            with opened.open(entry) as content:
                yield _Member(_checked(entry.filename), content)


def _tarred(archive: _Sparing) -> Iterator[_Member]:
    declared = 0
    with tarfile.open(fileobj=cast(IO[bytes], archive), mode="r:") as opened:
        for count, entry in enumerate(opened):
            declared += entry.size
            if count > MOST_FILES or declared > MOST_BYTES or not (entry.isfile() or entry.isdir()):
                raise Unsafe(entry.name)
            content = opened.extractfile(entry)
            if content is not None:
                archive.room = MOST_BYTES
                with closing(content):
                    yield _Member(_checked(entry.name), content)
            archive.room = HEADERS


def _checked(name: str) -> str:
    if "\\" in name or ":" in name or "\0" in name:
        raise Unsafe(name)
    if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
        raise Unsafe(name)
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


def copy_folder(source: Path, files: Sequence[str], into: Path, most_bytes: int) -> None:
    """These files of a model folder of the user's own, as far as they are there, copied under the same limits."""
    room = most_bytes
    for file in (file for file in files if (source / file).is_file()):
        with (source / file).open("rb") as content:
            room -= _write(content, into / file, room)


def clear(folder: Path) -> None:
    """Take a folder away, whatever state it is in."""
    shutil.rmtree(folder, ignore_errors=True)

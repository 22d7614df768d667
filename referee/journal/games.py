"""Where the journals of this user stand, and which was the last."""

from __future__ import annotations

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


def last() -> Path:
    """The journal written to last."""
    found = [(path.stat().st_mtime_ns, path) for path in folder().glob(f"*{ENDING}")] if folder().is_dir() else []
    if not found:
        raise Fault("journal.none", folder=folder())
    return max(found)[1]

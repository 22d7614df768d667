"""The seats on the disk, beside the journal of the game they were taken for: its owner's alone, like the journal.

So the same phones go on after `resume`; and after a game of the same evening the next one begins with its crews.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from referee.journal.lock import taken
from referee.panel.seats import Seats

ENDING = ".phones"
EVENING = 12 * 3600.0
"""Seconds after which other people may sit at the table."""
_LONGEST = 64 * 1024
_OWNER_ONLY = 0o600


def file_of(journal: Path) -> Path:
    return journal.with_name(journal.name + ENDING)


def read(file: Path) -> Mapping[str, Any] | None:
    """What was kept; None where nothing was, or it cannot be read: then the phones scan again."""
    try:
        with file.open("rb") as kept:
            found = json.loads(kept.read(_LONGEST))
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def of_this_evening(folders: set[Path], own: Path) -> Mapping[str, Any] | None:
    """The seats of the game played last, while the same people are still about. Those of a game that another program
    plays just now are its own."""
    found = [file for folder in folders for file in _recent(folder) if file != own and not _is_played(file)]
    return read(max(found, key=_written_at)) if found else None


def _recent(folder: Path) -> list[Path]:
    since = time.time() - EVENING
    with suppress(OSError):
        return [file for file in folder.glob(f"*{ENDING}") if _written_at(file) >= since]
    return []


def _written_at(file: Path) -> float:
    with suppress(OSError):
        return file.stat().st_mtime
    return 0.0


def _is_played(file: Path) -> bool:
    journal = file.with_suffix("")
    try:
        lock = taken(journal)
    except OSError:
        return True
    if lock:
        lock.close()
    return lock is None


def keep(file: Path, seats: Seats, port: int) -> None:
    """Whole or not at all. Where it cannot be written the game goes on, and the phones scan again after it."""
    text = json.dumps({**seats.written(), "port": port}).encode()
    aside = file.with_name(f"{file.name}.new")
    with suppress(OSError):
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _OWNER_ONLY), "wb") as fresh:
            fresh.write(text)
        aside.replace(file)

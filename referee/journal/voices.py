"""What is remembered of the voices of a game: a file beside its journal, for its owner alone, that goes when it goes.

What is in it is hearing's business. Nothing of a game depends on it: a file that cannot be written or read is none.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from referee.journal.games import ENDING

OWN = ".voices"
_MOST = 1 << 20  # bytes


def beside(journal: Path) -> Path:
    return journal.with_name(journal.name + OWN)


def kept(journal: Path) -> bytes:
    """What was kept with this game, or nothing."""
    try:
        with beside(journal).open("rb") as file:
            return file.read(_MOST)
    except OSError:
        return b""


def keep(journal: Path, content: bytes) -> None:
    """The whole of it or what was there before."""
    with suppress(OSError):
        handle, name = tempfile.mkstemp(dir=journal.parent, prefix=f".{journal.name}", suffix=OWN)
        scratch = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            scratch.replace(beside(journal))
        except OSError:
            scratch.unlink(missing_ok=True)
            raise


def forget(journal: Path) -> None:
    """The game is over."""
    with suppress(OSError):
        beside(journal).unlink(missing_ok=True)


def forget_strays(folder: Path) -> None:
    """Whatever is left of a game whose journal was deleted."""
    with suppress(OSError):
        for file in folder.glob(f"*{ENDING}{OWN}"):
            if not file.with_name(file.name.removesuffix(OWN)).exists():
                file.unlink(missing_ok=True)

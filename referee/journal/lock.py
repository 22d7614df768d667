"""One program writes one game: a lock the system lets go of by itself when the program dies, however it dies."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

if sys.platform == "win32":
    import msvcrt

    def _take(file: BinaryIO) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: BinaryIO) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def taken(path: Path) -> BinaryIO | None:
    """The lock that belongs to a journal, held until it is closed; None when another program holds it.

    It is a file of its own, because Windows would not let anybody read a locked journal. It stays behind on purpose:
    to remove it would let two programs lock two different files of one name.
    """
    file = path.with_name(path.name + ".lock").open("ab")
    try:
        _take(file)
    except OSError:
        file.close()
        return None
    return file

"""Files that somebody gives: read whole, but never more than a file of that kind can hold. A device without end, or a
file with a hole of gigabytes in it, is an `OSError` like any other file that cannot be read."""

from __future__ import annotations

import errno
import os
from pathlib import Path

MOST = 4_000_000
"""Bytes of a text: the longest game of an evening, as a transcript, is not a tenth of it."""


def content(file: Path, most: int = MOST) -> bytes:
    """All of it."""
    with file.open("rb") as opened:
        found = opened.read(most + 1)
    if len(found) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(file))
    return found


def text(file: Path, most: int = MOST) -> str:
    """All of it as UTF-8, whatever editor wrote it."""
    return content(file, most).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")

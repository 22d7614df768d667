"""One line of a journal and back: a checksum, a space, one JSON object. Reading stops at the first broken line."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Fields = Mapping[str, Any]


def written(fields: Fields) -> bytes:
    """The bytes of one line, its end included."""
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    return b"%08x %s\n" % (zlib.crc32(text), text)


def read(line: bytes) -> dict[str, Any] | None:
    """The object of a whole line; None when it is torn or damaged."""
    if not line.endswith(b"\n") or line[8:9] != b" ":
        return None
    text = line[9:-1]
    if line[:8] != b"%08x" % zlib.crc32(text):
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


@dataclass(frozen=True, slots=True)
class Whole:
    """What could be read of a journal: its whole lines, where they end, and how many bytes after that are no good."""

    lines: tuple[dict[str, Any], ...]
    ends: tuple[int, ...]
    """Where each line ends, in bytes."""
    damaged: int


def read_all(lines: Iterable[bytes]) -> Whole:
    """Every line up to the first damaged one: what follows a break may not follow from what precedes it."""
    found: list[dict[str, Any]] = []
    ends: list[int] = []
    read_so_far = damaged = 0
    for line in lines:
        fields = None if damaged else read(line)
        if fields is None:
            damaged += len(line)
        else:
            found.append(fields)
            read_so_far += len(line)
            ends.append(read_so_far)
    return Whole(tuple(found), tuple(ends), damaged)

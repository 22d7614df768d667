"""The words a speech model knows, read from the model's own files.

A model either carries a list (`graph/words.txt`) or keeps its symbol table inside `graph/Gr.fst`; both are read here
without any speech library.
"""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path

from referee.faults import Fault

# the number that opens an OpenFst symbol table
_OPENING = struct.pack("<i", 2125658996)


@cache
def symbols(model: Path) -> dict[str, int]:
    """Every word of the model with its number."""
    listed, packed = model / "graph" / "words.txt", model / "graph" / "Gr.fst"
    try:
        if listed.is_file():
            return _from_list(listed.read_text(encoding="utf-8"))
        return _from_table(packed.read_bytes())
    except (OSError, ValueError, struct.error) as broken:
        raise Fault("grammar.no-symbols", model=model.name) from broken


def _from_list(text: str) -> dict[str, int]:
    pairs = (line.split() for line in text.splitlines() if line.strip())
    return {word: int(number) for word, number in pairs}


def _from_table(content: bytes) -> dict[str, int]:
    """OpenFst's binary form: the opening, a name, two counts, then each word's length, letters and number."""
    place = content.index(_OPENING) + 4
    _, place = _text(content, place)
    _, count = struct.unpack_from("<qq", content, place)
    place += 16
    found: dict[str, int] = {}
    for _ in range(count):
        word, place = _text(content, place)
        (found[word],) = struct.unpack_from("<q", content, place)
        place += 8
    return found


def _text(content: bytes, place: int) -> tuple[str, int]:
    (length,) = struct.unpack_from("<i", content, place)
    start = place + 4
    return content[start : start + length].decode("utf-8"), start + length

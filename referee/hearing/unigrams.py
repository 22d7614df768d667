"""The commonest words of a language and what each costs, from the language model that comes with a speech model.

Vosk's dynamic models keep an n-gram model in `graph/Gr.fst`, in OpenFst's packed form: a header, symbol tables, then
the contexts as a tree in bits. The root of the tree is the context of no words: its arcs are the unigrams, and they
come first. That much is read here, so that chatter can be explained by real words without any further list of words.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

_FST, _SYMBOLS = 2125659606, 2125658996
_HAS_INPUT, _HAS_OUTPUT = 1, 2


@dataclass(slots=True)
class _Reader:
    content: bytes
    place: int = 0

    def take(self, kind: str) -> int:
        (value,) = struct.unpack_from("<" + kind, self.content, self.place)
        self.place += struct.calcsize("<" + kind)
        return int(value)

    def text(self) -> bytes:
        length = self.take("i")
        self.place += length
        return self.content[self.place - length : self.place]

    def skip_symbols(self) -> None:
        if self.take("i") != _SYMBOLS:
            raise ValueError("no symbol table")
        self.text()
        self.take("q")
        for _ in range(self.take("q")):
            self.text()
            self.take("q")

    def array(self, kind: str, count: int) -> np.ndarray[tuple[int], np.dtype[np.generic]]:
        found = np.frombuffer(self.content, kind, count, self.place)
        self.place += found.nbytes
        return found


def unigrams(gr: Path) -> dict[int, float]:
    """Word numbers with their cost (-ln probability); a ValueError when the file is of another kind."""
    reader = _Reader(gr.read_bytes())
    if reader.take("i") != _FST or reader.text() != b"ngram":
        raise ValueError("not an n-gram model")
    reader.text()
    reader.take("i")
    flags = reader.take("i")
    reader.place += 32  # properties, start, and the counts of states and arcs
    for flag in (_HAS_INPUT, _HAS_OUTPUT):
        if flags & flag:
            reader.skip_symbols()
    return _of_root(reader)


def _of_root(reader: _Reader) -> dict[int, float]:
    states, futures, finals = reader.take("Q"), reader.take("Q"), reader.take("Q")
    reader.array("<u8", _words_of_bits(2 * states + 1))
    future = reader.array("<u8", _words_of_bits(futures + states + 1))
    reader.array("<u8", _words_of_bits(states))
    reader.array("<i4", states + 1)
    labels = reader.array("<i4", futures)
    reader.array("<f4", states + 1 + finals)
    costs = reader.array("<f4", futures)
    # one zero opens each state, one bit follows for each of its arcs
    bits = np.unpackbits(future.view("u1"), bitorder="little")
    count = int(np.flatnonzero(bits == 0)[1]) - 1
    return dict(zip(labels[:count].tolist(), costs[:count].tolist(), strict=True))


def _words_of_bits(bits: int) -> int:
    return (bits + 63) // 64

"""How people talk: the words of a language and which follow which, from the language model of a speech model.

Vosk's dynamic models keep an n-gram model in `graph/Gr.fst`, in OpenFst's packed form: a header, symbol tables, then
the contexts as a tree in bits. The root of the tree is the context of no words, its children are those of one word:
their arcs come first. That much is read here, so that chatter can be explained by real words in a likely order.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

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

    def array(self, kind: str, count: int) -> NDArray[Any]:
        found = np.frombuffer(self.content, kind, count, self.place)
        self.place += found.nbytes
        return found


Costs = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Talk:
    """What a word costs (-ln probability) at the beginning, after another, and after any other."""

    words: dict[int, float]
    back: dict[int, float]
    """What it costs, after a word, to forget it."""
    pairs: dict[int, tuple[NDArray[np.int32], NDArray[np.float32]]]
    """The words that often follow a word, and what each costs there."""
    start: int
    """The word that stands for the beginning."""

    def worth(self, word: int, known: Costs, gain: float) -> Iterator[tuple[int, float]]:
        """The known words that cost clearly less after this one than anywhere."""
        followers, costs = self.pairs[word]
        cheaper = costs < self.back[word] + known[followers] - gain
        return zip(followers[cheaper].tolist(), costs[cheaper].tolist(), strict=True)

    def costs_of(self, words: Iterable[int]) -> Costs:
        """What these words cost anywhere, by their number; all others are not known."""
        known = np.full(1 + max(self.words), -np.inf, np.float32)
        chosen = list(words)
        known[chosen] = [self.words.get(word, -np.inf) for word in chosen]
        return known


def talk(gr: Path) -> Talk:
    """The language model in this file; a ValueError when the file is of another kind."""
    reader = _Reader(gr.read_bytes())
    if reader.take("i") != _FST or reader.text() != b"ngram":
        raise ValueError("not an n-gram model")
    reader.text()
    reader.take("i")
    flags = reader.take("i")
    reader.place += 8
    start = reader.take("q")
    reader.place += 16  # the counts of states and arcs
    for flag in (_HAS_INPUT, _HAS_OUTPUT):
        if flags & flag:
            reader.skip_symbols()
    return _of_tree(reader, start)


def _of_tree(reader: _Reader, start: int) -> Talk:
    states, futures, finals = reader.take("Q"), reader.take("Q"), reader.take("Q")
    context = _bits(reader.array("<u8", _words_of_bits(2 * states + 1)))
    future = _bits(reader.array("<u8", _words_of_bits(futures + states + 1)))
    reader.array("<u8", _words_of_bits(states))
    names = reader.array("<i4", states + 1)
    labels = reader.array("<i4", futures)
    back = reader.array("<f4", states + 1)
    reader.array("<f4", finals)
    costs = reader.array("<f4", futures)
    # one zero opens each state, one bit follows for each of its arcs, or of its children in the tree
    opened = np.flatnonzero(context == 0)
    one_word = range(1, int(opened[1] - opened[0]))
    opens = np.flatnonzero(future == 0)
    first = opens - np.arange(len(opens))

    def after(state: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        here = slice(int(first[state]), int(first[state + 1]))
        return labels[here], costs[here]

    return Talk(
        words=dict(zip(*(found.tolist() for found in after(0)), strict=True)),
        back={int(names[state]): float(back[state]) for state in one_word},
        pairs={int(names[state]): after(state) for state in one_word},
        start=int(names[start]),
    )


def _bits(packed: NDArray[np.uint64]) -> NDArray[np.uint8]:
    return np.unpackbits(packed.view("u1"), bitorder="little")


def _words_of_bits(bits: int) -> int:
    return (bits + 63) // 64

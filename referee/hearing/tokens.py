"""Writes a text in the tokens of Whisper: byte-level pair encoding, after GPT-2.

The vocabulary is read from a `tokenizer.json` and kept as three short columns: as the objects of Python it would weigh
twenty megabytes. Only whole short texts are written; nothing is read back, and a special token in a text is plain text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_PIECES = re.compile(
    r"'s|'t|'re|'ve|'m|'ll|'d| ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+|\s+(?!\S)|\s+",
)
"""What is never merged with each other. Superscripts pass for letters, as `re` has no class of theirs."""
_SHIFT = 32
_PRINTABLE = (range(ord("!"), ord("~") + 1), range(ord("¡"), ord("¬") + 1), range(ord("®"), ord("ÿ") + 1))


class Vocabulary:
    """Tokens by number. A ValueError where the file is another or damaged."""

    def __init__(self, path: Path) -> None:
        try:
            said: Mapping[str, Any] = json.loads(path.read_text("utf-8"))
            numbers, merges = said["model"]["vocab"], said["model"]["merges"]
            self._specials = {str(one["content"]): int(one["id"]) for one in said["added_tokens"]}
            self._bytes = [int(numbers[sign]) for sign in _signs()]
            self._pairs, self._ranks, self._merged = _columns(numbers, merges)
        except (KeyError, TypeError, AttributeError, OverflowError) as problem:
            raise ValueError(f"{path} holds no byte-level vocabulary: {problem!r}") from problem

    def special(self, name: str) -> int:
        """The number of a token such as <|fr|>."""
        if name not in self._specials:
            raise ValueError(f"the vocabulary has no {name}")
        return self._specials[name]

    def tokens(self, text: str) -> list[int]:
        return [token for piece in _PIECES.findall(text) for token in self._piece(piece)]

    def _piece(self, piece: str) -> list[int]:
        """Byte by byte at first; then the pair that was learnt first becomes one token, again and again."""
        tokens = [self._bytes[byte] for byte in piece.encode()]
        while len(tokens) > 1:
            rank, place = min((self._rank(*pair), place) for place, pair in enumerate(pairwise(tokens)))
            if rank == len(self._merged):
                break
            tokens[place : place + 2] = [int(self._merged[rank])]
        return tokens

    def _rank(self, left: int, right: int) -> int:
        """Which merge this is; as many as there are where it is none."""
        pair = left << _SHIFT | right
        place = int(np.searchsorted(self._pairs, pair))
        known = place < len(self._pairs) and int(self._pairs[place]) == pair
        return int(self._ranks[place]) if known else len(self._merged)


def _signs() -> list[str]:
    """The sign each byte is written with in the file: itself where it can be seen, else one from further up."""
    seen = {byte for part in _PRINTABLE for byte in part}
    unseen = [byte for byte in range(256) if byte not in seen]
    return [chr(byte if byte in seen else 256 + unseen.index(byte)) for byte in range(256)]


def _columns(
    numbers: Mapping[str, int], merges: Sequence[str]
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
    """The pairs in order of their numbers, the rank of each, and the token each rank makes."""
    halves = [merge.split(" ") for merge in merges]
    pairs = np.array([numbers[left] << _SHIFT | numbers[right] for left, right in halves], np.int64)
    ranks = np.argsort(pairs, kind="stable").astype(np.int32)
    merged = np.array([numbers[left + right] for left, right in halves], np.int32)
    return pairs[ranks], ranks, merged

"""The arrays in a file that torch wrote in its first format: a row of pickles, then the bare numbers.

A pickle may call whatever it names; this one may name a dictionary, an array and the numbers it is made of, and nothing
else. Neither torch nor anything that comes with the file is run.
"""

from __future__ import annotations

import pickle
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

import numpy as np

from referee.hearing.layers import Floats

Arrays: TypeAlias = Mapping[str, Floats]

_MAGIC, _VERSION = 0x1950A86A20F9469CFC6C, 1001
_BYTES = 4  # of a number


@dataclass(frozen=True, slots=True)
class _Array:
    """Some of the numbers of a store, which come at the end of the file."""

    store: str
    begins: int
    shape: tuple[int, ...]

    def of(self, stores: Arrays) -> Floats:
        if self.begins < 0 or min(self.shape, default=1) < 0:
            raise ValueError(self.store)
        return stores[self.store][self.begins :][: prod(self.shape)].reshape(self.shape)


def _array(store: str, begins: int, shape: tuple[int, ...], *_: object) -> _Array:
    return _Array(store, begins, shape)


_KNOWN = {
    ("collections", "OrderedDict"): OrderedDict,
    ("torch._utils", "_rebuild_tensor_v2"): _array,
    ("torch", "FloatStorage"): "floats",
}


class _Reader(pickle.Unpickler):
    """Pickles that may name these three things."""

    def find_class(self, module: str, name: str) -> Any:
        return _KNOWN[module, name]

    def persistent_load(self, pid: Any) -> str:
        """What a store is called."""
        return str(pid[2])


def read(file: Path, part: str) -> Arrays:
    """The arrays of one part of what was kept, by their names; ValueError where the file is another, or damaged."""
    with file.open("rb") as opened:
        try:
            return _read(opened, part)
        except (pickle.UnpicklingError, EOFError, LookupError, TypeError, AttributeError) as problem:
            raise ValueError(f"{file.name}: {problem}") from problem


def _read(file: BinaryIO, part: str) -> Arrays:
    if (_Reader(file).load(), _Reader(file).load()) != (_MAGIC, _VERSION):
        raise ValueError(part)
    _Reader(file).load()  # how large numbers were on the machine that wrote it
    arrays = _Reader(file).load()[part]
    stores = {str(key): _store(file) for key in _Reader(file).load()}
    return {str(name): array.of(stores) for name, array in arrays.items()}


def _store(file: BinaryIO) -> Floats:
    count = int.from_bytes(file.read(8), "little")
    return np.frombuffer(file.read(count * _BYTES), "<f4").astype(np.float32)

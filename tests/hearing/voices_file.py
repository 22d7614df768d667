"""A small file as torch wrote them before its archives."""

from __future__ import annotations

import pickle
import struct
from collections import OrderedDict
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.hearing.who.embedding import FILE, WIDTH

Arrays = Mapping[str, NDArray[np.float32]]
_OPENING = (0x1950A86A20F9469CFC6C, 1001, {"little_endian": True})


class _Named:
    """Something of another program that a pickle calls by its name."""

    def __init__(self, module: str, name: str) -> None:
        self.text = f"c{module}\n{name}\n".encode()


class _Call:
    """A call of it, with what it is given."""

    def __init__(self, named: _Named, given: tuple[Any, ...]) -> None:
        self.named, self.given = named, given


def _pickled(value: Any) -> bytes:
    """By hand, for what is named here is not installed."""
    match value:
        case _Named():
            return value.text
        case _Call():
            return _pickled(value.named) + _pickled(value.given) + b"R"
        case tuple() if value and value[0] == "storage":
            return b"(" + b"".join(map(_pickled, value)) + b"tQ"
        case tuple():
            return b"(" + b"".join(map(_pickled, value)) + b"t"
        case dict():
            return b"}(" + b"".join(_pickled(key) + _pickled(one) for key, one in value.items()) + b"u"
        case _:
            return pickle.dumps(value, 2)[2:-1]


def dumped(value: Any) -> bytes:
    return b"\x80\x02" + _pickled(value) + b"."


def named(module: str, name: str) -> _Named:
    return _Named(module, name)


def called(module: str, name: str, *given: Any) -> _Call:
    return _Call(_Named(module, name), given)


def torch_file(arrays: Arrays) -> bytes:
    kept = {
        name: called(
            "torch._utils", "_rebuild_tensor_v2",
            ("storage", named("torch", "FloatStorage"), name, "cpu", array.size, None), 0, array.shape, (), False,
        )
        for name, array in arrays.items()
    }  # fmt: skip
    into = BytesIO()
    for one in (*_OPENING, {"model_state": kept}, list(arrays)):
        into.write(dumped(one))
    for array in arrays.values():
        into.write(struct.pack("<q", array.size) + array.astype("<f4").tobytes())
    return into.getvalue()


def some_network(seed: int = 0) -> Arrays:
    """Weights that mean nothing."""
    chance = np.random.default_rng(seed)
    shapes: dict[str, tuple[int, ...]] = OrderedDict()
    for at, width in enumerate((40, WIDTH, WIDTH)):
        shapes |= {f"lstm.weight_ih_l{at}": (4 * WIDTH, width), f"lstm.weight_hh_l{at}": (4 * WIDTH, WIDTH)}
        shapes |= {f"lstm.bias_ih_l{at}": (4 * WIDTH,), f"lstm.bias_hh_l{at}": (4 * WIDTH,)}
    shapes |= {"linear.weight": (WIDTH, WIDTH), "linear.bias": (WIDTH,)}
    return {name: chance.normal(0, 0.1, shape).astype(np.float32) for name, shape in shapes.items()}


def model_folder(folder: Path, arrays: Arrays) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_bytes(torch_file(arrays))
    return folder

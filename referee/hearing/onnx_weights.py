"""Reads the weights of a quantised network out of an ONNX file, and nothing more of it than says which is whose.

Such a file is protobuf: fields one after another, each with its number, its kind and its length. Few kinds occur, so
they are walked here. The file is mapped, and a tensor is a view into the map: its pages are read when it is used, and
the system may drop them again. What the network computes is not read from the file: whoever uses it knows.
"""

from __future__ import annotations

import math
import mmap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Tensor: TypeAlias = NDArray[Any]

_LONGEST_VARINT = 10
_GRAPH = 7  # of a model
_NODE, _INITIALIZER = 1, 5  # of a graph
_INPUT, _OUTPUT, _NAME, _OPERATION, _ATTRIBUTE = 1, 2, 3, 4, 5  # of a node
_SUBGRAPH = 6  # of an attribute
_DTYPES = {1: "<f4", 2: "u1", 3: "i1", 6: "<i4", 7: "<i8"}
_LARGEST_DIM = 1 << 31
_DEEPEST = 8  # branches within branches: a damaged file must not lead down for ever
_WEIGHS = {"MatMulInteger": "/MatMul_quant", "ConvInteger": "/Conv_quant"}
"""The operations that have a quantised matrix of their own, and what their names end in after the layer's."""


@dataclass(frozen=True)
class Node:
    """One operation of the network."""

    name: str
    operation: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


@dataclass(frozen=True)
class Quantised:
    """A matrix in whole numbers of a byte: what it stands for is (values - zero) * scale."""

    values: Tensor
    scale: Tensor
    zero: Tensor


@dataclass(frozen=True)
class Network:
    """What was found in a file, with the nodes of all branches one after another."""

    tensors: Mapping[str, Tensor]
    nodes: Sequence[Node]
    mapped: mmap.mmap

    def rest(self) -> None:
        """Gives the memory of the file back to the system until it is needed again, where the system takes it."""
        if hasattr(mmap, "MADV_DONTNEED"):
            self.mapped.madvise(mmap.MADV_DONTNEED)

    def tensor(self, name: str) -> Tensor:
        found = self.tensors.get(name)
        if found is None:
            raise ValueError(f"the network has no tensor {name}")
        return found

    def quantised(self, name: str) -> Quantised:
        """By the name its tensor had before it was quantised."""
        return Quantised(*(self.tensor(f"{name}_{part}") for part in ("quantized", "scale", "zero_point")))

    def layers(self) -> dict[str, Quantised]:
        """The matrix of each layer, by the layer's name, such as `layers.0.self_attn.q_proj`.

        Matrices themselves have lost their names when the network was written; the operations have not.
        """
        weighing = (node for node in self.nodes if node.operation in _WEIGHS and len(node.inputs) > 1)
        return {_layer(node): self.quantised(node.inputs[1].removesuffix("_quantized")) for node in weighing}


def read(path: Path) -> Network:
    """A ValueError where the file is no network or a damaged one."""
    with path.open("rb") as file:
        if not path.stat().st_size:
            raise ValueError(f"{path} is empty")
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    try:
        return _network(data)
    except ValueError as problem:
        raise ValueError(f"{path} cannot be read as a network: {problem}") from problem


class _Kind(IntEnum):
    """The kinds of fields (protobuf's wire types)."""

    VARINT = 0
    EIGHT_BYTES = 1
    LENGTH = 2
    FOUR_BYTES = 5


class _Of(IntEnum):
    """The fields of a tensor."""

    DIMS = 1
    TYPE = 2
    FLOATS = 4
    INT32S = 5
    INT64S = 7
    NAME = 8
    RAW = 9
    ELSEWHERE = 13


@dataclass(frozen=True, slots=True)
class _Span:
    """Where in the file something stands."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Field:
    number: int
    kind: int
    span: _Span
    value: int = 0  # of a varint


def _network(data: mmap.mmap) -> Network:
    tensors: dict[str, Tensor] = {}
    nodes: list[Node] = []
    graphs = _parts(data, _Span(0, len(data)), _GRAPH)
    if not graphs:
        raise ValueError("there is no graph in it")
    for graph in graphs:
        _read_graph(data, graph, tensors, nodes, 0)
    return Network(tensors, tuple(nodes), data)


def _read_graph(data: mmap.mmap, span: _Span, tensors: dict[str, Tensor], nodes: list[Node], depth: int) -> None:
    if depth > _DEEPEST:
        raise ValueError("its branches are nested too deeply")
    for field in _fields(data, span):
        if field.number == _INITIALIZER:
            name, tensor = _tensor(data, _message(field))
            tensors[name] = tensor
        elif field.number == _NODE:
            node, attributes = _node(data, _message(field))
            nodes.append(node)
            for attribute in attributes if node.operation == "If" else ():
                for branch in _parts(data, attribute, _SUBGRAPH):
                    _read_graph(data, branch, tensors, nodes, depth + 1)


def _node(data: mmap.mmap, span: _Span) -> tuple[Node, list[_Span]]:
    """With the places of its attributes."""
    texts: dict[int, list[str]] = {number: [] for number in (_INPUT, _OUTPUT, _NAME, _OPERATION)}
    attributes = []
    for field in _fields(data, span):
        if field.number == _ATTRIBUTE:
            attributes.append(_message(field))
        elif field.number in texts:
            texts[field.number].append(_text(data, _message(field)))
    name, operation = ("".join(texts[number][-1:]) for number in (_NAME, _OPERATION))
    return Node(name, operation, tuple(texts[_INPUT]), tuple(texts[_OUTPUT])), attributes


def _layer(node: Node) -> str:
    return node.name.removesuffix(_WEIGHS[node.operation]).removeprefix("/").replace("/", ".")


def _tensor(data: mmap.mmap, span: _Span) -> tuple[str, Tensor]:
    name, kind, raw = "", 0, None
    dims: list[int] = []
    values: list[Tensor] = []
    for field in _fields(data, span):
        match field.number:
            case _Of.DIMS:
                dims += _varints(data, field)
            case _Of.TYPE:
                kind = field.value
            case _Of.FLOATS:
                values.append(_view(data, field.span, "<f4"))
            case _Of.INT32S | _Of.INT64S:
                values.append(np.array(_varints(data, field), np.int64))
            case _Of.NAME:
                name = _text(data, _message(field))
            case _Of.RAW:
                raw = _message(field)
            case _Of.ELSEWHERE:
                raise ValueError(f"the tensor {name} is in another file")
    return name, _shaped(name, dims, _values(data, name, kind, raw, values))


def _values(data: mmap.mmap, name: str, kind: int, raw: _Span | None, values: list[Tensor]) -> Tensor:
    """Raw bytes where there are any, else the numbers field by field: short tensors are written so."""
    if kind not in _DTYPES:
        raise ValueError(f"the tensor {name} is of the unknown type {kind}")
    if raw is not None:
        return _view(data, raw, _DTYPES[kind])
    return np.concatenate(values).astype(_DTYPES[kind]) if values else np.zeros(0, _DTYPES[kind])


def _shaped(name: str, dims: list[int], values: Tensor) -> Tensor:
    if any(not 0 <= dim < _LARGEST_DIM for dim in dims) or math.prod(dims) != values.size:
        raise ValueError(f"the tensor {name} should have the shape {dims}, but has {values.size} values")
    return values.reshape(dims)


def _view(data: mmap.mmap, span: _Span, dtype: str) -> Tensor:
    count, rest = divmod(span.end - span.start, np.dtype(dtype).itemsize)
    if rest:
        raise ValueError("the bytes of a tensor do not come out even")
    return np.frombuffer(data, dtype, count, span.start)


def _parts(data: mmap.mmap, span: _Span, number: int) -> list[_Span]:
    """The messages of this number within one."""
    return [_message(field) for field in _fields(data, span) if field.number == number]


def _message(field: _Field) -> _Span:
    if field.kind != _Kind.LENGTH:
        raise ValueError(f"field {field.number} is of the kind {field.kind} where a message is expected")
    return field.span


def _text(data: mmap.mmap, span: _Span) -> str:
    return data[span.start : span.end].decode()


def _varints(data: mmap.mmap, field: _Field) -> list[int]:
    """The numbers of a field, whether each has a field of its own or all share one."""
    if field.kind == _Kind.VARINT:
        return [_signed(field.value)]
    place, found = _message(field).start, []
    while place < field.span.end:
        value, place = _varint(data, place, field.span.end)
        found.append(_signed(value))
    return found


def _fields(data: mmap.mmap, span: _Span) -> Iterator[_Field]:
    place = span.start
    while place < span.end:
        tag, place = _varint(data, place, span.end)
        number, kind = tag >> 3, tag & 7
        value, start = 0, place
        match kind:
            case _Kind.VARINT:
                value, place = _varint(data, place, span.end)
            case _Kind.EIGHT_BYTES:
                place += 8
            case _Kind.LENGTH:
                length, start = _varint(data, place, span.end)
                place = start + length
            case _Kind.FOUR_BYTES:
                place += 4
            case _:
                raise ValueError(f"a field of the kind {kind} at byte {span.start} is not protobuf's")
        if not number or place > span.end:
            raise ValueError(f"a field goes beyond its end at byte {span.end}: the file is truncated or damaged")
        yield _Field(number, kind, _Span(start, place), value)


def _varint(data: mmap.mmap, place: int, end: int) -> tuple[int, int]:
    """A number of seven bits a byte, the lowest first, and the place after it."""
    value = 0
    for count, at in enumerate(range(place, min(place + _LONGEST_VARINT, end))):
        value |= (data[at] & 0x7F) << 7 * count
        if data[at] < 0x80:
            return value, at + 1
    raise ValueError(f"a number does not end at byte {place}: the file is truncated or damaged")


def _signed(value: int) -> int:
    """As 64 bits with a sign."""
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value

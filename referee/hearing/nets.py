"""Small nets that this project has learned itself: some layers, kept in files as bytes with a scale for each column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from referee.hearing.layers import Floats

Layers: TypeAlias = Sequence[tuple[Floats, Floats]]
"""Weights and bias of each."""
_BYTE = 127


def of(found: Mapping[str, Any], inputs: int, outputs: int) -> Layers:
    """The layers in a file, so many numbers in and out."""
    layers = [
        (found[f"weights{at}"].astype(np.float32) * found[f"scale{at}"], found[f"bias{at}"])
        for at in range(int(found["layers"]))
    ]
    sizes = [inputs, *(size for weights, _ in layers for size in weights.shape), outputs]
    ends = [(weights.shape[1:], bias.shape) for weights, bias in layers]
    if sizes[::2] != sizes[1::2] or any(columns != its for columns, its in ends):
        raise ValueError("parts that do not fit together")
    return layers


def kept(layers: Layers) -> dict[str, NDArray[np.generic]]:
    """The layers as they are kept in a file."""
    scales = [np.abs(weights).max(axis=0) / _BYTE for weights, _ in layers]
    parts = (
        {f"weights{at}": np.rint(weights / scale).astype(np.int8), f"scale{at}": scale, f"bias{at}": bias}
        for at, ((weights, bias), scale) in enumerate(zip(layers, scales, strict=True))
    )
    return {"layers": np.array(len(layers)), **dict(chain.from_iterable(part.items() for part in parts))}


def shares(layers: Layers, sounds: Floats) -> Floats:
    """For each sound the logarithm of the share of each number that comes out."""
    found = sounds
    for at, (weights, bias) in enumerate(layers):
        found = (found if at == 0 else np.maximum(found, 0)) @ weights + bias
    found -= found.max(axis=1, keepdims=True)
    return np.asarray(found - np.log(np.exp(found).sum(axis=1, keepdims=True)), np.float32)

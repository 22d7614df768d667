"""The layers that a network such as Whisper is made of, by numpy alone, each of weights that a file has by its name.

Weights are unpacked once, to eighty megabytes for the encoder of Whisper's base. Which layers follow each other, and
what a state stands for, is not known here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from referee.hearing.onnx_weights import Network, Quantised, Tensor

Floats: TypeAlias = NDArray[np.float32]

_SLIGHT = 1e-5  # keeps a layer that is the same everywhere from being divided by zero
_ROWS = 32  # of a layer that go through its curve at a time


@dataclass(frozen=True)
class Linear:
    """A matrix from left to right, and what is added after it."""

    matrix: Floats
    bias: Tensor | None

    def __call__(self, states: Floats) -> Floats:
        out: Floats = states @ self.matrix
        if self.bias is not None:
            out += self.bias
        return out


@dataclass(frozen=True)
class Norm:
    """Each state moved and stretched to a mean of zero and a spread of one, then weighed."""

    weight: Tensor
    bias: Tensor

    def __call__(self, states: Floats) -> Floats:
        centred = states - states.mean(axis=-1, keepdims=True)
        centred /= np.sqrt(np.square(centred).mean(axis=-1, keepdims=True) + np.float32(_SLIGHT))
        return np.asarray(centred * self.weight + self.bias, np.float32)


@dataclass(frozen=True)
class Attention:
    """States that look at each other, and take from the others what is like what they ask for."""

    norm: Norm
    query: Linear
    key: Linear
    value: Linear
    out: Linear
    heads: int

    def __call__(self, states: Floats) -> Floats:
        """Each state looks at all of them."""
        return states + self._looked(self.norm(states))

    def _looked(self, states: Floats) -> Floats:
        queries, keys, values = (self._split(layer(states)) for layer in (self.query, self.key, self.value))
        likeness: Floats = queries @ keys.swapaxes(1, 2)
        likeness *= np.float32(queries.shape[-1] ** -0.5)
        likeness -= likeness.max(axis=-1, keepdims=True)
        np.exp(likeness, out=likeness)
        likeness /= likeness.sum(axis=-1, keepdims=True)
        seen: Floats = likeness @ values
        return self.out(seen.swapaxes(0, 1).reshape(states.shape))

    def _split(self, states: Floats) -> Floats:
        """Head by head."""
        return states.reshape(len(states), self.heads, -1).swapaxes(0, 1)


@dataclass(frozen=True)
class Forward:
    """Each state by itself, through a wider layer and back."""

    norm: Norm
    wide: Linear
    narrow: Linear

    def __call__(self, states: Floats) -> Floats:
        return states + self.narrow(gelu(self.wide(self.norm(states))))


def gelu(states: Floats) -> Floats:
    """x times the share of a normal distribution below x, in the place of x: some rows at a time, to stay in cache."""
    for start in range(0, len(states), _ROWS):
        _gelu(states[start : start + _ROWS])
    return states


def _gelu(states: Floats) -> None:
    """The error function is a fraction of Abramowitz and Stegun (7.1.26), right to seven digits."""
    away = np.abs(states)
    away *= np.float32(math.sqrt(0.5))
    step = 1 / (1 + np.float32(0.3275911) * away)
    tail = np.full_like(step, 1.061405429)
    for factor in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        tail *= step
        tail += np.float32(factor)
    tail *= step
    np.square(away, out=away)
    np.negative(away, out=away)
    tail *= np.exp(away, out=away)
    tail *= np.float32(0.5)
    tail *= np.abs(states)
    # above zero x less its tail, below zero the tail alone, which is negative
    np.maximum(states, 0, out=states)
    states -= tail


class Shelf:
    """The parts of one network by the names of its layers."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._layers = network.layers()

    def tensor(self, name: str, *shape: int) -> Tensor:
        """Numbers of this shape; a ValueError where the file has others, as with all that follows."""
        return _of(self._network.tensor(name), shape, name)

    def linear(self, name: str, *shape: int, width: int, biased: bool = True) -> Linear:
        """A layer whose result is so wide."""
        found = self._layers.get(name)
        if found is None:
            raise ValueError(f"the network has no layer {name}")
        # a convolution has its matrix the other way round: scales of columns would be scales of rows
        _packed(found, shape, width if len(shape) == 2 else 1, name)
        return Linear(_unpacked(found), self.tensor(f"{name}.bias", width) if biased else None)

    def norm(self, name: str, width: int) -> Norm:
        """A layer that evens out states of this width."""
        return Norm(self.tensor(f"{name}.weight", width), self.tensor(f"{name}.bias", width))

    def attention(self, layer: str, name: str, width: int, heads: int) -> Attention:
        """Whisper adds nothing to its keys."""
        if heads < 1 or width % heads:
            raise ValueError(f"{width} cannot be shared by {heads} heads")
        query, key, value, out = (
            self.linear(f"{layer}.{name}.{part}_proj", width, width, width=width, biased=part != "k")
            for part in ("q", "k", "v", "out")
        )
        return Attention(self.norm(f"{layer}.{name}_layer_norm", width), query, key, value, out, heads)

    def forward(self, layer: str, width: int, inner: int) -> Forward:
        """The wider layer that ends each of the network's own layers."""
        wide = self.linear(f"{layer}.fc1", width, inner, width=inner)
        narrow = self.linear(f"{layer}.fc2", inner, width, width=width)
        return Forward(self.norm(f"{layer}.final_layer_norm", width), wide, narrow)


def _unpacked(packed: Quantised) -> Floats:
    """The numbers themselves; what a convolution looks at stands in one row."""
    matrix = (packed.values.astype(np.float32) - packed.zero.astype(np.float32)) * packed.scale
    return np.ascontiguousarray(matrix if matrix.ndim == 2 else matrix.reshape(len(matrix), -1).T, np.float32)


def _of(tensor: Tensor, shape: tuple[int, ...], name: str) -> Tensor:
    if tensor.shape != shape:
        raise ValueError(f"{name} has the shape {tensor.shape} instead of {shape}")
    return tensor


def _packed(matrix: Quantised, shape: tuple[int, ...], columns: int, name: str) -> Quantised:
    """With one scale and zero for all of it, or one for each of so many columns."""
    _of(matrix.values, shape, name)
    if any(part.shape not in ((), (1,), (columns,)) for part in (matrix.scale, matrix.zero)):
        raise ValueError(f"{name} has scales of the shape {matrix.scale.shape}")
    return matrix

"""How a small net is learned."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from referee.hearing.layers import Floats
from referee.hearing.nets import Layers

Labels = NDArray[np.intp]
_DECAY = 0.01
_AT_FIRST, _AT_LAST = 30, 0.02  # steps, share of the pace


def fresh(sizes: Sequence[int]) -> Layers:
    """Layers that know nothing yet, of so many numbers in, between, and out."""
    chance = np.random.default_rng(0)
    return [
        (chance.standard_normal((rows, columns), np.float32) / np.sqrt(np.float32(rows)), np.zeros(columns, np.float32))
        for rows, columns in pairwise(sizes)
    ]


def side_by_side(nets: Sequence[Layers]) -> Layers:
    """One net of two layers that tells what several such nets tell in the mean."""
    first, last = zip(*nets, strict=True)
    inner = np.concatenate([weights for weights, _ in first], axis=1), np.concatenate([bias for _, bias in first])
    outer = np.concatenate([weights for weights, _ in last]) / len(nets), sum(bias for _, bias in last) / len(nets)
    return [inner, outer]


def slowing(fastest: float, step: int, steps: int) -> float:
    """Slow at the very first, then fast, and slower and slower."""
    return fastest * min(1, step / _AT_FIRST) * max(_AT_LAST, 1 - step / steps)


def noisy(sounds: Floats, noise: float, chance: np.random.Generator) -> Floats:
    return sounds + chance.standard_normal(sounds.shape, np.float32) * np.float32(noise)


class Net:
    """A net of one layer or two, as it is learned (Adam)."""

    def __init__(self, layers: Layers, decay: float = _DECAY) -> None:
        self.layers = layers
        self._decay = decay
        self._parts = [part for layer in layers for part in layer]
        self._mean = [np.zeros_like(part) for part in self._parts]
        self._square = [np.zeros_like(part) for part in self._parts]
        self._steps = 0

    def learn(self, sounds: Floats, truth: Labels, pace: float, left_out: float, chance: np.random.Generator) -> float:
        """One step; how often the likeliest was right."""
        inner = [sounds]
        masks: list[Floats] = []
        for at, (weights, bias) in enumerate(self.layers):
            found = inner[-1] @ weights + bias
            if at + 1 < len(self.layers):
                kept_part = (chance.random(found.shape, dtype=np.float32) > left_out) / np.float32(1 - left_out)
                masks.append(np.where(found > 0, kept_part, np.float32(0)))
                inner.append(found * masks[-1])
        shares = np.exp(found - found.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        right = float((shares.argmax(axis=1) == truth).mean())
        shares[np.arange(len(truth)), truth] -= 1
        slope, slopes = shares / np.float32(len(truth)), []
        for at in reversed(range(len(inner))):
            slopes += [slope.sum(axis=0), inner[at].T @ slope]
            if at:
                slope = (slope @ self.layers[at][0].T) * masks[at - 1]
        self._follow(slopes[::-1], pace)
        return right

    def _follow(self, slopes: Sequence[Floats], pace: float) -> None:
        self._steps += 1
        for at, (part, slope) in enumerate(zip(self._parts, slopes, strict=True)):
            self._mean[at] += 0.1 * (slope - self._mean[at])
            self._square[at] += 0.01 * (slope * slope - self._square[at])
            mean = self._mean[at] / (1 - 0.9**self._steps)
            spread = np.sqrt(self._square[at] / (1 - 0.99**self._steps)) + 1e-8
            less = self._decay * part if part.ndim == 2 else 0
            np.subtract(part, np.float32(pace) * (mean / spread + less), out=part)

"""Who it sounds like: some speech as one direction in a space where a person's own words point nearly the same way.

The network is a row of three recurrent layers over the loudness of forty bands, learned on thousands of people; here it
only runs, by numpy. Whose a direction is, is not known here.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from referee.faults import Fault
from referee.hearing.bands import HOP, powers
from referee.hearing.layers import Floats
from referee.hearing.waveform import Samples
from referee.hearing.who import torch_file

FILE = "pretrained.pt"
WIDTH = 256
_BANDS, _LAYERS = 40, 3
_LOUDNESS = 10 ** (-30 / 20)  # the root mean square of what the network has learned with
_LONGEST = 160  # frames, a hundred a second, as it has learned with; of what is longer several parts are heard
_LEAST = 10


class Embedding:
    """The network of a folder."""

    def __init__(self, folder: Path) -> None:
        """A fault where its file is missing, another or damaged."""
        try:
            arrays = torch_file.read(folder / FILE, "model_state")
            self._layers = [_Layer(arrays, at, WIDTH if at else _BANDS) for at in range(_LAYERS)]
            self._last = arrays["linear.weight"].reshape(WIDTH, WIDTH), arrays["linear.bias"].reshape(WIDTH)
        except (OSError, ValueError, KeyError) as problem:
            raise Fault("hearing.model-not-loaded", model=folder) from problem

    def of(self, samples: Samples) -> Floats | None:
        """The direction of some speech, of length one; None of too little, or of silence."""
        if len(samples) < _LEAST * HOP or not (loud := float(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))):
            return None
        heard = np.asarray(powers(samples * np.float32(_LOUDNESS / loud), _BANDS, "constant"), np.float32)
        parts = [self._part(heard[begins : begins + _LONGEST]) for begins in _beginnings(len(heard))]
        return unit(np.sum(parts, axis=0))

    def _part(self, heard: Floats) -> Floats:
        states = heard
        for layer in self._layers:
            states = layer.after(states)
        weights, bias = self._last
        return unit(np.maximum(weights @ states[-1] + bias, 0))


def unit(direction: Floats) -> Floats:
    """Of length one."""
    return np.asarray(direction / max(float(np.linalg.norm(direction)), 1e-9), np.float32)


def _beginnings(frames: int) -> list[int]:
    """Where the parts of some frames begin that cover all of them, half over each other."""
    count = 1 + max(0, -(-(frames - _LONGEST) // (_LONGEST // 2)))
    return [round(at) for at in np.linspace(0, max(0, frames - _LONGEST), count)]


class _Layer:
    """One recurrent layer: long short-term memory."""

    def __init__(self, arrays: torch_file.Arrays, at: int, width: int) -> None:
        def sorted_(name: str, *shape: int) -> Floats:
            """The gates in, forget, new, out as in, forget, out, new. The curve of a gate is half that of `tanh`."""
            into, forget, new, out = arrays[f"lstm.{name}_l{at}"].reshape(4, WIDTH, *shape)
            return np.concatenate([into / 2, forget / 2, out / 2, new])

        self._heard = np.ascontiguousarray(sorted_("weight_ih", width).T)
        self._own = np.ascontiguousarray(sorted_("weight_hh", WIDTH).T)
        self._bias = sorted_("bias_ih") + sorted_("bias_hh")

    def after(self, heard: Floats) -> Floats:
        """The state after each frame."""
        came = heard @ self._heard + self._bias
        states = np.zeros((len(heard) + 1, WIDTH), np.float32)
        kept, gates = np.zeros(WIDTH, np.float32), np.empty(4 * WIDTH, np.float32)
        half = gates[: 3 * WIDTH]
        into, forget, out, new = gates.reshape(4, WIDTH)
        for at, frame in enumerate(came):
            np.dot(states[at], self._own, gates)
            gates += frame
            np.tanh(gates, gates)
            half += 1
            half *= np.float32(0.5)
            kept *= forget
            into *= new
            kept += into
            np.tanh(kept, states[at + 1])
            states[at + 1] *= out
        return states[1:]

"""Whisper's encoder as a second ear: sound into states, fifty a second. By numpy alone.

Its decoder, which writes texts, is not used: what letters, numbers and phones sound like is told from the states, by
small nets of our own. onnxruntime would take half of the time, with numbers of a byte that differ from one kind of
processor to another and from those the nets have learned from: not worth a package of sixty megabytes.

What its layers are made of is in `layers`; here is how they follow each other, and what goes in and comes out.
"""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from referee.faults import Fault
from referee.hearing.bands import powers
from referee.hearing.layers import Floats, Shelf, gelu
from referee.hearing.learned import States
from referee.hearing.onnx_weights import read
from referee.hearing.waveform import RATE, Samples

_LEAST, _MOST = 4.0, 30.0  # seconds that are listened to; Whisper has learnt with thirty, but four do for an order
_AFTER, _STEP = 0.3, 0.5  # seconds of silence after a long order, and what the length is rounded up to

_BANDS = 80
_FLOOR, _DEPTH = 1e-10, 8.0  # of the spectrum: the least power, and how many powers of ten below the loudest count
_HALFWAY = 3  # layers, the last among them: what letters and phones are told by best
_PIXELS = 3  # steps in time a convolution looks at


class WhisperModel:
    """One network. Several threads may ask it: one waits for the other."""

    def __init__(self, folder: Path) -> None:
        """A fault where the folder lacks a file or a file is another or damaged."""
        try:
            sizes = json.loads((folder / "config.json").read_text("utf-8"))
            network = read(folder / "onnx" / "encoder_model_quantized.onnx")
            self._encoder = _Encoder(Shelf(network), sizes)
            network.rest()
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
            raise Fault("hearing.model-not-loaded", model=folder) from problem
        self._alone = threading.Lock()

    def states(self, samples: Samples) -> States:
        with self._alone:
            return self._encoder.states(spectrum(padded(samples)))


def padded(samples: Samples) -> Samples:
    """With zeros after it; of what is too long the end."""
    whole = samples[-round(_MOST * RATE) :]
    rounded = math.ceil((len(whole) / RATE + _AFTER) / _STEP) * _STEP
    seconds = min(max(rounded, _LEAST), _MOST)
    return np.pad(whole, (0, round(seconds * RATE) - len(whole)))


def spectrum(samples: Samples) -> Floats:
    """What Whisper hears: how loud each band is, a hundred times a second (time, band)."""
    loud = np.log10(np.maximum(powers(samples, _BANDS, "reflect"), _FLOOR))
    return np.asarray((np.maximum(loud, loud.max() - _DEPTH) + 4) / 4, np.float32)


class _Encoder:
    """Sound into states, fifty a second."""

    def __init__(self, shelf: Shelf, sizes: Mapping[str, Any]) -> None:
        width, heads, inner = sizes["d_model"], sizes["encoder_attention_heads"], sizes["encoder_ffn_dim"]
        self._first = shelf.linear("conv1", width, _BANDS, _PIXELS, width=width)
        self._second = shelf.linear("conv2", width, width, _PIXELS, width=width)
        self._places = shelf.tensor("embed_positions.weight", sizes["max_source_positions"], width)
        self._layers = [
            (shelf.attention(f"layers.{at}", "self_attn", width, heads), shelf.forward(f"layers.{at}", width, inner))
            for at in range(sizes["encoder_layers"])
        ]
        self._norm = shelf.norm("layer_norm", width)

    def states(self, heard: Floats) -> States:
        halved = gelu(self._second(_looked_at(gelu(self._first(_looked_at(heard, 1))), 2)))
        states: Floats = halved + self._places[: len(halved)]
        passed = []
        for attention, forward in self._layers:
            states = forward(attention(states))
            passed.append(states)
        return States(self._norm(states), passed[-_HALFWAY:][0])


def _looked_at(states: Floats, step: int) -> Floats:
    """For each step in time what a convolution sees around it, in one row."""
    seen = np.lib.stride_tricks.sliding_window_view(np.pad(states, ((1, 1), (0, 0))), _PIXELS, axis=0)[::step]
    return seen.reshape(len(seen), -1)

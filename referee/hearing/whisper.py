"""Whisper as a second opinion: how likely some sound makes each of a few texts. By numpy alone.

Texts are given, never found: a text costs what its tokens cost, one after another, for ears that have heard the sound
(teacher forcing). What the network would say of its own accord is not asked, so there is no search and no loop.

Weights stay bytes in the mapped file. A matrix is unpacked just when it is used, always into the same few megabytes:
unpacked all at once they would weigh three hundred.
"""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from referee.faults import Fault
from referee.hearing.onnx_weights import Network, Quantised, Tensor, read
from referee.hearing.tokens import Vocabulary
from referee.hearing.waveform import RATE, Samples

Floats: TypeAlias = NDArray[np.float32]
Indices: TypeAlias = NDArray[np.intp]

_LIKING = 0.5
"""How much of what a text is worth without any sound is taken off: Whisper likes some letters and numbers by itself."""
_NULLS = 4096  # texts of which that is kept, after one prompt
_LEAST, _MOST = 4.0, 30.0  # seconds that are listened to; Whisper has learnt with thirty, but four do for an order
_AFTER, _STEP = 0.3, 0.5  # seconds of silence after a long order, and what the length is rounded up to
_QUIET = 1e-4  # no recording is quite silent

_WINDOW, _HOP, _BANDS = 400, 160, 80
_FLOOR, _DEPTH = 1e-10, 8.0  # of the spectrum: the least power, and how many powers of ten below the loudest count
_PIXELS = 3  # steps in time a convolution looks at
_SLIGHT = 1e-5  # keeps a layer that is the same everywhere from being divided by zero
_BLOCK = 2048  # rows of the vocabulary that are unpacked at a time
_ROWS = 32  # of a layer that go through its curve at a time
_DECODER = "model.decoder."
_MERGED = "_merged_0"  # ends the names of what both branches of the decoder share


class WhisperModel:
    """One network and its vocabulary. Several threads may ask it: one waits for the other."""

    def __init__(self, folder: Path) -> None:
        """A fault where the folder lacks a file or a file is another or damaged."""
        try:
            self._vocabulary = Vocabulary(folder / "tokenizer.json")
            sizes = json.loads((folder / "config.json").read_text("utf-8"))
            encoder = read(folder / "onnx" / "encoder_model_quantized.onnx")
            decoder = read(folder / "onnx" / "decoder_model_merged_quantized.onnx")
            self._networks = encoder, decoder
            unpacking = _Unpacking(_largest(encoder, decoder))
            self._encoder = _Encoder(_Shelf(encoder, "", "", unpacking), sizes)
            self._decoder = _Decoder(_Shelf(decoder, _DECODER, _MERGED, unpacking), sizes)
            self._end = self._vocabulary.special("<|endoftext|>")
            self._prompt("en")
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
            raise Fault("hearing.model-not-loaded", model=folder) from problem
        self._alone = threading.Lock()
        self._silence: Floats | None = None
        self._nulls: dict[tuple[int, ...], dict[str, float]] = {}

    def knows(self, language: str) -> bool:
        """Whether it has learnt this language."""
        try:
            return bool(self._prompt(language))
        except ValueError:
            return False

    def states(self, samples: Samples) -> Floats:
        """What it makes of a sound: fifty states a second."""
        with self._alone:
            return self._encoder.states(spectrum(padded(samples)))

    def likelihoods(self, states: Floats, language: str, texts: Sequence[str], before: str = "") -> list[float]:
        """The natural logarithm of how likely each text is for these states, less some of what it would be without any
        sound. What was written before tells how such texts are written."""
        prompt = self._prompt(language, before)
        with self._alone:
            likely, nulls = self._given(states, prompt, texts), self._without_sound(prompt, texts)
            for network in self._networks:
                network.rest()
            return [likely[text] - _LIKING * nulls[text] for text in texts]

    def _prompt(self, language: str, before: str = "") -> list[int]:
        known = self._vocabulary
        earlier = [known.special("<|startofprev|>"), *known.tokens(f" {before}")] if before else []
        names = ("startoftranscript", language, "transcribe", "notimestamps")
        return [*earlier, *(known.special(f"<|{name}|>") for name in names)]

    def _given(self, states: Floats, prompt: list[int], texts: Iterable[str]) -> dict[str, float]:
        asked = sorted(set(texts))
        tokens = [[*self._vocabulary.tokens(f" {text}"), self._end] for text in asked]
        return dict(zip(asked, self._decoder.costs(states, prompt, tokens), strict=True))

    def _without_sound(self, prompt: list[int], texts: Sequence[str]) -> dict[str, float]:
        """What is known of earlier questions is kept; of the oldest no more than so much."""
        known = self._nulls.setdefault(tuple(prompt), {})
        new = [text for text in texts if text not in known]
        if new:
            if self._silence is None:
                self._silence = self._encoder.states(spectrum(padded(_silence())))
            known |= self._given(self._silence, prompt, new)
        found = {text: known.pop(text) for text in dict.fromkeys(texts)}
        for oldest in list(known)[: max(0, len(known) + len(found) - _NULLS)]:
            del known[oldest]
        known |= found
        return found


def _silence() -> Samples:
    return np.random.default_rng(0).normal(0, _QUIET, 2 * RATE).astype(np.float32)


def padded(samples: Samples) -> Samples:
    """With zeros after it; of what is too long the end."""
    whole = samples[-round(_MOST * RATE) :]
    rounded = math.ceil((len(whole) / RATE + _AFTER) / _STEP) * _STEP
    seconds = min(max(rounded, _LEAST), _MOST)
    return np.pad(whole, (0, round(seconds * RATE) - len(whole)))


def spectrum(samples: Samples) -> Floats:
    """What Whisper hears: how loud each band is, a hundred times a second (time, band)."""
    around = np.pad(samples, _WINDOW // 2, mode="reflect")
    windows = np.lib.stride_tricks.sliding_window_view(around, _WINDOW)[::_HOP][: len(samples) // _HOP]
    powers = np.abs(np.fft.rfft(windows * np.hanning(_WINDOW + 1)[:-1], axis=1)) ** 2
    loud = np.log10(np.maximum(powers @ _bands(), _FLOOR))
    return np.asarray((np.maximum(loud, loud.max() - _DEPTH) + 4) / 4, np.float32)


def _bands() -> NDArray[np.float64]:
    """How much each frequency counts for each band: triangles of the same area, evenly spaced to the ear (Slaney)."""
    frequencies = np.linspace(0, RATE / 2, _WINDOW // 2 + 1)
    edges = _hertz(np.linspace(0, _mel(RATE / 2), _BANDS + 2))
    below = (frequencies[:, None] - edges[:-2]) / np.diff(edges)[:-1]
    above = (edges[2:] - frequencies[:, None]) / np.diff(edges)[1:]
    triangles = np.maximum(0, np.minimum(below, above))
    return np.asarray(triangles * 2 / (edges[2:] - edges[:-2]), np.float64)


_MEL, _BEND, _RISE = 200 / 3, 15, math.log(6.4) / 27  # linear up to a thousand hertz, then by a ratio


def _mel(hertz: float) -> float:
    """Of a frequency above the bend."""
    return _BEND + math.log(hertz / (_BEND * _MEL)) / _RISE


def _hertz(mels: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(mels < _BEND, mels * _MEL, _BEND * _MEL * np.exp(_RISE * (mels - _BEND)))


class _Unpacking:
    """Where matrices become floats, one after another: each takes the place of the last."""

    def __init__(self, size: int) -> None:
        self._floats = np.empty(size, np.float32)

    def differences(self, values: Tensor, zero: Tensor) -> Floats:
        """The numbers less their zero, still without their scale: it may as well be put on what comes out."""
        found = self._floats[: values.size].reshape(values.shape)
        found[...] = values
        if zero.any():
            found -= zero.astype(np.float32)
        return found


def _largest(*networks: Network) -> int:
    """How many numbers must be unpacked at once."""
    layers = [one for network in networks for one in network.layers().values()]
    widest = max((one.values.shape[-1] for one in layers), default=0)
    return max([_BLOCK * widest, *(one.values.size for one in layers)])


@dataclass(frozen=True)
class _Linear:
    """A matrix from left to right, and what is added after it."""

    weights: Quantised
    bias: Tensor | None
    unpacking: _Unpacking

    def __call__(self, states: Floats) -> Floats:
        """A convolution has its matrix the other way round, with all it looks at in one row."""
        matrix = self.unpacking.differences(self.weights.values, self.weights.zero)
        if matrix.ndim > 2:
            matrix = matrix.reshape(len(matrix), -1).T
        out: Floats = states @ matrix
        out *= self.weights.scale
        if self.bias is not None:
            out += self.bias
        return out


@dataclass(frozen=True)
class _Norm:
    weight: Tensor
    bias: Tensor

    def __call__(self, states: Floats) -> Floats:
        centred = states - states.mean(axis=-1, keepdims=True)
        centred /= np.sqrt(np.square(centred).mean(axis=-1, keepdims=True) + np.float32(_SLIGHT))
        return np.asarray(centred * self.weight + self.bias, np.float32)


@dataclass(frozen=True)
class _Attention:
    norm: _Norm
    query: _Linear
    key: _Linear
    value: _Linear
    out: _Linear
    heads: int

    def within(self, states: Floats, barred: Floats | None = None) -> Floats:
        """Each state looks at all of them; what it must not see is barred by something very negative."""
        normed = self.norm(states)
        return states + self._looked(normed, normed, barred)

    def at(self, states: Floats, others: Floats) -> Floats:
        return states + self._looked(self.norm(states), others, None)

    def _looked(self, states: Floats, others: Floats, barred: Floats | None) -> Floats:
        queries, keys, values = (
            self._split(layer(seen)) for layer, seen in ((self.query, states), (self.key, others), (self.value, others))
        )
        likeness: Floats = queries @ keys.swapaxes(1, 2)
        likeness *= np.float32(queries.shape[-1] ** -0.5)
        if barred is not None:
            likeness += barred
        likeness -= likeness.max(axis=-1, keepdims=True)
        np.exp(likeness, out=likeness)
        likeness /= likeness.sum(axis=-1, keepdims=True)
        seen: Floats = likeness @ values
        return self.out(seen.swapaxes(0, 1).reshape(states.shape))

    def _split(self, states: Floats) -> Floats:
        """Head by head."""
        return states.reshape(len(states), self.heads, -1).swapaxes(0, 1)


@dataclass(frozen=True)
class _Forward:
    norm: _Norm
    wide: _Linear
    narrow: _Linear

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


class _Shelf:
    """The parts of one network by the names of its layers."""

    def __init__(self, network: Network, prefix: str, suffix: str, unpacking: _Unpacking) -> None:
        self._network, self._prefix, self._suffix = network, prefix, suffix
        self._layers = network.layers()
        self.unpacking = unpacking

    def tensor(self, name: str, *shape: int) -> Tensor:
        return _of(self._network.tensor(f"{self._prefix}{name}{self._suffix}"), shape, name)

    def words(self, name: str, *shape: int) -> Quantised:
        """A matrix that is no layer's."""
        return _packed(self._network.quantised(f"{self._prefix}{name}{self._suffix}"), shape, 1, name)

    def linear(self, name: str, *shape: int, width: int, biased: bool = True) -> _Linear:
        found = self._layers.get(self._prefix + name)
        if found is None:
            raise ValueError(f"the network has no layer {self._prefix}{name}")
        # a convolution has its matrix the other way round: scales of columns would be scales of rows
        _packed(found, shape, width if len(shape) == 2 else 1, name)
        return _Linear(found, self.tensor(f"{name}.bias", width) if biased else None, self.unpacking)

    def norm(self, name: str, width: int) -> _Norm:
        return _Norm(self.tensor(f"{name}.weight", width), self.tensor(f"{name}.bias", width))

    def attention(self, layer: str, name: str, width: int, heads: int) -> _Attention:
        """Whisper adds nothing to its keys."""
        if heads < 1 or width % heads:
            raise ValueError(f"{width} cannot be shared by {heads} heads")
        query, key, value, out = (
            self.linear(f"{layer}.{name}.{part}_proj", width, width, width=width, biased=part != "k")
            for part in ("q", "k", "v", "out")
        )
        return _Attention(self.norm(f"{layer}.{name}_layer_norm", width), query, key, value, out, heads)

    def forward(self, layer: str, width: int, inner: int) -> _Forward:
        wide = self.linear(f"{layer}.fc1", width, inner, width=inner)
        narrow = self.linear(f"{layer}.fc2", inner, width, width=width)
        return _Forward(self.norm(f"{layer}.final_layer_norm", width), wide, narrow)


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


class _Encoder:
    """Sound into states, fifty a second."""

    def __init__(self, shelf: _Shelf, sizes: Mapping[str, Any]) -> None:
        width, heads, inner = sizes["d_model"], sizes["encoder_attention_heads"], sizes["encoder_ffn_dim"]
        self._first = shelf.linear("conv1", width, _BANDS, _PIXELS, width=width)
        self._second = shelf.linear("conv2", width, width, _PIXELS, width=width)
        self._places = shelf.tensor("embed_positions.weight", sizes["max_source_positions"], width)
        self._layers = [
            (shelf.attention(f"layers.{at}", "self_attn", width, heads), shelf.forward(f"layers.{at}", width, inner))
            for at in range(sizes["encoder_layers"])
        ]
        self._norm = shelf.norm("layer_norm", width)

    def states(self, heard: Floats) -> Floats:
        halved = gelu(self._second(_looked_at(gelu(self._first(_looked_at(heard, 1))), 2)))
        states: Floats = halved + self._places[: len(halved)]
        for attention, forward in self._layers:
            states = forward(attention.within(states))
        return self._norm(states)


def _looked_at(states: Floats, step: int) -> Floats:
    """For each step in time what a convolution sees around it, in one row."""
    seen = np.lib.stride_tricks.sliding_window_view(np.pad(states, ((1, 1), (0, 0))), _PIXELS, axis=0)[::step]
    return seen.reshape(len(seen), -1)


class _Decoder:
    """States of the sound and texts into what the texts cost."""

    def __init__(self, shelf: _Shelf, sizes: Mapping[str, Any]) -> None:
        width, heads, inner = sizes["d_model"], sizes["decoder_attention_heads"], sizes["decoder_ffn_dim"]
        self._unpacking = shelf.unpacking
        self._words = shelf.words("embed_tokens.weight", sizes["vocab_size"], width)
        self._places = shelf.tensor("embed_positions.weight", sizes["max_target_positions"], width)
        self._layers = [
            (
                shelf.attention(f"layers.{at}", "self_attn", width, heads),
                shelf.attention(f"layers.{at}", "encoder_attn", width, heads),
                shelf.forward(f"layers.{at}", width, inner),
            )
            for at in range(sizes["decoder_layers"])
        ]
        self._norm = shelf.norm("layer_norm", width)

    def costs(self, heard: Floats, prompt: list[int], texts: list[list[int]]) -> list[float]:
        """The logarithm of the probability of each text; a text ends with its last token, which nothing follows."""
        if not texts:
            return []
        tree = _tree(prompt, texts)
        if tree.depths.max() >= len(self._places):
            raise ValueError(f"no text may have more than {len(self._places) - len(prompt)} tokens")
        states: Floats = self._embedded(tree.tokens) + self._places[tree.depths]
        for itself, sound, forward in self._layers:
            states = forward(sound.at(itself.within(states, tree.barred), heard))
        states = self._norm(states)
        wholes = np.zeros(len(states), np.float32)
        wholes[len(prompt) - 1 :] = self._wholes(states[len(prompt) - 1 :])
        return [
            float((np.einsum("ij,ij->i", states[path], self._embedded(np.array(text))) - wholes[path]).sum())
            for path, text in zip(tree.paths, texts, strict=True)
        ]

    def _embedded(self, tokens: Indices) -> Floats:
        rows = self._unpacking.differences(self._words.values[tokens], self._words.zero)
        return np.asarray(rows * self._words.scale, np.float32)

    def _wholes(self, states: Floats) -> Floats:
        """The logarithm of what all tokens of the vocabulary weigh together, some of them at a time."""
        scaled = states * self._words.scale
        most, sums = np.full(len(states), -np.inf, np.float32), np.zeros(len(states), np.float32)
        for start in range(0, len(self._words.values), _BLOCK):
            rows = self._unpacking.differences(self._words.values[start : start + _BLOCK], self._words.zero)
            weights = scaled @ rows.T
            more = np.maximum(most, weights.max(axis=1))
            weights -= more[:, None]
            sums = sums * np.exp(most - more) + np.exp(weights, out=weights).sum(axis=1)
            most = more
        return most + np.log(sums)


@dataclass(frozen=True)
class _Tree:
    """Texts that begin with the same prompt, and often with the same words: what they share stands here once.

    A text is a path from the root. `paths` holds, for each, the places from which its tokens are told, one after
    another. No place sees others than those on its own way from the root, so all can be worked out together.
    """

    tokens: Indices
    depths: Indices
    barred: Floats
    paths: list[Indices]


def _tree(prompt: list[int], texts: list[list[int]]) -> _Tree:
    places: dict[tuple[int, int], int] = {}  # by the place before and the token
    ways: list[list[int]] = []  # of each place, itself included
    paths = []
    for text in texts:
        way: list[int] = []
        for token in prompt + text[:-1]:
            branch = (way[-1] if way else -1, token)
            way = [*way, places.setdefault(branch, len(places))]
            if way[-1] == len(ways):
                ways.append(way)
        paths.append(np.array(way[len(prompt) - 1 :]))
    barred = np.full((len(ways), len(ways)), -np.inf, np.float32)
    for place, way in enumerate(ways):
        barred[place, way] = 0
    tokens = np.array([token for _, token in places])
    return _Tree(tokens, np.array([len(way) - 1 for way in ways]), barred, paths)

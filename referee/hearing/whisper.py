"""Whisper as a second opinion: how likely some sound makes each of a few texts. By numpy alone.

Texts are given, never found: a text costs what its tokens cost, one after another, for ears that have heard the sound
(teacher forcing). What the network would say of its own accord is not asked, so there is no search and no loop.

What its layers are made of is in `layers`; here is how they follow each other, and what goes in and comes out.
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
from referee.hearing.bands import powers
from referee.hearing.layers import Floats, Shelf, Unpacking, gelu
from referee.hearing.learned import States
from referee.hearing.onnx_weights import Network, read
from referee.hearing.tokens import Vocabulary
from referee.hearing.waveform import RATE, Samples

Indices: TypeAlias = NDArray[np.intp]

_LIKING = 0.5
"""How much of what a text is worth without any sound is taken off: Whisper likes some letters and numbers by itself."""
_NULLS = 4096  # texts of which that is kept, after one prompt
_LEAST, _MOST = 4.0, 30.0  # seconds that are listened to; Whisper has learnt with thirty, but four do for an order
_AFTER, _STEP = 0.3, 0.5  # seconds of silence after a long order, and what the length is rounded up to
_QUIET = 1e-4  # no recording is quite silent

_BANDS = 80
_FLOOR, _DEPTH = 1e-10, 8.0  # of the spectrum: the least power, and how many powers of ten below the loudest count
_HALFWAY = 3  # layers, the last among them: what letters and phones are told by best
_PIXELS = 3  # steps in time a convolution looks at
_BLOCK = 2048  # rows of the vocabulary that are unpacked at a time
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
            unpacking = Unpacking(_largest(encoder, decoder))
            self._encoder = _Encoder(Shelf(encoder, "", "", unpacking), sizes)
            self._decoder = _Decoder(Shelf(decoder, _DECODER, _MERGED, unpacking), sizes)
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

    def states(self, samples: Samples) -> States:
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
                self._silence = self._encoder.states(spectrum(padded(_silence()))).last
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
    loud = np.log10(np.maximum(powers(samples, _BANDS, "reflect"), _FLOOR))
    return np.asarray((np.maximum(loud, loud.max() - _DEPTH) + 4) / 4, np.float32)


def _largest(*networks: Network) -> int:
    """How many numbers must be unpacked at once."""
    layers = [one for network in networks for one in network.layers().values()]
    widest = max((one.values.shape[-1] for one in layers), default=0)
    return max([_BLOCK * widest, *(one.values.size for one in layers)])


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
            states = forward(attention.within(states))
            passed.append(states)
        return States(self._norm(states), passed[-_HALFWAY:][0])


def _looked_at(states: Floats, step: int) -> Floats:
    """For each step in time what a convolution sees around it, in one row."""
    seen = np.lib.stride_tricks.sliding_window_view(np.pad(states, ((1, 1), (0, 0))), _PIXELS, axis=0)[::step]
    return seen.reshape(len(seen), -1)


class _Decoder:
    """States of the sound and texts into what the texts cost."""

    def __init__(self, shelf: Shelf, sizes: Mapping[str, Any]) -> None:
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

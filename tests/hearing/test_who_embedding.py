"""The network that tells voices apart: its file is only read, and it comes to what its layers say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from referee import models
from referee.faults import Fault
from referee.hearing.bands import powers
from referee.hearing.waveform import RATE, Samples
from referee.hearing.who import torch_file
from referee.hearing.who.embedding import FILE, WIDTH, Embedding
from tests.hearing.voices_file import Arrays, called, dumped, model_folder, some_network
from tests.hearing.voices_file import torch_file as written

NETWORK = some_network()


def noise(seconds: float, seed: int = 1) -> Samples:
    chance = np.random.default_rng(seed)
    return chance.normal(0, 0.1, round(seconds * RATE)).astype(np.float32)


# -- the file
def test_every_array_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "file.pt"
    file.write_bytes(written(NETWORK))
    found = torch_file.read(file, "model_state")
    assert set(found) == set(NETWORK)
    assert all(np.array_equal(found[name], array) for name, array in NETWORK.items())


@pytest.mark.parametrize(("module", "name"), [("os", "system"), ("builtins", "eval"), ("torch", "load")])
def test_nothing_that_the_file_names_is_called(module: str, name: str, tmp_path: Path) -> None:
    file, trace = tmp_path / "file.pt", tmp_path / "trace"
    evil = {"model_state": called(module, name, f"touch {trace}")}
    opening = dumped(0x1950A86A20F9469CFC6C) + dumped(1001) + dumped({})
    file.write_bytes(opening + dumped(evil) + dumped([]))
    with pytest.raises(ValueError, match=r"file\.pt"):
        torch_file.read(file, "model_state")
    assert not trace.exists()


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"\x80\x02K\x01.", written(NETWORK)[:-1000]])
def test_another_file_or_a_damaged_one_is_a_fault(content: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(Fault, match=r"hearing\.model-not-loaded"):
        Embedding(tmp_path)


def test_a_network_of_another_shape_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(Fault, match=r"hearing\.model-not-loaded"):
        Embedding(model_folder(tmp_path, {**NETWORK, "linear.bias": np.zeros(3, np.float32)}))
    with pytest.raises(Fault, match=r"hearing\.model-not-loaded"):
        Embedding(tmp_path / "nowhere")


# -- the network
def _gate(value: NDArray[np.float64]) -> NDArray[np.float64]:
    return 1 / (1 + np.exp(-value))


def by_the_book(arrays: Arrays, samples: Samples) -> NDArray[np.float64]:
    """The same, as the formulas of its layers are written."""
    loud = np.sqrt(np.mean(samples.astype(np.float64) ** 2))
    states = powers(samples * (10**-1.5 / loud), 40, "constant")
    for at in range(3):
        own, kept, after = np.zeros(WIDTH), np.zeros(WIDTH), []
        for heard in states:
            z = arrays[f"lstm.weight_ih_l{at}"] @ heard + arrays[f"lstm.bias_ih_l{at}"]
            z = z + arrays[f"lstm.weight_hh_l{at}"] @ own + arrays[f"lstm.bias_hh_l{at}"]
            into, forget, new, out = z.reshape(4, WIDTH)
            kept = _gate(forget) * kept + _gate(into) * np.tanh(new)
            own = _gate(out) * np.tanh(kept)
            after.append(own)
        states = np.array(after)
    found = np.maximum(arrays["linear.weight"] @ states[-1] + arrays["linear.bias"], 0)
    return np.asarray(found / np.linalg.norm(found))


def test_it_comes_to_what_its_layers_say(tmp_path: Path) -> None:
    samples = noise(0.6)
    found = Embedding(model_folder(tmp_path, NETWORK)).of(samples)
    assert found is not None
    assert np.abs(found - by_the_book(NETWORK, samples)).max() < 1e-5


def test_how_loud_somebody_speaks_says_nothing(tmp_path: Path) -> None:
    embedding, samples = Embedding(model_folder(tmp_path, NETWORK)), noise(0.5)
    found = [embedding.of(samples * np.float32(share)) for share in (1, 0.01)]
    assert found[0] is not None
    assert found[1] is not None
    assert np.abs(found[0] - found[1]).max() < 1e-4


def test_silence_and_a_click_are_nobody(tmp_path: Path) -> None:
    embedding = Embedding(model_folder(tmp_path, NETWORK))
    assert embedding.of(np.zeros(RATE, np.float32)) is None
    assert embedding.of(noise(0.05)) is None
    assert embedding.of(np.zeros(0, np.float32)) is None


def test_of_a_long_sentence_every_part_counts(tmp_path: Path) -> None:
    embedding, samples = Embedding(model_folder(tmp_path, NETWORK)), noise(4.0)
    whole = embedding.of(samples)
    for begins in (0, 2 * RATE, 3 * RATE):
        other = samples.copy()
        other[begins : begins + RATE] = 0
        changed = embedding.of(other)
        assert whole is not None
        assert changed is not None
        assert np.abs(whole - changed).max() > 1e-4


@pytest.mark.skipif(models.voices() is None, reason="no model of voices: referee models get voices")
def test_the_real_one_is_read() -> None:
    folder = models.voices()
    assert folder is not None
    found = Embedding(folder).of(noise(1.0))
    assert found is not None
    assert found.shape == (WIDTH,)
    assert abs(float(np.linalg.norm(found)) - 1) < 1e-5

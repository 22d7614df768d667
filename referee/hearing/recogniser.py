"""Vosk on one compiled graph: samples in, the likeliest wordings of a stretch of speech out.

The only module that loads Vosk. A recogniser belongs to the thread that made it.
"""

from __future__ import annotations

import ctypes
import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from vosk import KaldiRecognizer, Model, SetLogLevel

from referee.faults import Fault
from referee.hearing.waveform import RATE, Samples
from referee.hearing.wordings import ALTERNATIVES, Wording

_STEP = RATE // 10
_NOISE = np.random.default_rng(0).standard_normal(RATE).astype(np.float32)
"""A second of the faintest noise, in steps of a 16 bit recording."""
_WORN = 120 * RATE
"""A recogniser keeps what it has searched: after so many samples a new one takes its place, or memory grows."""


@cache
def _model(graph: Path) -> Model:
    SetLogLevel(-1)
    try:
        return Model(str(graph))
    except Exception as problem:
        raise Fault("hearing.model-not-loaded", model=graph) from problem


class Recogniser:
    """Decodes one stretch of speech after another, as it is spoken."""

    def __init__(self, graph: Path) -> None:
        self._stretches = _Renewed(graph)
        self._parts = _Renewed(graph)
        self._waiting: list[Samples] = []
        self._count = 0

    def hear(self, samples: Samples) -> None:
        """More of the stretch. Decoding goes in steps of a tenth of a second: smaller ones only cost more."""
        self._waiting.append(samples)
        self._count += len(samples)
        if self._count >= _STEP:
            self._decode()

    def so_far(self) -> tuple[str, ...]:
        """The likeliest words up to now."""
        self._decode()
        return self._stretches.words()

    def finish(self) -> tuple[Wording, ...]:
        """The end of the stretch: its wordings, the likeliest first. The next samples begin a new one."""
        self._decode()
        return self._stretches.wordings()

    def forget(self) -> None:
        """The stretch so far was nothing."""
        self._waiting, self._count = [], 0
        self._stretches.reset()

    def decode(self, samples: Samples) -> tuple[Wording, ...]:
        """Some sound by itself, while the stretch goes on."""
        self._parts.hear(samples)
        return self._parts.wordings()

    def _decode(self) -> None:
        if self._count:
            self._stretches.hear(np.concatenate(self._waiting))
        self._waiting, self._count = [], 0


class _Renewed:
    """A recogniser of Vosk's, a new one now and then."""

    def __init__(self, graph: Path) -> None:
        self._graph = graph
        self._vosk = _recogniser(graph)
        self._heard = 0
        self._began = 0
        self._open = False

    def hear(self, samples: Samples) -> None:
        if not self._open and self._heard > _WORN:
            self._vosk, self._heard = _recogniser(self._graph), 0
            _give_back()
        if not self._open:
            self._began, self._open = self._heard, True
        self._vosk.AcceptWaveform(_pcm(samples, self._heard - self._began))
        self._heard += len(samples)

    def wordings(self) -> tuple[Wording, ...]:
        self._open = False
        found = json.loads(self._vosk.FinalResult()).get("alternatives", ())
        return tuple(_wording(one, self._began / RATE) for one in found)

    def words(self) -> tuple[str, ...]:
        return tuple(json.loads(self._vosk.PartialResult()).get("partial", "").split())

    def reset(self) -> None:
        self._open = False
        self._vosk.Reset()


def _recogniser(graph: Path) -> KaldiRecognizer:
    made = KaldiRecognizer(_model(graph), RATE)
    made.SetMaxAlternatives(ALTERNATIVES)
    made.SetWords(True)
    return made


def _give_back() -> None:
    """What was searched is free again; the C library keeps it all the same, unless it is told."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # not every library has it
        if trim:
            trim(0)


def _pcm(samples: Samples, at: int) -> bytes:
    """As whole numbers, with a breath of noise, as the model was taught: without any, digital silence is a sound of its
    own. It is the same noise at the same place, so that a recording is heard the same way every time."""
    noise = _NOISE[(at + np.arange(len(samples))) % len(_NOISE)]
    return bytes(np.rint(np.clip(samples * 32767 + noise, -32768, 32767)).astype("<i2").data)


def _wording(found: dict[str, Any], began: float) -> Wording:
    words = found.get("result", ())
    spans = tuple((round(word["start"] - began, 2), round(word["end"] - began, 2)) for word in words)
    return Wording(tuple(found["text"].split()), float(found["confidence"]), spans)

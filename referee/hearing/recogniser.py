"""Vosk on one compiled graph: samples in, the likeliest wordings of a stretch of speech out.

The only module that loads Vosk. A recogniser belongs to the thread that made it.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
from vosk import KaldiRecognizer, Model, SetLogLevel

from referee.faults import Fault
from referee.hearing.waveform import RATE, Samples
from referee.hearing.wordings import Wording

_ALTERNATIVES = 15
_STEP = RATE // 10


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
        self._graph = graph
        self._vosk = _recogniser(graph)
        self._apart: KaldiRecognizer | None = None
        self._waiting: list[Samples] = []
        self._count = 0

    def hear(self, samples: Samples) -> None:
        """More of the stretch. Decoding goes in steps of a tenth of a second: smaller ones only cost more."""
        self._waiting.append(samples)
        self._count += len(samples)
        if self._count >= _STEP:
            self._decode()

    def finish(self) -> tuple[Wording, ...]:
        """The end of the stretch: its wordings, the likeliest first. The next samples begin a new one."""
        self._decode()
        return _wordings(self._vosk)

    def forget(self) -> None:
        """The stretch so far was nothing."""
        self._waiting, self._count = [], 0
        self._vosk.Reset()

    def decode(self, samples: Samples) -> tuple[Wording, ...]:
        """Some sound by itself, while the stretch goes on."""
        self._apart = self._apart or _recogniser(self._graph)
        self._apart.AcceptWaveform(_pcm(samples))
        return _wordings(self._apart)

    def _decode(self) -> None:
        if self._count:
            self._vosk.AcceptWaveform(_pcm(np.concatenate(self._waiting)))
        self._waiting, self._count = [], 0


def _recogniser(graph: Path) -> KaldiRecognizer:
    made = KaldiRecognizer(_model(graph), RATE)
    made.SetMaxAlternatives(_ALTERNATIVES)
    made.SetWords(False)
    return made


def _pcm(samples: Samples) -> bytes:
    return (np.clip(samples, -1.0, 1.0) * 32767).astype("<i2").tobytes()


def _wordings(vosk: KaldiRecognizer) -> tuple[Wording, ...]:
    found = json.loads(vosk.FinalResult()).get("alternatives", ())
    return tuple(Wording(tuple(one["text"].split()), float(one["confidence"])) for one in found)

"""Vosk on one compiled graph: samples in, the likeliest wordings of a stretch of speech out.

The only module that loads Vosk. A recogniser belongs to the thread that made it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
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
    """Decodes one stretch of speech after another."""

    def __init__(self, graph: Path) -> None:
        self._vosk = KaldiRecognizer(_model(graph), RATE)
        self._vosk.SetMaxAlternatives(_ALTERNATIVES)
        self._vosk.SetWords(False)
        self._waiting: list[Samples] = []
        self._count = 0
        self.at_rest = False
        """Vosk's own opinion that the speaker has stopped: late, but sure where noise hides the end."""

    def hear(self, samples: Samples) -> None:
        """More of the stretch. Decoding goes in steps of a tenth of a second: smaller ones only cost more."""
        self._waiting.append(samples)
        self._count += len(samples)
        if self._count >= _STEP:
            self._decode()

    def finish(self) -> tuple[Wording, ...]:
        """The end of the stretch: its wordings, the likeliest first. The next samples begin a new one."""
        self._decode()
        return tuple(_wordings(json.loads(self._vosk.FinalResult())))

    def forget(self) -> None:
        """The stretch so far was nothing."""
        self._waiting, self._count = [], 0
        self._vosk.FinalResult()

    def decode(self, samples: Samples) -> tuple[Wording, ...]:
        """A whole stretch at once."""
        self.hear(samples)
        return self.finish()

    def _decode(self) -> None:
        if self._count:
            self.at_rest = bool(self._vosk.AcceptWaveform(_pcm(np.concatenate(self._waiting))))
        self._waiting, self._count = [], 0


def _pcm(samples: Samples) -> bytes:
    return (np.clip(samples, -1.0, 1.0) * 32767).astype("<i2").tobytes()


def _wordings(result: dict[str, list[dict[str, object]]]) -> Iterator[Wording]:
    for found in result.get("alternatives", ()):
        yield Wording(tuple(str(found["text"]).split()), float(str(found["confidence"])))

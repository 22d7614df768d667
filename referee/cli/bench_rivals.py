"""Who is measured: this recogniser, plain Vosk with its list of phrases, free dictation repaired by likeness."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from rapidfuzz import fuzz, process
from vosk import KaldiRecognizer, Model, SetLogLevel

from referee.hearing.judge import Accepted, Chatter, Doubtful, Nearly
from referee.hearing.listener import Listener
from referee.hearing.opening import ear
from referee.hearing.waveform import RATE, Samples
from referee.language.grammar import Grammar
from referee.language.phrases import Listing
from referee.language.understanding import Understood
from referee.rules.notation import line_of

_BLOCK = RATE // 50
_PHRASES = 8000
_LIKE = 80
ASKED = "?"


@dataclass(frozen=True, slots=True)
class Answer:
    """An order in notation, or `?` for a question back, and how many samples had been fed by then."""

    order: str
    at: int


class Rival(Protocol):
    def hears(self, samples: Samples) -> list[Answer]: ...


def rival(name: str, grammar: Grammar, model: Path) -> Rival:
    """One of those measured, ready to listen."""
    if name == "ours":
        return _Ours(grammar, model)
    return _Plain(grammar, model) if name == "plain" else _Dictation(grammar, model)


class _Ours:
    def __init__(self, grammar: Grammar, model: Path) -> None:
        self._ear = ear(grammar, model)

    def hears(self, samples: Samples) -> list[Answer]:
        listener = Listener([self._ear])
        found = []
        for start in range(0, len(samples), _BLOCK):
            found += listener.feed(samples[start : start + _BLOCK])
        return [
            Answer(_written(one.judgement), round(one.decided * RATE))
            for one in [*found, *listener.end()]
            if not isinstance(one.judgement, Chatter)
        ]


def _written(judgement: Accepted | Doubtful | Nearly | Chatter) -> str:
    return judgement.meaning.notation if isinstance(judgement, Accepted) else ASKED


class _Vosk:
    """Vosk as its own examples use it, in blocks of 50 ms."""

    def __init__(self, recogniser: KaldiRecognizer) -> None:
        self._recogniser = recogniser

    def hears(self, samples: Samples) -> list[Answer]:
        found = []
        step = RATE // 20
        for start in range(0, len(samples), step):
            content = (samples[start : start + step] * 32767).astype("<i2").tobytes()
            if self._recogniser.AcceptWaveform(content):
                found.append((json.loads(self._recogniser.Result())["text"], start + step))
        found.append((json.loads(self._recogniser.FinalResult())["text"], len(samples)))
        return [Answer(order, at) for text, at in found if (order := self._order(text))]

    def _order(self, text: str) -> str | None:
        raise NotImplementedError


def _phrases(grammar: Grammar) -> dict[str, str]:
    """What can be spoken, evenly chosen, each with its order; whoever reads a list cannot be given millions."""
    words = grammar.words()
    listing = Listing(grammar)
    chosen = [*listing.by_order(3), *listing.evenly(2 * _PHRASES)]
    spoken = [one for one in chosen if words.issuperset(one.text.split())]
    return {one.text: line_of(one.understood.announced) for one in spoken[:_PHRASES]}


def _model(folder: Path) -> Model:
    SetLogLevel(-1)
    return Model(str(folder))


class _Plain(_Vosk):
    def __init__(self, grammar: Grammar, model: Path) -> None:
        super().__init__(KaldiRecognizer(_model(model), RATE, json.dumps([*_phrases(grammar), "[unk]"])))
        self._grammar = grammar

    def _order(self, text: str) -> str | None:
        found = self._grammar.parse(text.replace("[unk]", " "))
        return line_of(found.announced) if isinstance(found, Understood) else None


class _Dictation(_Vosk):
    def __init__(self, grammar: Grammar, model: Path) -> None:
        self._known = {
            phrase.text: line_of(phrase.understood.announced) for phrase in Listing(grammar).evenly(_PHRASES)
        }
        super().__init__(KaldiRecognizer(_model(model), RATE))

    def _order(self, text: str) -> str | None:
        best = process.extractOne(text, self._known.keys(), scorer=fuzz.ratio, score_cutoff=_LIKE) if text else None
        return self._known[best[0]] if best else None


def orders_of(answers: Iterable[Answer]) -> list[str]:
    return [answer.order for answer in answers if answer.order != ASKED]


def silence(seconds: float) -> Samples:
    return np.zeros(round(seconds * RATE), np.float32)

"""Who is measured: this recogniser, plain Vosk with its list of phrases, free dictation repaired by likeness.

The rivals are served as their own examples say, and a little better: one recogniser for all they hear, blocks of 50 ms,
their own endpoint. No list can hold the hundreds of millions of phrases of a game; Vosk only learns from it which word
may follow which, so it is given a list with every such pair. What leaves words unknown is no whole phrase.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from rapidfuzz import fuzz, process
from vosk import KaldiRecognizer, Model, SetLogLevel

from referee import models
from referee.cli.bench_phrases import complete, likely
from referee.hearing.judgements import Accepted, Chatter, Doubtful
from referee.hearing.listener import Listener, Overheard
from referee.hearing.opening import ear
from referee.hearing.waveform import RATE, Samples
from referee.language.grammar import Grammar
from referee.language.understanding import Understood
from referee.rules.notation import line_of

_BLOCK, _VOSK_BLOCK = RATE // 50, RATE // 20
_LIKE, _CLEARER = 80, 3
"""How like a phrase dictated words must be, and how much more than any phrase of another order."""
ASKED = "?"


@dataclass(frozen=True, slots=True)
class Answer:
    """An order in notation, or `?` for a question back; its words; the samples fed when it began, and when it fell."""

    order: str
    words: str
    began: int
    at: int

    @property
    def is_called(self) -> bool:
        """Whether a crew was named."""
        return ": " in self.order


class Rival(Protocol):
    def hears(self, sound: Iterable[Samples]) -> Iterator[Answer]:
        """One stream of sound, from its first to its last sample."""
        ...


def phrases(name: str, grammar: Grammar) -> Mapping[str, str]:
    """The list one of those measured is given, each phrase with its order; who uses one has it before it starts."""
    if name == "plain":
        return dict.fromkeys(complete(grammar), "")
    return likely(grammar) if name == "dictation" else {}


def rival(name: str, grammar: Grammar, model: Path, given: Mapping[str, str]) -> Rival:
    """One of those measured, ready to listen."""
    if name == "ours":
        return _Ours(grammar, model)
    return _Plain(grammar, model, given) if name == "plain" else _Dictation(grammar, model, given)


class _Ours:
    def __init__(self, grammar: Grammar, model: Path) -> None:
        self._ear = ear(grammar, model, second=models.second())

    def hears(self, sound: Iterable[Samples]) -> Iterator[Answer]:
        listener, fed = Listener([self._ear]), 0
        for block in in_blocks(sound, _BLOCK):
            fed += len(block)
            for one in listener.feed(block):
                yield from _answer(one, fed)
        for one in listener.end():
            yield from _answer(one, fed)


def _answer(heard: Overheard, at: int) -> Iterator[Answer]:
    judgement = heard.judgement
    words = " ".join(judgement.words)
    match judgement:
        case Accepted(meaning):
            yield Answer(meaning.notation, words, round(heard.began * RATE), at)
        case Doubtful(meanings):
            yield Answer(ASKED, " / ".join(one.notation for one in meanings), round(heard.began * RATE), at)
        case Chatter():
            return
        case _:
            yield Answer(ASKED, words, round(heard.began * RATE), at)


class _Vosk:
    """Vosk as its own examples use it."""

    def __init__(self, recogniser: KaldiRecognizer) -> None:
        self._recogniser = recogniser

    def hears(self, sound: Iterable[Samples]) -> Iterator[Answer]:
        began = fed = 0
        for block in in_blocks(sound, _VOSK_BLOCK):
            fed += len(block)
            if self._recogniser.AcceptWaveform((np.clip(block, -1, 1) * 32767).astype("<i2").tobytes()):
                yield from self._answers(self._recogniser.Result(), began, fed)
                began = fed
        yield from self._answers(self._recogniser.FinalResult(), began, fed)

    def _answers(self, result: str, began: int, at: int) -> Iterator[Answer]:
        text = json.loads(result)["text"]
        order = self._order(text) if text else None
        if order:
            yield Answer(order, text, began, at)

    def _order(self, text: str) -> str | None:
        raise NotImplementedError


def _model(folder: Path) -> Model:
    SetLogLevel(-1)
    return Model(str(folder))


def _whole(grammar: Grammar, text: str) -> str | None:
    found = grammar.parse(text)
    return line_of(found.announced) if isinstance(found, Understood) else None


class _Plain(_Vosk):
    def __init__(self, grammar: Grammar, model: Path, given: Mapping[str, str]) -> None:
        listed = json.dumps([*given, "[unk]"], ensure_ascii=False)
        super().__init__(KaldiRecognizer(_model(model), RATE, listed))
        self._grammar = grammar

    def _order(self, text: str) -> str | None:
        return _whole(self._grammar, text)


class _Dictation(_Vosk):
    def __init__(self, grammar: Grammar, model: Path, given: Mapping[str, str]) -> None:
        self._grammar = grammar
        self._known = given
        self._texts = list(given)
        super().__init__(KaldiRecognizer(_model(model), RATE))

    def _order(self, text: str) -> str | None:
        """The words as they are when they are an order, else the order most like them when no other is as like."""
        whole = _whole(self._grammar, text)
        if whole:
            return whole
        found = process.extract(text, self._texts, scorer=fuzz.ratio, score_cutoff=_LIKE - _CLEARER, limit=40)
        if not found or found[0][1] < _LIKE:
            return None
        best = self._known[found[0][0]]
        close = any(self._known[text] != best for text, score, _ in found if score > found[0][1] - _CLEARER)
        return ASKED if close else best


def in_blocks(sound: Iterable[Samples], size: int) -> Iterator[Samples]:
    """The same sound, in blocks of one size but for the last."""
    rest = np.zeros(0, np.float32)
    for part in sound:
        known = np.concatenate([rest, part])
        whole = len(known) // size * size
        yield from known[:whole].reshape(-1, size)
        rest = known[whole:]
    if len(rest):
        yield rest


def silence(seconds: float) -> Samples:
    return np.zeros(round(seconds * RATE), np.float32)

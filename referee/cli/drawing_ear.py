"""The ear of a drawing: recordings heard as at a table, one understanding after another. Loaded only when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import soundfile

from referee import models
from referee.faults import Fault
from referee.hearing.automaton import Automaton
from referee.hearing.graph import graph
from referee.hearing.judge import Accepted, Chatter, Doubtful, Judge, Judgement, Nearly
from referee.hearing.listener import Ear, Listener
from referee.hearing.meanings import of_game
from referee.hearing.recogniser import Recogniser
from referee.hearing.waveform import RATE, Resampler, Samples, mono
from referee.language.grammar import Grammar, Part
from referee.language.understanding import Ambiguous, NotUnderstood, Understanding
from referee.rules.crews import Game
from referee.rules.sea import Chart

_PAUSE = 1.0
"""Seconds before and after a recording, as around anything said."""


def heard(recordings: Iterable[Path], language: str, game: Game, chart: Chart) -> Iterator[Understanding]:
    """What is said in these recordings, in order. Table talk is nothing."""
    listener = Listener([_ear(language, game, chart)])
    pause = np.zeros(int(_PAUSE * RATE), np.float32)
    for file in recordings:
        sound = np.concatenate([pause, _samples(file), pause])
        for overheard in listener.feed(sound):
            yield from _understood(overheard.judgement)
    for overheard in listener.end():
        yield from _understood(overheard.judgement)


def _ear(language: str, game: Game, chart: Chart) -> Ear:
    grammar = Grammar.load(language, game, part=Part.CHART, columns=chart.columns, rows=chart.rows)
    network = grammar.network()
    folder = graph(models.folder(language), network)
    return Ear(language, Recogniser(folder), Judge(of_game(grammar), Automaton(network)))


def _samples(file: Path) -> Samples:
    try:
        sound, rate = soundfile.read(file, dtype="float32", always_2d=True)
    except (OSError, soundfile.LibsndfileError):
        raise Fault("scenarios.no-recording", file=file) from None
    resampler = Resampler(rate)
    return np.concatenate([resampler.feed(mono(sound)), resampler.rest()])


def _understood(judgement: Judgement) -> Iterator[Understanding]:
    match judgement:
        case Accepted(meaning):
            yield meaning.value
        case Doubtful(meanings):
            yield Ambiguous(tuple(one.value.announced for one in meanings))
        case Nearly(kind, words):
            yield NotUnderstood(" ".join(words), kind)
        case Chatter():
            return

"""The ear and the voice of a drawing: recordings or a microphone in, what was understood out, answers said aloud.

Loaded only when asked for: the recogniser takes its second.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from referee.faults import Fault
from referee.hearing.listener import Listener, Overheard
from referee.hearing.microphone import Microphone
from referee.hearing.outfit import ear, heard_on
from referee.hearing.own_voice import TAIL
from referee.hearing.recordings import blocks
from referee.hearing.told import understood
from referee.hearing.waveform import RATE
from referee.language.grammar import Grammar, Part
from referee.language.understanding import Understanding
from referee.rules.crews import Game
from referee.rules.sea import Chart
from referee.voice.loudspeaker import Loudspeaker
from referee.voice.reading import Reader

_PAUSE = 1.0
"""Seconds before and after a recording, as around anything said."""


def _listener(language: str, game: Game, chart: Chart) -> Listener:
    columns, rows = heard_on(chart)
    grammar = Grammar.load(language, game, part=Part.CHART, columns=columns, rows=rows)
    return Listener([ear(grammar)])


def heard(recordings: Iterable[Path], language: str, game: Game, chart: Chart) -> Iterator[Understanding]:
    """What is said in these recordings, in order. Table talk is nothing."""
    listener = _listener(language, game, chart)
    pause = np.zeros(int(_PAUSE * RATE), np.float32)
    for file in recordings:
        yield from _understood(listener.feed(np.concatenate([pause, *blocks(file), pause])))
    yield from _understood(listener.end())


def listened(name: str | None, language: str, game: Game, chart: Chart) -> Iterator[Understanding]:
    """What is said into a microphone. It is open when this returns: nobody speaks to an ear that is still loading."""
    listener, microphone = _listener(language, game, chart), Microphone(name)
    microphone.open()
    return _listened(listener, microphone)


def _listened(listener: Listener, microphone: Microphone) -> Iterator[Understanding]:
    """While something is said aloud before more is asked for, and just after it, nothing is heard."""
    deaf_until = time.monotonic() + TAIL
    try:
        for block in microphone.blocks():
            if block.began < deaf_until:
                listener.skip(len(block.samples))
                continue
            for found in _understood(listener.feed(block.samples)):
                yield found
                deaf_until = time.monotonic() + TAIL
                listener.reset()
    finally:
        microphone.close()


def _understood(overheard: Iterable[Overheard]) -> Iterator[Understanding]:
    found = map(understood, overheard)
    yield from (one for one in found if one is not None)


class Aloud:
    """Says each answer and comes back when it was heard. Without a voice or a loudspeaker the screen has to do."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._reader = Reader()
        self._loudspeaker = Loudspeaker()
        self.fault: Fault | None = None

    def say(self, sentence: str) -> None:
        if self.fault:
            return
        try:
            sounds = self._reader.read(sentence, self._language)
            self._loudspeaker.play(sounds, "", lambda _: None, threading.Event())
        except Fault as fault:
            self.fault = fault

    def close(self) -> None:
        self._reader.close()
        self._loudspeaker.close()

"""The ear of the demonstration: the same recogniser that listens at a table, fed with a recording."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from referee import models
from referee.demo.playing import Caught, Ear
from referee.demo.script import Script
from referee.hearing.graph import graph
from referee.hearing.recogniser import Recogniser
from referee.hearing.waveform import RATE
from referee.language.grammar import Grammar
from referee.language.understanding import Understood
from referee.voice.sound import Sound, joined, silence


@contextmanager
def ear(language: str, script: Script) -> Iterator[Ear]:
    grammar = Grammar.load(language, script.game, script.mode)
    recogniser = Recogniser(graph(models.folder(language), grammar.network()))

    def hears(sound: Sound) -> Caught:
        around = [silence(0.3, RATE), sound, silence(0.1, RATE)]
        wordings = recogniser.decode(joined(around, RATE).samples)
        found = [grammar.parse(one.words) for one in wordings[:1]]
        return Caught(next((one for one in found if isinstance(one, Understood)), None))

    yield hears

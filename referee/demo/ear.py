"""The ear of the demonstration: the same that listens at a table, fed with recordings instead of a microphone."""

from __future__ import annotations

from referee.demo.playing import Caught, Ear
from referee.demo.script import Script
from referee.hearing import outfit
from referee.hearing.listener import Listener
from referee.hearing.told import understood
from referee.hearing.waveform import RATE
from referee.language.grammar import Grammar
from referee.voice.sound import Sound, joined, silence

_AROUND = 0.6  # seconds in which nobody speaks, so that the end of speech is heard as at a table


def ear(language: str, script: Script) -> Ear:
    listener = Listener([outfit.ear(Grammar.load(language, script.game, script.mode))])

    def hears(sound: Sound) -> list[Caught]:
        """Sound by sound; time goes on from one to the next."""
        around = silence(_AROUND, RATE)
        overheard = listener.feed(joined([around, sound, around, around], RATE).samples)
        found = [(understood(one), one.decided - one.ended) for one in overheard]
        return [Caught(understanding, late) for understanding, late in found if understanding is not None]

    return hears

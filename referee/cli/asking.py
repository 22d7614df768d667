"""Asks the questions of the set-up on the screen and aloud, and takes whichever answer comes first: typed or said."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from referee import devices
from referee.cli import aloud
from referee.console import keyboard
from referee.console.dialogue import Question
from referee.console.wrapping import to_read
from referee.faults import Fault
from referee.language.messages import Catalogue
from referee.table.views import before_the_game

if TYPE_CHECKING:
    from referee.cli.setup_ear import SetupEar
    from referee.hearing.own_voice import OwnVoice
    from referee.voice.speaker import Speaker

_LOOK = 0.05
"""Seconds between two looks at the ear."""


class Asker:
    """One question after another, at the keyboard of the table; with a voice and an ear where there are any."""

    def __init__(self, voice: Speaker | None = None, ear: SetupEar | None = None) -> None:
        self._voice, self.ear = voice, ear
        self.answered_aloud = False
        """Whether anything was taken by ear, and may have been misheard."""

    def __call__(self, question: Question) -> str:
        """The answer: a line as typed, or the value of what was heard. EOFError when nobody will answer any more."""
        if self.ear:
            self.ear.forget()
        self._say(question)
        try:
            return self._answer(question)
        finally:
            if self._voice:
                self._voice.hush()

    def _say(self, question: Question) -> None:
        if self._voice:
            self._voice.say([before_the_game(words, language) for words, language in question.spoken])

    def _answer(self, question: Question) -> str:
        print(to_read(question.shown.rstrip(), sys.stdout), end=" ", flush=True)
        while True:
            typed = keyboard.line_within(_LOOK)
            if typed is not None:
                return typed
            heard = self.ear.answer() if self.ear else None
            if heard is not None and heard.value is None:
                self._say(question)
            elif heard is not None and heard.value is not None:
                print(f"“{heard.words}”")
                self.answered_aloud = True
                return heard.value


@contextmanager
def asker(args: argparse.Namespace, languages: Sequence[str], microphone: str, words: Catalogue) -> Iterator[Asker]:
    """Who asks. A voice or a microphone that fails here is not worth a word: the questions are on the screen."""
    from referee.hearing.own_voice import OwnVoice

    own = OwnVoice()
    with devices.quietly(), ExitStack() as open_:
        voice = _voice(args, own) if aloud.wanted(args) else None
        if voice:
            open_.callback(voice.close)
        ear = None if args.text else _ear(languages, microphone, own, words)
        if ear:
            open_.callback(ear.close)
        yield Asker(voice, ear)


def _ear(languages: Sequence[str], microphone: str, own: OwnVoice, words: Catalogue) -> SetupEar | None:
    try:
        from referee.cli.setup_ear import SetupEar
    except ImportError:
        return None
    ear = SetupEar(languages, own)
    if not ear.open(microphone):
        return None
    print(words.shown("console.plain.preparing"), flush=True)
    ear.wait()
    return ear


def _voice(args: argparse.Namespace, own: OwnVoice) -> Speaker | None:
    from referee.voice.loudspeaker import Loudspeaker
    from referee.voice.reading import Reader
    from referee.voice.speaker import Speaker
    from referee.voice.talk import Talk

    reader = Reader(voice=args.voice, rate=args.rate)
    try:
        reader.check()
    except Fault:
        return None
    loudspeaker = Loudspeaker(args.loudspeaker, on_played=own.playback.played)
    voice = Speaker(
        reader,
        loudspeaker,
        Talk.ALL,
        volume=args.volume / 100,
        on_sound=lambda sounding: own.sounds(sounding.begins, sounding.ends, sounding.words),
    )
    voice.start()
    return voice

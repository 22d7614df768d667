"""A table with a virtual microphone and loudspeaker: the whole way from an order spoken to the answer heard."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from referee import app
from referee.cli.aloud import speaking
from referee.cli.listening import listening
from referee.rules.crews import Mode, Team
from referee.table.inputs import Typed
from referee.table.outputs import Reply
from referee.table.setup import Setup
from referee.voice.reading import Reader
from referee.voice.sound import Sound, joined, write
from tests.virtual_audio import RATE, SPEAKER, Recording, VirtualAudio


@dataclass
class Exchange:
    """One order and what came of it."""

    replies: list[Reply]
    answer: Sound
    late: float | None
    """Seconds from the last voiced sample of the order to the first sound of the answer."""


class TableAloud:
    """A game that hears and speaks."""

    def __init__(self, audio: VirtualAudio, table: app.LiveTable, language: str, folder: Path) -> None:
        self._audio, self._table, self._language, self._folder = audio, table, language, folder
        self._player = Reader(rate=150)
        self.replies: list[Reply] = []
        table.tell(lambda _, reply: self.replies.append(reply))

    def say(self, words: str) -> Exchange:
        """In the referee's own voice."""
        return self.play(joined(self._player.read(words, self._language), RATE))

    def play(self, order: Sound) -> Exchange:
        """Into the microphone; returns when the answer has been heard."""
        file = self._folder / "order.wav"
        write(file, order.at_rate(RATE))
        before = len(self.replies)
        with self._audio.record("mic") as asked, self._audio.record(SPEAKER) as heard:
            time.sleep(0.3)
            self._audio.say(file)
            self._until_silent(heard)
        spoken, first = asked.last_sound(), heard.first_sound()
        late = first - spoken if first is not None and spoken is not None else None
        answer = Sound((heard.samples / np.float32(32768)).astype(np.float32), heard.rate)
        return Exchange(self.replies[before:], answer, late)

    def _until_silent(self, heard: Recording) -> None:
        deadline = time.monotonic() + 6
        while time.monotonic() < deadline:
            last = heard.last_sound()
            if last is not None and time.monotonic() - last > 0.7:
                return
            time.sleep(0.05)

    def close(self) -> None:
        self._player.close()


@contextmanager
def table_aloud(
    audio: VirtualAudio, language: str, folder: Path, mode: Mode = Mode.REAL_TIME, microphone: str = "mic"
) -> Iterator[TableAloud]:
    """Both crews have dived; the game answers in short sentences."""
    args = argparse.Namespace(
        mic=[microphone],
        text=False,
        json=False,
        speak="short",
        voice=None,
        rate=None,
        volume=80,
        loudspeaker=SPEAKER,
    )
    setup = Setup(mode=mode, language=language, first=Team.BLUE)
    with app.new_game(setup, folder / f"{language}.game") as game:
        table = app.LiveTable(game, time.monotonic)
        for team in setup.teams:
            table.feed(Typed(table.now(), f"{team}: dive"))
        with speaking(args, table), listening(args, table):
            time.sleep(1.0)
            running = TableAloud(audio, table, language, folder)
            yield running
            running.close()

"""Plays a script: each line is spoken, heard, ruled and answered; what the crews tell the referee alone is tapped in.

The clock of the game is the script's own, so that the same demonstration always comes to the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee import app
from referee.demo.players import Players
from referee.demo.script import Line, Script
from referee.faults import Fault
from referee.journal.keeping import KeptGame
from referee.language.understanding import Understanding, Understood
from referee.rules import notation
from referee.rules.crews import Team
from referee.rules.orders import Announced
from referee.table.inputs import Heard, Pressed
from referee.table.outputs import Reply, Verdict
from referee.table.setup import Setup
from referee.voice.reading import Reader
from referee.voice.sound import Sound, joined, read, silence, write
from referee.voice.speaker import Speaker
from referee.voice.talk import usual
from referee.voice.wav_folder import RATE, WavFolder

ORDERS, REPLIES, WHOLE, JOURNAL = "orders", "replies", "whole-game.wav", "journal.game"
_WORD = 0.4  # seconds of the game's clock
_PAUSE = 1.0
_PATIENCE = 3  # how often somebody says the same thing
_BREATH = 0.35  # seconds of silence in the recording of the whole game


@dataclass(frozen=True, slots=True)
class Caught:
    """One thing an ear heard, and how many seconds after its last sound it knew."""

    understanding: Understanding
    late: float

    @property
    def announced(self) -> Announced | None:
        """The order, when it was one and only one."""
        return self.understanding.announced if isinstance(self.understanding, Understood) else None

    @property
    def order(self) -> str | None:
        """Its notation, whoever gave it."""
        return notation.text_of(self.announced.order) if self.announced else None


Ear = Callable[[Sound], Sequence[Caught]]
"""What is heard of a recording: STOP and what follows it may be two things; table talk is nothing."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One line of the script and what came of it."""

    at: float
    line: Line
    recording: Path | None
    caught: Sequence[Caught]
    replies: tuple[Reply, ...]
    """To each thing that was heard, or told."""
    answers: tuple[Path, ...]
    """The spoken replies."""
    sounded: float
    """Seconds of sound since the beginning, this moment's included."""


class Demonstration:
    """One game, in one language, into one folder."""

    def __init__(self, script: Script, language: str, folder: Path, ear: Ear) -> None:
        self.script, self.language, self.folder = script, language, folder
        self._ear = ear
        self._at = 0.0
        self._heard_by_all: list[Sound] = []
        self._orders = 0
        self._output = WavFolder(folder / REPLIES)
        self.winner: Team | None = None

    @property
    def journal(self) -> Path:
        return self.folder / JOURNAL

    def play(self) -> Iterator[Moment]:
        """The game, line by line."""
        self._clear()
        setup = Setup(self.script.game, self.script.scenario, self.script.mode, self.language, first=self.script.first)
        speaker = Speaker(Reader(), self._output, usual(setup.mode))
        try:
            speaker.start([self.language])
            with Players(self.language) as players, app.new_game(setup, self.journal) as game:
                for line in self.script.lines:
                    if words := line.words.get(self.language):
                        yield from self._said(line, words, players, game, speaker)
                    if line.told:
                        yield self._told(line, game, speaker)
                self.winner = game.session.screen.winner
            write(self.folder / WHOLE, joined(self._heard_by_all, RATE))
        finally:
            speaker.close()

    def _clear(self) -> None:
        """An earlier demonstration in the same folder makes room; nothing else in it is touched."""
        try:
            for folder in (ORDERS, REPLIES):
                (self.folder / folder).mkdir(parents=True, exist_ok=True)
                for old in (self.folder / folder).glob("[0-9][0-9][0-9]-*.wav"):
                    old.unlink()
            self.journal.unlink(missing_ok=True)
        except OSError as problem:
            raise Fault("voice.folder", folder=self.folder) from problem

    def _said(
        self, line: Line, words: str, players: Players, game: KeptGame[Any], speaker: Speaker
    ) -> Iterator[Moment]:
        """The line as it is said; who was not understood says it again, slower, as anybody would."""
        for slower in range(_PATIENCE):
            self._at += _PAUSE + _WORD * len(words.split())
            sound = players.say(line.who, words, slower)
            recording = self._recorded(sound, line)
            caught = self._ear(sound)
            replies = [game.feed(Heard(self._at, one.understanding)) for one in caught]
            yield self._answered(line, replies, speaker, recording, caught)
            if line.order is None or any(_came_to(reply, line) for reply in replies):
                return

    def _told(self, line: Line, game: KeptGame[Any], speaker: Speaker) -> Moment:
        """What the crew then tells the referee on its own screen."""
        announced = [notation.parse_line(told) for told in line.told]
        replies = [game.feed(Pressed(self._at, one)) for one in announced if one]
        return self._answered(line, replies, speaker)

    def _answered(
        self,
        line: Line,
        replies: Sequence[Reply],
        speaker: Speaker,
        recording: Path | None = None,
        caught: Sequence[Caught] = (),
    ) -> Moment:
        before = len(self._output.files)
        for reply in replies:
            speaker.say(reply.public)
        speaker.wait()
        answers = tuple(self._output.files[before:])
        self._heard_by_all += [part for answer in answers for part in (read(answer), silence(_BREATH, RATE))]
        sounded = sum(sound.seconds for sound in self._heard_by_all)
        return Moment(self._at, line, recording, caught, tuple(replies), answers, sounded)

    def _recorded(self, sound: Sound, line: Line) -> Path:
        self._orders += 1
        path = self.folder / ORDERS / f"{self._orders:03d}-{line.who or 'somebody'}.wav"
        write(path, sound)
        self._heard_by_all += [sound, silence(_BREATH, sound.rate)]
        return path


def _came_to(reply: Reply, line: Line) -> bool:
    """Whether this is what the speaker expected to come of it."""
    if reply.announced is None or notation.text_of(reply.announced.order) != line.order:
        return False
    return reply.reason == line.refused if line.refused else reply.verdict is Verdict.ACCEPTED

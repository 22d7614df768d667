"""A real-time game at one microphone, in which nobody names the crew for long: from the sound to whose order it was."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import app, models
from referee.cli.who_speaks import forget, speakers
from referee.hearing.ears import Ears
from referee.hearing.told import understood
from referee.journal import voices
from referee.language.grammar import Grammar
from referee.rules.crews import Game, Mode, Team
from referee.table.inputs import Typed
from referee.table.outputs import Reply
from referee.table.screen import Phase
from referee.table.setup import Setup
from tests.hearing.saying import heard, said
from tests.journal.test_debrief import GAME as GAME_WON

HER, HIM = "+f2", "+m3"
NAMED = (
    (HER, "blue dive"), (HIM, "yellow dive"),
    (HER, "blue head north"), (HIM, "yellow head south"),
    (HER, "blue head north"), (HIM, "yellow head south"),
)  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Iterator[app.LiveTable]:
    with app.new_game(Setup(mode=Mode.REAL_TIME), tmp_path / "a.game") as game:
        yield app.LiveTable(game, time.monotonic)


class Captains:
    """Two voices at one microphone."""

    def __init__(self, table: app.LiveTable) -> None:
        self.replies: list[Reply] = []
        table.tell(lambda _, reply: self.replies.append(reply))
        self._ears = Ears(table)
        self._ears.speakers = speakers(table, [Grammar.load("en", Game.CAPTAIN_SONAR)])

    def say(self, voice: str, words: str) -> Reply:
        for one in heard(said(words, variant=voice)):
            self._ears._heard(understood(one), None, one, one.decided)
        return self.replies[-1]


@pytest.mark.skipif(models.voices() is None, reason="no model of voices: referee models get voices")
def test_once_the_voices_are_known_nobody_needs_to_name_the_crew(table: app.LiveTable) -> None:
    captains = Captains(table)
    for voice, words in NAMED:
        assert captains.say(voice, words).verdict == "accepted", words
    for voice, team in ((HER, Team.BLUE), (HIM, Team.YELLOW)) * 2:
        reply = captains.say(voice, "head east")
        assert reply.announced is not None
        assert (reply.announced.team, reply.verdict) == (team, "accepted")
    kept = voices.kept(table.game.journal.path)
    assert 0 < len(kept) < 20_000
    assert Captains(table).say(HER, "head north").verdict == "accepted", "a game that is resumed knows them still"


@pytest.mark.skipif(models.voices() is None, reason="no model of voices: referee models get voices")
def test_a_voice_that_nobody_knows_is_asked_and_learned(table: app.LiveTable) -> None:
    captains = Captains(table)
    captains.say(HER, "blue dive")
    captains.say(HIM, "yellow dive")
    stranger = "+f5"
    for _ in range(3):
        if captains.say(stranger, "head north").verdict == "ambiguous":
            captains.say(stranger, "blue")
    reply = captains.say(stranger, "head north")
    assert reply.announced is not None
    assert (reply.announced.team, reply.verdict) == (Team.BLUE, "accepted")


def test_without_the_model_it_is_asked_as_before(table: app.LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "voices", lambda _: None)
    captains = Captains(table)
    for voice, words in NAMED:
        captains.say(voice, words)
    assert captains.say(HER, "head east").verdict == "ambiguous"
    assert captains.say(HER, "blue crew").verdict == "accepted"
    assert not voices.kept(table.game.journal.path)


def test_voices_are_forgotten_when_the_game_is_over(tmp_path: Path) -> None:
    with app.new_game(Setup(first=Team.BLUE), tmp_path / "a.game") as game:
        table, journal = app.LiveTable(game, time.monotonic), game.journal.path
        voices.keep(journal, b"somebody")
        for line in re.split(r"[;\n] *", GAME_WON.strip()):
            table.feed(Typed(table.now(), line))
        forget(table)
        assert voices.kept(journal)
        table.feed(Typed(table.now(), "yellow: hit direct"))
        assert table.session.screen.phase is Phase.OVER
        forget(table)
        assert not voices.kept(journal)

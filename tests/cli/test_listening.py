"""The microphones of a game: whose they are, when they are deaf, and what both of them heard."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee import app, models
from referee.cli.listening import Ears, Wanted, listening, wanted
from referee.demo.players import Players
from referee.faults import Fault
from referee.hearing.judge import Accepted, Chatter, Meaning
from referee.hearing.listener import Overheard
from referee.hearing.microphone import Block
from referee.language.understanding import Understood
from referee.rules.crews import Mode, Team
from referee.table.inputs import Input
from referee.table.outputs import Reply
from referee.table.setup import Setup
from referee.voice.loudspeaker import Sounding
from referee.voice.sound import write
from tests.table.tables import order
from tests.virtual_audio import RATE, virtual_audio

BLUE, YELLOW = Team.BLUE, Team.YELLOW


@pytest.fixture
def table(tmp_path: Path) -> Iterator[app.LiveTable]:
    with app.new_game(Setup(mode=Mode.REAL_TIME), tmp_path / "a.game") as game:
        yield app.LiveTable(game, time.monotonic)


def asked(*mics: str, **others: Any) -> argparse.Namespace:
    return argparse.Namespace(**({"mic": list(mics), "text": False, "json": False} | others))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Blue Yeti", Wanted(None, "Blue Yeti")),
        ("blue=Headset", Wanted(BLUE, "Headset")),
        ("yellow=USB:2", Wanted(YELLOW, "USB", 2)),
        ("HDA Intel: ALC (hw:0,0)", Wanted(None, "HDA Intel: ALC (hw:0,0)")),
        ("a=b", Wanted(None, "a=b")),
    ],
)
def test_a_microphone_is_the_tables_or_a_crews(text: str, expected: Wanted) -> None:
    assert wanted(asked(text), Setup()) == (expected,)


def test_typing_alone_needs_no_microphone() -> None:
    assert wanted(asked("x", text=True), Setup()) == wanted(asked("x", json=True), Setup()) == ()


def test_a_crew_of_the_other_game_has_no_microphone() -> None:
    with pytest.raises(Fault) as found:
        wanted(asked("green=x"), Setup())
    assert found.value.key == "play.no-such-team"


def test_it_is_deaf_while_the_referee_speaks_and_a_little_longer(table: app.LiveTable) -> None:
    ears = Ears(table)
    table.sounded(Sounding(10.0, 11.0))
    block = np.zeros(RATE // 50, np.float32)
    deaf = [ears._mutes(Block(block, at)) for at in (9.9, 10.01, 10.9, 11.2, 11.3)]
    assert deaf == [False, True, True, True, False]


def overheard(line: str) -> Overheard:
    announced = order(line)
    return Overheard(Accepted(Meaning(line, "", Understood(announced), line), (), 0.9), "en", 0.0, 1.0, 1.1)


def test_an_order_with_a_name_that_both_microphones_hear_is_one_order(table: app.LiveTable) -> None:
    heard: list[tuple[Input, Reply]] = []
    table.tell(lambda given, reply: heard.append((given, reply)))
    ears = Ears(table)
    for team, line in ((BLUE, "yellow: head S"), (YELLOW, "yellow: head S"), (BLUE, "head N"), (YELLOW, "head N")):
        ears._heard(overheard(line), team)
    assert [reply.announced and reply.announced.team for _, reply in heard] == [YELLOW, BLUE, YELLOW]
    ears._heard(Overheard(Chatter(()), "en", 0.0, 1.0, 1.1), BLUE)
    assert len(heard) == 3


def test_a_missing_microphone_is_told_and_the_game_goes_on_at_the_keyboard(table: app.LiveTable) -> None:
    told: list[str] = []
    with virtual_audio(["mic"]), listening(asked("no such thing"), table):
        pass
    table.tell_trouble(lambda fault: told.append(fault.key))
    assert told in (["microphone.no-such"], ["hearing.no-model"])


@pytest.mark.model
@pytest.mark.audio
def test_two_captains_are_heard_each_by_the_microphone_of_the_crew(table: app.LiveTable, tmp_path: Path) -> None:
    if not models.model_for("en").is_here:
        pytest.skip("needs the English model: referee models get en")
    replies: list[Reply] = []
    table.tell(lambda _, reply: replies.append(reply))
    with virtual_audio([BLUE, YELLOW]) as audio, Players("en") as players:
        for team, words in ((BLUE, "head north"), (YELLOW, "head south")):
            write(tmp_path / f"{team}.wav", players.say(team, words).trimmed().at_rate(RATE))
        with listening(asked("blue=blue", "yellow=yellow"), table):
            table.session.feed(_dive(table))
            time.sleep(1.0)
            for _ in range(4):  # people say it again; what must not happen is that one is taken for the other
                left = [team for team in (BLUE, YELLOW) if team not in {_crew(reply) for reply in replies}]
                both = [audio.start_saying(tmp_path / f"{team}.wav", team) for team in left]
                for voice in both:
                    voice.wait(20)
                _until(lambda: {_crew(reply) for reply in replies} >= {BLUE, YELLOW}, 3)
    heard = {reply.announced for reply in replies if reply.verdict == "accepted"}
    assert heard == {order("blue: head N"), order("yellow: head S")}


def _crew(reply: Reply) -> Team | None:
    return reply.announced.team if reply.announced and reply.verdict == "accepted" else None


def _dive(table: app.LiveTable) -> Input:
    from referee.table.inputs import Typed

    return Typed(table.now(), "dive")


def _until(true: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.05)

"""The microphones of a game: whose they are, when they are deaf, and what both of them heard."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee import app, models, shelf
from referee.cli.aloud import speaking
from referee.cli.listening import Wanted, listening, wanted
from referee.demo.players import Players
from referee.faults import Fault
from referee.hearing import outfit
from referee.hearing.attention import Attention
from referee.hearing.ears import Ears
from referee.hearing.examining import Ear
from referee.hearing.judgements import Accepted, Chatter, Meaning
from referee.hearing.listener import Listener, Overheard
from referee.hearing.microphone import Block
from referee.hearing.opening import ear
from referee.hearing.told import understood
from referee.hearing.waveform import Samples
from referee.language.grammar import Grammar
from referee.language.messages import catalogue
from referee.language.understanding import Understood
from referee.rules.crews import Game, Mode, Team
from referee.table.inputs import Input, Typed
from referee.table.outputs import Reply
from referee.table.setup import Setup
from referee.voice.reading import Reader
from referee.voice.shelf import Shelf
from referee.voice.sound import joined, write
from tests.hearing.loud_room import PLAYED, START, LoudRoom, loudness
from tests.hearing.saying import an_ear, model, room, said
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


def test_it_is_deaf_while_the_referee_speaks_where_its_voice_cannot_be_taken_away(table: app.LiveTable) -> None:
    ears, listener = Ears(table), Listener([])
    attention = Attention(listener, ears.own)
    ears.own.sounds(10.0, 11.0, "Blue heads north.")
    heard = []
    for at in (9.9, 10.01, 10.9, 11.2, 11.3):
        listener._before.append((np.zeros(160, np.float32), -90.0))
        attention.feed(Block(np.zeros(320, np.float32), at))
        heard.append(len(listener._before) > 0)
    assert heard == [True, False, False, False, True]


def overheard(line: str) -> Overheard:
    announced = order(line)
    return Overheard(Accepted(Meaning(line, "", Understood(announced), line, line), (), 0.9), "en", 0.0, 1.0, 1.1)


def test_an_order_with_a_name_that_both_microphones_hear_is_one_order(table: app.LiveTable) -> None:
    heard: list[tuple[Input, Reply]] = []
    table.tell(lambda given, reply: heard.append((given, reply)))
    ears = Ears(table)
    for team, line in ((BLUE, "yellow: head S"), (YELLOW, "yellow: head S"), (BLUE, "head N"), (YELLOW, "head N")):
        one = overheard(line)
        ears._heard(understood(one), team, one, 5.0)
    assert [reply.announced and reply.announced.team for _, reply in heard] == [YELLOW, BLUE, YELLOW]
    talk = Overheard(Chatter(()), "en", 0.0, 1.0, 1.1)
    ears._heard(understood(talk), BLUE, talk, 5.0)
    assert len(heard) == 3


def test_a_missing_microphone_is_told_and_the_game_goes_on_at_the_keyboard(table: app.LiveTable) -> None:
    told: list[str] = []
    with virtual_audio(["mic"]), listening(asked("no such thing"), table):
        pass
    table.tell_trouble(lambda fault: told.append(fault.key))
    assert told in (["microphone.no-such"], ["hearing.no-model"])


@pytest.mark.model
def test_a_damaged_second_model_is_told_once_and_done_without(
    table: app.LiveTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for language in ("en", "fr"):
        model(language)
    monkeypatch.setattr(models, "second", lambda _: tmp_path)
    ears, told = Ears(table), list[Fault]()
    setup = Setup(team_languages={Team.BLUE: "fr"})
    chart = shelf.scenario(setup.game, setup.scenario, setup.mode).chart
    opened = [outfit.listener(setup, team, chart, ears.once) for team in (None, Team.YELLOW)]
    assert [[ear.second for ear in one._ears] for one in opened] == [[None, None], [None]]
    table.tell_trouble(told.append)
    assert [fault.key for fault in told] == ["hearing.no-second"]
    for language in ("en", "fr"):
        sentence = catalogue(language).shown(f"faults.{told[0].key}", **told[0].slots)
        assert tmp_path.name in sentence and sentence.endswith(": referee models get second --again")


REFEREE = {
    "en": (
        "Announce a course, or a system. Yellow has surfaced in sector four.",
        "Yellow, torpedo in C six.",
        "Blue, say STOP first.",
    ),
    "fr": (
        "Annoncez une route ou un système. Jaune a fait surface dans le secteur quatre.",
        "Jaune, torpille en C six.",
        "Bleu, dites d’abord stop.",
    ),
}
COURSE = {"en": "head north", "fr": "route au nord"}
LOUD, SOFT = 1.0, 0.2


@pytest.mark.model
@pytest.mark.parametrize("language", ["en", "fr"])
def test_over_the_referee_an_order_is_heard_and_its_own_words_are_none(
    language: str, table: app.LiveTable, tmp_path: Path
) -> None:
    ear, reader = an_ear(language), Reader(shelf=Shelf(tmp_path / "voice"))
    try:
        lines = [(line, joined(reader.read(line, language), PLAYED).samples) for line in REFEREE[language]]
    finally:
        reader.close()
    table.session.feed(_dive(table))
    for loud in (LOUD, SOFT):
        assert taken_in(table, ear, lines, loud) == [], "the referee took its own words for an order"
    for words, line in ((COURSE[language], "blue: head N"), ("stop", "blue: stop")):
        taken = taken_in(table, ear, lines, LOUD, said(words, language))
        # asked back is the least: French courses are half drowned where this room answers longest
        assert [reply.announced for reply in taken] in ([order(line)], [None]), "lost in silence, or another order"
        assert words != "stop" or taken[0].announced == order(line), "STOP is never asked about"


def taken_in(
    table: app.LiveTable, ear: Ear, lines: list[tuple[str, Samples]], loud: float, over: Samples | None = None
) -> list[Reply]:
    """What becomes of it when the referee is heard, and a captain speaks into the first of its words at the end."""
    room, at, began = LoudRoom(drift=20), 0.5, 0.0
    ears, replies = Ears(table), list[Reply]()
    for words, sound in (*lines, lines[0]):
        began = at
        at = room.plays(at, sound) + 0.6
        ears.own.sounds(START + began, START + at - 0.6, words)
    heard = room.echo(at + 1.5)
    if over is not None:
        speech, start = room.voice(over[RATE : -round(1.2 * RATE)]), round((began + 0.8) * RATE)
        heard[start : start + len(speech)] += speech * np.float32(loudness(heard) / loudness(speech))
    heard = heard * np.float32(loud) + room.noise(at + 1.5)
    replies = listened_to(table, replies)
    attention = Attention(Listener([ear]), ears.own)
    for block in room.blocks(heard, ears.own.playback):
        ears.hears(attention, block, BLUE)
    return list(replies)


def listened_to(table: app.LiveTable, replies: list[Reply]) -> list[Reply]:
    table._listeners.clear()
    table.tell(lambda given, reply: replies.append(reply))
    return replies


@pytest.mark.model
@pytest.mark.audio
def test_stop_ends_what_the_referee_is_saying(table: app.LiveTable, tmp_path: Path) -> None:
    model("en")
    table.session.feed(_dive(table))
    table.session.feed(Typed(table.now(), "yellow: surface 4"))
    replies: list[Reply] = []
    table.tell(lambda _, reply: replies.append(reply))
    voice = argparse.Namespace(json=False, speak="short", mic=[], voice=None, rate=None, volume=80, loudspeaker=None)
    with virtual_audio(["mic"]) as audio, Players("en") as players, audio.record() as loudspeaker:
        audio.echo(0.3)
        write(tmp_path / "stop.wav", players.say(BLUE, "blue, stop").trimmed().at_rate(RATE))
        with speaking(voice, table), listening(asked("mic"), table):
            time.sleep(1.0)
            for _ in range(4):  # said again, as a sound server that stutters may make it necessary
                asked_at = time.monotonic()
                table.feed(Typed(table.now(), "status"))
                _until(lambda: (loudspeaker.first_sound(after=asked_at) or 0.0) > 0, 5)  # noqa: B023
                time.sleep(1.0)
                audio.say(tmp_path / "stop.wav")
                _until(lambda: any(reply.announced == order("blue: stop") for reply in replies), 2)
                if any(reply.announced == order("blue: stop") for reply in replies):
                    break
            time.sleep(4.0)
    assert any(reply.announced == order("blue: stop") for reply in replies)
    began, last = loudspeaker.first_sound(after=asked_at), loudspeaker.last_sound()
    assert began and last and last - began < 4.0, "the situation takes five seconds to say"


@pytest.mark.model
def test_an_order_in_both_microphones_is_the_crews_who_hears_it_louder(table: app.LiveTable) -> None:
    table.session.feed(_dive(table))
    replies: list[Reply] = []
    table.tell(lambda given, reply: replies.append(reply))
    ears, grammar = Ears(table), Grammar.load("en", Game.CAPTAIN_SONAR)
    hearing = {team: Attention(Listener([ear(grammar, model("en"))]), ears.own) for team in (YELLOW, BLUE)}
    sounds = [said("head north"), room(0.5), said("activating sonar", variant="+m3")]
    own = np.concatenate(sounds) + room(len(np.concatenate(sounds)) / RATE, 0.002)
    heard = {YELLOW: own * np.float32(0.2) + room(len(own) / RATE, 0.001), BLUE: own}
    for start in range(0, len(own), 320):
        for team, attention in hearing.items():
            block = heard[team][start : start + 320].astype(np.float32)
            ears.hears(attention, Block(block, 100 + start / RATE), team)
    assert [_crew(reply) for reply in replies if reply.announced == order("blue: head N")] == [BLUE]
    assert {reply.announced.team for reply in replies if reply.announced} == {BLUE}


@pytest.mark.model
@pytest.mark.audio
def test_two_captains_are_heard_each_by_the_microphone_of_the_crew(table: app.LiveTable, tmp_path: Path) -> None:
    model("en")
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
    return Typed(table.now(), "dive")


def _until(true: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.05)

"""Streams of sound: what is said is where they say, as far above the room as they say, and the same each time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.hearing.waveform import RATE, Samples
from referee.rules.crews import Game
from tests.bench import noises
from tests.bench.clips import Clip, a_part, loudness
from tests.bench.echo import LiveRoom
from tests.bench.rooms import Room, Rooms, Stream, streams


def _tone(seconds: float, pitch: float) -> Samples:
    times = np.arange(round(seconds * RATE)) / RATE
    return (0.3 * np.sin(2 * np.pi * pitch * times) * np.sin(np.pi * times / seconds)).astype(np.float32)


def _clip(name: str, voice: str, order: str | None, part: str = "learn", seconds: float = 0.6) -> Clip:
    quiet = np.zeros(RATE // 5, np.float32)
    sound = np.concatenate([quiet, _tone(seconds, 200 + len(part) * 20), quiet])
    return Clip(name, voice, name, order, Game.CAPTAIN_SONAR, made=sound, part=part, bounds=(0.2, 0.2 + seconds))


TALK = [
    _clip(f"talk {who} {n}", f"person-{who}@1.1", None, part)
    for who in range(8)
    for n in range(2)
    for part in ("learn", "report")
]
ORDERS = [_clip(f"order {n}", f"person-{n}", "head N") for n in range(8)]


def _stream(room: str, order: Clip = ORDERS[0], seed: int = 1) -> Stream:
    return Rooms("en", "learn", TALK, seed=seed).stream(order, Room.named(room))


def _between(stream: Stream, began: float, ended: float) -> Samples:
    return stream.samples[round(began * RATE) : round(ended * RATE)]


@pytest.mark.parametrize(
    "room", ["quiet", "talk:15", "babble:10", "kitchen:15", "music:15", "quiet+far", "talk:15+after+before"]
)
def test_the_same_seed_makes_the_same_stream(room: str) -> None:
    one, other, another = _stream(room), _stream(room), _stream(room, seed=2)
    assert np.array_equal(one.samples, other.samples) and one.said == other.said
    assert len(another.samples) != len(one.samples) or not np.array_equal(another.samples, one.samples)


def test_an_order_is_where_the_stream_says_with_seconds_of_the_room_around_it() -> None:
    stream = _stream("quiet")
    (order,) = stream.said
    assert order.order == "head N" and order.ended - order.began == pytest.approx(0.6)
    assert order.began >= 2.5 and stream.seconds - order.ended >= 2.0
    inside = loudness(_between(stream, order.began, order.ended))
    assert inside > 50 * np.abs(_between(stream, 0, order.began)).std()
    assert inside > 50 * np.abs(_between(stream, order.ended, stream.seconds)).std()


@pytest.mark.parametrize("decibels", [20, 10])
def test_a_noise_is_so_many_decibels_below_the_voice(decibels: int) -> None:
    """The vacuum cleaner is even: a part of it is as loud as all of it."""
    quiet, stream = _stream("quiet"), _stream(f"vacuum:{decibels}")
    (order,) = stream.said
    room = np.concatenate([_between(stream, 0, order.began), _between(stream, order.ended, stream.seconds)])
    here = quiet.said[0]
    voice = loudness(_between(quiet, here.began, here.ended))
    levels = 0.03, 0.12  # of the voice: the two streams are drawn apart
    noise = float(np.sqrt((room.astype(np.float64) ** 2).mean()))
    assert levels[0] <= voice <= levels[1]
    assert levels[0] * 0.9 <= noise * 10 ** (decibels / 20) <= levels[1] * 1.1


@pytest.mark.parametrize("side", ["after", "before"])
def test_somebody_talks_straight_beside_the_order(side: str) -> None:
    gaps = set()
    for clip in ORDERS:
        order, talk = _stream(f"quiet+{side}", clip).said
        assert order.order and talk.order is None
        gap = order.began - talk.ended if side == "after" else talk.began - order.ended
        same = talk.clip.split()[1] == clip.voice.split("-")[1]
        assert 0.25 <= gap <= 0.5 if same else -0.08 <= gap <= 0.15
        gaps.add(same)
    assert gaps == {True, False}


def test_each_part_hears_noises_and_rooms_of_its_own() -> None:
    learn, report = (Rooms("en", part, TALK) for part in ("learn", "report"))
    for kind in ("talk", "babble", "kitchen", "music"):
        assert not np.array_equal(learn.noise(kind, 0)[:RATE], report.noise(kind, 0)[:RATE]), kind


def test_talk_has_pauses_and_babble_has_none() -> None:
    rooms = Rooms("en", "learn", TALK)
    silent = {
        kind: float(np.mean(np.abs(rooms.noise(kind, 1)[: 60 * RATE]).reshape(-1, RATE // 10).max(axis=1) < 0.05))
        for kind in ("talk", "babble")
    }
    assert silent["talk"] > 0.05
    assert silent["babble"] < 0.01


def test_nobody_is_measured_against_his_own_voice() -> None:
    loud = replace(TALK[0], made=_tone(1.0, 1000), bounds=(0.0, 1.0))
    rooms = Rooms("en", "learn", [loud, *TALK[1:]])
    order = _clip("order", loud.person, "head N")
    for seed in range(4):
        stream = Rooms("en", "learn", [loud, *TALK[1:]], seed=seed).stream(order, Room.named("babble:0"))
        assert _pitch(stream.samples, 1000) < _pitch(rooms.noise("babble", 1), 1000) / 100


def _pitch(sound: Samples, pitch: float) -> float:
    """How loud one pitch is, beside all others."""
    spectrum = np.abs(np.fft.rfft(sound))
    place = round(pitch * len(sound) / RATE)
    return float(spectrum[place - 5 : place + 6].max() / spectrum.max())


def test_laughter_comes_in_bursts() -> None:
    laughs = noises.laughter(np.random.default_rng(1))
    levels = np.abs(laughs[: len(laughs) // 160 * 160]).reshape(-1, 160).mean(axis=1)
    rising = np.count_nonzero((levels[1:] > 3 * levels[:-1]) & (levels[1:] > 0.1))
    assert 3 <= rising <= 20


def test_a_live_room_dies_away_as_it_says() -> None:
    for seed in range(3):
        room = LiveRoom(np.random.default_rng(seed))
        click = np.zeros(RATE // 10, np.float32)
        click[0] = 1.0
        energy = room.heard(click, np.random.default_rng(1)).astype(np.float64) ** 2
        left = 10 * np.log10(energy[::-1].cumsum()[::-1] / energy.sum() + 1e-12)
        fell = (np.argmax(left < -25) - np.argmax(left < -5)) / RATE * 3
        assert 0.6 * room.echoes < fell < 1.6 * room.echoes


def test_a_far_voice_begins_where_it_is_said_to_and_echoes_on() -> None:
    stream = _stream("quiet+far")
    (order,) = stream.said
    before, echo = _between(stream, order.began - 0.5, order.began), _between(stream, order.ended, order.ended + 0.1)
    assert np.abs(before).max() < 2e-3
    assert np.abs(echo).max() > 5 * np.abs(before).max()


def test_a_room_that_is_none_is_one_sentence() -> None:
    for name in ("cellar:15", "talk", "talk:loud", "quiet+near"):
        with pytest.raises(ValueError, match="no room"):
            Room.named(name)


def test_a_part_takes_every_voice_in_its_share() -> None:
    chosen = a_part([*ORDERS, *TALK], 10)
    assert len(chosen) == len({clip.name for clip in chosen}) == 10
    found = list(streams(Rooms("en", "learn", TALK), ORDERS, ["quiet", "talk:15"], 4))
    assert [one.room for one in found] == ["quiet", "talk:15"] * 2

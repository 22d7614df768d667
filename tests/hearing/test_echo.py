"""Our own voice is taken out of what a microphone hears: in rooms made by arithmetic, with sounds like speech."""

from __future__ import annotations

import time

import numpy as np
import pytest

from referee.hearing.attention import LIKELY, SURELY
from referee.hearing.echo import Canceller, State
from referee.hearing.microphone import Block
from referee.hearing.playback import Playback
from referee.hearing.waveform import RATE, Samples
from tests.hearing.loud_room import PLAYED, START, LoudRoom, loudness, syllables

LENGTH = 3.0
PAUSE = 0.6


def talking(room: LoudRoom, times: int = 5, seed: int = 50) -> float:
    """The referee says something several times; gives when it has done."""
    at = 0.5
    for number in range(times):
        at = room.plays(at, syllables(LENGTH, seed + number, PLAYED)) + PAUSE
    return at


def through(room: LoudRoom, heard: Samples) -> tuple[Canceller, Samples]:
    canceller = Canceller(playback := Playback())
    left = [canceller.feed(block).samples for block in room.blocks(heard, playback)]
    return canceller, np.concatenate(left)


def softer(echo: Samples, left: Samples, began: float, ended: float) -> float:
    """Decibels by which an echo became softer between two moments."""
    at, until = round(began * RATE), min(len(left), round(ended * RATE))
    before, after = np.square(echo[at:until]).sum(), np.square(left[at:until]).sum()
    return float(10 * np.log10(before / after))


@pytest.mark.parametrize("delay", [0.0, 0.15, 0.3])
@pytest.mark.parametrize("drift", [0, 10, 100])
def test_it_finds_the_delay_and_follows_the_clocks(delay: float, drift: float) -> None:
    room = LoudRoom(delay=delay, drift=drift)
    end = talking(room)
    echo = room.echo(end)
    canceller, left = through(room, echo + room.noise(end))
    assert canceller.quality.hears
    assert canceller.quality.delay == pytest.approx(delay, abs=0.02)
    assert canceller.quality.drift == pytest.approx(drift, abs=10)
    assert softer(echo, left, end - LENGTH - PAUSE + 0.3, end - PAUSE) > 12


def test_somebody_who_speaks_meanwhile_is_heard_as_he_spoke_and_disturbs_nothing() -> None:
    room = LoudRoom(drift=30)
    end = talking(room, 7)
    echo = room.echo(end)
    voice = room.voice(syllables(end - 1, 7))
    voice = np.concatenate([voice, np.zeros(RATE, np.float32)])[: len(echo)]
    voice *= np.float32(loudness(echo) / loudness(voice))
    near = voice + room.noise(len(voice) / RATE)
    canceller, left = through(room, echo[: len(near)] + near)
    assert canceller.quality.hears
    count = len(left)
    assert softer(echo, left - near[:count], end - 2 * (LENGTH + PAUSE), end - PAUSE) > 15


def test_each_stream_may_be_heard_a_little_earlier_or_later() -> None:
    room = LoudRoom(late=(0.0, 0.02, 0.005, 0.03, 0.0))
    end = talking(room)
    echo = room.echo(end)
    _, left = through(room, echo + room.noise(end))
    for number in (2, 3, 4):
        began = 0.5 + number * (LENGTH + PAUSE)
        assert softer(echo, left, began + 0.5, began + LENGTH) > 15


@pytest.mark.parametrize("louder", [0.4, 2.5])
def test_the_volume_may_be_turned_in_mid_word(louder: float) -> None:
    room = LoudRoom()
    end = talking(room)
    echo = room.echo(end)
    turned = end - PAUSE - 1.6
    echo[round(turned * RATE) :] *= np.float32(louder)
    canceller, left = through(room, echo + room.noise(end))
    assert canceller.quality.hears
    assert softer(echo, left, turned + 0.3, end - PAUSE) > 15


def test_samples_that_the_microphone_lost_are_missed() -> None:
    room = LoudRoom()
    end = talking(room)
    echo = room.echo(end)
    heard, lost = echo + room.noise(end), round((end - PAUSE - 2.5) * RATE) // 320 * 320
    canceller, left = Canceller(playback := Playback()), []
    for block in room.blocks(heard, playback):
        if not lost <= round((block.ended - START) * RATE) // 320 * 320 < lost + 1600:
            left.append(canceller.feed(block).samples)
    kept = np.delete(echo, np.s_[lost - 320 : lost + 1280])
    assert softer(kept, np.concatenate(left), end - PAUSE - 1.4, end - PAUSE - 0.3) > 15


def test_while_nothing_is_played_nothing_is_done_and_nothing_is_late() -> None:
    canceller = Canceller(Playback())
    block = Block(np.ones(320, np.float32), 1.0)
    assert canceller.feed(block) is block


def test_what_is_kept_back_is_less_than_a_sixtieth_of_a_second_and_never_lost() -> None:
    room = LoudRoom()
    end = talking(room, 2)
    heard, canceller, fed, given = room.echo(end + 3), Canceller(playback := Playback()), 0, 0
    for block in room.blocks(heard, playback):
        left = canceller.feed(block)
        fed, given = fed + len(block.samples), given + len(left.samples)
        assert fed - given < 256
        assert left.ended == pytest.approx(block.ended - (fed - given) / RATE)
    assert fed == given


def test_a_loudspeaker_that_is_not_heard_is_known_as_such() -> None:
    room = LoudRoom()
    end = talking(room, 3)
    heard = room.noise(end)
    canceller, left = through(room, heard)
    assert canceller.quality.state is State.UNHEARD and canceller.quality.hears
    assert np.array_equal(left, heard[: len(left)])


def test_an_echo_that_cannot_be_taken_away_is_known_as_such() -> None:
    """Something between us and the loudspeaker changes all the time what is played."""
    room = LoudRoom()
    end = talking(room, 4)
    echo, chance = room.echo(end), np.random.default_rng(3)
    for start in range(0, len(echo), 800):
        echo[start : start + 800] = np.roll(echo[start : start + 800], int(chance.integers(-300, 300)))
    canceller, _ = through(room, echo + room.noise(end))
    assert not canceller.quality.hears


def test_what_is_left_of_our_own_voice_is_told_from_somebody_elses() -> None:
    room = LoudRoom(late=(0.0, 0.02, 0.0, 0.01, 0.0, 0.02))
    end = talking(room, 6)
    echo = room.echo(end) + room.noise(end)
    began, ended = end - PAUSE - 2.5, end - PAUSE - 1.3
    canceller, _ = through(room, echo)
    alone = canceller.likeness.stranger(START + began, START + ended)
    word = room.voice(syllables(ended - began, 9))
    at = round(began * RATE)
    echo[at : at + len(word)] += word * np.float32(0.7 * loudness(echo) / loudness(word))
    canceller, _ = through(room, echo)
    assert alone < LIKELY
    assert canceller.likeness.stranger(START + began, START + ended) > SURELY


def test_it_costs_little() -> None:
    room = LoudRoom(drift=20)
    end = talking(room)
    heard = room.echo(end) + room.noise(end)
    began = time.process_time()
    through(room, heard)
    assert (time.process_time() - began) / end < 0.08, "twice what it is, on a slow machine"

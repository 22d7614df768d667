"""The microphone path as it is at a table: PortAudio, a device that comes and goes, two of them at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
import soundfile

from referee import devices
from referee.faults import Fault
from referee.hearing.listener import Listener, Overheard
from referee.hearing.microphone import Microphone, named
from referee.hearing.opening import ear
from referee.hearing.waveform import RATE, Samples
from referee.language.grammar import Grammar
from referee.rules.crews import Game
from tests.hearing.saying import model, notations, room, said
from tests.virtual_audio import VirtualAudio, virtual_audio

pytestmark = [pytest.mark.audio, pytest.mark.model]


class Attending:
    """Listens to one microphone in a thread of its own."""

    def __init__(self, name: str, channel: int | None = None) -> None:
        self.faults: list[Fault] = []
        self.heard: list[Overheard] = []
        self.blocks = 0
        self.microphone = Microphone(name, channel, self.faults.append)
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._ready = threading.Event()
        self._thread.start()
        assert self._ready.wait(20)
        self.microphone.open()

    def _listen(self) -> None:
        # a recogniser belongs to the thread that made it
        listener = Listener([ear(Grammar.load("en", Game.CAPTAIN_SONAR), model("en"))])
        self._ready.set()
        for block in self.microphone.blocks():
            self.blocks += 1
            self.heard += listener.feed(block.samples)

    def orders(self) -> list[str]:
        return notations(list(self.heard))

    def listens(self) -> bool:
        before = self.blocks
        return until(lambda: self.blocks > before, 0.3)

    def close(self) -> None:
        self.microphone.close()
        self._thread.join(3)


@contextmanager
def attending(name: str, channel: int | None = None) -> Iterator[Attending]:
    one = Attending(name, channel)
    try:
        yield one
    finally:
        one.close()


def until(done: Callable[[], bool], seconds: float = 15.0) -> bool:
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        time.sleep(0.05)
    return done()


def say(audio: VirtualAudio, **files: Path) -> None:
    """To several microphones at once."""
    speaking = [audio.start_saying(file, microphone) for microphone, file in files.items()]
    assert [one.wait(20) for one in speaking] == [0] * len(files)


def written(folder: Path, name: str, samples: Samples) -> Path:
    file = folder / f"{name}.wav"
    soundfile.write(file, samples, RATE, subtype="PCM_16")
    return file


def test_orders_are_heard_through_a_microphone_that_goes_and_comes_back(tmp_path: Path) -> None:
    model("en")
    north = written(tmp_path, "north", said("head north"))
    noisy = said("are you in sector five")
    five = written(tmp_path, "five", noisy + room(len(noisy) / RATE, 0.005))
    with virtual_audio(["mic"], speaker=False) as audio, attending("mic") as table:
        audio.say(north)
        assert until(lambda: table.orders() == ["head N"])
        audio.unplug("mic")
        assert until(lambda: bool(table.faults))
        audio.plug_in("mic")
        assert until(table.listens)
        time.sleep(1.0)  # the room is known again
        audio.say(five)
        assert until(lambda: table.orders() == ["head N", "drone 5"])
        assert [fault.key for fault in table.faults] == ["microphone.lost", "microphone.back"]


def test_two_microphones_hear_their_own_crew(tmp_path: Path) -> None:
    model("en")
    north = written(tmp_path, "north", said("head north"))
    south = written(tmp_path, "south", said("head south"))
    with virtual_audio(["blue", "yellow"]) as audio, attending("blue") as blue, attending("yellow") as yellow:
        say(audio, blue=north, yellow=south)
        assert until(lambda: (blue.orders(), yellow.orders()) == (["head N"], ["head S"]))


def test_the_level_is_known_and_nothing_is_lost_meanwhile(tmp_path: Path) -> None:
    model("en")
    loud = written(tmp_path, "loud", np.concatenate([room(0.5, 0.1)] * 4))
    with virtual_audio(["mic"]) as audio:
        microphone = Microphone("mic")
        microphone.open()
        try:
            playing = audio.start_saying(loud)
            levels = [
                float(np.abs(block.samples).max()) for block, _ in zip(microphone.blocks(), range(100), strict=False)
            ]
            playing.wait(10)
        finally:
            microphone.close()
        assert max(levels) > 0.2
        assert microphone.overflows == 0


def test_one_of_two_microphones_comes_back_under_another_number(tmp_path: Path) -> None:
    model("en")
    orders = {one: written(tmp_path, one, said(f"head {one}")) for one in ("north", "south", "east")}
    with (
        virtual_audio(["blue", "yellow"], apart=["blue"]) as audio,
        attending("blue") as blue,
        attending("yellow") as yellow,
    ):
        assert until(lambda: blue.listens() and yellow.listens())
        audio.unplug("blue")
        assert until(lambda: [fault.key for fault in blue.faults] == ["microphone.lost"], 5)
        say(audio, yellow=orders["south"])
        assert until(lambda: yellow.orders() == ["head S"])
        audio.list_as("other", "yellow", "blue")
        audio.plug_in("blue")
        audio.plug_in("other")
        assert until(blue.listens)
        time.sleep(1.0)
        say(audio, blue=orders["north"], yellow=orders["east"])
        assert until(lambda: blue.orders() == ["head N"])
        assert until(lambda: yellow.orders() == ["head S", "head E"])
        assert [fault.key for fault in blue.faults] == ["microphone.lost", "microphone.back"]
        assert yellow.faults == []


def test_one_that_does_not_answer_is_left_alone_and_found_when_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.devices._PATIENCE", 0.5)
    with virtual_audio(["blue", "yellow"], apart=["blue"]) as audio:
        blue, yellow = Microphone("blue"), Microphone("yellow")
        yellow.open()
        try:
            with audio.frozen("blue"), pytest.raises(Fault, match=r"microphone\.not-opened"):
                blue.open()
            assert until(lambda: not devices.waits_for_a_call())
            blue.open()
            assert len(next(blue.blocks()).samples)
            assert len(next(yellow.blocks()).samples)
        finally:
            blue.close()
            yellow.close()


def test_one_that_freezes_is_told_and_comes_back_and_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.devices._PATIENCE", 0.5)
    faults: list[Fault] = []
    with virtual_audio(["blue", "yellow"], apart=["blue"]) as audio:
        blue, yellow = Microphone("blue", None, faults.append), Microphone("yellow")
        blue.open()
        yellow.open()
        blocks = blue.blocks()
        next(blocks)
        with audio.frozen("blue"):
            listening = threading.Thread(target=lambda: all(blocks), daemon=True)
            listening.start()
            assert until(lambda: [fault.key for fault in faults] == ["microphone.lost"])
            yellow.close()  # while the other is being looked for
        assert until(lambda: [fault.key for fault in faults] == ["microphone.lost", "microphone.back"])
        with audio.frozen("blue"):
            blue.close()
        assert until(lambda: not devices.waits_for_a_call())


def test_a_microphone_that_is_plugged_in_later_is_found(tmp_path: Path) -> None:
    with virtual_audio(["mic"], speaker=False, plugged=False) as audio:
        microphone = Microphone("mic")
        with pytest.raises(Fault, match=r"microphone\.(none|no-such|not-opened)"):
            microphone.open()
        audio.plug_in("mic")
        microphone.open()
        try:
            assert len(next(microphone.blocks()).samples)
        finally:
            microphone.close()


def test_each_crew_has_its_channel_of_a_stereo_microphone(tmp_path: Path) -> None:
    model("en")
    left, right = said("head north"), said("head south")
    both = np.zeros((max(len(left), len(right)), 2), np.float32)
    both[: len(left), 0], both[: len(right), 1] = left, right
    pair = written(tmp_path, "pair", both)
    with (
        virtual_audio(["pair"], stereo=["pair"]) as audio,
        attending("pair", 0) as blue,
        attending("pair", 1) as yellow,
    ):
        audio.say(pair)
        assert until(lambda: (blue.orders(), yellow.orders()) == (["head N"], ["head S"]))


def test_blocks_that_nobody_fetches_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.hearing.microphone._MOST", 10)
    with virtual_audio(["mic"]):
        microphone = Microphone("mic")
        microphone.open()
        try:
            assert until(lambda: microphone.overflows > 0)
            assert until(lambda: len(next(microphone.blocks()).samples) > 0)
        finally:
            microphone.close()


INPUTS = [
    {"name": "USB Microphone", "hostapi": 0, "max_input_channels": 1, "index": 0},
    {"name": "Webcam", "hostapi": 0, "max_input_channels": 2, "index": 1},
    {"name": "USB Microphone", "hostapi": 1, "max_input_channels": 1, "index": 2},
    {"name": "USB Microphone (second)", "hostapi": 1, "max_input_channels": 1, "index": 3},
    {"name": "Studio Line", "hostapi": 2, "max_input_channels": 8, "index": 4},
]


@pytest.mark.parametrize(
    ("name", "system", "index"),
    [("usb", 0, 0), ("USB Microphone", 1, 2), ("cam", 1, 1), ("second", 0, 3), ("line", 0, 4)],
)
def test_a_name_that_several_sound_systems_know_is_one_microphone(name: str, system: int, index: int) -> None:
    assert named(INPUTS, name, system)["index"] == index


@pytest.mark.parametrize(
    ("name", "system", "key", "known"),
    [
        ("usb", 1, "microphone.two", "USB Microphone, USB Microphone (second)"),
        ("drum", 0, "microphone.no-such", "USB Microphone, Webcam, USB Microphone (second), Studio Line"),
    ],
)
def test_a_name_that_none_or_two_have_is_told_with_those_there_are(
    name: str, system: int, key: str, known: str
) -> None:
    with pytest.raises(Fault) as fault:
        named(INPUTS, name, system)
    assert (fault.value.key, fault.value.slots["known"]) == (key, known)


def test_without_any_microphone_there_is_none_to_choose_from() -> None:
    with pytest.raises(Fault, match=r"microphone\.none"):
        named([], "USB", 0)

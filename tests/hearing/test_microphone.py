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

from referee.faults import Fault
from referee.hearing.listener import Listener, Overheard
from referee.hearing.microphone import Microphone
from referee.hearing.opening import ear
from referee.hearing.waveform import RATE, Samples
from referee.language.grammar import Grammar
from referee.rules.crews import Game
from tests.hearing.saying import model, notations, room, said
from tests.virtual_audio import virtual_audio

pytestmark = [pytest.mark.audio, pytest.mark.model]


class Attending:
    """Listens to one microphone in a thread of its own."""

    def __init__(self, name: str) -> None:
        self.faults: list[Fault] = []
        self.heard: list[Overheard] = []
        self.microphone = Microphone(name, on_fault=self.faults.append)
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
            self.heard += listener.feed(block.samples)

    def orders(self) -> list[str]:
        return notations(list(self.heard))

    def close(self) -> None:
        self.microphone.close()
        self._thread.join(3)


@contextmanager
def attending(name: str) -> Iterator[Attending]:
    one = Attending(name)
    try:
        yield one
    finally:
        one.close()


def until(done: Callable[[], bool], seconds: float = 15.0) -> bool:
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        time.sleep(0.05)
    return done()


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
        time.sleep(2.5)
        audio.say(five)
        assert until(lambda: table.orders() == ["head N", "drone 5"])
        assert {fault.key for fault in table.faults} == {"microphone.lost"}


def test_two_microphones_hear_their_own_crew(tmp_path: Path) -> None:
    model("en")
    north = written(tmp_path, "north", said("head north"))
    south = written(tmp_path, "south", said("head south"))
    with virtual_audio(["blue", "yellow"]) as audio, attending("blue") as blue, attending("yellow") as yellow:
        both = [audio.start_saying(north, "blue"), audio.start_saying(south, "yellow")]
        assert [one.wait(20) for one in both] == [0, 0]
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

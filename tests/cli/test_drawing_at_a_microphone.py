"""A chart drawn at a microphone: it is listened to, answered aloud, and not heard by itself."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from referee.voice.reading import Reader
from referee.voice.shelf import Shelf
from referee.voice.sound import joined, write
from tests.hearing.saying import model
from tests.virtual_audio import VirtualAudio


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    made = Reader(shelf=Shelf(tmp_path / "voice"))
    yield made
    made.close()


@pytest.mark.audio
@pytest.mark.model
def test_what_is_said_is_drawn_and_repeated_aloud(audio: VirtualAudio, reader: Reader, tmp_path: Path) -> None:
    model("en")
    audio.echo()
    order = tmp_path / "order.wav"
    write(order, joined(reader.read("island Charlie three", "en"), 16000).then_silence(0.5))
    command = [sys.executable, "-m", "referee", "scenarios", "draw", "umbria", "--language", "en", "--mic"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    with (
        audio.record() as loudspeaker,
        subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as drawing,
    ):
        shown = Shown(drawing)
        try:
            assert "Umbria" in shown.until_ready(60)
            assert loudspeaker.last_sound() is not None
            answer = ""
            for _ in range(4):  # said again, as a sound server that stutters may make it necessary
                time.sleep(1.2)
                ended = audio.say(order)
                answer = shown.until_ready(8)
                if "Island at C3." in answer:
                    break
            assert "Island at C3." in answer
            repeated = loudspeaker.first_sound(after=ended)
            assert repeated is not None
            time.sleep(1.5)
            drawing.send_signal(signal.SIGINT)
            assert drawing.wait(timeout=20) == 130
        finally:
            drawing.kill()
    kept = (tmp_path / "sonar-referee" / "scenarios" / "sonar" / "umbria.toml").read_text(encoding="utf-8")
    assert sum("#" in line for line in kept.splitlines()[1:]) == 1  # its own answers drew nothing
    assert "  3  . . # . ." in kept


class Shown:
    """What a program shows, read while it runs."""

    def __init__(self, program: subprocess.Popen[bytes]) -> None:
        assert program.stdout is not None
        self._pipe = program.stdout
        self._pieces: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def until_ready(self, seconds: float) -> str:
        """Everything up to where it is somebody's turn to speak; what there is when that does not come."""
        shown, late = b"", time.monotonic() + seconds
        while not shown.endswith(b"> ") and time.monotonic() < late:
            with suppress(queue.Empty):
                shown += self._pieces.get(timeout=0.1)
        return shown.decode()

    def _read(self) -> None:
        while piece := self._pipe.read(1):
            self._pieces.put(piece)

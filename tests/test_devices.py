"""PortAudio is one for the whole process: what it writes, and when its list may be read."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from referee import devices
from tests.virtual_audio import VirtualAudio

SCRIPT = """
import os, sys
from referee.devices import quietly
with quietly():
    os.write(2, b"over the screen ")
    print("seen", file=sys.stderr)
    print("too", file=sys.__stderr__)
os.write(2, b"and after")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="what C writes cannot be kept from the terminal there")
def test_what_a_library_writes_is_kept_from_the_screen_and_what_python_writes_is_not() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert done.stderr == "seen\ntoo\nand after"


TWO_THREADS = """
import os, threading
from referee.devices import quietly
inside, go_on = threading.Event(), threading.Event()
def other():
    with quietly():
        inside.set()
        go_on.wait()
thread = threading.Thread(target=other)
with quietly():
    with quietly():
        thread.start()
        inside.wait()
    os.write(2, b"over the screen ")
os.write(2, b"still over it ")
go_on.set()
thread.join()
os.write(2, b"and after")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="what C writes cannot be kept from the terminal there")
def test_it_is_quiet_as_long_as_anybody_wants_it() -> None:
    done = subprocess.run([sys.executable, "-c", TWO_THREADS], capture_output=True, text=True, check=True)
    assert done.stderr == "and after"


@pytest.mark.audio
def test_the_list_is_read_only_while_nobody_plays_and_others_rest(audio: VirtualAudio) -> None:
    import sounddevice

    rested: list[str] = []

    @contextmanager
    def rest() -> Iterator[None]:
        rested.append("closed")
        yield
        rested.append("open")

    recording, playing = object(), object()
    assert devices.read_anew(sounddevice, "mic")
    devices.hold(recording, rest)
    try:
        assert not devices.read_anew(sounddevice, "second")  # it has not come: nobody is disturbed
        audio.list_as("second", "mic")
        audio.plug_in("second")
        devices.hold(playing)
        assert not devices.read_anew(sounddevice, "second")
        devices.let_go(playing)
        assert rested == []
        assert devices.read_anew(sounddevice, "second")
        assert rested == ["closed", "open"]
        assert "second" in [one["name"] for one in sounddevice.query_devices()]
    finally:
        devices.let_go(playing)
        devices.let_go(recording)

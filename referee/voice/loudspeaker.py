"""The loudspeaker: our own stream, a fresh one for each utterance.

A stream that starts is primed with what is to be heard, so that the first sample is on its way at once whatever the
device buffers. It ends by its own callback, which drops what is buffered: ending it from outside cancels a thread that
may be waiting for Python just then, and takes the whole program along. A fresh one follows whoever plugs in a headset,
and fails at once where starting an old one on a vanished device waits for ever. A device that vanishes meanwhile is
known by a callback that no longer comes; only then is the stream aborted, for stopping would wait for ever, too.

All that is given to the device is also given, with its moment, to whoever asked: so a microphone can know what of the
sound in the room is our own.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from referee import devices
from referee.faults import Fault
from referee.voice.sound import Sound

RATE = 48000
_BLOCK = RATE // 100
_BUFFER = 0.1  # seconds a busy machine may be late without being heard to stutter
_LOST = 1.0
_ENDS = 0.3
_LOOK = 0.25
_AGAIN = 5.0


@dataclass(frozen=True, slots=True)
class Sounding:
    """From when until when the loudspeaker is heard, on `time.monotonic()`; what is still to come is in it."""

    begins: float
    ends: float
    words: str = ""
    language: str = ""


Listener = Callable[[Sounding], None]


class Played(Protocol):
    """Told of all that a device takes: 16-bit samples, their rate, when they were taken on `time.monotonic()`, and
    whether they are the first of an utterance. Called where sound is played: nothing may be computed in it."""

    def __call__(self, pcm: bytes, rate: int, moment: float, *, first: bool) -> None: ...


def _nobody(pcm: bytes, rate: int, moment: float, *, first: bool) -> None:
    """Where nobody listens."""


class Output(Protocol):
    """Where sound goes."""

    def open(self) -> None:
        """Get ready, so that the first sound is not late; a fault when there is nothing to play to."""

    def play(self, sounds: Iterable[Sound], name: str, listener: Listener, cut: threading.Event) -> None:
        """Play them one after the other and return when the last was heard, or it was cut. The listener is told when
        it begins, and each time the end is known better."""

    def hush(self) -> None:
        """Be silent at once, from any thread. Whoever calls it has set the `cut` of what is playing."""

    def close(self) -> None:
        """Let the device go."""


class _Tape:
    """What is being played. The callback reads it; it grows while the next clause is made."""

    def __init__(self, on_played: Played = _nobody) -> None:
        self.pcm = bytearray()
        self.place = 0
        self._on_played, self._first = on_played, True
        self.over = False
        self.called = time.monotonic()
        self.heard_until = 0.0

    @property
    def left(self) -> int:
        return len(self.pcm) - self.place

    def fill(self, out: Any, frames: int, moment: Any, _status: Any) -> None:
        """Called by PortAudio: copies bytes and notes the time, nothing else."""
        self.called = time.monotonic()
        wanted = min(2 * frames, self.left)
        taken = bytes(self.pcm[self.place : self.place + wanted]) + bytes(2 * frames - wanted)
        out[:] = taken
        self.place += wanted
        self._on_played(taken, RATE, self.called, first=self._first)
        self._first = False
        if wanted:
            ahead = max(0.0, moment.outputBufferDacTime - moment.currentTime)
            self.heard_until = self.called + min(ahead, 1.0) + wanted / 2 / RATE


class Loudspeaker:
    """A device of this machine: the default one, or one by its name."""

    def __init__(self, device: str | None = None, buffer: float = _BUFFER, on_played: Played = _nobody) -> None:
        self._device = device
        self._buffer = buffer
        self._on_played = on_played
        self._stream: Any = None
        self._abort: type[BaseException] = RuntimeError
        self._tape = _Tape()
        self._ended = threading.Event()
        self._lock = threading.RLock()
        self._try_again = 0.0

    def open(self) -> None:
        with self._lock:
            self._opened()
            self._release()

    def play(self, sounds: Iterable[Sound], name: str, listener: Listener, cut: threading.Event) -> None:  # noqa: ARG002
        begins = 0.0
        tape = _Tape(self._on_played)
        try:
            for sound in sounds:
                tape.pcm += sound.at_rate(RATE).pcm()
                if cut.is_set():
                    break
                begins = begins or self._start(tape, cut)
                listener(Sounding(begins, time.monotonic() + tape.left / 2 / RATE + self._buffer))
            self._wait(tape, cut)
        finally:
            self._release()
        if begins:
            listener(Sounding(begins, min(time.monotonic(), tape.heard_until)))

    def hush(self) -> None:
        self._tape.over = True

    def close(self) -> None:
        """Nothing stays open between two utterances."""

    def _start(self, tape: _Tape, cut: threading.Event) -> float:
        with self._lock:
            self._tape = tape
            stream = self._opened()
            begins = tape.called = time.monotonic()
            if not cut.is_set():
                stream.start()
            return begins

    def _opened(self) -> Any:
        """A stream; a device that was not there is tried again only now and then, for trying takes its time."""
        with devices.turn:
            stream = self._made()
            devices.hold(self)
        return stream

    def _made(self) -> Any:
        if time.monotonic() < self._try_again:
            raise Fault("voice.no-device")
        try:
            import sounddevice  # noqa: PLC0415
        except OSError as error:
            raise self._lost("voice.no-portaudio") from error
        try:
            self._stream = sounddevice.RawOutputStream(
                RATE, _BLOCK, self._device, 1, "int16", self._buffer,
                callback=self._fill, finished_callback=self._ended.set, **_settings(sounddevice),
            )  # fmt: skip
            self._ended.clear()
            self._abort = sounddevice.CallbackAbort
        except (sounddevice.PortAudioError, ValueError) as error:
            raise self._lost("voice.no-device") from error
        return self._stream

    def _release(self) -> None:
        with self._lock:
            stream, self._stream = self._stream, None
            self._tape.over = True
        if stream is None:
            return
        if stream.active and not self._ended.wait(_ENDS):
            stream.abort()  # its device is gone, and with it whoever would call us back
        else:
            stream.stop()
        stream.close()
        devices.let_go(self)

    def _fill(self, *block: Any) -> None:
        tape = self._tape
        if tape.over:
            raise self._abort
        tape.fill(*block)

    def _wait(self, tape: _Tape, cut: threading.Event) -> None:
        """Until the last sample was heard, or it is cut, or the device is gone."""
        while not cut.is_set():
            now = time.monotonic()
            if not tape.left and now >= tape.heard_until:
                break
            if tape.left and now - tape.called > _LOST:
                raise self._lost("voice.lost-device")
            rest = tape.left / 2 / RATE if tape.left else tape.heard_until - now
            cut.wait(min(_LOOK, max(0.002, rest)))

    def _lost(self, key: str) -> Fault:
        self._try_again = time.monotonic() + _AGAIN
        return Fault(key)


def _settings(sounddevice: Any) -> dict[str, Any]:
    """Windows' shared mode plays no rate but its own unless it is told to convert."""
    apis = sounddevice.query_hostapis()
    default = sounddevice.query_devices(kind="output")
    wasapi = "WASAPI" in apis[default["hostapi"]]["name"]
    return {"extra_settings": sounddevice.WasapiSettings(auto_convert=True)} if wasapi else {}

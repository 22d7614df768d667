"""A microphone as a stream of blocks that does not end: one that is lost is noticed, told once, and opened again.

The callback copies bytes and notes the time, nothing else, and ends the stream itself when it is asked to: ending it
from outside cancels a thread that may be waiting for Python just then, and takes the whole program along. A device that
vanished calls back no more while it still says that it is active; stopping it would wait for ever, so it is aborted.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.faults import Fault
from referee.hearing.waveform import RATE, Resampler, Samples, mono

_BLOCK = 0.02
_LOST = 1.0  # seconds without a block
_AGAIN = 1.0
_ENDS = 0.3
_MOST = 500  # blocks that may wait for a busy recogniser: ten seconds


@dataclass(frozen=True, slots=True)
class Block:
    """Some 16 kHz samples, and when the last of them was recorded, on `time.monotonic()`."""

    samples: Samples
    ended: float

    @property
    def began(self) -> float:
        return self.ended - len(self.samples) / RATE


class Microphone:
    """One device, or one channel of it. `name` is any part of the device's name that no other has."""

    def __init__(
        self, name: str | None = None, channel: int | None = None, on_fault: Callable[[Fault], None] = lambda _: None
    ) -> None:
        self.name = name
        self._channel = channel
        self._on_fault = on_fault
        self._blocks: queue.Queue[tuple[float, bytes]] = queue.Queue(_MOST)
        self._closed = threading.Event()
        self._opening = threading.Lock()
        self._stream: Any = None
        self._over, self._ended = False, threading.Event()
        self._abort: type[BaseException] = RuntimeError
        self._channels = 1
        self._resampler = Resampler(RATE)
        self._told = False
        self.overflows = 0

    def open(self) -> None:
        """Begin to record; a fault when there is no such device, or two."""
        with self._opening:
            if not self._closed.is_set():  # it may have been closed while it was looked for
                self._open()

    def _open(self) -> None:
        sounddevice = _portaudio()
        device = _device(sounddevice, self.name)
        self._channels = 1 if self._channel is None else self._channel + 1
        rate = _rate(sounddevice, device, self._channels)
        self._over, self._abort = False, sounddevice.CallbackAbort
        self._ended.clear()
        try:
            self._stream = sounddevice.RawInputStream(
                rate, int(rate * _BLOCK), device["index"], self._channels, "int16", "low",
                callback=self._take, finished_callback=self._ended.set,
            )  # fmt: skip
            self._stream.start()
        except sounddevice.PortAudioError as error:
            self._release()
            raise Fault("microphone.not-opened", name=device["name"]) from error
        self._resampler = Resampler(rate)

    def blocks(self) -> Iterator[Block]:
        """Until it is closed. While the device is away nothing comes."""
        while not self._closed.is_set():
            try:
                ended, frames = self._blocks.get(timeout=_LOST)
            except queue.Empty:
                if not self._closed.is_set():
                    self._reopen()
                continue
            self._told = False
            yield Block(self._resampler.feed(self._samples(frames)), ended)

    def close(self) -> None:
        self._closed.set()
        with self._opening:
            self._release()

    def _samples(self, frames: bytes) -> Samples:
        found = np.frombuffer(frames, "<i2").astype(np.float32) / np.float32(32768)
        return mono(found.reshape(-1, self._channels), self._channel)

    def _take(self, frames: Any, _count: int, _moment: Any, status: Any) -> None:
        """Called by PortAudio."""
        if self._over:
            raise self._abort
        try:
            self._blocks.put_nowait((time.monotonic(), bytes(frames)))
        except queue.Full:
            self.overflows += 1
        self.overflows += bool(status)

    def _reopen(self) -> None:
        if not self._told:
            self._told = True
            self._on_fault(Fault("microphone.lost", name=self.name or ""))
        with self._opening:
            self._release()
        try:
            self.open()
        except Fault:
            self._closed.wait(_AGAIN)

    def _release(self) -> None:
        stream, self._stream = self._stream, None
        self._over = True
        if stream is None:
            return
        if stream.active and not self._ended.wait(_ENDS):
            stream.abort()  # its device is gone, and with it whoever would call us back
        else:
            stream.stop()
        stream.close()


def _portaudio() -> Any:
    try:
        import sounddevice  # noqa: PLC0415
    except OSError as error:
        raise Fault("microphone.no-portaudio") from error
    return sounddevice


def _device(sounddevice: Any, name: str | None) -> Any:
    """The device of this name, the one system that has it told apart by PortAudio's own order."""
    try:
        return sounddevice.query_devices(name, "input")
    except sounddevice.PortAudioError as error:
        raise Fault("microphone.none") from error
    except ValueError as error:
        found = [one["name"] for one in sounddevice.query_devices() if one["max_input_channels"]]
        sought = (name or "").casefold()
        same = [one for one in found if sought in one.casefold()]
        key = "microphone.two" if len(same) > 1 else "microphone.no-such"
        raise Fault(key, name=name, known=", ".join(dict.fromkeys(same or found))) from error


def _rate(sounddevice: Any, device: Any, channels: int) -> int:
    """16 kHz where the device takes it, else its own rate."""
    try:
        sounddevice.check_input_settings(device["index"], channels, "int16", samplerate=RATE)
    except sounddevice.PortAudioError:
        return int(device["default_samplerate"])
    return RATE

"""A microphone as a stream of blocks that does not end: one that is lost is noticed, opened again, and both are told.

The callback copies bytes and notes the time, nothing else, and ends the stream itself when it is asked to: ending it
from outside cancels a thread that may be waiting for Python just then, and takes the whole program along. A device that
vanished calls back no more while it still says that it is active; stopping it would wait for ever, so it is aborted.
Opening one that fails, and closing it, may wait for ever all the same: after some seconds it is left to itself.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import devices
from referee.faults import Fault
from referee.hearing.waveform import RATE, Resampler, Samples, mono

_BLOCK = 0.02
_LOST = 1.0  # seconds without a block
_AGAIN = 1.0
_ENDS = 0.3
_MOST = 500  # blocks that may wait for a busy recogniser: ten seconds
_MUTE = 10.0  # seconds of which not one sample is anything: no microphone is as quiet as that
_MANY = 8  # more channels than any microphone has: a device of the sound server that gives as many as are asked for


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
        self._stream: _Stream | None = None
        self._channels = 1
        self._resampler = Resampler(RATE)
        self._told = False
        self._mute = 0.0
        self.overflows = 0

    def open(self) -> None:
        """Begin to record; a fault when there is no such device, or two."""
        with devices.turn:
            if self._closed.is_set():  # it may have been closed while it was looked for
                return
            try:
                self._open()
            except Fault:
                if not devices.read_anew(_portaudio(), self.name):
                    raise
                self._open()  # it has been plugged in since

    def _open(self) -> None:
        sounddevice = _portaudio()
        device = _device(sounddevice, self.name)
        self._channels = _channels(device, self._channel)
        stream = _Stream(sounddevice, self._take)
        try:
            rate = devices.in_time(lambda: stream.open(device, self._channels), lambda _: stream.close())
        except (sounddevice.PortAudioError, devices.Stuck) as error:
            stream.over = True
            raise Fault("microphone.not-opened", name=device["name"]) from error
        self._stream = stream
        devices.hold(self, self._resting)
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
            if self._told:
                self._told = False
                self._on_fault(Fault("microphone.back", name=self.name or ""))
            self._listens_to(frames)
            yield Block(self._resampler.feed(self._samples(frames)), ended)

    def close(self) -> None:
        self._closed.set()
        with devices.turn:
            self._release()

    def _samples(self, frames: bytes) -> Samples:
        found = np.frombuffer(frames, "<i2").astype(np.float32) / np.float32(32768)
        return mono(found.reshape(-1, self._channels), self._channel)

    def _listens_to(self, frames: bytes) -> None:
        """One that has been switched off, or that the system keeps from us, gives nothing but zeros, from the start."""
        if self._mute < 0:
            return
        self._mute = -1.0 if any(frames) else self._mute + _BLOCK
        if self._mute >= _MUTE:
            self._mute = -1.0
            self._on_fault(Fault("microphone.mute", name=self.name or ""))

    def _take(self, frames: Any, status: Any) -> None:
        """Called by PortAudio."""
        try:
            self._blocks.put_nowait((time.monotonic(), bytes(frames)))
        except queue.Full:
            self.overflows += 1
        self.overflows += bool(status)

    def _reopen(self) -> None:
        if not self._told:
            self._told = True
            self._on_fault(Fault("microphone.lost", name=self.name or ""))
        try:
            with devices.turn:
                self._release()
                # by an old list it may be found where another device is now
                devices.read_anew(_portaudio(), self.name)
                self.open()
        except Fault:
            self._closed.wait(_AGAIN)

    @contextmanager
    def _resting(self) -> Iterator[None]:
        """Closed for as long as somebody reads the list of devices."""
        self._release()
        try:
            yield
        finally:
            with suppress(Fault):  # then it is missed in a second, and looked for
                if not self._closed.is_set():
                    self._open()

    def _release(self) -> None:
        stream, self._stream = self._stream, None
        if stream is None:
            return
        stream.over = True
        with suppress(devices.Stuck):
            devices.in_time(stream.close, lambda _: None)
        devices.let_go(self)


class _Stream:
    """One stream of PortAudio. One that is given up while it opens gives nothing to whoever asked for it."""

    def __init__(self, sounddevice: Any, take: Callable[[Any, Any], None]) -> None:
        self._sounddevice = sounddevice
        self._take = take
        self._stream: Any = None
        self._ended = threading.Event()
        self.over = False

    def open(self, device: Mapping[str, Any], channels: int) -> int:
        """Begin to record; gives the rate."""
        rate = _rate(self._sounddevice, device, channels)
        self._stream = self._sounddevice.RawInputStream(
            rate, int(rate * _BLOCK), device["index"], channels, "int16", "low",
            callback=self._called, finished_callback=self._ended.set,
        )  # fmt: skip
        try:
            self._stream.start()
        except self._sounddevice.PortAudioError:
            self.close()
            raise
        return rate

    def _called(self, frames: Any, _count: int, _moment: Any, status: Any) -> None:
        if self.over:
            raise self._sounddevice.CallbackAbort
        self._take(frames, status)

    def close(self) -> None:
        self.over = True
        if self._stream.active and not self._ended.wait(_ENDS):
            self._stream.abort()  # its device is gone, and with it whoever would call us back
        else:
            self._stream.stop()
        self._stream.close()


def _portaudio() -> Any:
    try:
        import sounddevice  # noqa: PLC0415
    except OSError as error:
        raise Fault("microphone.no-portaudio") from error
    return sounddevice


def _device(sounddevice: Any, name: str | None) -> Mapping[str, Any]:
    """The device of this name, or the system's own."""
    own: Mapping[str, Any] | None
    try:
        own = sounddevice.query_devices(kind="input")
    except (sounddevice.PortAudioError, ValueError):
        own = None
    known = [one for one in sounddevice.query_devices() if one["max_input_channels"]]
    if name:
        return named(known, name, own["hostapi"] if own else 0)
    if own is None:
        raise Fault("microphone.none")
    return own


def named(known: Sequence[Mapping[str, Any]], name: str, system: int) -> Mapping[str, Any]:
    """The one device with this in its name. Windows lists each device once for every sound system it has: what the
    preferred system knows is taken there, and only what it does not know from another."""
    if not known:
        raise Fault("microphone.none")
    sought = name.casefold()
    found = [one for one in known if sought in one["name"].casefold()]
    found = [one for one in found if sought == one["name"].casefold()] or found
    if not found:
        names = ", ".join(dict.fromkeys(one["name"] for one in known))
        raise Fault("microphone.no-such", name=name, known=names)
    systems = [one["hostapi"] for one in found]
    preferred = system if system in systems else systems[0]
    among = [one for one in found if one["hostapi"] == preferred]
    if len(among) > 1:
        raise Fault("microphone.two", name=name, known=", ".join(one["name"] for one in among))
    return among[0]


def _channels(device: Mapping[str, Any], channel: int | None) -> int:
    """How many are opened. For one of them all of the device's: asked for fewer, a system mixes them."""
    has: int = device["max_input_channels"]
    if channel is None:
        return 1
    if channel >= has:
        raise Fault("microphone.no-channel", name=device["name"], channel=channel + 1)
    return has if has <= _MANY else max(2, channel + 1)


def _rate(sounddevice: Any, device: Mapping[str, Any], channels: int) -> int:
    """16 kHz where the device takes it, else its own rate."""
    try:
        sounddevice.check_input_settings(device["index"], channels, "int16", samplerate=RATE)
    except sounddevice.PortAudioError:
        return int(device["default_samplerate"])
    return RATE

"""What the loudspeaker was given, sample by sample, and when: nobody has to guess what comes back from it.

The moment kept of a stream is the one at which its first sample was taken from us. What a device says about its own
delay is never asked: it may be wrong, and nothing is heard before it was taken.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from referee.hearing.waveform import RATE, Samples

_STREAMS = 20  # of which more is kept than ever sounds at once
_PLACES = 128  # between two samples, at which a sample is read
_CROSSINGS = 12  # of the kernel, on each side
_OPEN = 0.95  # of the band that a microphone hears
_KEPT = 2.5  # seconds of what was read: where a delay turns out to be another, it is read again
_OVER = 1.0  # seconds after its last sample in which a stream may still go on


@dataclass(slots=True, eq=False)
class Stream:
    """One stretch of sound: its rate, when it began on `time.monotonic()`, and what it has been given so far."""

    rate: int
    began: float
    chunks: list[bytes] = field(default_factory=list)


class Playback:
    """All that one loudspeaker plays. Who plays adds to it, each microphone reads it."""

    def __init__(self) -> None:
        self._streams: list[Stream] = []
        self._turn = threading.Lock()

    def played(self, pcm: bytes, rate: int, moment: float, *, first: bool) -> None:
        """Some 16-bit samples were taken at this moment, the first of a stream or those that follow. It may be called
        from where sound is played: it waits for nobody who computes."""
        if first:
            with self._turn:
                self._streams = [*self._streams[-_STREAMS:], Stream(rate, moment)]
        if self._streams:
            self._streams[-1].chunks.append(pcm)

    def since(self, stream: Stream | None) -> Sequence[Stream]:
        """The streams that began after this one."""
        streams = self._streams
        return streams[streams.index(stream) + 1 :] if stream in streams else streams


class Line:
    """One stream as one microphone reads it: at any place between two samples, and any speed."""

    def __init__(self, stream: Stream, place: float) -> None:
        self.stream = stream
        self.place = place
        """Of the sample that is read next."""
        self._step = stream.rate / RATE
        self._reach = _reach(stream.rate)
        self._chunks = 0
        self._kept = np.zeros(2 * self._reach, np.float32)
        self._start = -2 * self._reach

    def read(self, count: int, speed: float) -> Samples:
        """The next samples at 16 kHz; silence before the stream and after it."""
        found = self.past(self.place, count, speed)
        self.place += count * self._step * speed
        self._forget()
        return found

    def past(self, place: float, count: int, speed: float) -> Samples:
        """Samples from a place on, which may have been read before."""
        self._take()
        places = place + np.arange(count) * (self._step * speed)
        first = np.floor(places).astype(np.int64)
        part = ((places - first) * _PLACES).astype(np.int64)
        at = first - self._start - self._reach + 1
        inside = (at >= 0) & (at < len(self._kept) - 2 * self._reach)
        if not inside.any():
            return np.zeros(count, np.float32)
        windows = sliding_window_view(self._kept, 2 * self._reach)[np.where(inside, at, 0)]
        return np.asarray(np.einsum("ij,ij->i", _kernels(self.stream.rate)[part], windows) * inside, np.float32)

    def moves(self, samples: float) -> None:
        """What is heard comes so many samples of 16 kHz later than was thought."""
        self.place -= samples * self._step

    def before(self, samples: float, speed: float) -> float:
        """The place so many samples of 16 kHz ago."""
        return self.place - samples * self._step * speed

    @property
    def is_over(self) -> bool:
        return self.place > self._start + len(self._kept) + _OVER * self.stream.rate

    def _take(self) -> None:
        chunks = self.stream.chunks[self._chunks :]
        if chunks:
            self._chunks += len(chunks)
            new = np.frombuffer(b"".join(chunks), "<i2").astype(np.float32) / np.float32(32768)
            self._kept = np.concatenate([self._kept, new])

    def _forget(self) -> None:
        old = int(self.place - self._start - _KEPT * self.stream.rate)
        if old > self.stream.rate // 4:
            self._kept = self._kept[old:]
            self._start += old


def _reach(rate: int) -> int:
    return -int(-_CROSSINGS // min(1.0, RATE / rate))


@cache
def _kernels(rate: int) -> NDArray[np.float32]:
    """For each place between two samples, how much every sample around it counts."""
    cut, reach = _OPEN * min(1.0, RATE / rate), _reach(rate)
    away = (np.arange(_PLACES)[:, None] + 0.5) / _PLACES - np.arange(-reach + 1, reach + 1)
    window = np.cos(np.pi * away / (2 * reach + 2)) ** 2
    return np.asarray(cut * np.sinc(cut * away) * window, np.float32)

"""Recordings as sound to listen to: WAV, FLAC and what else libsndfile reads, of any rate; raw samples from a pipe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
import soundfile
from numpy.typing import NDArray

from referee import devices
from referee.faults import Fault
from referee.hearing.waveform import RATE, Resampler, Samples, mono

_BLOCK = 0.02  # seconds, as from a microphone
_RATES = range(4000, 768_001)  # no recorder takes more; whatever claims to would fill the memory
_LACKS = re.compile(r"^data\s*: (\d+) \(should be (\d+)\)", re.MULTILINE)  # as libsndfile notes it
_ANY_LENGTH = 0x7FFFFFFE
"""What writes into a pipe does not know the length, and gives this or more."""
_FILES = {b"RIFF": "WAV", b"fLaC": "FLAC", b"OggS": "OGG", b"FORM": "AIFF"}


def blocks(file: Path, channel: int | None = None) -> Iterator[Samples]:
    """A recording as blocks of 16 kHz, its channels mixed or one of them alone. One that breaks off is a fault after
    all of it that is there."""
    try:
        yield from _blocks(file, channel)
    except soundfile.SoundFileError as problem:
        if not file.exists():
            raise Fault("hearing.no-file", file=file) from problem
        raise Fault("hearing.not-audio", file=file) from problem


def _blocks(file: Path, channel: int | None) -> Iterator[Samples]:
    if file.is_file() and file.stat().st_size == 0:
        raise Fault("hearing.empty", file=file)
    if file.is_dir():
        raise Fault("hearing.not-audio", file=file)
    with devices.quietly():
        sound = soundfile.SoundFile(file)
    with sound:
        if sound.frames == 0:
            raise Fault("hearing.empty", file=file)
        if channel is not None and not 0 <= channel < sound.channels:
            raise Fault("hearing.no-channel", file=file, channels=sound.channels, channel=channel + 1)
        if sound.samplerate not in _RATES:
            key = "hearing.rate" if sound.samplerate < _RATES.start else "hearing.no-rate"
            raise Fault(key, file=file, rate=sound.samplerate)
        yield from _resampled(file, sound, channel)


def _resampled(file: Path, sound: soundfile.SoundFile, channel: int | None) -> Iterator[Samples]:
    resampler, breaks, count = Resampler(sound.samplerate), _is_cut(sound), 0
    try:
        while len(block := _next(sound)):
            count += len(block)
            yield resampler.feed(mono(np.clip(np.nan_to_num(block), -1.0, 1.0), channel))
    except soundfile.LibsndfileError:
        breaks = True
    yield resampler.rest()
    if breaks:
        raise Fault("hearing.breaks-off", file=file, seconds=round(count / sound.samplerate, 1))


def _next(sound: soundfile.SoundFile) -> NDArray[np.float32]:
    """One block more, none at the end. Quiet for no longer than that: whoever takes the blocks may never end."""
    with devices.quietly():
        return np.asarray(sound.read(round(sound.samplerate * _BLOCK), dtype="float32", always_2d=True))


def _is_cut(sound: soundfile.SoundFile) -> bool:
    """Whether its header promises more than there is."""
    promised = _LACKS.search(sound.extra_info)
    return promised is not None and int(promised[2]) < int(promised[1]) < _ANY_LENGTH


def raw(pipe: BinaryIO, rate: int = RATE) -> Iterator[Samples]:
    """Raw samples, 16 bits little-endian, one channel, as `arecord -t raw -f S16_LE` writes them."""
    resampler = Resampler(rate)
    rest = pipe.read(4)
    if not rest:
        raise Fault("hearing.nothing-came")
    if rest in _FILES:
        raise Fault("hearing.not-raw", kind=_FILES[rest])
    while content := pipe.read(2 * round(rate * _BLOCK)):
        content = rest + content
        whole, rest = content[: len(content) // 2 * 2], content[len(content) // 2 * 2 :]
        yield resampler.feed(np.frombuffer(whole, "<i2").astype(np.float32) / np.float32(32768))

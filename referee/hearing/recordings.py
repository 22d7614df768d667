"""Recordings as sound to listen to: WAV, FLAC and what else libsndfile reads, of any rate; raw samples from a pipe."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
import soundfile

from referee.faults import Fault
from referee.hearing.waveform import RATE, Resampler, Samples, mono

_BLOCK = 0.02  # seconds, as from a microphone


def blocks(file: Path, channel: int | None = None) -> Iterator[Samples]:
    """A recording as blocks of 16 kHz, its channels mixed or one of them alone."""
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
    with soundfile.SoundFile(file) as sound:
        if sound.frames == 0:
            raise Fault("hearing.empty", file=file)
        if channel is not None and channel >= sound.channels:
            raise Fault("hearing.no-channel", file=file, channels=sound.channels, channel=channel + 1)
        if sound.samplerate < 4000:
            raise Fault("hearing.rate", file=file, rate=sound.samplerate)
        resampler = Resampler(sound.samplerate)
        for block in sound.blocks(round(sound.samplerate * _BLOCK), dtype="float32", always_2d=True):
            yield resampler.feed(np.nan_to_num(mono(block, channel)))
        yield resampler.rest()


def raw(pipe: BinaryIO, rate: int = RATE) -> Iterator[Samples]:
    """Raw samples, 16 bits little-endian, one channel, as `arecord -t raw -f S16_LE` writes them."""
    resampler = Resampler(rate)
    rest = b""
    while content := pipe.read(2 * round(rate * _BLOCK)):
        content = rest + content
        whole, rest = content[: len(content) // 2 * 2], content[len(content) // 2 * 2 :]
        yield resampler.feed(np.frombuffer(whole, "<i2").astype(np.float32) / np.float32(32768))

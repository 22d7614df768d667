"""Sound as a value: mono samples and their rate. Reading, writing, trimming, loudness, another rate. No device."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

Samples = NDArray[np.float32]

_AUDIBLE = 0.0005  # of full scale: a synthesiser is silent to the bit, and what makes a d out of a b is very quiet
_LOUD = 0.004
_ECHO = 0.01  # some voices ring on, which makes them late and blurs the next word
_LOUDNESS = 0.12  # the mean of what sounds, so that every voice and earcon comes equally loud
_HEADROOM = 0.89


@dataclass(frozen=True, slots=True, eq=False)
class Sound:
    """Mono, between -1 and 1."""

    samples: Samples
    rate: int

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate

    def trimmed(self, keep: float = 0.01) -> Sound:
        """Without the silence before and after, which only makes the referee late. A little is kept: no clicks."""
        begun = np.flatnonzero(np.abs(self.samples) > _AUDIBLE)
        ended = np.flatnonzero(np.abs(self.samples) > _ECHO)
        if not len(ended):
            return Sound(self.samples[:0], self.rate)
        margin = int(keep * self.rate)
        kept = self.samples[max(0, begun[0] - margin) : ended[-1] + margin + 1].copy()
        kept[-margin:] *= np.linspace(1, 0, len(kept[-margin:]), dtype=np.float32)
        return Sound(kept, self.rate)

    def level(self) -> Sound:
        """At the loudness of everything else that is said, never clipped."""
        loud = self.samples[np.abs(self.samples) > _LOUD]
        if not len(loud):
            return self
        gain = _LOUDNESS / float(np.sqrt(np.mean(loud**2)))
        return self.louder(min(gain, _HEADROOM / float(np.max(np.abs(loud)))))

    def louder(self, gain: float) -> Sound:
        return Sound((self.samples * np.float32(gain)).clip(-1, 1), self.rate)

    def then_silence(self, seconds: float) -> Sound:
        return Sound(np.concatenate([self.samples, np.zeros(int(seconds * self.rate), np.float32)]), self.rate)

    def at_rate(self, rate: int) -> Sound:
        """At another rate, band-limited: through the spectrum, padded so that neither end leaks into the other."""
        if rate == self.rate or not len(self.samples):
            return Sound(self.samples, rate)
        # lengths of small factors only: 22050 to 48000 is 147 to 320, and anything else would take ten times as long
        common = math.gcd(rate, self.rate)
        periods = 1 << ((len(self.samples) + self.rate // 50) * common // self.rate).bit_length()
        padded, target = periods * self.rate // common, periods * rate // common
        spectrum = np.fft.rfft(self.samples, padded)
        kept = np.zeros(target // 2 + 1, spectrum.dtype)
        shared = min(len(spectrum), len(kept))
        kept[:shared] = spectrum[:shared]
        samples = np.fft.irfft(kept, target) * (target / padded)
        return Sound(samples[: round(len(self.samples) * rate / self.rate)].astype(np.float32), rate)

    def pcm(self) -> bytes:
        """16-bit little-endian, as devices want it."""
        return (self.samples * 32767).astype("<i2").tobytes()


def silence(seconds: float, rate: int) -> Sound:
    return Sound(np.zeros(int(seconds * rate), np.float32), rate)


def joined(sounds: Iterable[Sound], rate: int) -> Sound:
    parts = [sound.at_rate(rate).samples for sound in sounds]
    return Sound(np.concatenate(parts) if parts else np.zeros(0, np.float32), rate)


def read(path: Path) -> Sound:
    """Any file libsndfile knows: synthesisers write WAV, Apple's writes AIFF whatever the name says."""
    samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    return Sound(np.ascontiguousarray(samples[:, 0]), int(rate))


def write(path: Path, sound: Sound) -> None:
    kind = {".flac": "FLAC", ".wav": "WAV"}[path.suffix]
    soundfile.write(path, sound.samples, sound.rate, format=kind, subtype="PCM_16")

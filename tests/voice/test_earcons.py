"""Earcons: short, unclipped, and told apart, also on a small loudspeaker in a loud room."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from referee.table.outputs import Earcon
from referee.voice.earcons import earcon
from referee.voice.sound import Sound

BANDS = np.geomspace(300, 8000, 17)  # below and above, a small loudspeaker gives little


def picture(sound: Sound) -> NDArray[np.float64]:
    """What the ear goes by: the strength of each band over time, on a fixed grid of 0.3 s."""
    samples = np.zeros(int(0.3 * sound.rate))
    samples[: len(sound.samples)] = sound.samples
    frames = [samples[at : at + 1024] * np.hanning(1024) for at in range(0, len(samples) - 1024, 512)]
    pitches = np.fft.rfftfreq(1024, 1 / sound.rate)
    power = [np.abs(np.fft.rfft(frame)) ** 2 for frame in frames]
    bands = [[float(p[(pitches >= a) & (pitches < b)].sum()) for a, b in itertools.pairwise(BANDS)] for p in power]
    return np.asarray(np.sqrt(bands), np.float64)


def alike(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(np.sum(one * other) / np.sqrt(np.sum(one**2) * np.sum(other**2)))


@pytest.mark.parametrize("kind", Earcon)
def test_none_is_longer_than_a_quarter_of_a_second_or_clips(kind: Earcon) -> None:
    sound = earcon(kind)
    assert 0.05 < sound.seconds <= 0.25
    assert 0.05 < float(np.max(np.abs(sound.samples))) < 0.99
    assert abs(float(sound.samples[0])) < 0.01 and abs(float(sound.samples[-1])) < 0.02, "it would click"


def test_no_two_are_alike() -> None:
    pictures = {kind: picture(earcon(kind)) for kind in Earcon}
    for one, other in itertools.combinations(Earcon, 2):
        assert alike(pictures[one], pictures[other]) < 0.6, (one, other)


def test_each_is_known_in_noise_as_loud_as_itself() -> None:
    pictures = {kind: picture(earcon(kind)) for kind in Earcon}
    random = np.random.default_rng(1)
    for kind in Earcon:
        sound = earcon(kind)
        for _ in range(20):
            noise = random.standard_normal(len(sound.samples)) * np.std(sound.samples)
            heard = picture(Sound((sound.samples + noise).astype(np.float32), sound.rate))
            assert max(Earcon, key=lambda one: alike(pictures[one], heard)) is kind

"""Taking a known noise out of a stretch of speech."""

from __future__ import annotations

import numpy as np
import pytest

from referee.hearing.noise import without
from referee.hearing.waveform import RATE, Samples

CHANCE = np.random.default_rng(11)


def hiss(seconds: float, loud: float = 0.02) -> Samples:
    return CHANCE.normal(0, loud, round(seconds * RATE)).astype(np.float32)


def voice(seconds: float) -> Samples:
    """Four harmonics that come and go, as syllables do."""
    times = np.arange(round(seconds * RATE)) / RATE
    syllables = np.maximum(np.sin(2 * np.pi * 2 * times), 0)
    return (0.1 * syllables * sum(np.sin(2 * np.pi * 180 * n * times) for n in (1, 2, 5, 9))).astype(np.float32)


def power(samples: Samples) -> float:
    return float((samples.astype(np.float64) ** 2).mean())


def test_a_known_noise_is_softer_afterwards() -> None:
    assert power(without(hiss(2), hiss(1))) < 0.2 * power(hiss(1))


def test_a_voice_in_it_comes_closer_to_what_it_was() -> None:
    said, noise = voice(2), hiss(2)
    before, after = said + noise - said, without(hiss(2), said + noise) - said
    assert power(after) < 0.4 * power(before)


def test_a_voice_without_noise_stays_what_it_was() -> None:
    said = voice(2)
    assert power(without(hiss(2, 1e-5), said) - said) < 1e-4 * power(said)


@pytest.mark.parametrize("seconds", [0.0, 0.03])
def test_too_little_noise_changes_nothing(seconds: float) -> None:
    said = voice(1)
    assert without(hiss(seconds), said) is said


@pytest.mark.parametrize("samples", [1, 127, 160, 513, 16001])
def test_nothing_is_lost_at_either_end(samples: int) -> None:
    said = voice(2)[8000 - samples : 8000] if samples <= 8000 else voice(2)[:samples]
    cleaned = without(hiss(1, 1e-5), said)
    assert len(cleaned) == samples
    assert power(cleaned - said) <= 1e-3 * power(said) + 1e-12

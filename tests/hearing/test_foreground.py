"""When somebody can be heard, and when the voice in front rests, from levels alone."""

from __future__ import annotations

import numpy as np
import pytest

from referee.hearing.foreground import Foreground

QUIET, VOICE = -75.0, -20.0


def after(*parts: list[float]) -> Foreground:
    """What is known after these levels, one every ten milliseconds."""
    foreground = Foreground()
    for part in parts:
        for level in part:
            foreground.feed(level)
    return foreground


def talk(level: float, seconds: float) -> list[float]:
    """People who talk behind, with pauses."""
    chance = np.random.default_rng(3)
    said = chance.normal(level, 3.0, round(seconds * 100))
    return [QUIET if at % 100 > 70 else float(one) for at, one in enumerate(said)]


def test_a_voice_begins_above_the_room_and_a_rustle_does_not() -> None:
    assert after([QUIET] * 200, [VOICE] * 5).begins
    assert not after([QUIET] * 200, [QUIET + 6] * 5).begins


def test_silence_is_a_pause_and_a_dip() -> None:
    found = after([QUIET] * 200, [VOICE] * 100, [QUIET] * 30)
    assert found.paused >= 20 and found.dipped >= 20


def test_others_who_go_on_behind_are_a_dip_alone() -> None:
    found = after(talk(-40.0, 4), [VOICE] * 100, talk(-40.0, 0.3))
    assert found.is_noisy and found.dipped >= 15 and found.paused == 0


def test_a_quiet_room_is_not_noisy_however_soft_a_word_ends() -> None:
    assert not after([QUIET] * 200, [VOICE] * 100, [VOICE - 14] * 20).is_noisy


@pytest.mark.parametrize("gain", [-30.0, 0.0])
def test_a_quiet_microphone_and_a_loud_one_pause_alike(gain: float) -> None:
    found = after([QUIET] * 200, [VOICE + gain] * 100, [VOICE + gain - 40] * 20)
    assert found.paused >= 12

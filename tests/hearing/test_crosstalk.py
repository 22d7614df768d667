"""Which of two microphones a voice belongs to."""

from __future__ import annotations

import numpy as np
import pytest

from referee.hearing.crosstalk import Crosstalk, Loudness, Voice
from referee.hearing.microphone import Block


def voice(microphone: str, content: str, height: float, at: float = 10.0, decided: float = 11.1) -> Voice:
    return Voice(microphone, at, at + 1.0, decided, height, content)


def believed(*voices: Voice) -> list[tuple[object, object]]:
    """What two microphones hear as time goes by, each telling its own when it has decided."""
    table, found = Crosstalk(), []
    for step in range(600):
        now = 8.0 + step / 100
        for microphone in ("blue", "yellow"):
            told = [one for one in voices if one.microphone == microphone and now - 0.01 < one.decided <= now]
            found += table.hear(microphone, now, told)
    return sorted((one.microphone, one.content) for one in found)


@pytest.mark.parametrize("later", [0.0, 0.06, 0.4])
def test_an_order_in_both_microphones_is_the_louder_crews(later: float) -> None:
    own, other = voice("blue", "north", 30.0), voice("yellow", "north", 18.0, 10.05, 11.1 + later)
    assert believed(own, other) == [("blue", "north")]


def test_the_louder_microphone_may_decide_a_little_later() -> None:
    own, other = voice("blue", "north", 30.0, decided=11.17), voice("yellow", "north", 25.0)
    assert believed(own, other) == [("blue", "north")]


def test_it_is_one_order_even_when_both_hear_it_alike() -> None:
    assert len(believed(voice("blue", "north", 20.0), voice("yellow", "north", 20.0))) == 1


def test_what_the_far_microphone_mishears_is_nothing() -> None:
    assert believed(voice("blue", "north", 30.0), voice("yellow", "south", 19.0)) == [("blue", "north")]


def test_two_captains_at_once_are_both_heard() -> None:
    both = [("blue", "north"), ("yellow", "south")]
    assert believed(voice("blue", "north", 30.0), voice("yellow", "south", 27.0)) == both


def test_the_same_order_a_moment_later_is_another_one() -> None:
    again = voice("yellow", "north", 20.0, 10.5, 11.6)
    assert believed(voice("blue", "north", 30.0), again) == [("blue", "north"), ("yellow", "north")]


def test_nobody_waits_for_a_microphone_that_is_alone_or_lost() -> None:
    table = Crosstalk()
    table.hear("yellow", 5.0)
    assert table.hear("blue", 11.1, [voice("blue", "north", 20.0)]) != []
    table.hear("yellow", 11.1)
    assert table.hear("blue", 11.2, [voice("blue", "south", 20.0, 12.0, 11.2)]) == []
    assert [one.content for one in table.hear("blue", 12.2)] == ["south"]


def test_height_is_measured_above_a_microphones_own_quiet() -> None:
    heights = []
    for gain in (1.0, 0.05):
        loudness, chance = Loudness(), np.random.default_rng(1)
        for number in range(300):
            loud = 0.1 if 100 <= number < 150 else 0.001
            loudness.add(Block(chance.normal(0, gain * loud, 320).astype(np.float32), number / 50))
        heights.append(loudness.height(2.0, 2.9))
    assert heights == [pytest.approx(40, abs=2), pytest.approx(40, abs=3)]

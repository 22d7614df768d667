"""When somebody speaks, and what was said beside the words of an order, from levels alone."""

from __future__ import annotations

import numpy as np
import pytest

from referee.hearing.endpoint import Endpoint

QUIET, VOICE = -75.0, -20.0
ROOM = [QUIET] * 100
WORD = [VOICE] * 50
SPAN = ((0.0, 0.5),)


def heard(levels: list[float], room: list[float] = ROOM) -> Endpoint:
    """An endpoint that has followed these levels through one stretch, after a second of the room."""
    endpoint = Endpoint()
    for level in room:
        endpoint.feed(level)
    endpoint.begin([])
    for level in levels:
        endpoint.goes_on(endpoint.feed(level))
    return endpoint


def test_nothing_is_beside_words_that_are_all_there_was() -> None:
    assert heard([*WORD, *ROOM]).beside(SPAN, 0) == 0.0


@pytest.mark.parametrize("softer", [0.0, 8.0])
def test_what_follows_the_words_nearly_as_loud_was_said_beside_them(softer: float) -> None:
    said_on = [*WORD, *[QUIET] * 10, *[VOICE - softer] * 40, *ROOM]
    assert heard(said_on).beside(SPAN, 0) == pytest.approx(0.4, abs=0.06)


def test_a_word_that_fades_is_still_that_word() -> None:
    fading = [*WORD, *(float(level) for level in np.linspace(VOICE, VOICE - 14, 35)), *ROOM]
    assert heard(fading).beside(SPAN, 0) == 0.0


def test_dishes_far_below_the_voice_are_nothing() -> None:
    assert heard([*WORD, *[QUIET] * 10, *[VOICE - 20] * 40, *ROOM]).beside(SPAN, 0) == 0.0


@pytest.mark.parametrize(("swing", "begins"), [(9.0, False), (18.0, True)])
def test_only_what_stands_above_the_swing_of_other_voices_begins(swing: float, begins: bool) -> None:
    endpoint = Endpoint()
    for level in np.random.default_rng(3).uniform(-50, -46, 600):
        endpoint.feed(float(level))
    assert endpoint.begins(-50 + swing) is begins


def after_noise(low: float, high: float, stretch: list[float]) -> Endpoint:
    """An endpoint that has known a noise for some seconds when a stretch of speech begins in it."""
    endpoint, chance = Endpoint(), np.random.default_rng(5)
    for level in chance.uniform(low, high, 500):
        endpoint.begins(endpoint.feed(float(level)))
    endpoint.begin([])
    for level in stretch:
        endpoint.goes_on(endpoint.feed(level))
    return endpoint


def test_a_voice_is_heard_above_a_steady_noise_sooner_than_above_other_voices() -> None:
    assert after_noise(-41, -40, []).begins(-31)
    assert not after_noise(-46, -36, []).begins(-35)


def test_a_noise_between_two_orders_is_no_voice() -> None:
    endpoint = after_noise(-46, -36, [*[-26.0] * 60])
    assert endpoint.hidden
    goes_on = [endpoint.goes_on(endpoint.feed(-38.0)) for _ in range(50)]
    assert not any(goes_on[10:])


@pytest.mark.parametrize(("peak", "stands_out"), [(-41.0, False), (-33.0, False), (-26.0, True), (-20.0, True)])
def test_what_hardly_rises_above_a_noise_does_not_stand_out(peak: float, stands_out: bool) -> None:
    assert after_noise(-46, -36, [peak] * 40).stands_out is stands_out


@pytest.mark.parametrize("short", [0, 6])
def test_a_noise_of_a_second_is_known_however_short_the_first_words(short: int) -> None:
    noise = [float(level) for level in np.random.default_rng(7).uniform(-44, -31, 10) for _ in range(10)]
    pause = noise[:12]
    levels = [*noise, *[*[VOICE] * 8, *pause] * short, *[VOICE] * 40]
    assert heard(levels[20:], levels[:20]).hidden

"""Spoken orders, through the real recogniser."""

from __future__ import annotations

import numpy as np
import pytest

from referee.hearing.waveform import RATE
from referee.rules.crews import Game
from tests.hearing.saying import an_ear, heard, notations, room, said

pytestmark = pytest.mark.model


@pytest.mark.parametrize(
    ("language", "text", "order"),
    [
        ("en", "head north", "head N"),
        ("en", "torpedo launched, impact in charlie six", "torpedo C6"),
        ("en", "surface, sector four", "surface 4"),
        ("en", "blue, head west", "blue: head W"),
        ("en", "stop", "stop"),
        ("fr", "route au nord", "head N"),
        ("fr", "torpille larguée, impact en charlie six", "torpedo C6"),
        ("fr", "êtes-vous en secteur cinq", "drone 5"),
    ],
)
def test_an_order_is_heard_as_one(language: str, text: str, order: str) -> None:
    assert notations(heard(said(text, language), an_ear(language))) == [order]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "we should head home before eleven"),
        ("en", "pass me the salt please"),
        ("en", "sector five sounds good to me"),
        ("fr", "passe-moi le sel s'il te plaît"),
        ("fr", "on devrait prendre la route avant onze heures"),
    ],
)
def test_table_talk_is_no_order(language: str, text: str) -> None:
    assert notations(heard(said(text, language), an_ear(language))) == []


@pytest.mark.parametrize("variant", ["+m1", "+m3", "+f4"])
def test_talk_that_begins_like_an_order_is_none(variant: str) -> None:
    """The recogniser alone makes a cell of the rest."""
    assert notations(heard(said("torpedo is my favourite system", variant=variant))) == []


def test_the_decision_falls_soon_after_the_last_sample_and_never_before() -> None:
    sound = said("torpedo launched, impact in charlie six")
    (one,) = heard(sound)
    last = np.flatnonzero(np.abs(sound) > 0.02)[-1] / 16000
    assert last - 0.05 < one.decided < last + 0.3


def test_what_may_grow_is_waited_for() -> None:
    assert [one.decided - one.ended > 0.25 for one in heard(said("indirect hit"))] == [True]
    assert notations(heard(said("indirect hit, one damage"))) == ["hit indirect"]


@pytest.mark.parametrize(
    ("language", "first", "then"), [("en", "row eight", "sector three"), ("fr", "ligne huit", "secteur trois")]
)
def test_somebody_may_think_between_the_halves_of_an_answer(language: str, first: str, then: str) -> None:
    pause = RATE * 7 // 10
    begins, goes_on = (np.flatnonzero(np.abs(said(text, language)) > 0.02)[[0, -1]] for text in (then, first))
    whole = np.concatenate([said(first, language)[: goes_on[1] + pause], said(then, language)[begins[0] :]])
    assert notations(heard(whole, an_ear(language))) == ["at row 8 sector 3"]


def test_orders_may_follow_each_other() -> None:
    both = np.concatenate([said("head north")[:-12000], said("activating sonar"), said("yes")])
    assert notations(heard(both)) == ["head N", "sonar", "yes"]


@pytest.mark.parametrize(
    ("language", "talk", "order"),
    [("en", "we should all have gone home before eleven", "head north"), ("fr", "passe-moi le sel", "route au nord")],
)
def test_an_order_is_heard_behind_talk_that_was_not_heard_to_its_end(language: str, talk: str, order: str) -> None:
    both = np.concatenate([said(talk, language), said(order, language)])
    assert notations(heard(both, an_ear(language))) == ["head N"]


def test_half_an_order_is_nearly_one_and_names_what_it_was() -> None:
    whole = said("torpedo launched, impact in charlie six")
    cut = np.concatenate([said("torpedo launched")[:-8000], room(2.0)])
    assert notations(heard(whole)) == ["torpedo C6"]
    assert set(notations(heard(cut))) <= {"torpedo ?"}


def test_a_quiet_microphone_and_a_loud_one_hear_the_same() -> None:
    sound = said("are you in sector five")
    assert notations(heard(sound * np.float32(0.03))) == notations(heard(np.clip(sound * 6, -1, 1))) == ["drone 5"]


def test_silence_and_noise_are_nothing() -> None:
    assert heard(room(3.0)) == []
    assert notations(heard(room(3.0, 0.05))) == []


def test_an_order_above_a_steady_noise_is_heard() -> None:
    sound = said("triggering a mine at golf seven")
    loud = np.sqrt(np.mean(sound[np.abs(sound) > 0.02] ** 2))
    assert notations(heard(sound + room(len(sound) / 16000, float(loud) / 10))) == ["trigger G7"]


def test_two_languages_share_one_microphone() -> None:
    ears = [an_ear("en"), an_ear("fr")]
    assert notations(heard(said("head south"), *ears)) == ["head S"]
    assert notations(heard(said("route au sud", "fr"), *ears)) == ["head S"]


def test_the_block_size_of_a_device_changes_nothing() -> None:
    sound = said("activating silence")
    results = [heard(sound, block=size) for size in (160, 333, 4096)]
    assert {tuple(notations(one)) for one in results} == {("silence",)}
    assert len({one[0].ended for one in results}) == 1


def test_the_other_game_has_its_own_words() -> None:
    ear = an_ear("en", Game.SONAR)
    assert notations(heard(said("missile on delta three"), ear)) == ["missile D3"]
    found = heard(said("torpedo launched, impact in charlie six"), ear)
    assert not any("missile" in one or "torpedo" in one for one in notations(found))


@pytest.mark.parametrize(
    "text",
    [
        "should we head north or west do you think",
        "i would say we dive deeper into the rules",
        "he said head south twice",
    ],
)
def test_an_order_inside_a_sentence_of_its_speaker_is_none(text: str) -> None:
    assert notations(heard(said(text))) == []


def test_an_order_right_after_talk_of_another_is_one() -> None:
    talk = said("pass me the salt please", variant="+m3")
    order = said("activating sonar")
    last, first = np.flatnonzero(np.abs(talk) > 0.02)[-1], np.flatnonzero(np.abs(order) > 0.02)[0]
    assert notations(heard(np.concatenate([talk[:last], room(0.3), order[first:]]))) == ["sonar"]

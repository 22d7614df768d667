"""The second ear, on what the project's own voices say."""

from __future__ import annotations

import pytest

from referee.hearing.second import Hearing
from referee.hearing.waveform import RATE
from tests.hearing.saying import an_ear, said

pytestmark = pytest.mark.model


def hearing(text: str, language: str = "en") -> Hearing:
    """What it makes of a sentence that stands in a second of quiet room."""
    ear = an_ear(language)
    if ear.second is None:
        pytest.skip("the second model is not here: referee models get whisper-base")
    sound = said(text, language)
    return ear.second.hearing(sound, (0.95, len(sound) / RATE - 1.15))


@pytest.mark.parametrize(
    ("language", "text", "other"),
    [
        ("en", "head north", "head south"),
        ("en", "torpedo launched impact in charlie six", "torpedo launched impact in charlie two"),
        ("fr", "route au nord", "route au sud"),
        ("fr", "surface secteur quatre", "surface secteur trois"),
    ],
)
def test_what_was_said_fits_better_than_what_was_not(language: str, text: str, other: str) -> None:
    heard = hearing(text, language)
    right, wrong = (heard.sounded(tuple(words.split())) for words in (text, other))
    assert right and wrong and right.behind > wrong.behind


def test_the_likeliest_of_all_orders_is_what_was_said() -> None:
    found = hearing("activating sonar").likeliest()
    assert found and found.words == ("activating", "sonar")


def test_words_whose_phones_are_not_known_are_not_followed() -> None:
    assert hearing("head north").sounded(("switch", "on", "the", "lamp")) is None


def test_letters_and_numbers_are_told_where_they_stand() -> None:
    heard = hearing("torpedo launched impact in charlie six")
    found = heard.sounded(("torpedo", "launched", "impact", "in", "charlie", "six"))
    assert found
    right, wrong = heard.cells(
        [(found.words, found.spans), ((*found.words[:-1], "nine"), found.spans)],
    )
    assert right > wrong

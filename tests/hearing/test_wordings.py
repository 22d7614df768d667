"""What several hearings of one sound come to."""

from __future__ import annotations

import math

import pytest

from referee.hearing.wordings import Wording, together


def heard(**scores: float) -> list[Wording]:
    return [Wording((word,), score) for word, score in scores.items()]


def shares(wordings: tuple[Wording, ...]) -> dict[str, float]:
    return {" ".join(one.words): math.exp(one.score) for one in wordings}


def test_what_both_say_stays_as_sure_as_it_was() -> None:
    assert shares(together([heard(six=40.0, dix=30.0), heard(six=-3.0, dix=-13.0)]))["six"] == pytest.approx(
        1, abs=1e-4
    )


def test_where_each_is_sure_of_another_neither_is_clear() -> None:
    found = shares(together([heard(six=40.0, dix=20.0), heard(dix=9.0, six=-20.0)]))
    assert found["six"] == pytest.approx(found["dix"])


def test_what_one_alone_heard_is_half_as_likely() -> None:
    assert shares(together([heard(six=1.0), heard(dix=1.0)])) == pytest.approx({"six": 0.5, "dix": 0.5})


def test_the_likeliest_comes_first_with_the_times_of_who_was_surer() -> None:
    first = [Wording(("six",), 0.0, ((0.1, 0.4),)), Wording(("dix",), 0.0)]
    second = [Wording(("six",), 9.0, ((0.2, 0.5),)), Wording(("dix",), 0.0)]
    found = together([first, second])[0]
    assert (found.words, found.spans) == (("six",), ((0.2, 0.5),))
    assert math.exp(found.score) == pytest.approx(0.75, abs=1e-3)


@pytest.mark.parametrize("hearings", [[], [[]], [[], []]])
def test_nothing_heard_is_nothing(hearings: list[list[Wording]]) -> None:
    assert together(hearings) == ()

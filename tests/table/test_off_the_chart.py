"""A space that is not on the chart: everybody can see that of the order itself, whatever else is wrong with it."""

import pytest

from referee.rules.crews import Game, Mode
from tests.table.tables import Table, in_real_time, said, under_way

STOPPED = ["blue: head N"] * 3 + ["blue: stop"]


def stopped() -> Table:
    now = in_real_time()
    now.play(*STOPPED)
    return now


@pytest.mark.parametrize(
    ("order", "absent"),
    [
        ("torpedo C99", "C99"), ("torpedo P3", "P3"), ("trigger A16", "A16"),
        ("drone 12", "sector 12"),
    ],
)  # fmt: skip
def test_one_sentence_says_so(order: str, absent: str) -> None:
    reply = stopped().types(f"blue: {order}")
    assert reply.verdict == "rejected"
    assert said(reply) == [f"Blue, there is no {absent} on this chart."]


def test_it_is_the_same_whatever_the_crew_keeps_secret() -> None:
    heard = set()
    for start in ([], ["blue captain: start E9"]):
        for told in ([], ["blue mate: mark torpedo"], ["blue mate: mark mine", "blue engineer: cross N2"]):
            now = in_real_time()
            now.play(*start, *["blue: head N", *told] * (1 if len(told) > 1 else 3), "blue: stop")
            heard.add(tuple(said(now.types("blue: torpedo C99"))))
    assert heard == {("Blue, there is no C99 on this chart.",)}


def test_what_turn_and_pace_say_comes_first() -> None:
    now = in_real_time()
    assert said(now.types("blue: torpedo C99")) == ["Blue, say STOP first."]


def test_nobody_is_asked_whose_order_it_was() -> None:
    now = in_real_time()
    assert said(now.types("surface P99")) == ["P99 is not on the chart."]
    assert said(now.types("surface 12")) == ["This chart has no sector 12."]
    assert now.replies[-1].reason == "target/off-chart"


def test_a_chart_of_the_other_side_is_smaller() -> None:
    now = under_way(mode=Mode.TURN_BY_TURN)
    now.play("blue: head N")
    assert said(now.types("blue: torpedo K3")) == ["Blue, there is no K3 on this chart."]


def test_sonars_missile_and_surfacing() -> None:
    now = under_way(game=Game.SONAR, scenario="jules-verne")
    assert said(now.types("blue: surface Z9")) == ["Blue, there is no Z9 on this chart."]


@pytest.mark.parametrize("line", ["launch torpedo at C 99", "torpedo C100", "blue, torpedo C100", "trigger mine C 0"])
def test_what_no_chart_has_is_no_order_and_is_answered_alike(line: str) -> None:
    (answer,) = said(stopped().types(line))
    assert answer.startswith("C") and answer.endswith("is not on the chart.")


@pytest.mark.parametrize("line", ["mine in C99", "we start in C99", "blue captain: drop C99"])
def test_a_secret_mistyped_is_never_said_aloud(line: str) -> None:
    assert not any("C99" in one for one in said(stopped().types(line)))

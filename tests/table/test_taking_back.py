"""CANCEL: the last order goes while nothing was built on it, and the referee says why when it stays."""

import pytest

from referee.rules.crews import Mode, Team
from referee.table.history import REMEMBERED, History, Moment, Step
from tests.table.tables import in_real_time, order, said, table, under_way, whispered


def test_the_last_order_and_what_hangs_on_it() -> None:
    now = under_way()
    before = now.game.state
    now.play("blue: head N", "blue mate: mark mine", "blue engineer: cross N1")
    reply = now.types("blue: cancel")
    assert said(reply) == ["Blue takes back: head north."]
    assert whispered(reply, Team.BLUE) == ["Taken back: mark mine.", "Taken back: cross north panel, symbol 1."]
    assert now.game.state == before
    assert said(now.types("blue: head N")) == ["Blue, north."]


def test_a_voice_without_a_name_means_who_spoke_last() -> None:
    now = in_real_time()
    now.play("blue: head N", "yellow: head S")
    assert said(now.hears("cancel")) == ["Yellow takes back: head south."]


def test_in_real_time_the_enemys_courses_stay() -> None:
    now = in_real_time()
    now.play("blue: head N", "yellow: head S", "yellow: head S")
    assert said(now.types("blue: cancel")) == ["Blue takes back: head north."]
    now.play("blue: head E")
    assert said(now.types("yellow: cancel")) == ["Yellow takes back: head south."]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([], "cancel/gone-on"),
        (["blue: head N", "yellow: stop"], "cancel/gone-on"),
        ([*["blue: head N"] * 4, "blue: stop", "blue: drone 5", "yellow: no"], "cancel/answered"),
    ],
)
def test_why_it_stays(lines: list[str], reason: str) -> None:
    now = in_real_time()
    now.play(*lines)
    state, events = now.game.state, list(now.game.events)
    reply = now.types("blue: cancel")
    assert (reply.verdict, reply.reason, reply.entries) == ("rejected", reason, ())
    assert len(said(reply)) == 1
    assert (now.game.state, now.game.events) == (state, events)


def test_turn_by_turn_the_enemys_turn_ends_it() -> None:
    now = under_way()
    now.play("blue: head N", "yellow: head N")
    assert now.types("blue: cancel").reason == "cancel/gone-on"


def test_a_station_takes_back_its_own_input_quietly() -> None:
    now = under_way()
    now.play("blue: head N", "blue mate: mark mine")
    reply = now.types("blue mate: cancel")
    assert said(reply) == []
    assert whispered(reply, Team.BLUE) == ["Taken back: mark mine."]
    assert now.types("blue mate: mark torpedo").verdict == "accepted"


def test_what_everybody_heard_is_not_taken_back_quietly() -> None:
    now = under_way()
    now.play("blue: head N")
    reply = now.types("blue captain: cancel")
    assert (reply.reason, said(reply)) == ("cancel/aloud", [])


def test_whether_it_stays_depends_on_no_secret() -> None:
    heard = set()
    for secrets in ([], ["blue mate: mark mine"], ["blue engineer: cross N2", "blue mate: mark sonar"]):
        now = in_real_time()
        now.play("blue captain: start E5", "yellow captain: start F9", "blue: head N", *secrets, "yellow: head W")
        heard.add(tuple(said(now.types("blue: cancel"))))
    assert heard == {("Blue takes back: head north.",)}


def test_there_is_nothing_to_take_back_before_anything_was_said() -> None:
    assert table().types("blue: cancel").reason == table().types("cancel").reason == "cancel/nothing"


def test_yesterday_is_not_remembered() -> None:
    now = under_way()
    history: History[None] = History()
    for place in range(100):
        before: Moment[None] = Moment(None, now.game.public, now.game.reckoning, place)
        history = history.and_then(Step(order("blue: head N"), (), before))
    assert [step.before.told for step in history.steps] == list(range(100 - REMEMBERED, 100))


def test_an_order_cancelled_may_be_taken_back_again_and_again() -> None:
    now = under_way()
    for _ in range(50):
        now.play("blue: head N", "blue: cancel")
    assert now.session.screen.next_course is Team.BLUE


@pytest.mark.parametrize("mode", Mode)
def test_said_twice_it_takes_back_no_dive(mode: Mode) -> None:
    now = under_way(mode=mode)
    now.play("blue: head N", "blue: cancel")
    for line in ("cancel", "blue: cancel"):
        reply = now.types(line)
        assert (reply.reason, said(reply)) == (
            "cancel/dived",
            ["Blue, the dive stays: there is nothing more to take back."],
        )
    assert now.session.screen.phase == "play"
    now.play("blue: head S", "blue: cancel")


def test_said_twice_it_does_not_turn_to_the_other_crew() -> None:
    now = in_real_time()
    now.play("blue: head N", "yellow: head S", "cancel")
    assert now.hears("cancel").reason == "cancel/dived"
    assert said(now.types("blue: cancel")) == ["Blue takes back: head north."]
    assert now.types("yellow: cancel").reason == now.types("cancel").reason == "cancel/dived"


def test_two_orders_that_were_misheard_go_one_after_the_other() -> None:
    now = in_real_time()
    now.play(*["blue: head N", "yellow: head S"] * 2, "blue: cancel")
    assert said(now.types("blue: cancel")) == ["Blue takes back: head north."]
    now.play("yellow: cancel", "yellow: cancel")
    assert now.types("yellow: cancel").reason == "cancel/dived", "what was played again nobody said again"


@pytest.mark.parametrize(
    ("lines", "taken"),
    [
        (["blue: stop", "blue: silence"], ["activating silence", "stop"]),
        (["blue: surface", "blue: sector 4"], ["sector 4", "surface"]),
    ],
)
def test_what_the_order_began_with_goes_when_it_is_said_again(lines: list[str], taken: list[str]) -> None:
    now = in_real_time()
    now.play(*["blue: head N"] * 7, *lines)
    assert [said(now.types("blue: cancel")) for _ in taken] == [[f"Blue takes back: {one}."] for one in taken]


def test_a_station_takes_back_what_it_told_itself() -> None:
    """The slip of one thumb: what another station of the crew has told since stays."""
    now = under_way()
    now.play("blue: head N", "blue mate: mark mine", "blue engineer: cross N1")
    reply = now.types("blue mate: cancel")
    assert whispered(reply, Team.BLUE) == ["Taken back: mark mine."]
    assert now.types("blue mate: cancel").reason == "cancel/aloud"
    now.play("blue mate: mark drone", "blue engineer: cancel", "blue engineer: cross N2")
    assert now.types("blue engineer: cross N3").verdict == "rejected", "of one course one symbol is crossed"
    now.play("blue engineer: cancel", "blue mate: cancel")
    now.play("blue: cancel", "blue captain: start C7", "blue captain: cancel")
    assert now.types("blue: cancel").reason == "cancel/dived", "what is done in secret does not show"


def test_a_crews_own_keyboard_takes_back_its_last_secret_whosever_it_was() -> None:
    now = under_way()
    now.play("blue: head N", "blue mate: mark mine", "blue engineer: cross N1")
    for line in ("cross north panel, symbol 1", "mark mine"):
        assert whispered(now.types("cancel", team=Team.BLUE), Team.BLUE) == [f"Taken back: {line}."]


def test_a_journal_is_played_again_as_it_was_played() -> None:
    """Once, what was said before the last order could be taken back as well."""
    now = in_real_time()
    state = now.game.state
    for line in (*["blue: head N"] * 2, *["blue: cancel"] * 2):
        reply = now.session.again({"at": now.now + 1, "in": line, "by": "voice", "verdict": "accepted"})
        assert reply is not None and reply.verdict == "accepted"
    assert now.game.state == state


def test_a_pause_outlasts_what_is_taken_back() -> None:
    now = under_way()
    now.play("blue: head N", "blue mate: mark mine", "pause", "blue mate: cancel", "blue: cancel")
    assert now.session.screen.paused
    assert now.types("blue: head S").verdict == "ignored"
    now.play("continue", "blue: head S")

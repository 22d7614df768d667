"""What a phone types counts as little or as much as what it taps: a role gives its own orders."""

from __future__ import annotations

import pytest

from referee.rules.crews import Role, Team
from referee.rules.reasons import Reason
from tests.table.tables import in_real_time, table, under_way, whispered

BLUE = Team.BLUE


@pytest.mark.parametrize(
    ("line", "role"),
    [
        ("captain: start C7", Role.CAPTAIN),
        ("start C7", Role.CAPTAIN),
        ("blue captain: start C7", Role.CAPTAIN),
        ("head north", Role.CAPTAIN),
        ("mate: mark torpedo", Role.MATE),
        ("engineer: cross N1", Role.ENGINEER),
        ("cross N1", Role.ENGINEER),
    ],
)
def test_a_line_counts_from_its_own_role_alone(line: str, role: Role) -> None:
    at = under_way() if line.startswith("head") else table()
    if line.startswith(("mate", "engineer", "cross")):
        at = under_way()
        at.play("blue: start C7", "blue: head N")
    others = [one for one in Role if one is not role]
    for roles in ([], others, *([one] for one in others)):
        before = len(at.game.events)
        reply = at.types_on_a_phone(line, BLUE, *roles)
        assert (reply.verdict, reply.reason, reply.public) == ("rejected", Reason.ROLE_NOT_ALLOWED, ())
        assert len(at.game.events) == before
        assert not reply.entries
        (why,) = whispered(reply, BLUE)
        assert "another role" in why
    assert at.types_on_a_phone(line, BLUE, role).verdict == "accepted"


def test_several_roles_on_one_phone_are_each_their_own() -> None:
    assert table().types_on_a_phone("captain: start C7", BLUE, Role.MATE, Role.CAPTAIN).verdict == "accepted"


def test_anybody_may_ask_the_referee() -> None:
    assert in_real_time().types_on_a_phone("status", BLUE, Role.RADIO).verdict == "accepted"


def test_who_was_asked_about_an_order_may_say_yes_to_it() -> None:
    at = in_real_time(house=(("confirm", "shots"),))
    at.play(*["blue: head N"] * 4, "blue: stop")
    assert at.types_on_a_phone("torpedo C7", BLUE, Role.CAPTAIN).verdict == "ambiguous"
    assert at.types_on_a_phone("yes", BLUE, Role.MATE).reason is Reason.ROLE_NOT_ALLOWED
    assert at.types_on_a_phone("yes", BLUE, Role.CAPTAIN).reason is not Reason.ROLE_NOT_ALLOWED


def test_a_doubtful_line_of_another_role_is_not_asked_about() -> None:
    at = table()
    reply = at.types_on_a_phone("captain: strat C7", BLUE, Role.RADIO)
    assert reply.verdict != "accepted"
    assert not at.game.events

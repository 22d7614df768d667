"""Anything at all may be sent to the phones' server: it answers with a sentence, and the game goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.rules.crews import Role, Team
from tests.panel.tables import HttpPhone, Table, table

PATHS = [
    "join",
    "roles",
    "here",
    "free",
    "let-in",
    "throw-out",
    "reissue",
    "order",
    "line",
    "hull",
    "debrief",
    "stream",
    "",
    "../x",
    "order/1",
]
ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=12,
)
KNOWN = st.fixed_dictionaries(
    {},
    optional={
        "id": st.text(max_size=80) | ANY,
        "text": st.sampled_from(["head N", "dive", "mark mine", "cross N1", "start A1", "bleu: plongez", "stop"]) | ANY,
        "roles": st.lists(st.sampled_from([*map(str, Role), "x"]) | ANY, max_size=5) | ANY,
        "table": st.just("TABLE") | ANY,
        "number": st.integers(-1, 9) | ANY,
        "role": st.sampled_from([*map(str, Role), "x"]) | ANY,
        "language": st.sampled_from(["en", "fr", "xx"]) | ANY,
        "verdict": st.sampled_from(["fine", "again"]) | ANY,
        "traces": st.lists(st.lists(st.lists(st.floats() | st.integers(), max_size=3), max_size=6), max_size=5) | ANY,
        "initials": st.lists(st.text(max_size=5), max_size=5) | ANY,
    },
)
BODY = st.one_of(KNOWN.map(json.dumps), ANY.map(json.dumps), st.text(max_size=60)).map(
    lambda text: text.encode("utf-8", "surrogatepass")
)


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with table(tmp_path_factory.mktemp("fuzz")) as one:
        yield one


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(PATHS), BODY, st.booleans())
def test_every_answer_is_a_sentence_or_fine(laid: Table, path: str, body: bytes, known: bool) -> None:
    for role in Role:
        laid.server.seats.free(Team.BLUE, role)
    laid.server.seats.begin_again(Team.BLUE)
    phone = laid.phone(Team.BLUE, *Role) if known else HttpPhone(laid.server.port, "nobody")
    body = body.replace(b'"TABLE"', f'"{phone.table}"'.encode())
    status, said = phone.post(f"/api/{path}", body)
    assert status < 500, said
    if status >= 400:
        assert said["says"].strip(), said
    else:
        assert isinstance(said, dict)
    assert HttpPhone(laid.server.port, "x").get("/words/fr")[0] == 200


def test_two_captains_tapping_at_once_are_one_after_the_other(laid: Table) -> None:
    """The crew has one captain's seat; a phone that lost it is told so, and nothing is counted twice."""
    for role in Role:
        laid.server.seats.free(Team.YELLOW, role)
    first = laid.phone(Team.YELLOW, "captain")
    second = laid.phone(Team.YELLOW)
    assert second.post("/api/roles", {"roles": ["captain"]})[1]["why"] == "role-taken"
    laid.server.seats.free(Team.YELLOW, Role.CAPTAIN)
    assert second.post("/api/roles", {"roles": ["captain"]})[0] == 200
    assert first.tap("head N")[1]["why"] == "not-your-role"

"""Who may come to a crew's table, what a phone without a seat sees, and who sits where in the next game."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.panel import keeping
from referee.panel.running import PanelServer
from referee.panel.seats import ASLEEP, JUST_SHOWN, MOST_WAITING, Phone, Refused, Seats
from referee.rules.crews import Game, Role, Team
from tests.panel.tables import HttpPhone, Table, table

BLUE, YELLOW = Team.BLUE, Team.YELLOW
SECRET = {"captain", "energy", "mate", "engineer", "radio", "messages", "damage", "owed", "chart"}


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def seats(clock: Clock) -> Seats:
    keys = (f"key-number-{number:08}" for number in range(1000))
    return Seats(Game.CAPTAIN_SONAR, (BLUE, YELLOW), lambda: next(keys), clock)


def joined(seats: Seats, team: Team = BLUE) -> Phone:
    return seats.join(seats.code(team), "en")[0]


# -- who is let in
def test_the_first_phone_of_a_crew_needs_nobody(seats: Seats) -> None:
    assert joined(seats).is_in
    assert not joined(seats).is_in
    assert joined(seats, YELLOW).is_in


def test_later_phones_wait_for_the_word_of_their_crew(seats: Seats) -> None:
    first, second = joined(seats), joined(seats)
    assert seats.waiting(BLUE) == [second]
    assert seats.let_in(YELLOW, second.number) is None
    assert seats.let_in(BLUE, second.number) is second
    assert seats.crew(BLUE) == [first, second]


def test_a_crew_that_lost_its_only_phone_shows_its_code_once_more(seats: Seats, clock: Clock) -> None:
    joined(seats)
    clock.now += ASLEEP + 1
    stranger = joined(seats)
    assert not stranger.is_in, "a photograph of the code is not enough"
    seats.show(YELLOW)
    assert not seats.let_in_who_may()
    seats.show(BLUE)
    assert seats.let_in_who_may() == [stranger]


def test_a_code_shown_long_ago_lets_nobody_in(seats: Seats, clock: Clock) -> None:
    seats.show(BLUE)
    joined(seats)
    clock.now += ASLEEP + JUST_SHOWN + 1
    assert not joined(seats).is_in


def test_whoever_scans_while_the_code_is_shown_still_waits_for_a_phone_that_is_awake(
    seats: Seats, clock: Clock
) -> None:
    key = seats.join(seats.code(BLUE), "en")[1]
    clock.now += ASLEEP - 1
    seats.phone(key)
    seats.show(BLUE)
    second = joined(seats)
    clock.now += ASLEEP - 1
    assert not seats.let_in_who_may()
    clock.now += 2
    assert seats.let_in_who_may() == [second]


def test_strangers_do_not_pile_up(seats: Seats) -> None:
    joined(seats)
    crowd = [joined(seats) for _ in range(MOST_WAITING + 3)]
    assert seats.waiting(BLUE) == crowd[-MOST_WAITING:]


def test_the_same_phone_scanning_again_keeps_its_seat(seats: Seats) -> None:
    first, key = seats.join(seats.code(BLUE), "en")
    seats.claim(first, frozenset({Role.CAPTAIN}))
    seats.reissue(BLUE)
    assert seats.join(seats.code(BLUE), "en", key) == (first, key)


def test_a_phone_that_goes_over_to_the_other_crew_leaves_its_own(seats: Seats) -> None:
    first, key = seats.join(seats.code(BLUE), "en")
    other, _ = seats.join(seats.code(YELLOW), "en", key)
    assert (seats.crew(BLUE), other.team) == ([], YELLOW)
    with pytest.raises(Refused):
        seats.phone(key)
    assert not seats.has(first)


def test_a_new_code_leaves_the_crew_in_its_seats(seats: Seats) -> None:
    _, key = seats.join(seats.code(BLUE), "en")
    waiting, old = joined(seats), seats.code(BLUE)
    assert seats.reissue(BLUE) != old
    seats.phone(key)
    assert not seats.has(waiting)
    with pytest.raises(Refused):
        seats.join(old, "en")


# -- what a stranger can do
@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with table(tmp_path_factory.mktemp("seats")) as one:
        one.phone(BLUE, *Role).tap("start C6")
        yield one


@pytest.mark.parametrize(
    "path", ["roles", "free", "let-in", "throw-out", "reissue", "order", "line", "hull", "debrief"]
)
def test_a_photographed_code_does_nothing(laid: Table, path: str) -> None:
    stranger, code = laid.stranger(BLUE), laid.server.seats.code(BLUE)
    body = {
        "roles": [], "role": "captain", "number": stranger.number, "id": "a", "text": "dive", "table": stranger.table,
    }  # fmt: skip
    status, said = stranger.post(f"/api/{path}", body)
    assert (status, said["why"]) == (403, "not-in")
    assert laid.server.seats.code(BLUE) == code
    assert not SECRET & stranger.view().keys()
    assert "crew" not in stranger.view()


def test_a_phone_without_a_role_sees_and_says_nothing_of_its_crew(laid: Table) -> None:
    phone = laid.phone(BLUE)
    assert not SECRET & phone.view().keys()
    for line in ("captain: start C7", "dive", "status"):
        assert phone.types(line)[1]["why"] == "no-role"
    assert "C6" not in json.dumps(phone.view())


@pytest.mark.parametrize(("role", "sheets"), [("mate", {"mate"}), ("radio", {"radio"}), ("engineer", {"engineer"})])
def test_a_phone_is_sent_the_sheets_of_its_roles(tmp_path: Path, role: str, sheets: set[str]) -> None:
    with table(tmp_path) as one:
        one.phone(BLUE, "captain").tap("start C6")
        phone = one.phone(BLUE, role)
        assert phone.view().keys() & {"captain", "mate", "engineer", "radio"} == sheets
        assert phone.types("captain: start C7")[1]["verdict"] == "rejected"
        assert phone.types("start C7")[1]["verdict"] == "rejected"


def test_a_crew_lets_in_and_sends_away(tmp_path: Path) -> None:
    with table(tmp_path) as one:
        first, second = one.phone(BLUE, "captain"), one.stranger(BLUE)
        assert first.view()["joiners"] == [second.number]
        assert not second.view()["in"]
        assert first.post("/api/let-in", {"number": second.number})[0] == 200
        assert second.view()["in"]
        with second.stream() as views:
            next(views)
            assert first.post("/api/throw-out", {"number": second.number})[0] == 200
            assert list(views)[-1] == {}, "it is told that it is out"
        assert second.tap("dive")[1]["why"] == "join-again"


def test_the_whole_table_has_the_last_word(tmp_path: Path) -> None:
    """A stranger was the first to read a crew's code: the crew itself could do nothing about it."""
    with table(tmp_path) as one:
        stranger, enemy = one.phone(BLUE, "captain"), one.phone(YELLOW, "captain")
        with stranger.stream() as views:
            next(views)
            one.server.begin_again(BLUE)
            assert list(views)[-1] == {}
        assert stranger.tap("dive")[0] == 401
        assert stranger.post("/api/join", {}, authorization=f"Bearer {stranger.code}")[1]["why"] == "old-link"
        assert one.stranger(BLUE).view()["in"]
        assert enemy.view()["in"]


# -- streams
def test_one_phone_holds_two_streams_and_the_newest_win(tmp_path: Path) -> None:
    with table(tmp_path) as one:
        phone, other = one.phone(BLUE, "captain"), one.phone(BLUE, "mate")
        enemy = one.phone(YELLOW, "captain")
        with phone.stream() as first, phone.stream() as second, phone.stream() as third:
            next(second), next(third)
            assert list(first)[-1] == {}, "the oldest is told that it goes on elsewhere"
            for _ in range(100):
                phone.view()
            assert other.view()["in"] and enemy.view()["in"], "nobody else is shut out"


# -- taps of another game
def test_a_tap_kept_from_an_earlier_game_is_not_laid(tmp_path: Path) -> None:
    with table(tmp_path) as one:
        phone = one.phone(BLUE, "captain")
        phone.table = "another"
        assert phone.tap("dive")[1]["why"] == phone.types("dive")[1]["why"] == "old-tap"


# -- from one game to the next
def again(one: Table, journal: Path) -> PanelServer:
    """The phones' server of this table, as another run of the program makes it."""
    return PanelServer(one.desk, journal=journal)


def test_the_same_phones_sit_in_the_same_seats_after_a_restart(tmp_path: Path) -> None:
    journal = tmp_path / "one.game"
    with table(tmp_path) as one:
        with again(one, journal) as server:
            phone = HttpPhone(server.port, server.seats.code(BLUE))
            phone.key = phone.post("/api/join", {"language": "fr"})[1]["key"]
            phone.post("/api/roles", {"roles": ["captain", "mate"], "language": "fr"})
            codes = {team: server.seats.code(team) for team in (BLUE, YELLOW)}
        with again(one, journal) as server:
            assert server.port == phone.port, "the phones look for it where it was"
            assert {team: server.seats.code(team) for team in (BLUE, YELLOW)} == codes
            assert phone.view()["roles"] == ["captain", "mate"]
            assert server.seats.phone(phone.key).language == "fr"
        with again(one, tmp_path / "two.game"):
            assert phone.view()["roles"] == ["captain", "mate"], "so they do in the next game"


def test_the_file_of_the_seats_gives_no_seat_away(tmp_path: Path) -> None:
    with table(tmp_path) as one, again(one, tmp_path / "one.game") as server:
        phone = HttpPhone(server.port, server.seats.code(BLUE))
        phone.key = phone.post("/api/join", {"language": "fr"})[1]["key"]
        file = keeping.file_of(tmp_path / "one.game")
        assert phone.key not in file.read_text()
        if os.name == "posix":
            assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_another_evening_or_other_crews_begin_afresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with table(tmp_path) as one:
        with again(one, tmp_path / "one.game") as server:
            code = server.seats.code(BLUE)
        monkeypatch.setattr(keeping, "EVENING", -1.0)
        with again(one, tmp_path / "two.game") as server:
            assert server.seats.code(BLUE) != code
    with table(tmp_path / "family", game=Game.SONAR) as family, again(family, tmp_path / "three.game") as server:
        assert server.seats.code(BLUE) != code


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", "[" * 50_000, '{"codes": {}}', '{"game": "captain-sonar", "codes": {"blue": "", "yellow": ""}, '
     '"phones": []}', '{"game": "captain-sonar", "codes": {"blue": 3}, "phones": 4}'],
)  # fmt: skip
def test_a_file_of_seats_that_was_damaged_is_no_seat(tmp_path: Path, text: str) -> None:
    keeping.file_of(tmp_path / "one.game").write_text(text)
    with table(tmp_path) as one, again(one, tmp_path / "one.game") as server:
        assert len(server.seats.code(BLUE)) > 16
        assert not server.seats.crew(BLUE)

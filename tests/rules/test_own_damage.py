"""Own damage is counted whenever it becomes certain, however late the facts are told, and never twice."""

from __future__ import annotations

from typing import Any

import pytest

from referee.rules.crews import Game, Mode, Team
from tests.table.tables import Table, under_way, whispered

SONAR: dict[str, Any] = {"game": Game.SONAR, "scenario": "north-pole"}
BLUE = Team.BLUE


def torpedo(*before: str) -> Table:
    """Blue has told nothing but this, and fires a torpedo at D5 after going north three times."""
    now = under_way(book="fr")
    now.play(*before, *["blue: head N", "yellow: head S"] * 3, "blue: torpedo D5", "yellow: clear")
    return now


@pytest.mark.parametrize(("start", "damage"), [("D8", 2), ("C8", 1), ("C9", 1), ("B8", 0), ("B9", 0)])
def test_a_start_told_late_counts_the_torpedo_beside_it(start: str, damage: int) -> None:
    told, late = torpedo(f"blue captain: start {start}"), torpedo()
    assert late.game.rules.damage(late.game.state, BLUE) == (0, 2)
    late.play(f"blue captain: start {start}")
    assert late.game.rules.damage(late.game.state, BLUE) == told.game.rules.damage(told.game.state, BLUE)
    assert late.game.damage(BLUE) == damage


def test_told_after_more_courses_it_is_the_same() -> None:
    now = torpedo()
    now.play("blue: head W", "yellow: head E", "blue: head N", "yellow: head E", "blue captain: start C8")
    assert now.game.damage(BLUE) == 1
    assert now.game.rules.damage(now.game.state, BLUE) == (1, 1)


def test_what_the_crew_said_itself_is_not_counted_again() -> None:
    now = torpedo()
    now.play("blue: hit indirect", "blue captain: start C8")
    assert now.game.rules.damage(now.game.state, BLUE) == (1, 1)


def test_only_its_own_crew_learns_of_it() -> None:
    reply = (now := torpedo()).play("blue captain: start C8")
    assert not reply.public
    assert any("damage" in line for line in whispered(reply, BLUE))
    assert not whispered(reply, Team.YELLOW)
    assert now.session.screen.hulls[BLUE].damage == 0


def missile(*before: str) -> Table:
    now = under_way(**SONAR)
    now.play(*before, *["blue: head S", "green: head N"] * 4, "blue: missile B6")
    return now


@pytest.mark.parametrize(("start", "damage"), [("B2", 1), ("C2", 0)])
def test_a_missile_on_the_own_point_is_counted_when_the_start_is_told(start: str, damage: int) -> None:
    told, late = missile(f"blue captain: start {start}"), missile()
    late.play(f"blue captain: start {start}")
    for now in (told, late):
        assert now.game.rules.damage(now.game.state, BLUE) == (damage, damage)


def surfaced(*before: str) -> Table:
    now = under_way(scenario="delta", mode=Mode.REAL_TIME)
    now.play(*before, "blue: surface 4")
    return now


@pytest.mark.parametrize(("start", "damage"), [("D6", 0), ("A6", 1)])
def test_surfacing_through_deltas_ice_is_counted_when_the_start_is_told(start: str, damage: int) -> None:
    told, late = surfaced(f"blue captain: start {start}"), surfaced()
    reply = late.play(f"blue captain: start {start}")
    assert told.game.damage(BLUE) == late.game.damage(BLUE) == damage
    assert not reply.public


GREEN = ["green: head N"] * 4 + ["green: head W"] * 8


def in_turn(*blue: str) -> Table:
    """Blue's actions, a turn of green's after each."""
    now, green = under_way(**SONAR), iter(GREEN)
    for line in blue:
        now.play(line)
        if "captain" not in line:
            now.play(next(green))
    return now


def test_a_blast_before_a_silence_is_decided_once_both_are_told() -> None:
    fired = [*["blue: head E"] * 4, "blue: missile E1", *["blue: head S"] * 3, "blue: silence", "blue: head E"]
    now = in_turn(*fired, "blue captain: glide S 1")
    assert now.game.rules.damage(now.game.state, BLUE) == (0, 1)
    now.play("blue captain: start A1")
    assert now.game.rules.damage(now.game.state, BLUE) == (1, 1)


def test_a_blast_after_a_silence_is_decided_once_both_are_told() -> None:
    now = in_turn(*["blue: head E"] * 3, "blue: silence", *["blue: head S"] * 4, "blue: missile E6")
    now.play("blue captain: glide E 1")
    assert now.game.rules.damage(now.game.state, BLUE) == (0, 1)
    now.play("blue captain: start A2")
    assert now.game.rules.damage(now.game.state, BLUE) == (1, 1)

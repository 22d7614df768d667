"""Damage as everybody knows it: hits, and what an Engineer calls aloud; never what a crew only told the referee."""

from __future__ import annotations

from referee.rules.crews import Game, Team
from referee.rules.house import House
from referee.table.crew_sheet import CrewSheet, sheet_after
from tests.table.tables import Table, in_real_time, said, whispered


def test_the_engineers_damage_counts_for_all_once_it_is_called() -> None:
    now = in_real_time(scenario="bravo")
    now.play("blue captain: start A1")
    for place in range(1, 7):
        now.play("blue: head E", f"blue engineer: cross E{place}")
    assert (_known(now), _seen_by_the_enemy(now)) == ("Damage: Blue 0, Yellow 0.", 0)
    now.play("blue: damage")
    assert (_known(now), _seen_by_the_enemy(now)) == ("Damage: Blue 1, Yellow 0.", 1)


def test_damage_by_a_crew_that_tells_nothing_counts_as_well() -> None:
    now = in_real_time(scenario="bravo")
    now.play(*["blue: head E"] * 6, "blue: damage")
    assert (_known(now), _seen_by_the_enemy(now)) == ("Damage: Blue 1, Yellow 0.", 1)


def test_in_sonar_damage_that_is_called_counts_once() -> None:
    now = in_real_time(game=Game.SONAR, scenario="north-pole")
    now.play(*["blue: head E"] * 4, "blue: stop")
    cell = min(now.game.reckoning[Team.BLUE].positions())
    now.play(f"blue: missile {cell}", "green: clear", "blue: damage")
    assert (_known(now), _seen_by_the_enemy(now)) == ("Damage: Blue 1, Green 0.", 1)


def test_a_crew_reads_its_own_damage_as_it_is_and_nobody_else_does() -> None:
    now = in_real_time(scenario="bravo")
    now.play("blue captain: start A1")
    for place in range(1, 7):
        now.play("blue: head E", f"blue engineer: cross E{place}")
    assert whispered(now.types("blue mate: status"), Team.BLUE)[-1] == "Damage: Blue 1, Yellow 0."
    assert whispered(now.types("yellow captain: status"), Team.YELLOW)[-1] == _known(now) == "Damage: Blue 0, Yellow 0."


def test_whoever_sank_had_all_the_damage_even_what_nobody_had_heard_of() -> None:
    now = in_real_time(game=Game.SONAR, scenario="north-pole")
    now.play(
        "blue captain: start A1",
        *["blue: head E"] * 4,
        "blue: stop",
        "blue: missile E1",
        "green: clear",
        "blue: resume",
    )
    now.play(*["blue: head E"] * 4, "blue: stop", "blue: missile I1")
    assert said(now.types("status")) == ["The game is over: Green has won.", "Damage: Blue 2, Green 0."]


def _known(now: Table) -> str:
    return said(now.types("status"))[-1]


def _seen_by_the_enemy(now: Table) -> int:
    enemy = now.session.setup.teams[1]
    return sheet_after(CrewSheet(enemy, now.game.scenario, House()), now.game.events).enemy_damage

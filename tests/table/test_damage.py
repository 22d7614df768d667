"""Damage as everybody knows it: hits, and what an Engineer calls aloud; never what a crew only told the referee."""

from __future__ import annotations

from referee.rules.crews import Game, Team
from referee.rules.house import House
from referee.table.crew_sheet import CrewSheet, sheet_after
from tests.table.tables import Table, in_real_time, said


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


def _known(now: Table) -> str:
    return said(now.types("status"))[-1]


def _seen_by_the_enemy(now: Table) -> int:
    enemy = now.session.setup.teams[1]
    return sheet_after(CrewSheet(enemy, now.game.scenario, House()), now.game.events).enemy_damage

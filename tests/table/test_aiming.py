"""What a Captain is shown before firing agrees with what the rules then do."""

from __future__ import annotations

import pytest

from referee import shelf
from referee.rules.crews import Game, Mode, System, Team
from referee.rules.house import House
from referee.rules.sea import Cell
from referee.table.aiming import Aiming
from referee.table.crew_desks import CrewDesks
from tests.table.tables import Table, table

BLUE = Team.BLUE


def over(game: Game, name: str) -> Aiming:
    return Aiming.over(shelf.scenario(game, name, Mode.TURN_BY_TURN), House())


def test_a_torpedo_goes_four_spaces_round_islands() -> None:
    alpha = over(Game.CAPTAIN_SONAR, "alpha")
    chart = alpha.bearings.waters.chart
    for here in chart.water:
        reach = set(alpha.reach(here)[System.TORPEDO])
        assert all(abs(one.column - here.column) + abs(one.row - here.row) <= 4 for one in reach)
        assert not reach & chart.islands
        assert all(here in alpha.reach(one)[System.TORPEDO] for one in reach)


def test_a_missile_goes_anywhere_in_the_own_sector() -> None:
    north = over(Game.SONAR, "archipelago")
    here = Cell(1, 1)
    chart = north.bearings.waters.chart
    assert set(north.reach(here)[System.MISSILE]) == {
        cell for cell in chart.water if chart.sector(cell) == chart.sector(here)
    }
    assert north.hurts(here) == {here: 1}


def damage_of_own(at: Table, line: str) -> int:
    before = at.game.damage(BLUE)
    at.play(line)
    if at.game.screen.answers:
        at.play("yellow: clear" if Team.YELLOW in at.session.setup.teams else "green: clear")
    return at.game.damage(BLUE) - before


@pytest.mark.parametrize("cell", ["E5", "D3", "F4", "E8", "C5", "E6"])
def test_what_hurts_is_what_the_rules_count(cell: str) -> None:
    at = table(mode=Mode.REAL_TIME)
    at.play("blue: start A4", "blue: dive", "yellow: dive", *["blue: head E"] * 4)
    desks = CrewDesks(at.session.setup, at.game.scenario, ("en",))
    captain = desks.view(at.session.shown.of(BLUE), "en")["captain"]
    assert captain["position"] == "E4"
    assert cell in captain["reach"]["torpedo"]
    at.play("blue: stop")
    assert damage_of_own(at, f"blue: torpedo {cell}") == captain["hurts"].get(cell, 0)

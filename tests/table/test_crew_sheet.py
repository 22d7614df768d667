"""A crew's own sheets follow the house rules: nobody is warned of what the house allows."""

from __future__ import annotations

import pytest

from referee import shelf
from referee.rules import event_lines
from referee.rules.crews import Game, Mode, Team
from referee.rules.house import House
from referee.rules.orders import Panel
from referee.table.crew_sheet import CrewSheet, costs_damage, sheet_after
from referee.table.lessons import advice


def sheet(events: str, rule: str = "", value: str = "") -> CrewSheet:
    """Blue's sheets on Alpha after these events, with one house rule changed."""
    house = House().put(rule, value) if rule else House()
    assert house is not None
    fresh = CrewSheet(Team.BLUE, shelf.scenario(Game.CAPTAIN_SONAR, "alpha", Mode.TURN_BY_TURN), house)
    lines = [line.strip() for line in events.split(";")]
    happened = event_lines.events_of(lines)
    assert len(happened) == len(lines)
    return sheet_after(fresh, happened)


CLOSING = "; ".join(f"breakdown-crossed blue {symbol[0]} {symbol[1]}" for symbol in ("W1", "W2", "W4", "W5", "E3"))


@pytest.mark.parametrize(("first", "costs"), [("yes", False), ("no", True)])
def test_a_panel_whose_last_symbol_closes_a_circuit_costs_what_the_house_says(first: str, costs: bool) -> None:
    assert costs_damage(sheet(CLOSING, "repair-first", first), Panel.WEST) is costs


CORNERED = "start-told blue A1; mine-placed blue A3; course-held blue E; course-held blue S; course-held blue W"


@pytest.mark.parametrize(("blocks", "told"), [("yes", ["blackout"]), ("no", ["blackout-near"])])
def test_an_own_mine_is_a_wall_where_the_house_says_so(blocks: str, told: list[str]) -> None:
    assert [one.key for one in advice(sheet(CORNERED, "own-mine-blocks", blocks))] == told


STILL = "start-told blue A1; silence-activated blue; silence-glided blue N 0"


@pytest.mark.parametrize(("marks", "owed"), [("both", (1, (Panel.NORTH,))), ("mate", (1, ())), ("none", (0, ()))])
def test_a_silence_that_stays_put_owes_what_the_house_says(marks: str, owed: tuple[int, tuple[Panel, ...]]) -> None:
    now = sheet(STILL, "silence-zero-marks", marks)
    assert (now.to_mark, now.to_cross) == owed


@pytest.mark.parametrize(("earns", "energy"), [("no", 0), ("yes", 1)])
def test_a_silence_earns_energy_where_the_house_says_so(earns: str, energy: int) -> None:
    house = House().put("silence-earns-energy", earns)
    assert house is not None
    fresh = CrewSheet(Team.BLUE, shelf.scenario(Game.SONAR, "archipelago", Mode.TURN_BY_TURN), house)
    happened = event_lines.events_of([*["course-held blue S"] * 3, "silence-activated blue"])
    assert sheet_after(fresh, happened).energy == energy


def test_of_two_mines_in_a_space_one_is_left() -> None:
    assert len(sheet("mine-placed blue A3; mine-placed blue A3; mine-triggered blue A3").mines) == 1

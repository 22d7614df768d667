"""What each event teaches, what is certainly wrong, and what becomes of contradictions."""

from __future__ import annotations

from typing import Any

import pytest

from referee import shelf
from referee.deduction import Reckoning, Worlds, verdict
from referee.rules import events as e
from referee.rules import notation
from referee.rules.crews import Game, Mode, Team
from referee.rules.event_lines import parse
from referee.rules.house import House
from referee.rules.reasons import Reason
from referee.rules.sea import Cell

BLUE, YELLOW, GREEN = Team.BLUE, Team.YELLOW, Team.GREEN
cell = Cell.named


def cells(text: str) -> frozenset[Cell]:
    return frozenset(cell(name) for name in text.split())


def worlds(*lines: str, scenario: str = "alpha", mode: Mode = Mode.TURN_BY_TURN, house: House | None = None) -> Worlds:
    """Blue's worlds after these events, in the notation of events."""
    game = Game.SONAR if scenario in ("archipelago", "north-pole") else Game.CAPTAIN_SONAR
    found = Worlds.begin(shelf.scenario(game, scenario, mode), house or House(), BLUE)
    return after(found.after(e.GameBegan(None)), *lines)


def after(found: Worlds, *lines: str) -> Worlds:
    for line in lines:
        event = parse(line)
        assert event is not None, line
        found = found.after(event)
    return found


def says(found: Worlds, order: str) -> Reason | None:
    announced = notation.parse(order)
    assert announced is not None, order
    return verdict(found, announced)


def started(at: str, *lines: str, **chosen: Any) -> Worlds:
    return worlds(f"start-told blue {at}", *lines, **chosen)


def courses(headings: str) -> list[str]:
    return [f"course-held blue {heading}" for heading in headings]


# -- courses
def test_nothing_told_nothing_is_wrong_until_it_must_be() -> None:
    found = worlds()
    assert all(says(found, f"head {heading}") is None for heading in "NSEW")
    assert says(worlds(*courses("N")), "head S") is Reason.COURSE_OWN_ROUTE
    assert says(worlds(*courses("NNNNNNNNN")), "head N") is not None


def test_a_refusal_names_what_stops_the_submarine() -> None:
    assert says(started("A1"), "head N") is Reason.COURSE_OFF_CHART
    assert says(started("C1"), "head E") is Reason.COURSE_ISLAND
    assert says(started("A1", *courses("E")), "head W") is Reason.COURSE_OWN_ROUTE
    assert says(started("A5", "mine-dropped blue", "mine-placed blue B5"), "head E") is Reason.COURSE_OWN_MINE


def test_a_certain_blackout_leaves_only_surfacing() -> None:
    found = started("B1", *courses("SWN"))  # in the corner A1, its own route all round
    assert found.must_surface()
    assert says(found, "head E") is Reason.BLACKOUT_MUST_SURFACE
    assert says(found, "torpedo A3") is Reason.BLACKOUT_MUST_SURFACE
    assert says(found, "surface 1") is None
    assert not worlds(*courses("SWN")).must_surface()
    assert not after(found, "submarine-surfaced blue 1 -").must_surface()


# -- sectors, drones, sonar, hits
def test_an_announced_sector_narrows_and_must_be_possible() -> None:
    assert says(started("A1"), "surface 4") is Reason.SURFACE_UNTRUE
    assert worlds("submarine-surfaced blue 1 -").positions() <= cells(
        " ".join(f"{c}{r}" for c in "ABCDE" for r in range(1, 6))
    )


def test_a_drone_is_answered_truly() -> None:
    asked = worlds("submarine-surfaced blue 2 -", "drone-launched yellow 2")
    assert says(asked, "no") is Reason.DRONE_UNTRUE
    assert says(asked, "yes") is None
    assert says(worlds("submarine-surfaced blue 2 -", "drone-launched yellow 1"), "yes") is Reason.DRONE_UNTRUE


def test_one_sonar_fact_is_true_and_one_false() -> None:
    asked = started("A1", "sonar-activated yellow")
    assert says(asked, "at column A row 1") is Reason.SONAR_BOTH_TRUE
    assert says(asked, "at column B row 2") is Reason.SONAR_BOTH_FALSE
    assert says(asked, "at column A sector 2") is None
    narrowed = after(
        worlds("submarine-surfaced blue 1 -"), "sonar-activated yellow", "sonar-answered blue column=A,sector=2"
    )
    assert narrowed.positions() == cells("A1 A2 A3 A4 A5")


def test_a_hit_report_tells_how_near() -> None:
    asked = worlds("torpedo-launched yellow C6")
    assert after(asked, "submarine-hit blue yes 2").positions() == cells("C6")
    assert after(asked, "submarine-hit blue no 1").positions() == cells("B5 C5 D5 B6 D6 B7 C7 D7")
    assert not after(asked, "all-clear blue").positions() & cells("C6 B5 D7")
    assert says(started("A1", "torpedo-launched yellow C6"), "hit direct") is Reason.HIT_UNTRUE
    assert says(started("C6", "torpedo-launched yellow C6"), "clear") is Reason.HIT_UNTRUE


# -- systems
def test_a_system_needs_as_many_courses_as_its_gauge_is_long() -> None:
    assert says(worlds(*courses("NN")), "torpedo C6") is Reason.SYSTEM_NOT_CHARGED
    assert says(started("C8", *courses("NNN")), "torpedo C6") is None
    assert says(worlds(*courses("N")), "charged mine") is Reason.SYSTEM_NOT_CHARGED
    assert says(worlds(*courses("NN")), "charged mine") is None


def test_a_torpedo_goes_four_spaces_through_water() -> None:
    found = started("A10", *courses("NNN"))
    assert says(found, "torpedo A1") is Reason.TARGET_OUT_OF_RANGE
    assert says(found, "torpedo A3") is None
    assert says(worlds(*courses("NNN")), "torpedo C4") is Reason.TARGET_ISLAND
    launched = worlds(*courses("NNN"), "torpedo-launched blue A1")
    assert launched.positions() <= cells("A2 A3 A4 A5 B1 B2 B3 B4 C1 D2")


def test_a_mine_is_triggered_where_one_may_lie() -> None:
    dropped = started("C8", *courses("NN"), "mine-dropped blue")
    assert says(dropped, "trigger C7") is Reason.MINE_NONE_THERE
    assert says(dropped, "trigger B5") is None
    assert says(after(dropped, "mine-triggered blue B5"), "trigger B5") is Reason.MINE_NONE_THERE
    assert says(worlds(*courses("NN")), "trigger B5") is Reason.MINE_NONE_THERE


def test_an_enemy_torpedo_may_have_destroyed_the_mine() -> None:
    told = started("C8", *courses("NN"), "mine-dropped blue", "mine-placed blue B5")
    assert (
        says(after(told, "torpedo-launched yellow B5", "submarine-hit blue no 1"), "trigger B5")
        is Reason.MINE_NONE_THERE
    )


def test_echo_has_a_system_of_its_own() -> None:
    found = worlds(*courses("NNN"), scenario="echo", mode=Mode.REAL_TIME)
    assert says(found, "archer C4") is Reason.SYSTEM_NOT_CHARGED
    assert says(after(found, *courses("E")), "archer C4") is None


def test_a_certain_breakdown_refuses_the_system() -> None:
    found = worlds(*courses("NNN"), mode=Mode.REAL_TIME)
    crossed = after(
        worlds(*courses("N")), "breakdown-crossed blue N 2", *courses("N"), "breakdown-crossed blue N 5", *courses("N")
    )
    assert says(found, "sonar") is None
    assert says(crossed, "torpedo A1") is Reason.SYSTEM_BROKEN


# -- the Engineer's damage
def test_damage_may_be_announced_once_so_many_symbols_can_be_crossed() -> None:
    found = started("A10", *courses("NNNNN"))
    assert says(worlds(*courses("NN")), "damage") is Reason.DAMAGE_UNTRUE
    assert says(found, "damage") is None


def test_damage_may_be_that_of_the_own_blast() -> None:
    close = started("C8", *courses("NNN"), "torpedo-launched blue C4", "all-clear yellow")
    assert says(close, "damage") is Reason.DAMAGE_UNTRUE
    beside = started("C8", *courses("NNN"), "torpedo-launched blue B5", "all-clear yellow")
    assert says(beside, "damage") is None


# -- Sonar
def test_sonar_has_one_true_fact_and_exact_points() -> None:
    asked = after(worlds(scenario="archipelago"), "sonar-activated green")
    assert says(asked, "at row 1") is None
    assert says(asked, "at row 2") is Reason.SONAR_UNTRUE
    assert says(worlds(scenario="archipelago"), "surface A2") is Reason.SURFACE_UNTRUE
    assert says(worlds(scenario="archipelago"), "missile J10") is Reason.TARGET_OTHER_SECTOR


def test_silence_in_sonar_is_exactly_one_step() -> None:
    assert after(worlds(scenario="archipelago"), "silence-activated blue").positions() == cells("B1 A2")


# -- contradictions, and secrets
def test_a_contradiction_accuses_nobody_and_loses_nothing_for_good() -> None:
    found = after(started("A1"), "submarine-surfaced blue 4 -")
    assert found.astray
    assert found.positions() and all(found.scenario.chart.sector(one) == 4 for one in found.positions())
    assert any(says(found, f"head {heading}") is None for heading in "NSEW")
    assert says(found, "trigger J10") is None


def test_gauges_and_sheets_too_are_found_again() -> None:
    found = after(worlds(), "torpedo-launched blue C6")
    assert found.astray
    assert says(found, "charged mine") is None
    assert says(after(worlds(), "damage-announced blue"), "damage") is None


def test_a_start_told_again_before_the_game_takes_the_place_of_the_first() -> None:
    scenario = shelf.scenario(Game.CAPTAIN_SONAR, "alpha", Mode.TURN_BY_TURN)
    found = after(Worlds.begin(scenario, House(), BLUE), "start-told blue A1", "start-told blue B2")
    assert found.positions() == cells("B2")


def test_what_one_crew_tells_never_touches_the_other() -> None:
    scenario = shelf.scenario(Game.CAPTAIN_SONAR, "alpha", Mode.TURN_BY_TURN)
    secrets = [
        "start-told yellow A1",
        "mine-placed yellow B5",
        "gauge-marked yellow torpedo",
        "silence-glided yellow N 3",
        "breakdown-crossed yellow N 2",
    ]
    events = [parse(line) for line in secrets]
    assert all(events)
    nothing = Reckoning.begin(scenario, House())
    told = nothing.after(event for event in events if event is not None)
    assert told[BLUE] is nothing[BLUE]
    assert told[YELLOW] is not nothing[YELLOW]


@pytest.mark.parametrize("order", ["ok", "stop", "resume", "dive", "ready", "start C7", "repeat"])
def test_what_hangs_on_no_secret_is_left_to_the_rules(order: str) -> None:
    assert says(worlds(), order) is None

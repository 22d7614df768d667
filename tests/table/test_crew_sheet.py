"""A crew's own sheets follow the house rules: nobody is warned of what the house allows."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from referee import shelf
from referee.rules import event_lines
from referee.rules import orders as o
from referee.rules.crews import TEAMS, Game, Mode, Team
from referee.rules.house import House
from referee.rules.orders import Panel
from referee.table.crew_desks import CrewDesks
from referee.table.crew_sheet import CrewSheet, costs_damage, sheet_after
from referee.table.crew_view import desk, view
from referee.table.lessons import advice
from referee.table.setup import Setup
from tests.deduction.voyages import SCENARIOS, Found, Telling, Voyage, both, eased, shelved
from tests.table.tables import table, under_way


def sheet(events: str, rule: str = "", value: str = "") -> CrewSheet:
    """Blue's sheets on Alpha after these events, with one house rule changed."""
    house = House().put(rule, value) if rule else House()
    assert house is not None
    fresh = CrewSheet.begin(Team.BLUE, shelf.scenario(Game.CAPTAIN_SONAR, "alpha", Mode.TURN_BY_TURN), house)
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
    fresh = CrewSheet.begin(Team.BLUE, shelf.scenario(Game.SONAR, "archipelago", Mode.TURN_BY_TURN), house)
    happened = event_lines.events_of([*["course-held blue S"] * 3, "silence-activated blue"])
    assert sheet_after(fresh, happened).energy == energy


def test_of_two_mines_in_a_space_one_is_left() -> None:
    assert len(sheet("mine-placed blue A3; mine-placed blue A3; mine-triggered blue A3").mines) == 1


# -- the route, however late it is told
@pytest.mark.parametrize(
    ("events", "position", "route"),
    [
        ("course-held blue E; course-held blue S; start-told blue C5", "D6", "C5 D5 D6"),
        (
            "start-told blue C5; silence-activated blue; course-held blue S; silence-glided blue E 2",
            "E6",
            "C5 D5 E5 E6",
        ),
        ("course-held blue E; submarine-surfaced blue 1 -; course-held blue S; start-told blue C5", "D6", "D5 D6"),
        ("start-told blue C5; silence-activated blue; silence-activated blue; silence-glided blue E 1", "None", ""),
    ],
)
def test_what_is_told_late_is_drawn_where_it_belongs(events: str, position: str, route: str) -> None:
    now = sheet(events)
    assert (str(now.position), " ".join(map(str, now.route))) == (position, route)


@dataclass
class Drawn(Voyage):
    """A game of complete knowledge, and the sheets of two crews that tell some of it, some of it late."""

    sheets: dict[Team, CrewSheet] = field(default_factory=dict)
    known: int = 0

    def tell(self, announced: o.Announced) -> None:
        before = self.heard
        super().tell(announced)
        events = self.rules.rule_on(before, announced).events  # type: ignore[union-attr]  # it was accepted
        for team in self.teams:
            blank = CrewSheet.begin(team, self.scenario, self.house)
            self.sheets[team] = sheet_after(self.sheets.get(team, blank), events)

    def look(self, team: Team) -> None:
        position = self.sheets[team].position
        self.known += position is not None
        assert position in (None, self.place(team)), f"{self.label}: {position}, but at {self.place(team)} {self.log}"


@pytest.mark.parametrize("seed", range(40))
def test_a_sheet_shows_no_submarine_where_it_is_not(seed: int) -> None:
    chance = random.Random(seed)
    game = chance.choice(list(Game))
    scenario = eased(shelved(game, chance.choice(SCENARIOS[game]), chance.choice(list(Mode))), chance)
    telling = both(TEAMS[game], lambda _: Telling(start=True, mines=True, glides=chance.random() < 0.7))
    voyage = Drawn(scenario, House(), chance, telling, Found(), 60, label=str(seed))
    voyage.sail()
    assert voyage.known > 10


# -- a start the scenario forces
def test_a_forced_start_is_on_the_sheet_before_anybody_tells_it() -> None:
    setup = Setup(game=Game.SONAR, scenario="archipelago")
    now = table(game=Game.SONAR, scenario="archipelago")
    for team, start in ((Team.BLUE, "A1"), (Team.GREEN, "J10")):
        shown = view(desk(team, now.game.scenario, setup), now.session.screen, (), "en")["captain"]
        assert (shown["start"], shown["position"], shown["route"]) == (start, start, [start])


def test_from_a_forced_start_a_crew_is_warned_of_a_blackout_without_telling_anything() -> None:
    fresh = CrewSheet.begin(Team.BLUE, shelf.scenario(Game.SONAR, "archipelago", Mode.TURN_BY_TURN), House())
    happened = event_lines.events_of(["course-held blue E", "course-held blue S", "course-held blue W"])
    assert [one.key for one in advice(sheet_after(fresh, happened))] == ["blackout-near"]


@pytest.mark.parametrize(("mode", "asked"), [(Mode.TURN_BY_TURN, False), (Mode.REAL_TIME, True)])
def test_only_in_real_time_is_a_surfaced_captain_asked_to_dive(mode: Mode, asked: bool) -> None:
    now = table(mode=mode)
    desks = CrewDesks(now.session.setup, now.game.scenario, ("en",))
    now.play("blue: dive", "yellow: dive", "blue: surface 1", "yellow: head N", "yellow: head N", "yellow: head N")
    assert desks.view(now.session.shown.of(Team.BLUE), "en")["captain"]["surfaced"] is asked


@pytest.mark.parametrize(
    ("chosen", "asked"), [({"game": Game.SONAR, "scenario": "archipelago"}, "point"), ({}, "sector")]
)
def test_a_phone_asks_for_what_its_game_announces_after_surface(chosen: dict[str, Any], asked: str) -> None:
    now = under_way(**chosen)
    desks = CrewDesks(now.session.setup, now.game.scenario, ("en",))
    now.play("blue: surface")
    assert desks.view(now.session.shown.of(Team.BLUE), "en")["owed"]["what"] == asked

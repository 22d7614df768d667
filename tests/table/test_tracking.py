"""Where the enemy may be, on the chart of a Radio Operator who is being taught: always true, and nobody's secret.

Whole games of complete knowledge are laid on two tables: one where blue tells everything, one where it tells nothing.
Yellow tells nothing at either, so its screens have to be the same, and blue has to be where yellow's chart has it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from referee.deduction import Worlds
from referee.language.understanding import Understood
from referee.rules import event_lines
from referee.rules import orders as o
from referee.rules.crews import TEAMS, Game, Mode, Team
from referee.rules.house import House
from referee.rules.orders import Announced
from referee.rules.sea import Cell
from referee.rules.waters import places
from referee.table.crew_desks import CrewDesks
from referee.table.inputs import Heard, Pressed
from referee.table.outputs import Public
from referee.table.refusals import is_private
from referee.table.screen import Phase
from referee.table.session import Session
from referee.table.setup import Setup
from referee.table.shown import Shown
from referee.table.tracking import SHADES, Tracking
from tests.deduction.charts import chart_of
from tests.deduction.voyages import NOTHING, SCENARIOS, Found, Parted, Voyage, both, eased, shelved
from tests.table.tables import table

LANGUAGES = ("en", "fr")


class Watched:
    """A table with the phones of both crews."""

    def __init__(self, setup: Setup, voyage: Voyage) -> None:
        self.session: Session[Any] = Session(setup, voyage.rules, voyage.scenario, lambda _: pytest.fail("no words"))
        self.desks = CrewDesks(setup, voyage.scenario, LANGUAGES)
        self.aloud: list[Public] = []

    def lay(self, announced: Announced, at: float) -> str:
        given = Pressed(at, announced) if is_private(announced) else Heard(at, Understood(announced))
        reply = self.session.feed(given)
        self.desks.heard(reply)
        self.aloud += reply.public
        return f"{reply.verdict} {reply.reason or ''}".strip()

    def seen_by(self, team: Team) -> str:
        return json.dumps([self.desks.view(self.session.shown.of(team), language) for language in LANGUAGES])


@dataclass
class Twins(Voyage):
    """A game of complete knowledge, laid on both tables as it goes."""

    told: Watched | None = None
    untold: Watched | None = None
    watched: int = 0
    narrowest: int = 1000

    def order(self, team: Team, order: o.Order, *, tell: bool = True) -> bool:
        before = self.truth
        if not super().order(team, order, tell=False):
            return False
        announced = Announced(order, team)
        assert self.told is not None
        assert self.untold is not None
        tables = [self.untold] if not is_private(announced) else []
        tables += [self.told] if tables or team is self.teams[0] else []
        for one in tables:
            said = one.lay(announced, 4.0 * len(self.log))
            assert said == "accepted", f"{self.label}: {announced} {said}\n{self.rules.position(before, team)}"
        self.compare()
        return True

    def probe(self, team: Team, order: o.Order) -> None:
        """Nothing is tried out here."""

    def look(self, team: Team) -> None:
        """Nothing is deduced here but by the tables."""

    def compare(self) -> None:
        assert self.told is not None
        assert self.untold is not None
        if Phase.OVER in (self.told.session.screen.phase, self.untold.session.screen.phase):
            raise Parted  # perhaps of damage that only its crew knew of; the game has no secrets any more
        hunter = self.teams[1]
        assert self.told.seen_by(hunter) == self.untold.seen_by(hunter), f"{self.label}: {self.log[-4:]}"
        assert self.told.aloud == self.untold.aloud, f"{self.label}: {self.log[-4:]}"
        chart = possible(self.untold.desks, self.untold.session.shown, hunter)
        if chart is not None:
            true = places(self.truth.crews[self.teams[0]].track.places)
            waters = self.worlds[hunter].where.waters
            # between a silence and its telling even complete knowledge has several
            assert any(str(waters.cell(place)) in chart for place in true), f"{self.label}: {self.log[-4:]}"
            assert max(chart.values()) == SHADES
            assert min(chart.values()) >= 1
            self.watched, self.narrowest = self.watched + 1, min(self.narrowest, len(chart))


def possible(desks: CrewDesks, shown: Shown, team: Team) -> Mapping[str, int] | None:
    found: Mapping[str, int] | None = desks.view(shown.of(team), "en")["radio"]["possible"]
    return found


@pytest.mark.parametrize("seed", range(10))
def test_the_chart_holds_the_enemy_and_none_of_its_secrets(seed: int) -> None:
    chance = random.Random(seed)
    game = chance.choice((Game.CAPTAIN_SONAR, Game.CAPTAIN_SONAR, Game.SONAR))
    name, mode, book = chance.choice(SCENARIOS[game]), chance.choice(list(Mode)), chance.choice(("en", "fr"))
    setup = Setup(game=game, scenario=name, mode=mode, book="fr" if book == "fr" else "en", tutor=True)
    scenario = shelved(game, name, mode)
    voyage = Twins(
        eased(scenario, chance) if chance.random() < 0.6 else scenario,
        House.for_book(setup.book),
        chance,
        both(TEAMS[game], lambda _: NOTHING),
        Found(),
        length=24,
        label=str(seed),
    )
    setup = replace(setup, first=voyage.truth.frame.first)
    voyage.told, voyage.untold = Watched(setup, voyage), Watched(setup, voyage)
    voyage.sail()
    assert voyage.watched > 20
    assert voyage.narrowest < 120


def test_no_chart_of_the_enemy_without_the_tutor_nor_before_the_game() -> None:
    for tutor in (False, True):
        now = table(tutor=tutor)
        desks = CrewDesks(now.session.setup, now.game.scenario, LANGUAGES)
        now.play("blue: dive")
        assert possible(desks, now.session.shown, Team.YELLOW) is None
        now.play("yellow: dive", "blue: head N")
        assert (possible(desks, now.session.shown, Team.YELLOW) is not None) is tutor


def test_what_only_a_crew_knows_changes_nothing() -> None:
    tracking = Tracking.begin(shelved(Game.CAPTAIN_SONAR, "delta", Mode.REAL_TIME), House(), Team.BLUE)
    for line in ("start-told blue C7", "gauge-marked blue mine", "mine-placed blue B7", "hull-damaged blue 1 panel no"):
        event = event_lines.parse(line)
        assert event is not None, line
        assert tracking.after([event]) is tracking


def test_an_order_taken_back_is_taken_back_on_the_chart() -> None:
    now = table(tutor=True, mode=Mode.REAL_TIME)
    desks = CrewDesks(now.session.setup, now.game.scenario, LANGUAGES)
    now.play("blue: dive", "yellow: dive", "blue: head N", "blue: head W")
    before = possible(desks, now.session.shown, Team.YELLOW)
    now.play("blue: head W")
    assert possible(desks, now.session.shown, Team.YELLOW) != before
    now.play("blue: cancel")
    assert possible(desks, now.session.shown, Team.YELLOW) == before


def test_the_shade_tells_how_many_routes_lead_there() -> None:
    strip = replace(shelved(Game.CAPTAIN_SONAR, "alpha", Mode.TURN_BY_TURN), chart=chart_of("....."), mate=None)
    worlds = Worlds.begin(strip, House(), Team.BLUE)
    for line in ("game-began blue", "course-held blue E", "silence-activated blue"):
        event = event_lines.parse(line)
        assert event is not None, line
        worlds = worlds.after(event)
    # at the edge, in E, no course was left and so no silence either; from B, C and D it stays or goes on east
    ways = {Cell(2, 1): 1, Cell(3, 1): 2, Cell(4, 1): 3, Cell(5, 1): 3}
    assert worlds.routes() == ways
    assert Tracking(worlds).shades == ways

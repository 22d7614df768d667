"""Non-interference: whatever one crew told the referee in private, the other crew and the public learn the same.

Two games with the same public orders and the same verdicts; only what blue tells privately differs (another start,
other marks and crossings, mines elsewhere, other silences, or nothing at all). Everything that yellow or the public may
learn must be identical. `SONAR_PAIRS=5000` plays more pairs.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from referee.rules import orders as o
from referee.rules import play
from referee.rules.captain_sonar import CAPTAIN_SONAR
from referee.rules.captain_sonar.state import State
from referee.rules.crews import Game, Mode, System, Team
from referee.rules.event_lines import text_of
from referee.rules.events import CourseForfeited, Everybody, SubmarineSunk, audience
from referee.rules.house import House
from referee.rules.orders import Announced
from referee.rules.rulings import Accepted, Ruling
from referee.rules.sea import Heading
from tests.rules.games import scenario
from tests.rules.wandering import PRIVATE, next_order, some_house

PAIRS = int(os.environ.get("SONAR_PAIRS", "60"))
ORDERS = 120
NAMES = ("alpha", "bravo", "charlie", "delta", "echo")


class Pair:
    """The same table twice, blue's secrets apart."""

    def __init__(self, seed: int, house: House) -> None:
        self.random = Random(seed)
        chart = scenario(NAMES[seed % 5], Mode.REAL_TIME if seed % 2 else Mode.TURN_BY_TURN)
        start = CAPTAIN_SONAR.begin(chart, house, Team.BLUE, play.CrewSizes.of(Game.CAPTAIN_SONAR))
        self.one, self.two = start, start
        self.mute = seed % 3 == 0
        self.said = 0

    def step(self) -> None:
        announced = next_order(self.one, self.random)
        if announced.team is Team.BLUE and isinstance(announced.order, PRIVATE):
            self.one = self._told(self.one, announced)
            if not self.mute:
                self.two = self._told(self.two, Announced(self._otherwise(announced.order), Team.BLUE, announced.role))
            return
        one, two = (CAPTAIN_SONAR.rule_on(state, announced) for state in (self.one, self.two))
        if type(one) is not type(two) or is_for_everybody(one) or is_for_everybody(two):
            return  # not the same verdict: this order was not given in this pair of games
        assert heard(one) == heard(two), announced
        if isinstance(one, Accepted) and isinstance(two, Accepted):
            self.said += 1
            self.one = play.fold(CAPTAIN_SONAR, self.one, one.events)
            self.two = play.fold(CAPTAIN_SONAR, self.two, two.events)
        assert open_to_all(self.one) == open_to_all(self.two)

    def _told(self, state: State, announced: Announced) -> State:
        ruling = CAPTAIN_SONAR.rule_on(state, announced)
        if is_for_everybody(ruling):
            return state
        assert heard(ruling) == [], "a private order was heard"
        return play.fold(CAPTAIN_SONAR, state, ruling.events) if isinstance(ruling, Accepted) else state

    def _otherwise(self, order: o.Order) -> o.Order:
        random = self.random
        crew, waters = self.two.crews[Team.BLUE], self.two.frame.waters
        match order:
            case o.Start():
                return o.Start(random.choice(sorted(self.two.frame.scenario.chart.water)))
            case o.Drop(cell):
                beside = waters.cells(waters.moved(crew.track.places, waters.ring))
                return o.Drop(random.choice(beside or (cell,)))
            case o.Glide():
                return o.Glide(random.choice(list(Heading)), random.randint(0, 4))
            case o.Mark():
                return o.Mark(random.choice(list(System)))
            case o.Cross(panel):
                return o.Cross(panel, random.randint(1, 6))
        raise AssertionError(order)


def is_for_everybody(ruling: Ruling) -> bool:
    """The end of the game, and an impossible course the house punishes, whatever secret brought them: verdicts too."""
    kinds = (SubmarineSunk, CourseForfeited)
    return isinstance(ruling, Accepted) and any(isinstance(event, kinds) for event in ruling.events)


def heard(ruling: Ruling) -> list[str]:
    """What yellow and the public learn of it."""
    if not isinstance(ruling, Accepted):
        return []
    return [text_of(event) for event in ruling.events if audience(event) in (Everybody.PUBLIC, Team.YELLOW)]


def open_to_all(state: State) -> list[str]:
    """What the table may show anybody, and all there is of yellow."""
    rules = CAPTAIN_SONAR
    holding = [owed for owed in rules.owed(state) if owed.holds_play]
    public = (rules.phase(state), rules.turn(state), rules.next_course(state), rules.stopped_by(state), holding)
    return [*map(str, public), rules.position(state, Team.YELLOW)]


@pytest.mark.parametrize("book", ["en", "fr"])
def test_nobody_learns_what_blue_did_not_announce(book: str) -> None:
    said = 0
    for seed in range(PAIRS):
        pair = Pair(seed, some_house(seed, book, without="own-damage-aloud"))
        for _ in range(ORDERS):
            pair.step()
        said += pair.said
    assert said > PAIRS * ORDERS / 8, "the games were too dull to show anything"


def test_the_pairs_really_differ() -> None:
    different = 0
    for seed in range(20):
        pair = Pair(seed, House())
        for _ in range(ORDERS):
            pair.step()
        different += pair.one.crews[Team.BLUE] != pair.two.crews[Team.BLUE]
    assert different > 15


def test_a_leak_would_be_seen() -> None:
    """The test can fail: where the house says one's own damage aloud, pairs do come apart."""
    aloud = House().put("own-damage-aloud", "yes")
    assert aloud is not None
    with pytest.raises(AssertionError):
        for seed in range(400):
            pair = Pair(seed, aloud)
            for _ in range(ORDERS):
                pair.step()

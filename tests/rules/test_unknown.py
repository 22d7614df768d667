"""Knowledge: what a crew did not tell makes nothing illegal by itself.

The same game twice: once with everything told, so that each order is known to be legal; once with only a part of blue's
private orders told, or told late. Whatever was legal with everything known must be accepted with less known.
`SONAR_HALF_TOLD=2000` plays more games.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from referee.rules import orders as o
from referee.rules import play
from referee.rules.captain_sonar import CAPTAIN_SONAR
from referee.rules.captain_sonar.state import State
from referee.rules.crews import Game, Mode, Team
from referee.rules.house import House
from referee.rules.orders import Announced
from referee.rules.play import Phase
from referee.rules.rulings import Accepted
from tests.rules.games import scenario
from tests.rules.wandering import PRIVATE, done, next_order, some_house

GAMES = int(os.environ.get("SONAR_HALF_TOLD", "40"))
ORDERS = 200
NAMES = ("alpha", "bravo", "charlie", "delta", "echo")


class HalfTold:
    """A game in which everything is known, and the same game for a referee that was told less."""

    def __init__(self, seed: int, house: House) -> None:
        self.random = Random(seed)
        chart = scenario(NAMES[seed % 5], Mode.REAL_TIME if seed % 2 else Mode.TURN_BY_TURN)
        start = CAPTAIN_SONAR.begin(chart, house, Team.BLUE, play.CrewSizes.of(Game.CAPTAIN_SONAR))
        self.known, self.half = start, start
        self.tells_start = self.random.random() < 0.5
        self.marks_from = self.random.choice([0, 30, 10_000])
        self.crosses_from = self.random.choice([0, 30, 10_000])
        self.late: list[Announced] = []
        self.count = 0
        for team in start.crews.teams:
            water = sorted(chart.chart.water)
            self.say(Announced(o.Start(self.random.choice(water)), team))
            self.say(Announced(o.Dive(), team))

    def step(self) -> bool:
        """One more order; False when the game is over."""
        shouting = next((team for team, crew in self.known.crews if crew.unannounced), None)
        if shouting and self.known.phase is Phase.RUNNING:
            self.say(Announced(o.Damage(), shouting))
        owed = [one for one in CAPTAIN_SONAR.owed(self.known) if one.private]
        if owed:
            self.say(done(self.known, owed[0], self.random))
        else:
            announced = next_order(self.known, self.random)
            if not isinstance(announced.order, PRIVATE):
                self.say(announced)
        if self.late and self.random.random() < 0.2:
            self._tell(self.late.pop(), must=False)
        return self.known.phase is not Phase.OVER

    def say(self, announced: Announced) -> None:
        self.known, ruling = play.advance(CAPTAIN_SONAR, self.known, announced)
        if not isinstance(ruling, Accepted) or self.known.phase is Phase.OVER:
            return
        self.count += 1
        if announced.team is Team.BLUE and isinstance(announced.order, PRIVATE):
            self._perhaps(announced)
        else:
            self._tell(announced, must=True)

    def _perhaps(self, announced: Announced) -> None:
        match announced.order:
            case o.Start():
                told = self.tells_start
            case o.Mark():
                told = self.count >= self.marks_from
            case o.Cross():
                told = self.count >= self.crosses_from
            case _:
                told = self.random.random() < 0.5
                if not told and isinstance(announced.order, o.Drop):
                    self.late.append(announced)
        if told:
            self._tell(announced, must=True)

    def _tell(self, announced: Announced, *, must: bool) -> None:
        self.half, ruling = play.advance(CAPTAIN_SONAR, self.half, announced)
        if must:
            assert isinstance(ruling, Accepted), (
                f"{announced}: {ruling}\n{CAPTAIN_SONAR.position(self.half, Team.BLUE)}\n"
                f"{CAPTAIN_SONAR.position(self.known, Team.BLUE)}"
            )


@pytest.mark.parametrize("book", ["en", "fr"])
def test_what_is_legal_is_never_refused_for_what_was_not_told(book: str) -> None:
    said = 0
    for seed in range(GAMES):
        # an impossible course that counts as one is a matter of what the referee was told
        game = HalfTold(seed, some_house(seed, book, without="illegal-course"))
        for _ in range(ORDERS):
            if not game.step():
                break
            assert_fits(game.known, game.half)
        said += game.count
    assert said > GAMES * 40


def assert_fits(known: State, half: State) -> None:
    """The truth is among the worlds the half-told referee believes in."""
    true, held = known.crews[Team.BLUE].track.places, half.crews[Team.BLUE].track.places
    assert true & held == true, "the submarine is not where the referee thinks it may be"
    assert half.crews[Team.BLUE].damage <= known.crews[Team.BLUE].damage, "damage it did not suffer"
    assert known.crews[Team.YELLOW] == half.crews[Team.YELLOW]

"""Whatever is said, in whatever order: what holds in every game."""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from referee.rules import event_lines, play
from referee.rules.captain_sonar import CAPTAIN_SONAR, position
from referee.rules.captain_sonar.state import State
from referee.rules.crews import Game, Mode, Team
from referee.rules.events import Event, audience
from referee.rules.house import HOUSE_RULES, House
from referee.rules.orders import Announced
from referee.rules.play import Phase, Task
from referee.rules.rulings import Accepted, Rejected
from tests.rules.games import scenario
from tests.rules.test_notation import crews, orders
from tests.rules.wandering import candidates, next_order

EXAMPLES = int(os.environ.get("SONAR_GAMES", "40"))
NAMES = ("alpha", "bravo", "charlie", "delta", "echo")

houses = st.builds(
    lambda book, changes: _changed(House.for_book(book), changes),
    st.sampled_from(["en", "fr"]),
    st.lists(st.sampled_from([(one.name, value) for one in HOUSE_RULES for value in one.values]), max_size=4),
)


def _changed(house: House, changes: list[tuple[str, str]]) -> House:
    for name, value in changes:
        house = house.put(name, value) or house
    return house


class AnyGame(RuleBasedStateMachine):
    """A game of random orders; every step checks what must always hold."""

    state: State
    start: State
    told: list[Event]

    @initialize(
        name=st.sampled_from(NAMES),
        mode=st.sampled_from(Mode),
        house=houses,
        first=st.sampled_from([Team.BLUE, Team.YELLOW]),
        sizes=st.tuples(st.integers(1, 4), st.integers(1, 4)),
    )
    def begin(self, name: str, mode: Mode, house: House, first: Team, sizes: tuple[int, int]) -> None:
        table = play.CrewSizes.of(Game.CAPTAIN_SONAR, *sizes)
        self.start = self.state = CAPTAIN_SONAR.begin(scenario(name, mode), house, first, table)
        self.told = []

    @rule(order=orders, crew=crews)
    def anything(self, order: object, crew: tuple[Team | None, object]) -> None:
        self.say(Announced(order, *crew))  # type: ignore[arg-type]  # hypothesis draws them untyped

    @rule(seed=st.integers(0, 2**20), steps=st.integers(1, 40))
    def a_while(self, seed: int, steps: int) -> None:
        random = Random(seed)
        for _ in range(steps):
            self.say(next_order(self.state, random))

    @rule(seed=st.integers(0, 2**20), team=st.sampled_from([Team.BLUE, Team.YELLOW]))
    def all_at_once(self, seed: int, team: Team) -> None:
        for announced in candidates(self.state, team, Random(seed)):
            self.say(announced)

    def say(self, announced: Announced) -> None:
        before, written = self.state, lines(self.state)
        ruling = CAPTAIN_SONAR.rule_on(before, announced)
        assert ruling == CAPTAIN_SONAR.rule_on(before, announced)
        assert lines(before) == written, "ruling changed the state"
        if isinstance(ruling, Rejected):
            return
        assert isinstance(ruling, Accepted)
        for event in ruling.events:
            self.happens(event)

    def happens(self, event: Event) -> None:
        assert event_lines.parse(event_lines.text_of(event)) == event
        before = self.state
        self.state = CAPTAIN_SONAR.apply(before, event)
        seen_by = audience(event)
        for team, crew in self.state.crews:
            assert crew.damage >= before.crews[team].damage
            assert CAPTAIN_SONAR.damage(self.state, team)[1] >= before.crews[team].damage
            if seen_by in before.crews.teams and seen_by is not team:
                assert crew is before.crews[team], f"{event} of {seen_by} changed {team}"
        self.told.append(event)

    @invariant()
    def replayed_it_is_the_same(self) -> None:
        if not hasattr(self, "start"):
            return
        assert play.fold(CAPTAIN_SONAR, self.start, self.told) == self.state

    @invariant()
    def every_crew_is_a_line(self) -> None:
        if not hasattr(self, "state"):
            return
        for team, crew in self.state.crews:
            line = CAPTAIN_SONAR.position(self.state, team)
            assert position.parse(self.state.frame, line) == crew
            assert line.isascii()
            assert crew.track.places, "a crew is nowhere"

    @invariant()
    def what_is_owed_is_asked_of_a_crew_that_may_answer(self) -> None:
        if not hasattr(self, "state"):
            return
        for owed in CAPTAIN_SONAR.owed(self.state):
            assert self.state.phase is not Phase.OVER
            assert owed.private == (owed.task in (Task.DROP, Task.GLIDE, Task.MARK, Task.CROSS))


def lines(state: State) -> str:
    """A state as text, so that a change cannot hide in something shared."""
    positions = [CAPTAIN_SONAR.position(state, team) for team in state.crews.teams]
    return " ".join([*positions, repr(replace(state, frame=None, crews=None))])  # type: ignore[arg-type]


AnyGame.TestCase.settings = settings(
    max_examples=EXAMPLES, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
)
test_any_game = AnyGame.TestCase


def test_random_games_come_to_an_end() -> None:
    """The candidates are lively enough to sink somebody: what is tested above is whole games."""
    ended = 0
    for seed in range(12):
        random, state = Random(seed), _game(seed)
        for _ in range(400):
            state, _ = play.advance(CAPTAIN_SONAR, state, next_order(state, random))
        ended += state.phase is Phase.OVER
    assert ended > 0


def _game(seed: int) -> State:
    chart = scenario(NAMES[seed % 5], list(Mode)[seed % 2])
    return CAPTAIN_SONAR.begin(chart, House(), Team.BLUE, play.CrewSizes.of(Game.CAPTAIN_SONAR))


def test_a_line_that_is_no_position_is_none() -> None:
    frame = _game(0).frame
    good = CAPTAIN_SONAR.position(_game(0), Team.BLUE)
    assert position.parse(frame, good) is not None
    broken = ["", "blue", good.replace("blue", "red"), good.replace("@", ""), good + " -", good.replace("?", "Z99")]
    for line in broken:
        assert position.parse(frame, line) is None, line

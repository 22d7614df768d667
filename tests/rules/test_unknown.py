"""Knowledge: what a crew did not tell makes nothing illegal by itself.

The same game twice: once with everything told, so that each order is known to be legal; once with only a part of blue's
private orders told, or told late. Whatever was legal with everything known must be accepted with less known.
`SONAR_HALF_TOLD=2000` plays more games.
"""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random

import pytest

from referee.rules import notation, play
from referee.rules import orders as o
from referee.rules.captain_sonar import CAPTAIN_SONAR
from referee.rules.captain_sonar.state import State
from referee.rules.crews import Game, Mode, Team
from referee.rules.house import House, ZeroMarks
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


# Every order of these games may be legal for all that was told: what was not told, or told late, decides it.
LEGAL_FOR_ALL_THAT_IS_KNOWN = {
    "a second panel may be whole when the damage of the first was announced late": "E*6 N damage N*5 damage",
    "what was crossed between a damage and its announcement is still crossed": (
        # E is whole at the sixth course; nothing red is crossed when N is
        "E*6 N engineer:cross_N5 damage N engineer:cross_N4 N engineer:cross_N3 N engineer:cross_N1 "
        "N engineer:cross_N6 N engineer:cross_N2 E engineer:cross_E5 stop torpedo_M5"
    ),
    "and may repair itself with what was crossed since, and be crossed again": (
        "E*6 N engineer:cross_N1 damage N engineer:cross_N2 N engineer:cross_N3 E engineer:cross_E1 N engineer:cross_N2"
    ),
    "damage suffered before surfacing is announced after it": "E*6 surface_6 ready dive damage",
    "a course and the silence after it are crossed in either order, by a crew that begins to tell": (
        "S*6 stop silence engineer:cross_S5 engineer:cross_E4"
    ),
    "and both in one panel, the next course waiting for neither": "S*6 stop silence engineer:cross_S5 S",
    "a mine told late may be the older one, and the newer one still lie elsewhere": (
        "captain:start_F5 S*3 stop mine E E N stop mine captain:drop_G7 stop trigger_I7"
    ),
    "the mark of the last course may be made after the system was activated, in its gauge": (
        "S*4 stop torpedo_F9 yellow:clear E E stop torpedo_H9"
    ),
    "a mark told late may be older than the gauge's last emptying": (
        "S*4 stop torpedo_F9 yellow:clear E E E mate:mark_sonar stop torpedo_G10"
    ),
}

# Where the house has no mark and no crossing for a silence that went nowhere, and the crew did not say that it did.
AFTER_A_SILENCE_THAT_MAY_HAVE_GONE_NOWHERE = {
    "surfacing": "S*5 E mate:mark_silence stop silence surface_7 ready dive N",
    "another silence": (
        "S*5 E mate:mark_silence engineer:cross_E4 stop silence "
        "E mate:mark_silence engineer:cross_E5 E mate:mark_silence engineer:cross_E6 S mate:mark_silence "
        "engineer:cross_S1 S mate:mark_silence engineer:cross_S3 E mate:mark_silence engineer:cross_E3 E "
        "mate:mark_silence engineer:cross_E1 "
        "stop silence glide_E_1 mate:mark_drone engineer:cross_E2 E"
    ),
}


@pytest.mark.parametrize("story", LEGAL_FOR_ALL_THAT_IS_KNOWN)
def test_no_order_is_refused_that_what_was_not_told_may_allow(story: str) -> None:
    assert_all_stand(LEGAL_FOR_ALL_THAT_IS_KNOWN[story], House.for_book("fr"))


@pytest.mark.parametrize("story", AFTER_A_SILENCE_THAT_MAY_HAVE_GONE_NOWHERE)
def test_nobody_waits_for_the_mark_of_a_silence_that_may_have_gone_nowhere(story: str) -> None:
    house = replace(House.for_book("fr"), silence_zero_marks=ZeroMarks.NONE)
    assert_all_stand(AFTER_A_SILENCE_THAT_MAY_HAVE_GONE_NOWHERE[story], house)


def assert_all_stand(story: str, house: House) -> None:
    chart = scenario("bravo", Mode.REAL_TIME)
    state = CAPTAIN_SONAR.begin(chart, house, Team.BLUE, play.CrewSizes.of(Game.CAPTAIN_SONAR))
    for line in ("blue: dive", "yellow: dive", *lines_of(story)):
        announced = notation.parse_line(line)
        assert announced is not None, line
        state, ruling = play.advance(CAPTAIN_SONAR, state, announced)
        assert isinstance(ruling, Accepted), f"{line}: {ruling}"


def lines_of(story: str) -> list[str]:
    """The orders of a story: blue's unless it says otherwise; a heading alone is a course, `*` says it again."""
    return [line for words in story.split() for line in _repeated(words)]


def _repeated(words: str) -> list[str]:
    word, _, times = words.partition("*")
    who, _, what = word.rpartition(":")
    who = {"engineer": "blue engineer", "mate": "blue mate", "captain": "blue captain", "": "blue"}.get(who, who)
    what = f"head {what}" if len(what) == 1 else what.replace("_", " ")
    return [f"{who}: {what}"] * int(times or 1)

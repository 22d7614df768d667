"""Random games against complete knowledge: nothing legal is refused, the true place is always among the possible ones.

`SONAR_VOYAGES=100000` plays that many games; the table of what was caught is printed with `-s`.
"""

from __future__ import annotations

import os
import random
from dataclasses import replace

import pytest

from referee.rules.crews import TEAMS, Game, Mode
from referee.rules.house import House
from tests.deduction.tables import caught_by_telling
from tests.deduction.voyages import EVERYTHING, NOTHING, SCENARIOS, Found, Telling, Voyage, any_voyage, both, shelved

GAMES = int(os.environ.get("SONAR_VOYAGES", "80"))


def test_no_legal_order_is_refused_and_no_place_lost_however_little_is_told() -> None:
    found = Found()
    for seed in range(GAMES):
        any_voyage(seed, found).sail()
    print(caught_by_telling(found))
    assert not found.wrongly_refused
    assert not found.rules_too_strict
    assert not found.lost_sight
    assert found.games == GAMES
    assert found.legal > 50 * GAMES


def voyages(game: Game, telling: Telling, count: int, house: House) -> Found:
    found = Found()
    for seed in range(count):
        chance = random.Random(seed)
        scenario = shelved(game, chance.choice(SCENARIOS[game]), chance.choice(list(Mode)))
        Voyage(scenario, house, chance, both(TEAMS[game], lambda _: telling), found, 60, label=str(seed)).sail()
    return found


@pytest.mark.parametrize("game", Game)
def test_a_crew_that_tells_everything_is_caught_at_every_mistake(game: Game) -> None:
    # torpedoes over the own route are the one thing that is not worked out; by default they are allowed
    found = voyages(game, EVERYTHING, 12, replace(House(), torpedo_over_own=True))
    assert not found.wrongly_refused
    assert found.tried.total() > 500
    missed = found.tried - found.caught
    assert not {key: count for key, count in missed.items() if key[1] != "damage/untrue"}


@pytest.mark.parametrize("game", Game)
def test_a_crew_that_tells_nothing_is_caught_at_many_mistakes_and_at_more_than_by_the_rules(game: Game) -> None:
    found = voyages(game, NOTHING, 20, House())
    assert not found.wrongly_refused
    courses = {key: count for key, count in found.tried.items() if key[1] == "course/own-route"}
    assert sum(found.caught[key] for key in courses) > 0.8 * sum(courses.values()) > 100
    assert found.caught_by_either.total() > found.caught_by_rules.total()

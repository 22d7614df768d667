"""How voices are learned, and what the bench counts: people made up of numbers, some of whom are never learned of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.training.hearing_voices import CLEAN, Heard, is_reported
from models.training.who_spoke import Games, axes_of, learned
from referee.hearing.who.embedding import WIDTH
from referee.hearing.who.telling import Known
from referee.rules.crews import Team
from tests.bench.who_spoke import decided, outcome

PEOPLE, WORDS, APART = 40, 24, 12


@pytest.fixture(scope="module")
def everybody() -> Heard:
    """People who differ along some axes, and whose own words differ along all."""
    chance = np.random.default_rng(5)
    means = np.zeros((PEOPLE, WIDTH))
    means[:, :APART] = chance.normal(0, 4, (PEOPLE, APART))
    words = np.repeat(means, WORDS, axis=0) + chance.normal(0, 1, (PEOPLE * WORDS, WIDTH))
    voice = np.repeat([f"person {number}" for number in range(PEOPLE)], WORDS)
    report = np.array([is_reported(str(one), None) for one in voice])
    count = len(voice)
    return Heard(
        words.astype(np.float32), np.full(count, "en made"), voice, report, np.full(count, CLEAN),
        np.full(count, 0.8, np.float32), np.zeros(count, np.bool_),
    )  # fmt: skip


@pytest.fixture(scope="module")
def known(everybody: Heard) -> Known:
    return replace(axes_of(everybody.of(~everybody.report)), sharpness=0.5, newcomers=0.2)


def test_half_of_the_people_are_never_learned_of(everybody: Heard) -> None:
    learned_of, reported = (set(everybody.voice[everybody.report == part].tolist()) for part in (False, True))
    assert not learned_of & reported
    assert min(len(learned_of), len(reported)) > PEOPLE // 4
    assert (is_reported("person 1", "report"), is_reported("person 1", "learn")) == (True, False)


def test_the_axes_are_those_along_which_people_differ(known: Known) -> None:
    weight = np.abs(known.axes[:, :APART]).sum(axis=1)
    assert set(np.argsort(-weight)[:APART].tolist()) == set(range(APART))


def test_people_nothing_was_learned_of_are_told_apart(everybody: Heard, known: Known) -> None:
    games = Games(everybody.of(everybody.report))
    places = known.placed(games.people.directions)
    found = [
        outcome(decided(known, learned(known, places, game), places[game.order]), Team.BLUE)
        for game in games.games(200, [CLEAN], [3], [False], 0.0)
    ]
    assert found.count("right") >= 190
    assert found.count("wrong") <= 2


def test_a_stranger_is_asked(everybody: Heard, known: Known) -> None:
    games = Games(everybody.of(everybody.report))
    places = known.placed(games.people.directions)
    played = list(games.games(200, [CLEAN], [3], [False], 1.0))
    assert all(game.stranger for game in played)
    asked = [decided(known, learned(known, places, game), places[game.order]) is None for game in played]
    assert sum(asked) >= 150


def test_what_was_heard_is_kept(everybody: Heard, tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("heard") / "kept.npz"
    everybody.save(file)
    again = Heard.load(file)
    assert np.array_equal(again.directions, everybody.directions)
    assert again.voice.tolist() == everybody.voice.tolist()

"""How likely each crew is by the voices it is known by, in a space made for the test."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from referee import models, paths
from referee.hearing.layers import Floats
from referee.hearing.who.embedding import WIDTH
from referee.hearing.who.telling import MOST, PEOPLE, Known, Voices

AXES = 10
KNOWN = Known(
    np.zeros(WIDTH, np.float32),
    np.eye(WIDTH, AXES, dtype=np.float32),
    np.full(AXES, 9.0, np.float32),
    sharpness=0.5,
    newcomers=0.2,
    apart=-1.0,
)
CREWS = ("blue", "yellow")


class People:
    """Somebody for each number: far from all others, and never twice quite the same."""

    def __init__(self) -> None:
        self._chance = np.random.default_rng(3)
        self._means = self._chance.normal(0, 3, (12, AXES))

    def says(self, who: int) -> Floats:
        return np.asarray(self._means[who] + self._chance.normal(0, 1, AXES), np.float32)


def at_a_table(people: People, blue: tuple[int, ...] = (0,), yellow: tuple[int, ...] = (1,), words: int = 3) -> Voices:
    voices = Voices()
    for _ in range(words):
        for crew, folk in (("blue", blue), ("yellow", yellow)):
            for who in folk:
                voices = voices.taught(KNOWN, crew, people.says(who))
    return voices


def blue(voices: Voices, place: Floats) -> float:
    likely = voices.likely(KNOWN, place, CREWS)
    assert abs(sum(likely.values()) - 1) < 1e-6
    return likely["blue"]


def test_whoever_was_heard_before_is_known_again() -> None:
    people = People()
    voices = at_a_table(people)
    assert blue(voices, people.says(0)) > 0.95
    assert blue(voices, people.says(1)) < 0.05


def test_a_table_that_heard_nobody_knows_nobody() -> None:
    assert blue(Voices(), People().says(0)) == 0.5


def test_a_stranger_is_of_neither_crew() -> None:
    """A captain replaced in mid-game, or hoarse: it is asked."""
    people = People()
    assert 0.2 < blue(at_a_table(people), people.says(2)) < 0.8


def test_where_one_crew_alone_is_known_a_stranger_is_not_surely_of_the_other() -> None:
    people = People()
    voices = Voices()
    for _ in range(3):
        voices = voices.taught(KNOWN, "blue", people.says(0))
    assert blue(voices, people.says(0)) > 0.9
    assert 0.03 < blue(voices, people.says(1)) < 0.5


def test_one_voice_in_both_crews_is_neither() -> None:
    people = People()
    assert 0.2 < blue(at_a_table(people, (0,), (0,)), people.says(0)) < 0.8


def test_a_crew_is_several_people_and_each_is_known() -> None:
    people = People()
    voices = at_a_table(people, (0, 2, 4), (1, 3, 5))
    for who in range(6):
        assert (blue(voices, people.says(who)) > 0.9) is (who % 2 == 0), who
    assert 6 <= len(voices.people) <= 8


def test_the_new_captain_is_known_after_some_orders_and_the_old_one_still() -> None:
    people = People()
    voices = at_a_table(people)
    for _ in range(3):
        voices = voices.taught(KNOWN, "blue", people.says(7))
    assert blue(voices, people.says(7)) > 0.9
    assert blue(voices, people.says(0)) > 0.9


def test_the_more_was_heard_the_surer_it_is() -> None:
    people = People()
    sure = [np.mean([blue(at_a_table(people, words=words), people.says(0)) for _ in range(30)]) for words in (1, 3, 6)]
    assert sure[0] < sure[1] < sure[2]


def test_what_is_remembered_does_not_grow() -> None:
    people = People()
    voices = Voices()
    for word in range(300):
        voices = voices.taught(KNOWN, "blue", people.says(word % 12))
    assert len(voices.people) <= PEOPLE
    assert all(one.heard <= MOST for one in voices.people)
    assert len(voices.written()) < 20_000


def test_what_was_kept_is_read_again() -> None:
    people = People()
    voices = at_a_table(people)
    again, place = Voices.read(voices.written(), KNOWN), people.says(0)
    assert again.likely(KNOWN, place, CREWS) == voices.likely(KNOWN, place, CREWS)


def test_what_was_kept_and_is_damaged_or_of_another_model_is_nobody() -> None:
    whole = at_a_table(People()).written()
    for content in (b"", b"PK", whole[:-40], whole[:100], whole.replace(b"heard", b"hoard"), b"\0" * 2_000):
        assert Voices.read(content, KNOWN) == Voices(), content[:20]
    assert Voices.read(Voices((*at_a_table(People()).people,)).written()[:0], KNOWN) == Voices()


def test_what_was_learned_ships_with_the_program_and_says_of_what() -> None:
    with np.load(paths.voices(), allow_pickle=False) as found:
        assert "voices" in str(found["about"])
        assert str(found["model"]) == models.shelf.named(models.VOICES).name
    assert Known.read(paths.voices(), models.shelf.named(models.VOICES).name) is not None
    assert Known.read(paths.voices(), "another") is None


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"nothing"])
def test_what_was_learned_and_is_damaged_is_nothing(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "voices.npz").write_bytes(content)
    assert Known.read(tmp_path / "voices.npz", "resemblyzer") is None

"""Letters and numbers by their sound."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from models.training.letters import OTHER, classes, learned
from referee import models, paths
from referee.hearing.graph import DEFAULT, graph
from referee.hearing.layers import Floats
from referee.hearing.learned import PARTS, Learned, quarters
from referee.hearing.recogniser import Recogniser
from referee.hearing.spotting import plain
from referee.hearing.wordings import Span
from referee.language.grammar import Grammar
from referee.rules.crews import Game
from tests.hearing.saying import said, whisper

WIDTH = 3
SPAN = (0.1, 0.5)


def states(of: float) -> Floats:
    """A second in which a word is said that is all the same."""
    return np.full((50, WIDTH), of, np.float32) + np.random.default_rng(0).normal(0, 0.1, (50, WIDTH)).astype(
        np.float32
    )


def written(folder: Path, model: str = "a model") -> Path:
    """A file that knows high sounds from low ones."""
    file = folder / "letters-en.npz"
    examples = [(name, quarters(states(of), SPAN)) for name, of in (("A Alpha", 1.0), ("B", -1.0)) for _ in range(4)]
    np.savez_compressed(file, allow_pickle=False, model=np.array(model), **learned(examples))
    return file


def likelihood(known: Learned, sound: Floats, words: Sequence[str], spans: Sequence[Span]) -> float:
    return known.likelihoods(sound, [(words, spans)])[0]


def test_a_word_is_known_by_its_sound(tmp_path: Path) -> None:
    known = Learned.read(written(tmp_path), "a model")
    assert known is not None
    for sound, right, wrong in ((1.0, "A", "B"), (-1.0, "B", "A")):
        told = {word: likelihood(known, states(sound), ["in", word], [(0.0, 0.1), SPAN]) for word in (right, wrong)}
        assert told[right] > -0.1
        assert told[wrong] < -2.0
    assert likelihood(known, states(1.0), ["Alpha"], [SPAN]) == likelihood(known, states(1.0), ["A"], [SPAN])


def test_what_is_not_known_says_nothing(tmp_path: Path) -> None:
    known = Learned.read(written(tmp_path), "a model")
    assert known is not None
    assert likelihood(known, states(1.0), ["head", "north"], [SPAN, SPAN]) == 0
    assert likelihood(known, states(1.0), ["B"], []) == 0
    assert likelihood(known, np.ones((50, WIDTH + 1), np.float32), ["B"], [SPAN]) == 0


def test_a_wrong_place_does_not_rule_an_order_out(tmp_path: Path) -> None:
    known = Learned.read(written(tmp_path), "a model")
    assert known is not None
    assert likelihood(known, states(50.0), ["B"], [(7.0, 9.0)]) == -6.0


def test_a_word_may_be_where_another_reading_has_another_word(tmp_path: Path) -> None:
    known = Learned.read(written(tmp_path), "a model")
    assert known is not None
    sound = np.concatenate([states(-1.0)[:25], states(1.0)[:25]])
    early, late = (0.0, 0.4), (0.6, 1.0)
    assert likelihood(known, sound, ["A"], [early]) < -2.0
    readings = [(["A"], [early]), (["in", "A"], [early, late]), (["A", "B"], [late, early])]
    told = known.likelihoods(sound, readings)
    assert told[0] == told[1] > -0.1
    assert told[2] == pytest.approx(0.0, abs=0.2)  # of two words: nothing to compare with


@pytest.mark.parametrize("span", [(0.1, 0.5), (-1.0, 0.0), (0.98, 3.0), (0.5, 0.5)])
def test_a_word_has_a_sound_wherever_it_is_told_to_be(span: tuple[float, float]) -> None:
    sound = quarters(states(1.0), span)
    assert sound.shape == (PARTS * WIDTH,)
    assert np.isfinite(sound).all()


def test_another_model_a_missing_file_and_a_damaged_one_are_not_used(tmp_path: Path) -> None:
    file = written(tmp_path)
    assert Learned.read(file, "another model") is None
    assert Learned.read(tmp_path / "none.npz", "a model") is None
    content = file.read_bytes()
    for damaged in (b"", b"PK", content[: len(content) // 2], content[:200] + b"xxxx" + content[204:]):
        file.write_bytes(damaged)
        assert Learned.read(file, "a model") is None
    np.savez_compressed(file, model=np.array("a model"))
    assert Learned.read(file, "a model") is None


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_letter_and_number_of_the_charts_is_known(language: str) -> None:
    known = Learned.read(paths.learned(language), "whisper-base")
    assert known is not None
    assert set(known.names) == {*classes(language), OTHER}
    grammar = Grammar.load(language, Game.CAPTAIN_SONAR)
    for letter in "abcdefghijklmno":
        *_, cell = grammar.written_cells(["torpedo" if language == "en" else "torpille", letter])
        assert cell in known.names


@pytest.mark.model
@pytest.mark.skipif(models.second() is None, reason="no second model: referee models get second")
@pytest.mark.parametrize(
    ("language", "text", "right", "wrong"),
    [
        ("fr", "torpille larguée, impact en C quatre", ("C", "quatre"), ("G", "quatorze")),
        ("fr", "je fais exploser la mine en M dix", ("M", "dix"), ("N", "six")),
        ("en", "torpedo launched, impact in B five", ("B", "five"), ("D", "nine")),
    ],
)
def test_a_cell_is_known_by_its_sound(language: str, text: str, right: tuple[str, str], wrong: tuple[str, str]) -> None:
    """By a voice that nothing was learned from."""
    grammar, sound = Grammar.load(language, Game.CAPTAIN_SONAR), said(text, language)
    recogniser = Recogniser(graph(models.folder(language), grammar.network(), DEFAULT, talk=grammar.words_of_cells()))
    wordings = recogniser.decode(sound)
    spans = next(one.spans for one in wordings if tuple(grammar.written_cells(plain(one.words))[-2:]) == right)
    known = Learned.read(paths.learned(language), "whisper-base")
    assert known is not None
    states = whisper().states(sound).both
    for one, other in zip(right, wrong, strict=True):
        span = [spans[right.index(one) - 2]]
        assert likelihood(known, states, [one], span) > likelihood(known, states, [other], span) + 1

"""Phones, and orders followed through them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from referee import models, paths
from referee.hearing.layers import Floats
from referee.hearing.phones import Phones, kept
from referee.hearing.sounding import Sounded, Sounding, chain
from referee.language.grammar import Grammar
from referee.language.network import Network
from referee.rules.crews import Game
from tests.hearing.saying import said, whisper

NAMES = "_abcd"
WORDS = {"go": [["a", "b"]], "goes": [["a", "b", "c"]], "no": [["d"], ["d", "d"]], "oh": [["b"]]}
WIDTH = len(NAMES)


def written(folder: Path, model: str = "a model", beside: int = 0) -> Path:
    """A file that takes each state for the phone of its largest number."""
    file = folder / "phones-en.npz"
    weights = np.zeros(((2 * beside + 1) * WIDTH, WIDTH), np.float32)
    weights[beside * WIDTH : (beside + 1) * WIDTH] = 8 * np.eye(WIDTH)
    parts = kept(NAMES, WORDS, [(weights, np.zeros(WIDTH, np.float32))])
    rest = {"middle": np.zeros(WIDTH), "spread": np.ones(WIDTH), "rare": np.zeros(WIDTH)}
    np.savez_compressed(file, allow_pickle=False, model=np.array(model), **parts, **rest)
    return file


@pytest.fixture
def phones(tmp_path: Path) -> Phones:
    found = Phones.read(written(tmp_path), "a model")
    assert found is not None
    return found


def heard(text: str) -> Floats:
    """States that are these phones, one each."""
    return np.eye(WIDTH, dtype=np.float32)[[NAMES.index(phone) for phone in text]]


def best(phones: Phones, network: Network, text: str) -> Sounded:
    found = Sounding(network, phones).best(phones.likely(heard(text)))
    assert found is not None
    return found


EITHER = Network(((0, "go", 1), (0, "goes", 1), (0, "no", 2), (1, "oh", 2)), 0, frozenset({1, 2}))


@pytest.mark.parametrize("beside", [0, 1])
def test_each_state_is_taken_for_its_phone(tmp_path: Path, beside: int) -> None:
    found = Phones.read(written(tmp_path, beside=beside), "a model")
    assert found is not None
    assert found.shares(heard("_abcd")).argmax(axis=1).tolist() == [0, 1, 2, 3, 4]
    assert found.said["no"] == ((4,), (4, 4))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("__aaabbb__", ("go",)),
        ("__aaabbbccc__", ("goes",)),
        ("aabb____bbbb", ("go", "oh")),
        ("_dddd_", ("no",)),
    ],
)
def test_the_order_that_was_said_fits_best(phones: Phones, text: str, words: tuple[str, ...]) -> None:
    assert best(phones, EITHER, text).words == words


def test_the_places_of_the_words_are_told(phones: Phones) -> None:
    found = best(phones, EITHER, "__aaabb____bbbb__")
    assert found.spans == ((0.04, 0.14), (0.22, 0.3))
    assert found.seconds == pytest.approx(0.18)


def test_what_fits_is_as_likely_as_any_phones_and_what_does_not_is_far_behind(phones: Phones) -> None:
    sound = "__aaabbbccc__"
    right, wrong = best(phones, chain(["goes"]), sound), best(phones, chain(["no"]), sound)
    assert right.behind == pytest.approx(0, abs=1e-3)
    assert wrong.behind < -20
    assert wrong.each < -2 < right.each


def test_what_is_heard_at_the_edges_may_be_anything(phones: Phones) -> None:
    """The recogniser tells the ends of an order no better than this."""
    likely = phones.likely(heard("ddaaabbbdd"))
    inside, whole = (Sounding(chain(["go"]), phones).best(likely, edge) for edge in (3, 0))
    assert inside is not None and whole is not None
    assert inside.behind == pytest.approx(0, abs=1e-3) and whole.behind < -10
    assert inside.spans[0][0] == 0.04


def test_no_word_is_said_in_no_time(phones: Phones) -> None:
    """One state that sounds like it is no word."""
    assert best(phones, EITHER, "__aabbb___b__").words == ("go",)
    assert Sounding(chain(["no"]), phones).best(phones.likely(heard("dd"))) is None


def test_words_that_are_not_known_lead_nowhere(phones: Phones) -> None:
    assert not phones.known(["go", "west"])
    assert Sounding(chain(["west"]), phones).best(phones.likely(heard("aabb"))) is None
    assert best(phones, Network((*EITHER.arcs, (0, "west", 1)), 0, EITHER.finals), "aaabbb").words == ("go",)
    assert Sounding(EITHER, phones).best(phones.likely(heard("aabb"))[:0]) is None


def test_another_model_a_missing_file_and_a_damaged_one_are_not_used(tmp_path: Path) -> None:
    file = written(tmp_path)
    assert Phones.read(file, "another model") is None
    assert Phones.read(tmp_path / "none.npz", "a model") is None
    content = file.read_bytes()
    for damaged in (b"", b"PK", content[: len(content) // 2], content[: len(content) - 30]):
        file.write_bytes(damaged)
        assert Phones.read(file, "a model") is None
    with np.load(written(tmp_path), allow_pickle=False) as found:
        parts = dict(found)
    np.savez_compressed(file, **{**parts, "bias0": np.zeros(3, np.float32)})
    assert Phones.read(file, "a model") is None


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", [*Game])
def test_every_word_of_the_orders_is_known(language: str, game: Game) -> None:
    known = Phones.read(paths.phones(language), "whisper-base")
    assert known is not None
    assert not Grammar.load(language, game).network().words() - set(known.said)


@pytest.mark.model
@pytest.mark.skipif(models.second() is None, reason="no second model: referee models get second")
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "torpille larguée impact en c quatre"),
        ("fr", "activation du sonar"),
        ("en", "torpedo launched impact in b five"),
        ("en", "activating sonar"),
    ],
)
def test_an_order_is_understood_by_its_phones_alone(language: str, text: str) -> None:
    """Out of all that may be said; talk fits no order."""
    known, grammar = Phones.read(paths.phones(language), "whisper-base"), Grammar.load(language, Game.CAPTAIN_SONAR)
    assert known is not None
    orders = Sounding(grammar.network(), known)
    found = orders.best(known.likely(whisper().states(said(text, language)).both))
    assert found is not None
    assert grammar.parse(found.words) == grammar.parse(text.split())
    talk = {"fr": "passe moi le sel s'il te plaît", "en": "could you pass me the salt please"}[language]
    chatter = orders.best(known.likely(whisper().states(said(talk, language)).both))
    assert chatter is None or chatter.each < min(-0.5, found.each)

"""What hearing tells the table of a voice, and what it learns of it: real sums, and a network that means nothing."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee.faults import Fault
from referee.hearing.judgements import Accepted, Judgement, Meaning
from referee.hearing.listener import Overheard
from referee.hearing.waveform import RATE, Samples
from referee.hearing.who.embedding import WIDTH, Embedding
from referee.hearing.who.speakers import Ear, Speakers, opened
from referee.hearing.who.telling import Known, Voices
from referee.language.grammar import Grammar
from referee.language.understanding import Understanding, Understood
from referee.rules import notation
from referee.rules.crews import Game, Team
from tests.hearing.voices_file import model_folder, some_network

BLUE, YELLOW = Team.BLUE, Team.YELLOW
PITCHES = {"her": 230.0, "him": 105.0, "other": 160.0}


def says(who: str, seconds: float, seed: int = 0) -> Samples:
    """A hum of this pitch, with something of its own each time."""
    chance = np.random.default_rng(seed)
    time = np.arange(round(seconds * RATE)) / RATE
    hum = sum(np.sin(2 * np.pi * PITCHES[who] * part * time) / part for part in range(1, 12))
    return np.asarray(0.1 * hum + chance.normal(0, 0.004, len(time)), np.float32)


@pytest.fixture(scope="module")
def ear(tmp_path_factory: pytest.TempPathFactory) -> Ear:
    """Axes on which these hums differ as people do."""
    embedding = Embedding(model_folder(tmp_path_factory.mktemp("model"), some_network()))
    heard = {who: np.array([embedding.of(says(who, 0.3 + seed / 10, seed)) for seed in range(5)]) for who in PITCHES}
    means = np.array([one.mean(axis=0) for one in heard.values()])
    within = max(float(one.std(axis=0).max()) for one in heard.values())
    middle = means.mean(axis=0)
    _, _, ways = np.linalg.svd(means - middle)
    axes = ways[:2].T / (3 * within)
    between = np.maximum(((means - middle) @ axes).var(axis=0), 1).astype(np.float32)
    return Ear(embedding, Known(middle.astype(np.float32), axes.astype(np.float32), between, 1.0, 0.1, -2.0))


def order(line: str) -> Understood:
    found = notation.parse_line(line)
    assert found is not None
    return Understood(found)


def overheard(samples: Samples, words: str = "head north", *ends: float) -> Overheard:
    """Words that end at these seconds."""
    said = tuple(words.split())
    whole = len(samples) / RATE
    edges = (0.0, *(ends or np.linspace(0, whole, len(said) + 1)[1:].tolist()))
    spans = tuple(pairwise(edges))
    judgement: Judgement = Accepted(Meaning("", "head", None, "", ""), said, 1.0, spans)
    return Overheard(judgement, "en", 0.0, whole, whole, samples)


def at_a_table(ear: Ear | None, kept: list[Voices] | None = None) -> Speakers:
    grammar = Grammar.load("en", Game.CAPTAIN_SONAR)
    return Speakers(ear, (BLUE, YELLOW), [grammar], None, kept.append if kept is not None else lambda _: None)


def likely(speakers: Speakers, samples: Samples) -> dict[Team, float]:
    _, voice = speakers.hear(order("head N"), overheard(samples))
    assert voice is not None
    return dict(voice.likely)


def test_without_the_model_nobody_is_told_apart() -> None:
    speakers = at_a_table(None)
    assert speakers.hear(order("blue: head N"), overheard(says("her", 0.5))) == (order("blue: head N"), None)
    speakers.learn([(1, BLUE)])


def test_a_voice_is_known_once_the_table_said_whose_it_was(ear: Ear) -> None:
    speakers = at_a_table(ear)
    for seed, (who, team) in enumerate([("her", BLUE), ("him", YELLOW)] * 3):
        _, voice = speakers.hear(order("head N"), overheard(says(who, 0.5, seed)))
        assert voice is not None
        speakers.learn([(voice.number, team)])
    assert likely(speakers, says("her", 0.5, 50))[BLUE] > 0.9
    assert likely(speakers, says("him", 0.5, 51))[YELLOW] > 0.9


def test_nothing_is_learned_of_what_the_table_is_not_certain_of(ear: Ear) -> None:
    kept: list[Voices] = []
    speakers = at_a_table(ear, kept)
    for seed in range(4):
        assert likely(speakers, says("her", 0.5, seed)) == {BLUE: 0.5, YELLOW: 0.5}
    speakers.learn([])
    speakers.learn([(99, BLUE)])
    assert kept == []


def test_every_voice_learned_is_kept_and_no_sound(ear: Ear) -> None:
    kept: list[Voices] = []
    speakers = at_a_table(ear, kept)
    _, voice = speakers.hear(order("blue: dive"), overheard(says("her", 0.5), "dive"))
    assert voice is not None
    speakers.learn([(voice.number, BLUE)])
    speakers.learn([(voice.number, BLUE)])
    assert [[one.crew for one in voices.people] for voices in kept] == [["blue"]]
    assert kept[0].people[0].total.shape == (2,)


def test_a_name_and_an_order_of_one_voice_belong_together(ear: Ear) -> None:
    both = np.concatenate([says("her", 0.4, 1), says("her", 0.6, 2)])
    found, voice = at_a_table(ear).hear(order("blue: head N"), overheard(both, "blue head north", 0.4, 0.7, 1.0))
    assert found == order("blue: head N")
    assert voice is not None


def test_a_name_in_another_voice_names_nobody(ear: Ear) -> None:
    both = np.concatenate([says("him", 0.4, 1), says("her", 0.6, 2)])
    heard = overheard(both, "yellow head north", 0.4, 0.7, 1.0)
    found, voice = at_a_table(ear).hear(order("yellow: head N"), heard)
    assert found == order("head N")
    assert voice is not None


@pytest.mark.parametrize(
    ("language", "words", "count"),
    [
        ("en", "blue head north", 1), ("en", "hey yellow crew surface", 3), ("en", "head north", 0), ("en", "blue", 1),
        ("fr", "bleu cap au nord", 1), ("fr", "les jaunes surface", 2), ("fr", "surface", 0),
    ],
)  # fmt: skip
def test_how_much_of_an_order_is_its_crews_name(language: str, words: str, count: int) -> None:
    assert Grammar.load(language, Game.CAPTAIN_SONAR).words_of_a_call(words.split()) == count


def test_silence_is_nobodys_voice(ear: Ear) -> None:
    nothing: Understanding = order("head N")
    assert at_a_table(ear).hear(nothing, overheard(np.zeros(RATE, np.float32))) == (nothing, None)
    assert at_a_table(ear).hear(nothing, overheard(np.zeros(0, np.float32), "head north", 0.1, 0.2)) == (nothing, None)


def test_a_damaged_model_is_told_and_done_without(tmp_path: Path) -> None:
    told: list[Fault] = []
    assert opened(tmp_path, tmp_path / "voices.npz", told.append) is None
    assert told == []
    assert opened(None, tmp_path / "voices.npz", told.append) is None
    known: dict[str, Any] = {"middle": np.zeros(WIDTH), "axes": np.zeros((WIDTH, 2)), "between": np.ones(2)}
    np.savez(tmp_path / "voices.npz", model=tmp_path.name, sharpness=1, newcomers=1, apart=0, **known)
    assert opened(tmp_path, tmp_path / "voices.npz", told.append) is None
    assert [fault.key for fault in told] == ["hearing.no-voices"]

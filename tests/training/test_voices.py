"""Clips to learn from: nobody who is measured with is learned from, and the same numbers give the same clips."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from models.training.speakers import LANGUAGES, PARTS, PUBLISHED, Speaker, cast
from models.training.texts import Line, Texts
from models.training.voices import Clip, Folder, bounds
from referee.hearing.waveform import RATE
from referee.language.grammar import Grammar
from referee.language.phrases import said
from referee.language.understanding import Understood
from referee.rules.crews import Game
from referee.rules.notation import line_of
from tests.hearing.saying import model

EVERYBODY = [(language, part) for language in LANGUAGES for part in PARTS]


def _voices(part: str) -> set[tuple[str, str]]:
    people = [one for language in LANGUAGES for one in _people(language, part)]
    return {(one.engine, name) for one in people for name in one.parents}


def _people(language: str, part: str) -> Iterator[Speaker]:
    found = cast(language, part)
    yield from (*found.mixed, *found.others)


@pytest.mark.parametrize(("one", "other"), [("learn", "choose"), ("learn", "report"), ("choose", "report")])
def test_no_voice_is_in_two_parts(one: str, other: str) -> None:
    assert not _voices(one) & _voices(other)


def test_who_is_published_is_never_learned_from() -> None:
    for part in ("learn", "choose"):
        assert not {name for _, name in _voices(part)} & {*PUBLISHED}
    assert {name for _, name in _voices("report")} >= {*PUBLISHED}


def test_one_engine_is_unknown_to_who_learns() -> None:
    assert {engine for engine, _ in _voices("report")} - {engine for engine, _ in _voices("learn")} == {"pico"}


@pytest.mark.parametrize(("language", "part"), EVERYBODY)
def test_everybody_has_a_name_of_his_own(language: str, part: str) -> None:
    names = [one.name for one in _people(language, part)]
    assert len(names) == len(set(names)) >= 30


@pytest.mark.model
@pytest.mark.parametrize("language", LANGUAGES)
def test_orders_are_what_they_say_and_talk_is_none(language: str) -> None:
    model(language)
    texts = Texts(language)
    lines = [texts.line(random.Random(number)) for number in range(120)]
    assert lines[:20] == [texts.line(random.Random(number)) for number in range(20)]
    for line in lines:
        games = [Game(line.game)] if line.order else list(Game)
        found = [Grammar.load(language, game).parse(said(line.text)) for game in games]
        orders = [line_of(one.announced) for one in found if isinstance(one, Understood)]
        assert orders == ([line.order] if line.order else [])


def test_a_folder_remembers_what_is_there(tmp_path: Path) -> None:
    sound = np.zeros(RATE, np.float32)
    sound[4000:12000] = 0.3 * np.sin(np.arange(8000) / 5)
    speaker = Speaker("espeak:en-us+m1", "espeak", {"en-us+m1": 1.0})
    clip = Clip(
        "en/learn/000000.flac",
        "en",
        "learn",
        speaker,
        "plain",
        1.0,
        Line("north", "north", "head N", "captain-sonar"),
        random.Random(1),
    )
    Folder(tmp_path).add(clip, sound)
    assert Folder(tmp_path).there == {clip.file}
    silent = replace(clip, file="en/learn/000002.flac")
    Folder(tmp_path).add(silent, np.zeros(RATE, np.float32))
    assert Folder(tmp_path).there == {clip.file}


def test_the_bounds_of_speech_are_found() -> None:
    sound = np.random.default_rng(1).normal(0, 1e-4, RATE).astype(np.float32)
    sound[4000:12000] += 0.3 * np.sin(np.arange(8000) / 5).astype(np.float32)
    assert bounds(sound) == (0.25, 0.75)

"""A reader whose shelf is not the user's, shared by the tests of this room: real voices, made once."""

import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from referee.table.outputs import Earcon, Public, Urgency
from referee.voice.reading import Reader
from referee.voice.shelf import Shelf
from tests.hearing.saying import model
from tests.voice.confirmations import Ear, confirmations

Ears = Callable[[str], Ear]


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("shelf"))


@pytest.fixture(scope="session")
def ears(tmp_path_factory: pytest.TempPathFactory) -> Ears:
    """Our own recogniser, for the confirmations of a language."""
    folder = tmp_path_factory.mktemp("ears")

    @cache
    def ear(language: str) -> Ear:
        model(language)
        return Ear(language, confirmations(language), folder)

    return ear


@pytest.fixture
def reader(shelf: Shelf) -> Iterator[Reader]:
    made = Reader(shelf=shelf)
    yield made
    made.close()


def line(words: str, urgency: Urgency = Urgency.NEWS, *, language: str = "en", earcon: Earcon | None = None) -> Public:
    return Public(words, words, language, urgency, earcon)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "said"


@pytest.fixture
def utterances() -> int:
    """How many in a row: SONAR_UTTERANCES=500 for the long run, which takes as long as it is to listen to."""
    return int(os.environ.get("SONAR_UTTERANCES", "10"))

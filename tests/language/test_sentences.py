"""What is said back: every order, event, reason and near miss, in both languages, for the eye and for the ear."""

import re
import string
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from itertools import product
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_type_hints

import pytest

from referee import paths
from referee.language import sentences
from referee.language.grammar import Grammar, Part
from referee.language.messages import Catalogue, Sentence, catalogue, languages
from referee.language.phrases import Listing
from referee.rules import notation
from referee.rules import orders as o
from referee.rules.crews import Game, Role, System, Team
from referee.rules.events import EVENTS, Cause, Event
from referee.rules.orders import Fact, FactKind, Panel
from referee.rules.reasons import Reason
from referee.rules.scenario import Circuit
from referee.rules.sea import Cell, Heading

LANGUAGES = languages()
FOLDERS = {language: paths.grammars() / language / "messages" for language in LANGUAGES}
FILES = sorted({file.relative_to(folder) for folder in FOLDERS.values() for file in folder.rglob("*.toml")})
FACTS = (Fact(FactKind.COLUMN, 12), Fact(FactKind.SECTOR, 6))
VALUES: dict[Any, tuple[Any, ...]] = {
    Team: (Team.BLUE,), Role: tuple(Role), System: tuple(System), Heading: tuple(Heading), Panel: tuple(Panel),
    Circuit: tuple(Circuit), Cause: tuple(Cause), Cell: (Cell(3, 6),), int: (0, 1, 2), bool: (True, False),
    tuple[Fact, ...]: (FACTS, FACTS[:1]), type(None): (None,),
}  # fmt: skip


def events() -> Iterator[Event]:
    for kind in EVENTS:
        hints = get_type_hints(kind)
        yield from (kind(*values) for values in product(*(values_of(hints[field.name]) for field in fields(kind))))


def values_of(hint: Any) -> tuple[Any, ...]:
    kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    return tuple(value for kind in kinds for value in VALUES[kind])


def orders() -> Iterator[o.Order]:
    grammars = [Grammar.for_keyboard("en", game, part=part) for game, part in product(Game, Part)]
    yield from {phrase.understood.announced.order for one in grammars for phrase in Listing(one).by_order(120)}


def assert_whole(sentence: Sentence, language: str) -> None:
    for text in (sentence.shown, sentence.spoken):
        assert text.strip(), sentence
        assert not re.search(r"[\[\]{}]|None|table\.|crews\.", text), text
    assert not any(mark.isdigit() for mark in sentence.spoken), "a number is spoken as a word"
    assert sentence.spoken != catalogue(language).spoken("prompts.general")


@pytest.mark.parametrize(("language", "game"), list(product(LANGUAGES, Game)))
def test_every_event_is_a_whole_sentence(language: str, game: Game) -> None:
    words = catalogue(language)
    for event in events():
        assert_whole(sentences.of_event(event, words, game), language)


@pytest.mark.parametrize(("language", "game"), list(product(LANGUAGES, Game)))
def test_every_order_is_read_back(language: str, game: Game) -> None:
    for order in orders():
        assert_whole(sentences.of_order(order, catalogue(language), game), language)


@pytest.mark.parametrize(("language", "reason"), list(product(LANGUAGES, Reason)))
def test_every_reason_has_its_true_sentence(language: str, reason: Reason) -> None:
    words = catalogue(language)
    key = "reasons." + reason.replace("/", ".")
    assert key in words
    slots = {name for _, name, _, _ in string.Formatter().parse(words.shown(key)) if name}
    said = {"cell": "torpedo C6", "system": "charged mine", "panel": "cross W2", "place": "cross W2"}
    line = next((said[name] for name in slots), "head N")
    order = notation.parse(line)
    assert order is not None
    told = sentences.of_reason(reason, o.Announced(order, Team.BLUE), words)
    assert not re.search(r"[\[\]{}]", told), told


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_near_miss_is_asked_about(language: str) -> None:
    words = catalogue(language)
    for game, part in product(Game, Part):
        for phrase in Listing(Grammar.for_keyboard(language, game, part=part)).by_order(4):
            verb = notation.text_of(phrase.understood.announced.order).split()
            if len(verb) > 1:
                assert f"prompts.near.{verb[0]}" in words


@pytest.mark.parametrize("file", FILES, ids=str)
def test_languages_have_the_same_keys_and_slots(file: Path) -> None:
    english = flat(FOLDERS["en"] / file)
    for language, folder in FOLDERS.items():
        assert (folder / file).is_file(), f"{language} has no {file}"
        other = flat(folder / file)
        assert english.keys() == other.keys(), language
        assert [key for key in english if slots_of(english[key]) != slots_of(other[key])] == [], language


def flat(file: Path) -> dict[str, str]:
    def walk(value: Any, key: str) -> Iterator[tuple[str, str]]:
        if isinstance(value, str):
            yield key, value
        elif set(value) == {"shown", "spoken"}:
            yield key, value["shown"]
        else:
            for name, inner in value.items():
                yield from walk(inner, f"{key}.{name}")

    return dict(walk(tomllib.loads(file.read_text(encoding="utf-8")), ""))


def slots_of(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_the_eye_and_the_ear_want_different_words() -> None:
    torpedo = o.Torpedo(Cell(3, 6))
    assert sentences.of_order(torpedo, catalogue("en")) == Sentence("torpedo in C6", "torpedo in C six")
    assert sentences.of_order(torpedo, catalogue("fr")) == Sentence("torpille en C6", "torpille en C six")
    assert sentences.of_order(o.Trigger(Cell(7, 21)), catalogue("fr")).spoken.endswith("G vingt-et-un")
    assert sentences.of_order(o.Course(Heading.NORTH), catalogue("en"), Game.SONAR).shown == "up"


def test_a_missing_sentence_shows_its_key_and_speaks_the_general_line() -> None:
    poor = Catalogue("en", {"prompts.general": Sentence("Again?", "Please say that again.")})
    told = sentences.of_order(o.Torpedo(Cell(3, 6)), poor)
    assert told == Sentence("[orders.torpedo]", "Please say that again.")
    assert sentences.of_reason(Reason.COURSE_ISLAND, o.Announced(o.Dive()), poor) == "[reasons.course.island]"

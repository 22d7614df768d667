"""Words of orders as people write them."""

from __future__ import annotations

import pytest

from referee.language.grammar import Grammar
from referee.language.written import Letters, sentence
from referee.rules.crews import Game


@pytest.mark.parametrize(
    ("language", "said", "written"),
    [
        ("fr", "torpille larguée impact en cé six", "Torpille larguée impact en C six."),
        ("fr", "je fais exploser la mine en india quinze", "Je fais exploser la mine en India quinze."),
        ("fr", "nous sommes en ligne elle secteur six", "Nous sommes en ligne L secteur six."),
        ("fr", "torpille c comme charlie six", "Torpille C comme Charlie six."),
        ("en", "triggering a mine at a four", "Triggering a mine at A four."),
        ("en", "we are in row l sector six", "We are in row L sector six."),
        ("en", "we are on column i", "We are on column I."),
        ("en", "head north", "Head north."),
    ],
)
def test_letters_are_written_as_letters(language: str, said: str, written: str) -> None:
    assert Grammar.load(language, Game.CAPTAIN_SONAR).written(said.split()) == written


@pytest.mark.parametrize(
    ("language", "said", "cells"),
    [
        ("fr", "je largue un drone secteur deux", ["deux"]),
        ("fr", "torpille larguée impact en cé un", ["C", "un"]),
        ("fr", "nous sommes en ligne un colonne a", ["un", "A"]),
        ("fr", "torpille c comme charlie six", ["C", "Charlie", "six"]),
        ("en", "triggering a mine at a four", ["A", "four"]),
        ("en", "surface sector one", ["one"]),
    ],
)
def test_an_article_is_no_letter_and_no_number(language: str, said: str, cells: list[str]) -> None:
    found = Grammar.load(language, Game.CAPTAIN_SONAR).written_cells(said.split())
    assert [word for word in found if word] == cells
    assert len(found) == len(said.split())


def test_a_grammar_without_columns_has_no_letters() -> None:
    assert Letters.of({}).written(["turn", "on", "the", "light"]) == "Turn on the light."


def test_no_words_are_an_empty_sentence() -> None:
    assert sentence([]) == "."

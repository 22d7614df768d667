"""Which words of an order are letters and numbers."""

from __future__ import annotations

import pytest

from referee.language.grammar import Grammar
from referee.language.written import Letters
from referee.rules.crews import Game


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
    assert Letters.of({}).of_cells(["turn", "on", "a", "light"]) == ["", "", "", ""]

"""The demonstration: its games are good in every language, and their mistakes are caught."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee import app
from referee.cli import main
from referee.demo.script import script
from referee.language.grammar import Grammar
from referee.language.understanding import Understood
from referee.rules import notation
from referee.rules.crews import Mode
from referee.table.inputs import Heard, Pressed
from referee.table.outputs import Verdict
from referee.table.setup import Setup

GAMES = [(mode, language) for mode in Mode for language in ("en", "fr")]


def spoken(words: str) -> str:
    return " ".join(re.findall(r"[\w'’-]+", words.lower()))


@pytest.mark.parametrize(("mode", "language"), GAMES)
def test_every_line_is_the_order_it_stands_for(mode: Mode, language: str) -> None:
    played = script(mode)
    grammar = Grammar.load(language, played.game, played.mode)
    for line in played.lines:
        if not line.words:
            continue
        found = grammar.parse(spoken(line.words[language]))
        order = notation.text_of(found.announced.order) if isinstance(found, Understood) else None
        assert order == line.order, line.words[language]


@pytest.mark.parametrize(("mode", "language"), GAMES)
def test_the_mistakes_are_caught_and_the_game_is_won(mode: Mode, language: str) -> None:
    played = script(mode)
    grammar = Grammar.load(language, played.game, played.mode)
    table = app.session(Setup(played.game, played.scenario, played.mode, language, first=played.first))
    refused: list[str | None] = []
    for at, line in enumerate(played.lines):
        if line.words:
            refused.append(table.feed(Heard(float(at), grammar.parse(spoken(line.words[language])))).reason)
        for told in line.told:
            announced = notation.parse_line(told)
            assert announced
            assert table.feed(Pressed(float(at), announced)).verdict is Verdict.ACCEPTED, told
    assert refused == [line.refused for line in played.lines if line.words]
    assert len([reason for reason in refused if reason]) == 5
    assert table.screen.winner is not None


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert main(["demo", "--language", "en", "-o", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.count("\n") == 1

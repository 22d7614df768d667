"""A third language is a folder: German for text play, with no line of code."""

import io
import shutil
import sys
from pathlib import Path

import pytest

from referee import paths
from referee.cli import main
from referee.cli.charts import blank
from referee.language import sentences
from referee.language.grammar import Grammar
from referee.language.messages import catalogue, languages
from referee.language.typed import understand
from referee.language.understanding import NotUnderstood, Understood
from referee.panel.said import language as phone_language
from referee.rules import notation
from referee.rules.crews import Game


@pytest.fixture(autouse=True)
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(paths.grammars() / "orders.yaml", tmp_path / "orders.yaml")
    shutil.copytree(Path(__file__).parent / "german", tmp_path / "de")
    monkeypatch.setattr(paths, "grammars", lambda: tmp_path)


def test_the_folder_is_a_language() -> None:
    assert languages() == ("de",)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Kurs Nord", "head N"),
        ("kurs nach süden", "head S"),
        ("Kurs nach Sueden", None),
        ("kors nach westen", "head W"),
        ("Blau: Torpedo abgefeuert, Einschlag in Cäsar sechs!", "blue: torpedo C6"),
        ("torpedo c 13", "torpedo C13"),
        ("torpedo c dreizehn", "torpedo C13"),
        ("Stopp! Sonar aktiviert", "sonar"),
        ("seid ihr in Sektor fünf?", "drone 5"),
        ("Wir sind in Spalte L und Sektor 6", "at column L sector 6"),
        ("gelb kapitän: start C7", "yellow captain: start C7"),
        ("gelb: ja", "yellow: yes"),
        ("Das ist meine Mine", None),
    ],
)
def test_german_orders(line: str, order: str | None) -> None:
    found = understand(line, "de", Game.CAPTAIN_SONAR)
    assert (notation.line_of(found.announced) if isinstance(found, Understood) else None) == order


def test_the_other_game_and_near_misses() -> None:
    found = understand("rechts", "de", Game.SONAR)
    assert isinstance(found, Understood)
    assert understand("Torpedo abgefeuert", "de", Game.CAPTAIN_SONAR) == NotUnderstood("Torpedo abgefeuert", "torpedo")


def test_it_is_a_network_too_and_its_sentences_are_its_own() -> None:
    assert {"dreizehn", "kurs"} <= Grammar.load("de", Game.CAPTAIN_SONAR).words()
    order = notation.parse("head N")
    assert order is not None
    assert sentences.of_order(order, catalogue("de")).shown == "Kurs Nord"
    cell = notation.parse("torpedo C6")
    assert cell is not None
    assert sentences.of_order(cell, catalogue("de")).spoken == "Torpedo auf C sechs"


def test_the_command_line_takes_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Kurs Westen\n")))
    assert main(["parse", "--language", "de"]) == 0
    assert capsys.readouterr().out == "head W\n"


def test_the_phones_and_a_new_chart_take_it() -> None:
    assert phone_language("de-AT", "en") == "de"
    assert blank("meer", Game.SONAR, None, (5, 5), (5, 5)).titles == {"de": "Meer"}

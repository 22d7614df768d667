"""The page of what can be said, and the two commands that show it and read lines."""

import io
import json
import sys
from pathlib import Path

import pytest

from referee.cli import main
from referee.language import page
from referee.language.grammar import Grammar
from referee.language.phrases import rows, said
from referee.language.understanding import Understood
from referee.rules import notation
from referee.rules.crews import Game

ROOT = Path(__file__).parents[2]
READMES = {"en": "README.md", "fr": "README.fr.md"}


@pytest.mark.parametrize("language", READMES)
def test_the_readme_says_what_can_be_said(language: str) -> None:
    text = (ROOT / READMES[language]).read_text(encoding="utf-8")
    made = page.into(text, page.markdown(language), READMES[language])
    assert text == made, f"renew it: referee phrases --language {language} --into {READMES[language]}"


@pytest.mark.parametrize("language", READMES)
@pytest.mark.parametrize("game", Game)
def test_every_example_is_an_order_of_its_intent(language: str, game: Game) -> None:
    grammar = Grammar.load(language, game)
    kinds: dict[str, set[str]] = {}
    for row in rows(grammar):
        for way in (row.example, *row.also):
            found = grammar.parse(said(way))
            assert isinstance(found, Understood), way
            kinds.setdefault(row.intent, set()).add(notation.text_of(found.announced.order).split()[0])
    assert all(len(kind) == 1 for kind in kinds.values()), kinds
    assert len(kinds) > 30


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(arguments) == 0
    return capsys.readouterr().out.splitlines()


def typed(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_the_page_is_put_between_its_markers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "PAGE.md"
    file.write_text(f"before\n{page.BEGIN}\nold\n{page.END}\nafter\n", encoding="utf-8")
    run(capsys, "phrases", "--language", "fr", "--into", str(file))
    text = file.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith("\nafter\n")
    assert "| route au nord |" in text
    assert "old" not in text
    file.write_text("no markers", encoding="utf-8")
    assert main(["phrases", "--into", str(file)]) == 2
    assert main(["phrases", "--into", str(tmp_path / "nowhere" / "PAGE.md")]) == 2
    assert file.read_text(encoding="utf-8") == "no markers"


def test_phrases_lists_every_way(capsys: pytest.CaptureFixture[str]) -> None:
    listed = "\n".join(run(capsys, "phrases", "--language", "en", "--game", "sonar"))
    assert "(up | down | right | left)" in listed
    assert "missile" in listed
    assert "torpedo" not in listed
    both = "\n".join(run(capsys, "phrases", "--language", "en"))
    assert "torpedo [launched | away | fired]" in both


def test_parse_answers_one_object_a_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = "blue, head north\nhaed north\ntorpedo\nlet us go home\n\n"
    typed(monkeypatch, lines.encode() + b"\xff\xfe\n")
    found = [json.loads(line) for line in run(capsys, "parse", "--language", "en", "--json")]
    assert [one["kind"] for one in found] == ["understood", "understood", *["not-understood"] * 4]
    assert [one["order"] for one in found] == ["blue: head N", "head N", None, None, None, None]
    assert [one["text"] for one in found[:5]] == lines.split("\n")[:5]
    assert found[1]["repaired"] == "head north"
    assert found[2]["near"] == "torpedo"
    assert all(one["candidates"] == [] for one in found)


def test_parse_speaks_to_people_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "je monte\nje vais à driote\nmissile\nbonjour\n".encode())
    found = run(capsys, "parse", "--language", "fr", "--game", "sonar")
    assert found[0] == "head N"
    assert found[1] == "-  Par où ? Dites je monte, je descends, à gauche ou à droite."
    assert found[2].startswith("-  Missile")
    assert found[3] == "-"

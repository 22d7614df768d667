"""`referee scenarios`: what there is, how sure it is, and what becomes of a user's own charts."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest

from referee import paths, shelf
from referee.cli import main
from referee.faults import Fault
from referee.language.messages import catalogue
from referee.rules.crews import Game, Mode, System
from referee.rules.drawing.problems import Flaw
from referee.rules.scenario import Confidence
from referee.rules.sea import Cell


@pytest.fixture(autouse=True)
def own_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paths, "data", lambda: tmp_path / "data")
    monkeypatch.setenv("LANGUAGE", "en")
    return tmp_path / "data" / "scenarios"


def run(*words: str) -> int:
    return main(["scenarios", *words])


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_list_names_every_chart_and_what_is_not_certain(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list") == 0
    shown = capsys.readouterr().out
    for game in Game:
        for found in shelf.drawings(game):
            assert f"  {found.drawing.name} " in shown
            for side in found.drawing.sides.values():
                if side.confidence is not Confidence.SOLID:
                    assert f"  {found.drawing.name}" in shown.split("not certain")[1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_doubt_has_its_sentence(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list", "--language", language) == 0
    assert "[scenarios" not in capsys.readouterr().out


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_house_rule_is_explained(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list", "--house", "--language", language) == 0
    assert "[house" not in capsys.readouterr().out


def test_a_chart_is_found_by_its_name_or_title_however_written() -> None:
    for name in ("north-pole", "North Pole", "NORTHPOLE", "Mission Antarctica", "antarctica"):
        assert shelf.find(name).drawing.name == "north-pole"


def test_show_draws_the_chart(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", "bravo", "--mode", "real-time", "--language", "en") == 0
    assert "  9  . . . # . . . . . . . # # # ." in capsys.readouterr().out


def test_show_writes_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "bravo.svg"
    assert run("show", "bravo", "-o", str(picture)) == 0
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_a_mode_nobody_has_drawn_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", "golf", "--mode", "turn-by-turn") == 2
    assert "real-time" in capsys.readouterr().err


def test_check_passes_every_shipped_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", *map(str, sorted(paths.scenarios().rglob("*.toml")))) == 0


def test_check_names_file_and_line_of_everything_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "pond.toml"
    text = (paths.scenarios() / "sonar" / "archipelago.toml").read_text(encoding="utf-8")
    lines = text.splitlines()
    lines[-2] = lines[-2].replace(". .", ".", 1)
    lines[-4] = lines[-4].replace("#", "@", 1)
    file.write_text("\n".join(lines), encoding="utf-8")
    assert run("check", str(file), "--language", "en") == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith(f"pond.toml, line {len(lines) - 3}: “@” at ")
    assert said[1].startswith(f"pond.toml, line {len(lines) - 1}: row 10 has 9 spaces, the other rows have 10.")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"x" * 2_000_000, b"[[[", b"game = 3", b"\x00" * 99])
def test_check_survives_any_file(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "odd.toml"
    file.write_bytes(content)
    assert run("check", str(file), "--language", "en") in (1, 2)
    said = capsys.readouterr().err
    assert "odd.toml" in said
    assert "inside the referee" not in said


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_flaw_has_its_sentence(language: str) -> None:
    assert {f"faults.scenarios.{flaw}" for flaw in Flaw} <= set(catalogue(language))


@pytest.mark.parametrize(
    ("name", "told"), [("bravo", "C5"), ("umbria", "referee scenarios draw umbria"), ("alpha", "")]
)
def test_a_chart_that_is_not_certain_is_played_on_knowingly(
    name: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "status")
    assert main(["play", name, "--text", "--language", "en", "--journal", str(tmp_path / "game")]) == 0
    said = capsys.readouterr().err
    assert told in said if told else not said


def test_new_copies_a_chart_which_then_stands_for_the_shipped_one(own_shelf: Path) -> None:
    assert run("new", "bravo") == 0
    file = own_shelf / "captain-sonar" / "bravo.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("  1  . . . #", "  1  # . . #", 1), encoding="utf-8")
    assert Cell(1, 1) in shelf.scenario(Game.CAPTAIN_SONAR, "bravo", Mode.TURN_BY_TURN).chart.islands
    assert Cell(1, 1) not in shelf.scenario(Game.CAPTAIN_SONAR, "bravo", Mode.REAL_TIME).chart.islands


def test_a_name_taken_is_said_and_nothing_is_lost(own_shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("new", "pond", "--size", "7x5") == 0
    before = (own_shelf / "captain-sonar" / "pond.toml").read_text(encoding="utf-8")
    assert run("new", "pond", "--size", "9x9", "--language", "en") == 2
    assert "already have a chart named pond" in capsys.readouterr().err
    assert (own_shelf / "captain-sonar" / "pond.toml").read_text(encoding="utf-8") == before
    assert run("new", "alpha", "--size", "9x9", "--language", "en") == 2
    assert "came with the referee" in capsys.readouterr().err


@pytest.mark.parametrize("size", ["27x3", "0x4", "3", "axb", "", "3x-4"])
def test_a_size_that_is_none_is_said(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("new", "pond", "--size", size or "x", "--language", "en") == 2
    assert "26x26" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["../../etc", "a/b", "é", "", "a\\b", "CON:"])
def test_a_name_that_is_no_file_name_is_refused(name: str, own_shelf: Path) -> None:
    assert run("new", name, "--size", "5x5") == 2
    assert not own_shelf.exists()


def test_the_largest_free_chart_is_played_on() -> None:
    assert run("new", "ocean", "--size", "26x26", "--game", "sonar") == 0
    assert len(shelf.scenario(Game.SONAR, "ocean", Mode.REAL_TIME).chart.water) == 676


def test_a_damaged_file_of_ones_own_never_gives_way_in_silence(
    own_shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("new", "bravo") == 0
    (own_shelf / "captain-sonar" / "bravo.toml").write_text("game = ", encoding="utf-8")
    with pytest.raises(Fault):
        shelf.find("bravo", Game.CAPTAIN_SONAR)
    assert run("list", "--language", "en") == 0
    assert "bravo.toml, line 1" in capsys.readouterr().out


@pytest.mark.parametrize("game", list(Game))
def test_sheets_are_shown_copied_and_then_ones_own(
    game: Game, own_shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("show", "sheets", "--game", game, "--language", "fr") == 0
    assert "[" not in capsys.readouterr().out
    assert run("new", "sheets", "--game", game) == 0
    assert run("new", "sheets", "--game", game) == 2
    file = own_shelf / game / "sheets.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("sonar = 2", "sonar = 3"), encoding="utf-8")
    assert run("check", str(file)) == 0
    drawn = shelf.scenario(game, "alpha" if game is Game.CAPTAIN_SONAR else "umbria", Mode.TURN_BY_TURN)
    assert (drawn.mate.spaces if drawn.mate else drawn.energy.cost if drawn.energy else {})[System.SONAR] == 3


# -- drawing
@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["island C three", "sector two A six", "foo bar", "island Z9", "island D4", "cancel", "done"]),
        ("fr", ["île C trois", "secteur deux A six", "n'importe quoi", "île Z9", "île D4", "annule", "terminé"]),
        ("en", ["island C3", "sector 2 A6", "", "head N", "island D4", "cancel", "done"]),
    ],
)
def test_a_chart_is_drawn_in_words_and_remembered(
    language: str, lines: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, *lines)
    assert run("draw", "umbria", "--language", language) == 0
    for mode in Mode:
        drawn = shelf.scenario(Game.SONAR, "umbria", mode)
        assert drawn.chart.islands == {Cell(3, 3)}
        assert drawn.chart.sector(Cell(1, 6)) == 2
        assert "chart" not in {doubt.part for doubt in drawn.doubts}
    assert "[scenarios" not in capsys.readouterr().out


def test_a_drawing_broken_off_goes_on_where_it_was(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "island C3")
    assert run("draw", "umbria", "--language", "en") == 0
    assert shelf.find("umbria").drawing.sides[Mode.REAL_TIME].confidence is Confidence.NONE
    typed(monkeypatch, "island D4", "done")
    assert run("draw", "umbria", "--language", "en") == 0
    side = shelf.find("umbria").drawing.sides[Mode.REAL_TIME]
    assert side.chart.islands == {Cell(3, 3), Cell(4, 4)}
    assert side.confidence is Confidence.SOLID


def test_ctrl_c_keeps_what_was_drawn(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
            if line := super().readline(size):
                return line
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Interrupted("island C3\n"))
    assert run("draw", "umbria", "--language", "en") == 130
    assert shelf.find("umbria").drawing.sides[Mode.REAL_TIME].chart.islands == {Cell(3, 3)}

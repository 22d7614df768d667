"""The one table of the bench: its arithmetic, its sentences, and that no room can break it."""

from __future__ import annotations

import json
import math
import subprocess
from typing import Any

import pytest

from referee import cli, paths
from referee.language.messages import catalogue, languages
from tests.bench import __main__ as program
from tests.bench import page, table
from tests.bench.promises import LIMITS, ROOMS, Wish, heard_rows
from tests.bench.table import Beside, Measured, NotHere, Row, Size

NO_AUDIO = Wish(Size.QUICK, None)


def row(measured: float | None, promised: float, **more: Any) -> Row:
    return Row("ruling", "ms", promised, measured, **more)


def test_met_is_what_the_figures_say() -> None:
    assert row(9, 10).met is True
    assert row(11, 10).met is False
    assert row(11, 10, at_least=True).met is True
    assert row(9, 10, at_least=True).met is False
    assert row(None, 10).met is row(math.nan, 10).met is None


def test_the_ratio_says_how_many_times_better() -> None:
    assert row(2, 10, beside=Beside("loop", 8)).ratio == 4
    assert row(90, 80, at_least=True, beside=Beside("loop", 45)).ratio == 2
    assert row(2, 10, beside=Beside("loop", 8, "µs")).ratio is None, "another kind of thing"
    assert row(2, 10).ratio is row(0, 10, beside=Beside("loop", 8)).ratio is None


@pytest.mark.parametrize("language", languages())
def test_every_row_has_its_sentence_and_fits_a_terminal(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = catalogue(language)
    names = [key.removeprefix("bench.row.") for key in found if key.startswith("bench.row.")]
    slots = {"tongue": "fr", "count": 100_000, "phones": 16, "room": "15"}
    for name in names:
        one = Row(name, "ms", 1500, 1234.5, beside=Beside("plain-vosk", 12345), slots=slots)
        line = table.line(one, found)
        assert "[" not in line, line
        assert "{" not in line, line
        assert len(line) <= 80, line
    for _, room in _without_sound(monkeypatch):
        assert all(f"bench.row.{one.name}" in found for one in room.rows)


def _without_sound(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Measured]]:
    """What is said where there is no loudspeaker and no speech model."""

    def nothing(*_: Any) -> Any:
        raise NotHere

    monkeypatch.setattr("tests.bench.voice.measure", nothing)
    failed = subprocess.CompletedProcess([], 2, "", "no speech model")
    monkeypatch.setattr("subprocess.run", lambda *_, **__: failed)
    return [(name, ROOMS[name](NO_AUDIO)) for name in ("voice", "hearing")]


def test_what_cannot_be_measured_here_says_which_command_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, found in _without_sound(monkeypatch):
        assert found.rows
        assert all(one.met is None and one.command.startswith(f"python -m tests.bench.{name}") for one in found.rows)


def _set(name: str, rival: str, **more: Any) -> dict[str, Any]:
    figures = {"orders": 200, "right": 199, "wrong": 0, "late": {"wall": [0.1, 0.12]}, "false_an_hour": 2.0}
    return {"name": name, "rival": rival, **figures, "core": 0.03, "memory": 120, "start": 0.5, **more}


def test_hearing_is_read_from_its_own_benchmark() -> None:
    names = [*LIMITS, "table-talk"]
    found = [_set(name, "ours") for name in names]
    found += [_set(name, "plain", right=150, late={"wall": [0.8, 1.0]}, memory=90) for name in names]
    rows = {(one.name, one.slots.get("room")): one for one in heard_rows("en", found)}
    assert rows["right", None].measured == rows["right-noise", "10"].measured == 99.5
    assert rows["right-noise", "15"].beside == Beside("plain-vosk", 75)
    assert (rows["talk", None].measured, rows["core", None].measured) == (2, 3)
    assert rows["memory", None].measured == 120
    assert rows["decided", None].ratio == pytest.approx(900 / 110)


def test_each_row_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["--quick", "--only", "rules", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {one["name"] for one in rows} == {"ruling", "long-game"}
    assert all(one["room"] == "rules" and one["met"] in (True, False, None) for one in rows)


def test_a_room_that_does_not_exist_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        program.main(["--only", "rules,kitchen"])
    problem = capsys.readouterr().err.splitlines()[-1]
    assert "kitchen" in problem and "hearing" in problem


def test_the_command_runs_it_in_a_checkout_and_says_where_to_go_elsewhere(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.main(["bench", "--quick", "--only", "rules", "--json", "--language", "fr"]) == 0
    assert [json.loads(line)["room"] for line in capfd.readouterr().out.splitlines()] == ["rules", "rules"]
    monkeypatch.setattr(paths, "checkout", lambda: None)
    assert cli.main(["bench"]) == 2
    assert capfd.readouterr().err.count("\n") == 1


def test_the_page_says_what_falls_short() -> None:
    rows = [row(9, 10), row(11, 10, beside=Beside("loop", 22)), row(None, 10, command="python -m tests.bench.voice")]
    text = "\n".join(page.parts({"rules": Measured(rows, ["a line"])}, NO_AUDIO, 60))
    short = text.split("## What falls short")[1].split("##")[0]
    assert "a ruling: 11 ms, promised ≤ 10 ms; beside it loop 22 ms" in short
    assert short.count("- ") == 1
    assert "1 of 2 promises kept; 1 not measured here." in text
    assert "| a ruling | – | ≤ 10 ms |  | `python -m tests.bench.voice` | – |" in text

"""The one table of `referee bench`: its arithmetic, its sentences, and that no room can break it."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from referee.cli import bench_promises, bench_table, main
from referee.cli.bench_promises import ROOMS, Wish
from referee.cli.bench_table import Beside, Row, Size
from referee.language.messages import catalogue, languages

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
        line = bench_table.line(one, found)
        assert "[" not in line, line
        assert "{" not in line, line
        assert len(line) <= 80, line
    for _, room in _without_tests(monkeypatch):
        assert all(f"bench.row.{one.name}" in found for one in room.rows)


def _without_tests(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bench_table.Measured]]:
    """What an installed program has to say of the rooms that the tests of a checkout measure."""

    def none(name: str, *_: Any) -> Any:
        raise ImportError(name=name)

    monkeypatch.setattr("importlib.import_module", none)
    return [(name, ROOMS[name](NO_AUDIO)) for name in ("rules", "panel", "voice")]


def test_without_a_checkout_each_row_says_which_command_measures_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, found in _without_tests(monkeypatch):
        assert found.rows
        assert all(one.met is None and one.command == f"python -m tests.benchmarks.{name}" for one in found.rows)


def test_hearing_is_read_from_its_own_benchmark() -> None:
    room = {"room": "clean", "orders": 200, "right": 199, "asked": 1, "wrong": 0, "late_ms": [100, 120], "rtf": 0.02}
    talk = {"hours": 0.5, "false_orders": [{}], "cpu_share": 0.03, "memory_mb": [100, 120]}
    ours = {"rooms": [room], "start_s": 0.5, "memory_mb": 90, "talk": talk}
    plain = {**ours, "rooms": [{**room, "right": 150, "late_ms": [800, 1000]}], "talk": {**talk, "false_orders": []}}
    rows = {one.name: one for one in bench_promises._heard_rows("en", ours, plain)}
    assert rows["right"].measured == 99.5
    assert rows["right"].beside == Beside("plain-vosk", 75)
    assert rows["talk"].measured == 2
    assert rows["memory"].measured == 120
    assert rows["sooner"].measured == pytest.approx(900 / 110)
    without = {
        one.name: one for one in bench_promises._heard_rows("en", {**ours, "talk": None}, plain | {"talk": None})
    }
    assert without["talk"].met is None
    assert without["core"].measured == 2


def test_each_row_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--quick", "--only", "rules", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {one["name"] for one in rows} == {"ruling", "long-game"}
    assert all(one["room"] == "rules" and one["met"] in (True, False, None) for one in rows)


def test_a_room_that_does_not_exist_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--only", "rules,kitchen"]) == 2
    problem = capsys.readouterr().err
    assert problem.count("\n") == 1
    assert "kitchen" in problem and "hearing" in problem


def test_the_page_says_what_falls_short() -> None:
    import runpy

    script = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "benchmarks.py"))
    rows = [row(9, 10), row(11, 10, beside=Beside("loop", 22)), row(None, 10, command="referee bench voice")]
    page = "\n".join(script["parts"]({"rules": bench_table.Measured(rows, ["a line"])}, NO_AUDIO, 60))
    short = page.split("## What falls short")[1].split("##")[0]
    assert "a ruling: 11 ms, promised ≤ 10 ms; beside it loop 22 ms" in short
    assert short.count("- ") == 1
    assert "1 of 2 promises kept; 1 not measured here." in page
    assert "| a ruling | – | ≤ 10 ms |  | `referee bench voice` | – |" in page

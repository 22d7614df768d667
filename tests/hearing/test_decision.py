"""From evidence to what is done."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from referee import paths
from referee.hearing.decision import Decision, Prices
from referee.hearing.evidence import Evidence

CLEAR = Evidence(8.0, 8.0, 4, 20, 1.2, 45.0, -45.0, -45.0, 0.5, 0.5, 1.0, 1.0)
HEARD = replace(CLEAR, fit=-0.01, behind=0.0, cells=-0.01, cells_behind=1.0)
TALK = Evidence(-2.0, 1.0, 1, 3, 0.2, 20.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@pytest.fixture
def decision() -> Decision:
    return Decision.read(paths.decision())


def test_what_is_clear_is_taken_and_a_word_of_talk_is_not(decision: Decision) -> None:
    assert decision.probable(HEARD) > decision.prices.sure()
    assert decision.probable(replace(TALK, fit=-2.0, behind=-20.0, cells=0.0, cells_behind=0.0)) < 0.05
    assert decision.probable(TALK) < 0.1 < decision.probable(CLEAR)


@pytest.mark.parametrize("worse", [{"fit": -2.5}, {"behind": -30.0}, {"talk": -3.0}, {"cells": -6.0}])
def test_every_witness_can_speak_against_it(decision: Decision, worse: dict[str, float]) -> None:
    assert decision.probable(replace(HEARD, **worse)) < decision.probable(HEARD)  # type: ignore[arg-type]


def test_prices_say_what_is_sure_and_what_is_asked() -> None:
    assert Prices(wrong=10.0, question=0.5).sure() == 0.95
    assert Prices(wrong=10.0, question=1.0).likely == 0.5
    assert Prices(wrong=100.0).sure() > Prices(wrong=10.0).sure() > Prices(wrong=10.0).sure("stop")


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"alone": {"weights": [1]}}', "nonsense"])
def test_a_file_that_does_not_fit_means_that_the_table_is_asked(tmp_path: Path, content: str) -> None:
    file = tmp_path / "decision.json"
    file.write_text(content)
    found = Decision.read(file)
    assert found.prices.likely <= found.probable(CLEAR) < found.prices.sure()
    assert found.probable(TALK) < found.prices.likely


def test_weights_of_another_version_are_not_used() -> None:
    told = {name: {"weights": [5.0, 5.0]} for name in ("alone", "both")}
    assert Decision.of(json.loads(json.dumps(told))).probable(CLEAR) < Prices().sure()


def test_no_figure_is_ever_out_of_bounds() -> None:
    wild = replace(HEARD, talk=1e9, rival=-1e9, seconds=0.0, letters=0, above=1e9, before=-1e9, fit=-1e9, behind=-1e9)
    assert np.isfinite(wild.both()).all() and np.abs(wild.both()).max() < 50

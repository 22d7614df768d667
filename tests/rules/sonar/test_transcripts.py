"""Sonar's chapters and examples as games: every reason and event it has, every house rule on each side."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.rules import events as e
from referee.rules.crews import Game
from referee.rules.event_lines import name_of
from referee.rules.house import HOUSE_RULES, HouseRule
from referee.rules.reasons import Reason
from tests.rules.games import Transcript, outcomes, read, written

FILES = sorted((Path(__file__).parent / "transcripts").glob("*.transcript"))
GAMES: list[Transcript] = [game for file in FILES for game in read(file)[1]]
LINES = [line for game in GAMES for step in game.steps for line in step.expected]

SHARED = (
    "game/", "turn/not-yours", "pace/stop", "pace/stopped", "pace/signal-first", "pace/answer-first", "answer/",
    "energy/", "dive/already", "course/off-chart", "course/island", "course/own-route", "blackout/", "crew/", "role/",
    "system/not-in-game", "target/off-chart", "target/island", "target/other-sector", "silence/one-step", "hit/",
    "silence/blocked", "silence/none-activated", "sonar/one-fact", "sonar/untrue", "surface/", "damage/", "start/",
)  # fmt: skip
HAPPENS = (
    e.StartTold, e.DiveCalled, e.GameBegan, e.SubmarineSunk, e.GameEnded, e.TurnBegan, e.CourseHeld, e.CourseForfeited,
    e.BlackoutFell, e.StopCalled, e.PlayResumed, e.DamageAnnounced, e.HullDamaged, e.OwnDamageUnsettled,
    e.OwnDamageSettled, e.SurfacingCalled, e.SubmarineSurfaced, e.MissileLaunched, e.SonarActivated, e.SilenceActivated,
    e.SilenceGlided, e.SonarAnswered, e.AllClear, e.SubmarineHit,
)  # fmt: skip


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_chapter(file: Path, request: pytest.FixtureRequest) -> None:
    remarks, games = read(file)
    for game in games:
        assert game.settings["game"] == Game.SONAR
        for step, lines in zip(game.steps, outcomes(game), strict=True):
            step.expected = lines
    now = written(remarks, games)
    if request.config.getoption("--update-transcripts"):
        file.write_text(now, encoding="utf-8")
    assert now == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("reason", [reason for reason in Reason if reason.startswith(SHARED)])
def test_every_reason_is_shown(reason: Reason) -> None:
    assert any(line.endswith(f"rejected {reason}") for line in LINES)


@pytest.mark.parametrize("kind", HAPPENS)
def test_every_event_is_shown(kind: type[e.Event]) -> None:
    assert any(name_of(kind) in line.split() for line in LINES)


@pytest.mark.parametrize("rule", [rule for rule in HOUSE_RULES if Game.SONAR in rule.games], ids=lambda rule: rule.name)
def test_every_house_rule_makes_a_difference(rule: HouseRule) -> None:
    told = {
        line.split(": ")[0]
        for game in GAMES
        if game.settings["each"] == rule.name
        for step in game.steps
        for line in step.expected
    }
    assert set(rule.values) <= told

"""The rulebook's chapters as games: one file a chapter, every reason, every event, every house rule on each side."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.rules.crews import Game
from referee.rules.event_lines import name_of
from referee.rules.events import EVENTS, MissileLaunched
from referee.rules.house import HOUSE_RULES
from referee.rules.reasons import Reason
from tests.rules.games import FOLDER, Transcript, outcomes, read, written

FILES = sorted(FOLDER.glob("*.transcript"))
GAMES = [(file, game) for file in FILES for game in read(file)[1]]

SONARS_OWN = {
    Reason.TARGET_OTHER_SECTOR,
    Reason.ENERGY_TOO_LITTLE,
    Reason.SONAR_UNTRUE,
    Reason.SONAR_ONE_FACT,
    Reason.SILENCE_ONE_STEP,
    Reason.START_FORCED,
    Reason.PACE_SIGNAL_FIRST,
}


def named(value: object) -> str:
    return value.stem if isinstance(value, Path) else value.title if isinstance(value, Transcript) else ""


@pytest.mark.parametrize("file", FILES, ids=named)
def test_chapter(file: Path, request: pytest.FixtureRequest) -> None:
    remarks, games = read(file)
    for game in games:
        for step, lines in zip(game.steps, outcomes(game), strict=True):
            step.expected = lines
    now = written(remarks, games)
    if request.config.getoption("--update-transcripts"):
        file.write_text(now, encoding="utf-8")
    assert now == file.read_text(encoding="utf-8")


def test_every_reason_is_shown() -> None:
    shown = {
        line.split()[-1] for _, game in GAMES for step in game.steps for line in step.expected if "rejected" in line
    }
    assert {reason.value for reason in set(Reason) - SONARS_OWN} <= shown


def test_every_event_is_shown() -> None:
    words = {word for _, game in GAMES for step in game.steps for line in step.expected for word in line.split()}
    assert {name_of(kind) for kind in EVENTS} - {name_of(MissileLaunched)} <= words


def test_every_house_rule_makes_a_difference() -> None:
    """Each side of each rule has its own outcome in some game."""
    told: dict[str, set[str]] = {}
    for _, game in GAMES:
        if not game.settings["each"]:
            continue
        for step in game.steps:
            for line in step.expected:
                told.setdefault(game.settings["each"], set()).add(line.split(": ")[0])
    for rule in HOUSE_RULES:
        if Game.CAPTAIN_SONAR in rule.games:
            assert set(rule.values) <= told.get(rule.name, set()), rule.name

"""The games of the demonstration, read from `games/*.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.language.messages import languages
from referee.rules.crews import Game, Mode, Team

GAMES = Path(__file__).parent / "games"


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody says, in every language, and what his crew then tells the referee alone."""

    who: Team | None
    words: Mapping[str, str]
    order: str | None
    """What is meant, in notation without the crew; None is table talk. The recogniser does not know it."""
    refused: str | None
    """The reason for which it should be refused, where it is a mistake."""
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Script:
    title: Mapping[str, str]
    game: Game
    scenario: str
    mode: Mode
    first: Team | None
    lines: tuple[Line, ...]


def script(mode: Mode) -> Script:
    """The game of a mode."""
    found = tomllib.loads((GAMES / f"{mode}.toml").read_text(encoding="utf-8"))
    return Script(
        title=found["title"],
        game=Game(found["game"]),
        scenario=found["scenario"],
        mode=Mode(found["mode"]),
        first=Team(found["first"]) if "first" in found else None,
        lines=tuple(_line(entry) for entry in found["line"]),
    )


def _line(entry: Mapping[str, Any]) -> Line:
    return Line(
        who=Team(entry["who"]) if "who" in entry else None,
        words={language: entry[language] for language in languages() if language in entry},
        order=entry.get("order"),
        refused=entry.get("refused"),
        told=tuple(entry.get("told", ())),
    )

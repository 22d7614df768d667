"""What was played last, so that nobody answers the same questions every evening. Whatever is wrong with the file, the
questions are simply asked."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from referee import files, paths, shelf
from referee.faults import Fault
from referee.language.messages import languages
from referee.rules.crews import Game, Mode


@dataclass(frozen=True, slots=True)
class LastTable:
    """The answers given last time."""

    language: str
    game: Game
    scenario: str
    mode: Mode
    players: int = 4
    microphones: tuple[str, ...] = ()
    """As `--mic` takes them."""
    tutor: bool = False


def _file() -> Path:
    return paths.data() / "last-table.json"


def read() -> LastTable | None:
    """What was played last; None when nothing was, or it cannot be played any more."""
    try:
        kept = json.loads(files.text(_file()))
        found = LastTable(
            str(kept["language"]), Game(kept["game"]), str(kept["scenario"]), Mode(kept["mode"]),
            int(kept["players"]), tuple(map(str, kept["microphones"])), bool(kept["tutor"]),
        )  # fmt: skip
        sides = shelf.find(found.scenario, found.game).drawing.sides
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError, Fault):
        return None
    alone = found.players == 1 and found.mode is Mode.REAL_TIME
    playable = found.mode in sides and 1 <= found.players <= 4 and not alone and found.language in languages()
    return found if playable else None


def keep(table: LastTable) -> None:
    """For next time; where it cannot be written, next time asks again."""
    try:
        _file().parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        _file().write_text(json.dumps(asdict(table)), encoding="utf-8")
    except OSError:
        return

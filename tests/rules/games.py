"""Transcripts of the rules alone: lines of notation, and under each what happened or why it was refused.

    == A torpedo turns corners            a game: its title, then its settings up to the first empty line
    scenario: bravo real-time

    blue: head N
      course-held blue N                  an event everybody may know
      blackout-fell blue (blue)           or one crew, or the referee alone
    blue: head S
      rejected course/own-route
    = yellow damage 2                     a question about the state: damage, turn, owed, position, winner

`each: torpedo-path` plays the game once for every value of that house rule; a line that comes out differently is shown
for each value, the others once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from referee import shelf
from referee.rules import notation, play
from referee.rules.captain_sonar import CAPTAIN_SONAR
from referee.rules.crews import Game, Mode, Team
from referee.rules.event_lines import text_of
from referee.rules.events import Event, Everybody, audience
from referee.rules.house import HOUSE_RULE, House
from referee.rules.orders import Announced
from referee.rules.rulings import Accepted, Rejected
from referee.rules.scenario import Scenario
from referee.rules.sonar import SONAR

Rules = play.RuleBook[Any]
BOOKS: dict[Game, Rules] = {Game.CAPTAIN_SONAR: CAPTAIN_SONAR, Game.SONAR: SONAR}
FOLDER = Path(__file__).parent / "transcripts"
SETTINGS = {
    "game": "captain-sonar",
    "scenario": "alpha",
    "mode": "turn-by-turn",
    "rules": "en",
    "house": "",
    "first": "blue",
    "players": "4 4",
    "each": "",
}


@dataclass
class Step:
    line: str
    expected: list[str] = field(default_factory=list)


@dataclass
class Transcript:
    """One game of a file."""

    title: str
    head: list[str]
    steps: list[Step]

    @property
    def settings(self) -> dict[str, str]:
        given = dict(line.split(": ", 1) for line in self.head if ": " in line and not line.startswith("#"))
        assert given.keys() <= SETTINGS.keys(), f"{self.title}: {given.keys() - SETTINGS.keys()}"
        return {**SETTINGS, **given}

    @property
    def rules(self) -> Rules:
        return BOOKS[Game(self.settings["game"])]

    def values(self) -> tuple[str, ...]:
        """The values of the house rule it is played for; one empty one without."""
        name = self.settings["each"]
        return HOUSE_RULE[name].values if name else ("",)


def read(file: Path) -> tuple[str, list[Transcript]]:
    """What stands before the first game, and the games."""
    remarks, *games = f"\n{file.read_text(encoding='utf-8')}".split("\n== ")
    return remarks.strip("\n"), [_game(text) for text in games]


def _game(text: str) -> Transcript:
    title, *lines = text.split("\n")
    blank = lines.index("")
    steps: list[Step] = []
    for line in lines[blank + 1 :]:
        if line.startswith("  "):
            steps[-1].expected.append(line[2:])
        elif line:
            steps.append(Step(line))
    return Transcript(title, lines[:blank], steps)


def written(remarks: str, games: list[Transcript]) -> str:
    blocks = [remarks] if remarks else []
    for game in games:
        lines = [f"== {game.title}", *game.head, ""]
        for step in game.steps:
            lines += [step.line, *(f"  {one}" for one in step.expected)]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


@cache
def scenario(name: str, mode: Mode, game: Game = Game.CAPTAIN_SONAR) -> Scenario:
    return shelf.scenario(game, name, mode)


def house(book: str, *changes: tuple[str, str]) -> House:
    found: House | None = House.for_book("fr" if book == "fr" else "en")
    for name, value in changes:
        assert found is not None
        found = found.put(name, value)
        assert found is not None, f"{name}={value}"
    assert found is not None
    return found


def begin(settings: dict[str, str], value: str = "") -> Any:
    game = Game(settings["game"])
    changes = [tuple(one.split("=", 1)) for one in settings["house"].split()]
    rules = house(
        settings["rules"], *((name, to) for name, to in changes), *([(settings["each"], value)] if value else [])
    )
    sizes = play.CrewSizes.of(game, *map(int, settings["players"].split()))
    printed = scenario(settings["scenario"], Mode(settings["mode"]), game)
    return BOOKS[game].begin(printed, rules, Team(settings["first"]), sizes)


def played(transcript: Transcript, value: str = "") -> Iterator[list[str]]:
    """What comes of each line."""
    state = begin(transcript.settings, value)
    for step in transcript.steps:
        if step.line.startswith("#"):
            yield []
            continue
        if step.line.startswith("= "):
            yield [_told(transcript.rules, state, step.line.split()[1:])]
            continue
        announced = notation.parse_line(step.line)
        assert announced is not None, f"{transcript.title}: {step.line} is no notation"
        state, lines = one_order(state, announced, transcript.rules)
        yield lines


def one_order(state: Any, announced: Announced, rules: Rules = CAPTAIN_SONAR) -> tuple[Any, list[str]]:
    after, ruling = play.advance(rules, state, announced)
    match ruling:
        case Rejected(reason):
            assert after is state
            return after, [f"rejected {reason}"]
        case Accepted(events):
            return after, [shown(event) for event in events]


def shown(event: Event) -> str:
    seen_by = audience(event)
    return text_of(event) if seen_by is Everybody.PUBLIC else f"{text_of(event)} ({seen_by})"


def _told(rules: Rules, state: Any, words: list[str]) -> str:
    match words:
        case ["turn"]:
            return f"{rules.turn(state)}, then {rules.next_course(state)}"
        case ["winner"]:
            return str(rules.winner(state))
        case ["owed"]:
            return ", ".join(f"{owed.team} {owed.task}" for owed in rules.owed(state)) or "nothing"
        case [team, "damage"]:
            return "{} to {}".format(*rules.damage(state, Team(team)))
        case [team, "position"]:
            return rules.position(state, Team(team))
    raise AssertionError(words)


def outcomes(transcript: Transcript) -> list[list[str]]:
    """What is to stand under each line, for all values of its house rule together."""
    values = transcript.values()
    sides = [list(played(transcript, value)) for value in values]
    found = []
    for lines in zip(*sides, strict=True):
        if all(one == lines[0] for one in lines):
            found.append(lines[0])
        else:
            found.append(
                [f"{value}: {line}" for value, side in zip(values, lines, strict=True) for line in side or ["nothing"]]
            )
    return found

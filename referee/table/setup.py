"""What a table has chosen before the game: the first line of its journal, enough to play the same game again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from referee.language.messages import languages
from referee.language.readable import in_one_line
from referee.rules.crews import TEAMS, Game, Mode, Team
from referee.rules.house import Book, House

TABLE_RULES: dict[str, tuple[str, ...]] = {"confirm": ("none", "shots"), "answers": ("crew", "referee")}
"""House rules of the referee itself, not of the game; the first value is the default.

`confirm=shots` reads a shot back before it is fired. `answers=referee` lets the referee answer drones and blasts itself
when it knows; a sonar answer stays the crew's, because what to lie about is theirs to choose."""


LONGEST_NAME = 24
"""Characters of what a crew calls itself."""


@dataclass(frozen=True, slots=True)
class Setup:
    """One game at one table."""

    game: Game = Game.CAPTAIN_SONAR
    scenario: str = "alpha"
    mode: Mode = Mode.TURN_BY_TURN
    language: str = "en"
    team_languages: Mapping[Team, str] = field(default_factory=dict)
    """Where a crew speaks another language than the table."""
    team_names: Mapping[Team, str] = field(default_factory=dict)
    """What crews call themselves; their colour is understood, too."""
    players: Mapping[Team, int] = field(default_factory=dict)
    """Where a crew is not four people."""
    book: Book = "en"
    """Whose rulebook. A game is played to its end by the one it was begun with, whatever it is told in."""
    house: tuple[tuple[str, str], ...] = ()
    first: Team | None = None
    """Who has the first turn; None draws lots with the seed."""
    seed: int = 0
    tutor: bool = False

    @property
    def teams(self) -> tuple[Team, Team]:
        return TEAMS[self.game]

    def language_of(self, team: Team) -> str:
        return self.team_languages.get(team, self.language)

    def rule_of_the_table(self, name: str) -> str:
        return dict(self.house).get(name, TABLE_RULES[name][0])


def book_of(language: str) -> Book:
    """The rulebook in the box of those who speak this language: the French one, else the English."""
    return "fr" if language == "fr" else "en"


def house_of(setup: Setup) -> House:
    """The house rules of the game. Settings that do not exist are left out: `unknown_rule` finds them beforehand."""
    house = House.for_book(setup.book)
    for name, value in setup.house:
        house = house.put(name, value) or house
    return house


def unknown_rule(setup: Setup) -> tuple[str, str] | None:
    """The first house rule or value that does not exist."""
    for name, value in setup.house:
        known = value in TABLE_RULES[name] if name in TABLE_RULES else House().put(name, value) is not None
        if not known:
            return name, value
    return None


def first_of(setup: Setup) -> Team:
    """The crew with the first turn: as chosen, else drawn by lot. The same seed draws the same crew."""
    lot = hashlib.sha256(f"first turn {setup.seed}".encode()).digest()[0]
    return setup.first or setup.teams[lot % 2]


def fields_of(setup: Setup) -> dict[str, Any]:
    """A setup as the journal writes it."""
    by_team = ("team_languages", "team_names", "players")
    return {**asdict(setup), **{name: {str(t): v for t, v in getattr(setup, name).items()} for name in by_team}}


def setup_of(fields: Mapping[str, Any]) -> Setup | None:
    """The setup of a journal's first line; None when it is not one this program understands."""
    setup = _read(fields)
    return setup if setup is not None and odd_value(setup) is None else None


def odd_value(setup: Setup) -> str | None:
    """The first value no game can be played with: a crew of another game, a language nobody speaks, a crew of nine."""
    named = (*setup.team_languages, *setup.team_names, *setup.players, setup.first or setup.teams[0])
    spoken = (setup.language, *setup.team_languages.values())
    odd: list[object] = [team for team in named if team not in setup.teams]
    odd += [language for language in spoken if language not in languages()]
    odd += [size for size in setup.players.values() if not 1 <= size <= 4]
    return str(odd[0]) if odd else None


def _read(fields: Mapping[str, Any]) -> Setup | None:
    try:
        return Setup(
            game=Game(fields["game"]),
            scenario=str(fields["scenario"]),
            mode=Mode(fields["mode"]),
            language=str(fields["language"]),
            team_languages={Team(team): str(one) for team, one in fields["team_languages"].items()},
            team_names={Team(team): _name(one) for team, one in fields.get("team_names", {}).items()},
            players={Team(team): int(number) for team, number in fields["players"].items()},
            book="fr" if fields["book"] == "fr" else "en",
            house=tuple((str(name), str(value)) for name, value in fields["house"]),
            first=Team(fields["first"]) if fields["first"] else None,
            seed=int(fields["seed"]),
            tutor=bool(fields["tutor"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        return None


def _name(kept: object) -> str:
    return in_one_line(str(kept), LONGEST_NAME)

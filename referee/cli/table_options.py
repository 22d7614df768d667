"""The options that describe a table, and the setup they make: what was given, else what is usual."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from referee import shelf
from referee.cli.numbers import whole
from referee.cli.sentences import add_language, chosen
from referee.faults import Fault
from referee.language.messages import catalogue, languages
from referee.language.typed import understand
from referee.language.understanding import Understood
from referee.rules.crews import TEAMS, Game, Mode, Team
from referee.rules.house import Book
from referee.table.setup import LONGEST_NAME, Setup, book_of

DEFAULT_SCENARIO = {Game.CAPTAIN_SONAR: "alpha", Game.SONAR: "archipelago"}
BY_LOT = "random"


def add_table(parser: argparse.ArgumentParser) -> None:
    """Everything `play` may be told about the table."""
    parser.add_argument("scenario", nargs="?", metavar="SCENARIO")
    parser.add_argument("--game", choices=[game.value for game in Game])
    parser.add_argument("--mode", choices=[mode.value for mode in Mode])
    add_language(parser)
    parser.add_argument("--team-language", action="append", default=[], metavar="TEAM=LANGUAGE")
    parser.add_argument("--team-name", action="append", default=[], metavar="TEAM=NAME")
    parser.add_argument("--players", action="append", default=[], metavar="TEAM=N")
    parser.add_argument("--rules", choices=["en", "fr"])
    parser.add_argument("--house", action="append", default=[], metavar="RULE=VALUE")
    parser.add_argument("--first", choices=[*(team.value for team in Team), BY_LOT])
    parser.add_argument("--seed", type=whole("--seed", 0, 10**18), metavar="N")
    parser.add_argument("--tutor", action="store_true")


def setup_of(args: argparse.Namespace) -> Setup:
    """The table that was asked for; what was not given takes its default."""
    game = _game(args)
    found = shelf.find(args.scenario, game).drawing.name if args.scenario else DEFAULT_SCENARIO[game]
    mode = _mode(args, game, found)
    players = {team: _players(value) for team, value in _by_team(args.players, game, "players")}
    if mode is Mode.REAL_TIME and 1 in players.values():
        raise Fault("play.alone-in-real-time")
    return Setup(
        game=game,
        scenario=found,
        mode=mode,
        language=chosen(args),
        team_languages={team: _language(value) for team, value in _by_team(args.team_language, game, "team-language")},
        team_names=_names(args.team_name, game),
        players=players,
        book=args.rules or _book(args),
        house=tuple(_pair(text, "house") for text in args.house),
        first=_first(args, game),
        seed=secrets.randbelow(10**9) if args.seed is None else args.seed,
        tutor=args.tutor,
    )


def _game(args: argparse.Namespace) -> Game:
    if args.game:
        return Game(args.game)
    return shelf.find(args.scenario).drawing.game if args.scenario else Game.CAPTAIN_SONAR


def _mode(args: argparse.Namespace, game: Game, scenario: str) -> Mode:
    if args.mode:
        return Mode(args.mode)
    sides = list(shelf.find(scenario, game).drawing.sides)
    return Mode.TURN_BY_TURN if Mode.TURN_BY_TURN in sides else sides[0]


def _first(args: argparse.Namespace, game: Game) -> Team | None:
    """Drawn by lot where the table asks for it or names a seed; a script gets the first crew."""
    if args.first == BY_LOT:
        return None
    if args.first:
        return _team(args.first, game, "first")
    return None if args.seed is not None else TEAMS[game][0]


def _by_team(texts: Iterable[str], game: Game, option: str) -> Iterable[tuple[Team, str]]:
    for text in texts:
        name, value = _pair(text, option)
        yield _team(name, game, option), value


def _team(name: str, game: Game, option: str) -> Team:
    found = next((team for team in TEAMS[game] if team == name), None)
    if found is None:
        raise Fault("play.no-such-team", option=option, team=name, teams=", ".join(TEAMS[game]))
    return found


def _pair(text: str, option: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise Fault("play.not-a-pair", option=option, text=text)
    return name, value


def _language(value: str) -> str:
    if value not in languages():
        raise Fault("play.no-such-language", language=value, languages=", ".join(languages()))
    return value


def _names(texts: Iterable[str], game: Game) -> dict[Team, str]:
    """What crews call themselves: each something else than the other, in every language."""
    names = dict(_by_team(texts, game, "team-name"))
    for team, name in names.items():
        others = {word for other in TEAMS[game] if other is not team for word in _called(other, names)}
        if name.casefold() in others or not name.isprintable() or len(name) > LONGEST_NAME:
            raise Fault("play.team-name", team=team, name=name, most=LONGEST_NAME)
        if _is_an_order(name, game):
            raise Fault("play.team-name-order", team=team, name=name)
    return names


def _is_an_order(name: str, game: Game) -> bool:
    """Whether somebody who says it gives an order: nobody could call that crew."""
    found = (understand(name, language, game) for language in languages())
    return any(isinstance(one, Understood) and one.repaired is None for one in found)


def _called(team: Team, names: Mapping[Team, str]) -> Iterable[str]:
    colours = (catalogue(language).shown(f"table.team.{team}") for language in languages())
    return (word.casefold() for word in (team, names.get(team, team), *colours))


def _players(value: str) -> int:
    if value not in {"1", "2", "3", "4"}:
        raise Fault("play.players", players=value)
    return int(value)


def _book(args: argparse.Namespace) -> Book:
    """The rulebook in the box of those who play; programs are ruled alike in every language."""
    return "en" if getattr(args, "json", False) else book_of(chosen(args))


def at_a_terminal() -> bool:
    """Whether somebody is there to be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def add_journal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--journal", type=Path, metavar="FILE")


def add_front(parser: argparse.ArgumentParser) -> None:
    """How the table is shown and heard."""
    parser.add_argument("--text", action="store_true")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--json", action="store_true")


def asks(args: argparse.Namespace) -> bool:
    return at_a_terminal() and not args.json

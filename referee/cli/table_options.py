"""The options that describe a table, and the setup they make: what was given, what is asked, what is default."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Iterable
from pathlib import Path

from referee import shelf
from referee.cli.sentences import add_language, chosen, languages, sentences
from referee.console.dialogue import Choice, Dialogue
from referee.faults import Fault
from referee.rules.crews import TEAMS, Game, Mode, Team
from referee.table.setup import Setup

DEFAULT_SCENARIO = {Game.CAPTAIN_SONAR: "alpha", Game.SONAR: "archipelago"}
BY_LOT = "random"


def add_table(parser: argparse.ArgumentParser) -> None:
    """Everything `play` may be told about the table."""
    parser.add_argument("scenario", nargs="?", metavar="SCENARIO", help="the chart: alpha, bravo … (default: alpha)")
    parser.add_argument("--game", choices=[game.value for game in Game])
    parser.add_argument("--mode", choices=[mode.value for mode in Mode])
    add_language(parser)
    parser.add_argument("--team-language", action="append", default=[], metavar="TEAM=LANGUAGE", help="blue=fr")
    parser.add_argument("--team-name", action="append", default=[], metavar="TEAM=NAME", help="blue=Nautilus")
    parser.add_argument("--players", action="append", default=[], metavar="TEAM=N", help="blue=2 (default: 4 each)")
    parser.add_argument("--rules", choices=["en", "fr"], default="en", help="whose rulebook (default: en)")
    parser.add_argument("--house", action="append", default=[], metavar="RULE=VALUE", help="one house rule")
    parser.add_argument("--first", choices=[*(team.value for team in Team), BY_LOT], help="who has the first turn")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed draws the same lots")
    parser.add_argument("--tutor", action="store_true", help="explain the game while it is played")


def setup_of(args: argparse.Namespace, *, ask: bool) -> Setup:
    """The table that was asked for; what was not given is asked when `ask`, else takes its default."""
    asking = _dialogue(args) if ask else None
    game = _game(args, asking)
    found = shelf.find(args.scenario, game).drawing.name if args.scenario else _scenario(game, asking)
    mode = _mode(args, game, found, asking)
    players = {team: _players(value) for team, value in _by_team(args.players, game, "players")}
    if mode is Mode.REAL_TIME and 1 in players.values():
        raise Fault("play.alone-in-real-time")
    return Setup(
        game=game,
        scenario=found,
        mode=mode,
        language=chosen(args),
        team_languages={team: _language(value) for team, value in _by_team(args.team_language, game, "team-language")},
        team_names=dict(_by_team(args.team_name, game, "team-name")),
        players=players,
        book=args.rules,
        house=tuple(_pair(text, "house") for text in args.house),
        first=_first(args, game, mode, asking),
        seed=secrets.randbelow(10**9) if args.seed is None else args.seed,
        tutor=args.tutor or (asking is not None and not _in_a_hurry(args) and asking.agreed("tutor", default=False)),
    )


def _dialogue(args: argparse.Namespace) -> Dialogue:
    dialogue = Dialogue(sentences(args), input, print)
    if not _in_a_hurry(args):
        print(sentences(args).shown("console.dialogue.welcome"))
    return dialogue


def _in_a_hurry(args: argparse.Namespace) -> bool:
    """Everything that matters was given: nobody wants a dialogue."""
    return all((args.scenario, args.game, args.mode))


def _game(args: argparse.Namespace, asking: Dialogue | None) -> Game:
    if args.game:
        return Game(args.game)
    if args.scenario:
        return shelf.find(args.scenario).drawing.game
    if asking is None:
        return Game.CAPTAIN_SONAR
    shown = sentences(args).shown
    choices = [Choice(game, shown(f"console.game.{game}")) for game in Game]
    return Game(asking.chosen("game", choices, Game.CAPTAIN_SONAR))


def _scenario(game: Game, asking: Dialogue | None) -> str:
    default = DEFAULT_SCENARIO[game]
    if asking is None:
        return default
    language = asking.sentences.language
    choices = [Choice(one.drawing.name, one.drawing.title(language)) for one in shelf.drawings(game)]
    return asking.chosen("scenario", choices, default)


def _mode(args: argparse.Namespace, game: Game, scenario: str, asking: Dialogue | None) -> Mode:
    if args.mode:
        return Mode(args.mode)
    sides = list(shelf.find(scenario, game).drawing.sides)
    default = Mode.TURN_BY_TURN if Mode.TURN_BY_TURN in sides else sides[0]
    if asking is None:
        return default
    choices = [Choice(mode, asking.sentences.shown(f"console.mode.{mode}")) for mode in Mode if mode in sides]
    return Mode(asking.chosen("mode", choices, default))


def _first(args: argparse.Namespace, game: Game, mode: Mode, asking: Dialogue | None) -> Team | None:
    """Drawn by lot where the table asks for it or names a seed; a script gets the first crew."""
    if args.first == BY_LOT:
        return None
    if args.first:
        return _team(args.first, game, "first")
    if asking and mode is Mode.TURN_BY_TURN and not _in_a_hurry(args):
        shown = asking.sentences.shown
        lot = Choice(BY_LOT, shown("console.dialogue.first-random"))
        picked = asking.chosen("first", [lot, *(Choice(t, shown(f"table.team.{t}")) for t in TEAMS[game])], BY_LOT)
        return None if picked == BY_LOT else Team(picked)
    return None if args.seed is not None or asking else TEAMS[game][0]


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


def _players(value: str) -> int:
    if value not in {"1", "2", "3", "4"}:
        raise Fault("play.players", players=value)
    return int(value)


def at_a_terminal() -> bool:
    """Whether somebody is there to be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def add_journal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--journal", type=Path, metavar="FILE", help="where the game is kept")


def add_front(parser: argparse.ArgumentParser) -> None:
    """How the table is shown and heard."""
    parser.add_argument("--text", action="store_true", help="typed orders only, no microphone")
    parser.add_argument("--plain", action="store_true", help="line by line: for screen readers and simple terminals")
    parser.add_argument("--json", action="store_true", help="one JSON object for each line typed (implies --text)")


def asks(args: argparse.Namespace) -> bool:
    return at_a_terminal() and not args.json

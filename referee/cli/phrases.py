"""`referee phrases`: everything that can be said, from the grammar itself."""

from __future__ import annotations

import argparse
from pathlib import Path

from referee.cli.sentences import add_language, chosen
from referee.faults import Fault
from referee.language import page
from referee.rules.crews import Game


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    phrases = commands.add_parser(
        "phrases",
        help="everything that can be said",
        description="Lists everything that can be said: [what may be left out], (one | or the other), · in any order.",
        epilog="example: referee phrases --language fr --game sonar",
    )
    add_language(phrases)
    phrases.add_argument("--game", choices=[game.value for game in Game], help="default: both")
    phrases.add_argument("--markdown", action="store_true", help="a table, as in the README")
    phrases.add_argument("--into", metavar="FILE", type=Path, help="put the table between the markers of this file")
    phrases.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    games = [Game(args.game)] if args.game else list(Game)
    if args.into:
        _write(args.into, page.markdown(chosen(args), games))
    elif args.markdown:
        print(page.markdown(chosen(args), games))
    else:
        for game in games:
            print(f"== {game}", *page.listing(chosen(args), game), sep="\n")
    return 0


def _write(file: Path, table: str) -> None:
    try:
        text = file.read_text(encoding="utf-8")
        file.write_text(page.into(text, table, file.name), encoding="utf-8")
    except (OSError, UnicodeDecodeError) as broken:
        raise Fault("grammar.unreadable", file=file, problem=broken) from broken

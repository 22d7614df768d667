"""`referee phrases`: everything that can be said, from the grammar itself."""

from __future__ import annotations

import argparse
from pathlib import Path

from referee import files
from referee.cli.explaining import Commands, command
from referee.cli.sentences import add_language, chosen
from referee.faults import Fault
from referee.language import page
from referee.rules.crews import Game


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    phrases = command(commands, "phrases", "referee phrases --language fr --game sonar")
    add_language(phrases)
    phrases.add_argument("--game", choices=[game.value for game in Game])
    phrases.add_argument("--markdown", action="store_true")
    phrases.add_argument("--into", metavar="FILE", type=Path)
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
        text = files.text(file)
        file.write_text(page.into(text, table, file.name), encoding="utf-8")
    except UnicodeDecodeError as broken:
        raise Fault("grammar.page-not-utf8", file=file) from broken
    except OSError as broken:
        raise Fault("grammar.no-page", file=file, why=broken.strerror) from broken

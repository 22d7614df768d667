"""`referee resume`: goes on with the last game, or the one named."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from referee import app
from referee.cli import fronts, play, table_options
from referee.cli.explaining import Commands, command
from referee.cli.sentences import add_language
from referee.journal import games
from referee.language.messages import catalogue
from referee.table.screen import Phase


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = command(commands, "resume", "referee resume")
    parser.add_argument("journal", nargs="?", type=Path, metavar="JOURNAL")
    add_language(parser)
    table_options.add_front(parser)
    fronts.add_devices(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    found = app.resume(games.asked_for(args.journal))
    say = catalogue(found.game.setup.language).shown
    with found.game as game:
        # neither which line nor how many bytes is said: a crew's secrets are among them
        if found.broken:
            print(say("console.plain.broken", order=found.broken.entry, file=found.kept), file=sys.stderr)
        elif found.kept:
            print(say("console.plain.cut", file=found.kept), file=sys.stderr)
        if not args.json:
            over = game.session.screen.phase is Phase.OVER
            print(say(f"console.plain.{'resumed-over' if over else 'resumed'}", orders=found.orders))
        left = fronts.run(args, game, out=sys.stdout)
    return play.again(args, game.setup, left)

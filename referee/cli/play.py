"""`referee play`: referees a game."""

from __future__ import annotations

import argparse
import sys
from datetime import datetime
from pathlib import Path

from referee import app
from referee.cli import fronts, table_options
from referee.faults import Fault
from referee.journal import games

EXAMPLES = """examples:
  referee play
  referee play bravo --mode real-time --language fr
  referee play alpha --text --first blue --house confirm=shots
  referee play --text --json < orders.txt"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "play",
        help="referee a game",
        description="Referees a game, by voice or at the keyboard. What is not given is asked, or takes its default.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    table_options.add_table(parser)
    table_options.add_journal(parser)
    table_options.add_front(parser)
    fronts.add_devices(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    setup = table_options.setup_of(args, ask=table_options.asks(args))
    path: Path = args.journal or games.new_path(f"{setup.game}-{setup.scenario}", datetime.now().astimezone())
    if path.is_dir():
        raise Fault("journal.is-a-folder", file=path)
    with app.new_game(setup, path) as game:
        return fronts.run(args, game, begun=0.0, out=sys.stdout)

"""How a game is shown: as JSON for programs, line by line, or on the full screen."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
import time
from typing import Any, TextIO

from referee import app, shelf
from referee.cli.table_options import at_a_terminal
from referee.console import json_lines
from referee.console.plain import PlainTable
from referee.journal.keeping import KeptGame
from referee.language.messages import catalogue
from referee.table.screen import Phase


def add_devices(parser: argparse.ArgumentParser) -> None:
    """Options of microphones, voice and phones. Each is taken by the room it belongs to."""


def run(args: argparse.Namespace, game: KeptGame[Any], out: TextIO) -> str | None:
    """Until the end of input, or until somebody leaves; `new` when they want another game."""
    if args.json:
        json_lines.run(game.feed, game.setup.teams, sys.stdin, out, game.session.now)
        return None
    table = app.LiveTable(game, time.monotonic)
    try:
        if args.plain or not at_a_terminal() or os.environ.get("TERM") == "dumb":
            _plain(table, out)
            return None
        return _screen(table)
    finally:
        print(_farewell(game), file=out)


def _plain(table: app.LiveTable, out: TextIO) -> None:
    secret = getpass.getpass if at_a_terminal() else None
    words = catalogue(table.session.setup.language)
    PlainTable(table.session.setup, words, table.feed, table.now, out, secret).run(sys.stdin)


def _screen(table: app.LiveTable) -> str | None:
    # Textual takes a tenth of a second to load: pipes and JSON need not wait for it
    from referee.console.table_app import TableApp

    setup = table.session.setup
    title = shelf.find(setup.scenario, setup.game).drawing.title(setup.language)
    return TableApp(table, title).run()


def _farewell(game: KeptGame[Any]) -> str:
    over = game.session.screen.phase is Phase.OVER
    key = "console.plain.leaving-over" if over else "console.plain.leaving"
    return catalogue(game.setup.language).shown(key, file=game.journal.path)

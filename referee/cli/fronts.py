"""How a game is shown: as JSON for programs, line by line, or on the full screen."""

from __future__ import annotations

import argparse
import getpass
import sys
import time
from typing import Any, TextIO

from referee.cli.table_options import at_a_terminal
from referee.console import json_lines
from referee.console.plain import PlainTable
from referee.journal.keeping import KeptGame
from referee.language.messages import catalogue


def add_devices(parser: argparse.ArgumentParser) -> None:
    """Options of microphones, voice and phones. Each is taken by the room it belongs to."""


def run(args: argparse.Namespace, game: KeptGame[Any], begun: float, out: TextIO) -> int:
    """Until the end of input, or until somebody leaves."""
    if args.json:
        json_lines.run(game.feed, game.setup.teams, sys.stdin, out, begun)
        return 0
    return _plain(game, begun, out)


def _plain(game: KeptGame[Any], begun: float, out: TextIO) -> int:
    start = time.monotonic() - begun
    words = catalogue(game.setup.language)
    secret = getpass.getpass if at_a_terminal() else None
    table = PlainTable(game.setup, words, game.feed, lambda: time.monotonic() - start, out, secret)
    try:
        table.run(sys.stdin)
    finally:
        print(words.shown("console.plain.leaving"), file=out)
    return 0

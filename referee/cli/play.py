"""`referee play`: referees a game."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from referee import app, shelf
from referee.cli import charts, fronts, setting_up, table_options
from referee.cli.explaining import Commands, command
from referee.console.commands import Leaving
from referee.console.json_lines import lines
from referee.faults import Fault
from referee.journal import games
from referee.language.messages import catalogue
from referee.rules.scenario import Confidence
from referee.table.setup import Setup


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = command(
        commands,
        "play",
        "referee play",
        "referee play bravo --mode real-time --language fr",
        "referee play alpha --text --first blue --house confirm=shots",
        "referee play --text --json < orders.txt",
    )
    table_options.add_table(parser)
    table_options.add_journal(parser)
    table_options.add_front(parser)
    fronts.add_devices(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if table_options.asks(args):
        try:
            setting_up.fill_in(args)
        except Leaving:
            return 0
    setup = table_options.setup_of(args)
    _warn(args, setup)
    with app.new_game(setup, _journal(args.journal, setup)) as game:
        left = fronts.run(args, game, out=sys.stdout)
    return again(args, setup, left)


def again(args: argparse.Namespace, setup: Setup, left: fronts.Left) -> int:
    """The same table plays as often as it likes: each time another journal, and other lots."""
    while left.another:
        setup = replace(setup, seed=setup.seed + 1)
        with app.new_game(setup, _journal(None, setup)) as game:
            left = fronts.run(args, game, sys.stdout, left)
    return 0


def _warn(args: argparse.Namespace, setup: Setup) -> None:
    """A chart that is not certain is played on knowingly; on a terminal an unfinished one waits until that is read."""
    drawing = shelf.find(setup.scenario, setup.game).drawing
    words = catalogue(setup.language)
    sentence = charts.warning(drawing, setup.mode, words) if setup.mode in drawing.sides else ""
    if sentence:
        print(sentence, file=sys.stderr)
    unfinished = sentence and drawing.sides[setup.mode].confidence is Confidence.NONE
    if unfinished and table_options.asks(args):
        print(words.shown("scenarios.play.go-on"), end="", flush=True)
        next(lines(sys.stdin), None)


def _journal(asked: Path | None, setup: Setup) -> Path:
    if asked is not None and os.path.isdir(asked):  # noqa: PTH112 -- `is_dir` raises for a name no disk takes
        raise Fault("journal.is-a-folder", file=asked)
    return asked or games.new_path(f"{setup.game}-{setup.scenario}", datetime.now().astimezone())

"""`referee replay`: shows a game again, as everybody saw it, as one crew did, or as the referee did."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee import app
from referee.cli.explaining import Commands, command
from referee.cli.sentences import add_language, as_typed
from referee.faults import Fault
from referee.journal import games, store
from referee.journal.replaying import Broken, inputs, replayed
from referee.journal.transcripts import seen_by
from referee.language.messages import catalogue

VIEWERS = ("public", "blue", "yellow", "green", "referee")


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = command(commands, "replay", "referee replay tonight.game --as blue")
    parser.add_argument("journal", nargs="?", type=Path, metavar="JOURNAL")
    parser.add_argument("--as", dest="viewer", choices=VIEWERS, default="public")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    journal = games.asked_for(args.journal)
    story = store.read(journal)
    session = app.session_of(journal, story, language=getattr(args, "language", None))
    if args.viewer not in ("public", "referee", *session.setup.teams):
        teams = ", ".join(session.setup.teams)
        raise Fault("play.no-such-team", option="as", team=args.viewer, teams=teams)
    shown = 0
    for entry, step in zip(inputs(story.entries), replayed(session, story.entries), strict=False):
        if isinstance(step, Broken):
            raise Fault("journal.damaged-entry", file=journal, what=step.entry)
        for line in seen_by(args.viewer, step):
            print(f"{_clock(entry)}  {line}")
            shown += 1
    say = catalogue(session.setup.language).shown
    if not shown:
        print(as_typed(say("console.plain.nothing", file=journal)))
    if story.cut:
        print(say("console.plain.tail"))
    return 0


def _clock(entry: Mapping[str, Any]) -> str:
    seconds = int(entry["at"])
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"

"""`referee debrief`: the page with both routes, made after the game."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path

from referee import app
from referee.cli.explaining import Commands, command
from referee.cli.sentences import add_language, sentences
from referee.faults import Fault
from referee.journal import games, store
from referee.journal.debrief_page import page
from referee.journal.debriefing import told
from referee.language.messages import catalogue
from referee.language.readable import readable


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = command(commands, "debrief", "referee debrief tonight.game -o tonight.html")
    parser.add_argument("journal", nargs="?", type=Path, metavar="JOURNAL")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE.html")
    parser.add_argument("--unfinished", action="store_true")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    language = getattr(args, "language", None)
    journal = games.asked_for(args.journal)
    output = args.output or journal.with_suffix(".html")
    file = written(journal, output, language, unfinished=args.unfinished)
    print(sentences(args).shown("debrief.written", file=file))
    return 0


def written(journal: Path, output: Path, language: str | None, *, unfinished: bool = False) -> Path:
    """The page of a journal, on the disk."""
    text = made(journal, language, unfinished=unfinished)
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as why:
        raise Fault("debrief.cannot-write", file=output, why=why.strerror or why) from why
    return output


def made(journal: Path, language: str | None, *, unfinished: bool = False) -> str:
    """The page of a journal."""
    story = store.read(journal)
    session = app.session_of(journal, story, language=language)
    spoken = language or session.setup.language
    game = told(session, story.entries, spoken, file=journal, unfinished=unfinished)
    scenario = session.referee.game.scenario
    day = datetime.fromtimestamp(journal.stat().st_mtime, UTC).astimezone().strftime("%Y-%m-%d")
    title = catalogue(spoken).shown("debrief.title", scenario=scenario.name.replace("-", " ").title(), date=day)
    return readable(page(game, scenario.chart, title, spoken))

"""`referee debrief`: the page with both routes, made after the game."""

from __future__ import annotations

import argparse
import errno
import os
from datetime import UTC, datetime
from pathlib import Path

from referee import app
from referee.cli.explaining import Commands, command
from referee.cli.sentences import add_language, sentences
from referee.faults import Fault
from referee.journal import games, store
from referee.journal.debrief_page import page
from referee.journal.debriefing import told
from referee.journal.replaying import resumed
from referee.journal.store import Story
from referee.language.messages import catalogue
from referee.language.readable import readable
from referee.table.screen import Phase


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
    found = store.read(journal)
    day = _day(journal)  # before it is written to
    story = _ended(journal, found, unfinished=unfinished)
    session = app.session_of(journal, story, language=language)
    spoken = language or session.setup.language
    game = told(session, story.entries, spoken, file=journal, unfinished=unfinished)
    scenario = session.referee.game.scenario
    title = catalogue(spoken).shown("debrief.title", scenario=scenario.name.replace("-", " ").title(), date=day)
    return readable(page(game, scenario.chart, title, spoken))


def _ended(journal: Path, story: Story, *, unfinished: bool) -> Story:
    """What happened in a game that nobody will play on once its secrets were read: the crews agreed to its end, or it
    stands from now on. Where the game is being played it is for its crews alone to agree."""
    session = app.session_of(journal, story)
    resumed(session, story.entries)
    over = session.screen.phase is Phase.OVER
    if session.screen.stands or not (over or unfinished):
        return story
    store.locked(journal, "journal.cannot-go-on", taken_by_another="debrief.being-played").close()
    if over:
        with app.resume(journal).game as game:
            if not game.is_debriefed():
                raise Fault("journal.cannot-go-on", file=journal, why=os.strerror(errno.ENOSPC))
    return store.read(journal)


def _day(journal: Path) -> str:
    return datetime.fromtimestamp(journal.stat().st_mtime, UTC).astimezone().strftime("%Y-%m-%d")

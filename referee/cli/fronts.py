"""How a game is shown: as JSON for programs, line by line, or on the full screen."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Any, TextIO

from referee import app, shelf
from referee.cli import debrief
from referee.cli.aloud import add_voice, speaking
from referee.cli.listening import add_microphones, listening
from referee.cli.phones import add_phones, phones
from referee.cli.sentences import as_typed
from referee.cli.table_options import at_a_terminal
from referee.console import json_lines
from referee.console.plain import PlainTable
from referee.console.scan import Invite
from referee.console.wrapping import to_read
from referee.faults import Fault
from referee.journal import games
from referee.journal.keeping import KeptGame
from referee.language.messages import catalogue
from referee.rules.orders import Request
from referee.table.inputs import Input, Tick, Typed
from referee.table.outputs import Reply
from referee.table.screen import Phase
from referee.table.setup import Setup

_BEATS = 0.5
"""Seconds between two looks at the clock."""


def add_devices(parser: argparse.ArgumentParser) -> None:
    """Options of microphones, voice and phones. Each is taken by the room it belongs to."""
    add_phones(parser)
    add_voice(parser)
    add_microphones(parser)


@dataclass(frozen=True, slots=True)
class Left:
    """How a game was left."""

    another: bool = False
    """For another game of the same table."""
    farewell: str = ""
    """How to go on with it."""
    journal: Path | None = None
    """Where it is kept."""


def run(args: argparse.Namespace, game: KeptGame[Any], out: TextIO, before: Left | None = None) -> Left:
    """Until the end of input, or until somebody leaves. `before`: the game that was left for this one."""
    if args.json:
        session = game.session
        json_lines.run(game.feed, game.setup.teams, sys.stdin, out, begun=session.now, then=session.reckon)
        return Left()
    table, asked, farewell = app.LiveTable(game, time.monotonic), None, ""
    try:
        asked = _shown(args, table, out, before or Left())
    finally:
        farewell = _farewell(game, goes_on=asked is not None)
        print(farewell, file=out)
    return Left(asked is not None, farewell, game.journal.path)


def _shown(args: argparse.Namespace, table: app.LiveTable, out: TextIO, before: Left) -> str | None:
    if args.plain or not at_a_terminal() or os.environ.get("TERM") == "dumb":
        if book := _book(args, table.session.setup):
            print(to_read(book, out), file=out)
        with phones(args, table, before.journal) as served, speaking(args, table), listening(args, table):
            if served.screen:
                print(to_read(served.screen, out), file=out, flush=True)
            return _plain(table, served.invite, out)
    with phones(args, table, before.journal) as served, speaking(args, table), listening(args, table):
        first = "\n".join(filter(None, [before.farewell, _book(args, table.session.setup), served.screen]))
        return _screen(table, served.invite, first)


def _book(args: argparse.Namespace, setup: Setup) -> str:
    """By whose book the table plays, where nobody chose it and it is not the one of everybody else's table."""
    chosen = getattr(args, "rules", setup.book)
    words = catalogue(setup.language)
    return "" if chosen or setup.book == "en" else as_typed(words.shown("console.plain.french-book"))


def _plain(table: app.LiveTable, invited: Invite | None, out: TextIO) -> str | None:
    setup = table.session.setup
    words = catalogue(setup.language)
    secret = getpass.getpass if at_a_terminal() else None
    front = PlainTable(setup, words, table.feed, table.now, out, secret, lambda: _before_another(table))
    if invited:
        front.invite(lambda team: invited(team).link)
    table.tell(lambda _, reply: front.show(reply))
    table.tell(lambda given, reply: front.say(switched(table, given)) if _asks_for_text(reply) else None)
    table.tell_trouble(lambda fault: front.say(_sentence(table, fault)))
    table.begin()
    with ticking(table):
        return front.run(sys.stdin)


def _asks_for_text(reply: Reply) -> bool:
    return Request.TEXT in reply.requests


def switched(table: app.LiveTable, given: Input) -> str:
    """TEXT at a plain terminal: the microphone off; typed, it is on again the next time. What came of it is told."""
    words, microphone = catalogue(table.session.setup.language), table.microphone()
    if microphone.level is None:
        return words.shown("console.listening.none")
    on = isinstance(given, Typed) and not microphone.on
    table.listen(on=on)
    return words.shown(f"console.listening.{'on' if on else 'off-plain'}")


@contextmanager
def ticking(table: app.LiveTable) -> Iterator[None]:
    """Time passes although nobody types."""
    over = Event()

    def tick() -> None:
        while not over.wait(_BEATS):
            table.feed(Tick(table.now()))

    beating = Thread(target=tick, name="clock", daemon=True)
    beating.start()
    try:
        yield
    finally:
        over.set()
        beating.join()


def _screen(table: app.LiveTable, invited: Invite | None, first: str) -> str | None:
    # Textual takes a tenth of a second to load: pipes and JSON need not wait for it
    from referee.console.table_app import TableApp

    setup = table.session.setup
    front = TableApp(table, _title(setup), first=first, before_another=_before_another(table))
    front.invite(invited)
    table.tell(lambda _, reply: front.heard(reply))
    table.tell_trouble(lambda fault: front.trouble(_sentence(table, fault)))
    left = front.run()
    if front.failed:
        raise front.failed
    return left


def _title(setup: Setup) -> str:
    """What the chart is called; its name, where its file has gone since the game began."""
    try:
        return shelf.find(setup.scenario, setup.game).drawing.title(setup.language)
    except Fault:
        return setup.scenario


def _sentence(table: app.LiveTable, fault: Fault) -> str:
    return as_typed(catalogue(table.session.setup.language).shown(f"faults.{fault.key}", **fault.slots))


def _before_another(table: app.LiveTable) -> str:
    """What is said before a game that is not over is left for another, after which it is no longer the last one."""
    words, journal = catalogue(table.session.setup.language), table.game.journal.path
    over = table.shown.screen.phase is Phase.OVER
    return "" if over else as_typed(words.shown("console.plain.before-another", file=games.name_of(journal)))


def _farewell(game: KeptGame[Any], *, goes_on: bool) -> str:
    """How this game is taken up again; by its name, where the last game will soon be another."""
    over = game.shown.screen.phase is Phase.OVER
    words, journal = catalogue(game.setup.language), game.journal.path
    if not over:
        last = journal.parent == games.folder() and not goes_on
        leaving = as_typed(words.shown("console.plain.leaving", file="" if last else f" {games.name_of(journal)}"))
        return leaving if game.is_kept() else f"{words.shown('console.plain.unkept')}\n{leaving}"
    kept = as_typed(words.shown("console.plain.leaving-over", file=games.name_of(journal)))
    if not game.is_debriefed():
        return f"{words.shown('console.plain.unkept')}\n{kept}"
    try:
        page = debrief.written(journal, journal.with_suffix(".html"), game.setup.language)
    except Fault as fault:
        return f"{kept}\n{words.shown(f'faults.{fault.key}', **fault.slots)}"
    return f"{kept}\n{words.shown('debrief.written', file=page)}"

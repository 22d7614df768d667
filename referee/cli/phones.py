"""The phones of a game: whether they are served, where, and what the table shows to be scanned."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee import app
from referee.cli import debrief
from referee.cli.numbers import whole
from referee.cli.table_options import at_a_terminal
from referee.console.scan import Invitation, Invite
from referee.language.messages import catalogue
from referee.panel import invitations
from referee.rules.crews import Team


def add_phones(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--panel",
        action=argparse.BooleanOptionalAction,
        default=None,
    )
    parser.add_argument("--screen", action="store_true")
    parser.add_argument("--port", type=whole("--port", 1, 65535), metavar="N")


def wanted(args: argparse.Namespace) -> bool:
    """Asked for; else where somebody sits at a terminal and the machine is on a network."""
    if args.panel is not None or args.screen:
        return bool(args.panel or args.screen)
    return at_a_terminal() and not args.json and invitations.address() is not None


@dataclass(frozen=True, slots=True)
class Served:
    """What is served on the network."""

    invite: Invite | None = None
    """Each crew's invitation."""
    screen: str = ""
    """Where the room's screen is, said to all."""


@contextmanager
def phones(args: argparse.Namespace, table: app.LiveTable, before: Path | None) -> Iterator[Served]:
    """Serves the phones while the game runs, and the room's screen where it is asked for. `before`: the journal of the
    game this table has just left."""
    if not wanted(args):
        yield Served()
        return
    # the server takes a tenth of a second to load: games without phones need not wait for it
    from referee.panel.desk import Desk
    from referee.panel.running import PanelServer

    def page(language: str) -> str:
        return debrief.made(table.game.journal.path, language)

    journal, folders = table.game.journal.path, [before.parent] if before else []
    with PanelServer(Desk(table, page), args.port, journal, folders, screen=args.screen) as server:
        table.tell(lambda _, reply: server.heard(reply))

        def invited(team: Team) -> Invitation:
            link = server.invitation(team)
            connected = server.panel.connected(team)
            return Invitation(link, invitations.square(link), connected, lambda: server.begin_again(team))

        words = catalogue(table.setup.language)
        yield Served(invited, words.shown("console.phones.screen", link=server.screen) if args.screen else "")

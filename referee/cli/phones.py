"""The phones of a game: whether they are served, where, and what the table shows to be scanned."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee import app
from referee.cli import debrief
from referee.cli.numbers import whole
from referee.cli.table_options import at_a_terminal
from referee.console.scan import Invitation, Invite
from referee.panel import invitations
from referee.rules.crews import Team


def add_phones(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--panel",
        action=argparse.BooleanOptionalAction,
        default=None,
    )
    parser.add_argument("--port", type=whole("--port", 1, 65535), metavar="N")


def wanted(args: argparse.Namespace) -> bool:
    """Asked for; else where somebody sits at a terminal and the machine is on a network."""
    if args.panel is not None:
        return bool(args.panel)
    return at_a_terminal() and not args.json and invitations.address() is not None


@contextmanager
def phones(args: argparse.Namespace, table: app.LiveTable, before: Path | None) -> Iterator[Invite | None]:
    """Serves the phones while the game runs; gives each crew's invitation, none when they are not served. `before`: the
    journal of the game this table has just left."""
    if not wanted(args):
        yield None
        return
    # the server takes a tenth of a second to load: games without phones need not wait for it
    from referee.panel.desk import Desk
    from referee.panel.running import PanelServer

    def page(language: str) -> str:
        return debrief.made(table.game.journal.path, language)

    journal = table.game.journal.path
    with PanelServer(Desk(table, page), args.port, journal, [before.parent] if before else []) as server:
        table.tell(lambda _, reply: server.heard(reply))

        def invited(team: Team) -> Invitation:
            link = server.invitation(team)
            return Invitation(link, invitations.square(link), server.panel.connected(team))

        yield invited

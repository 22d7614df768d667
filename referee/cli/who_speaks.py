"""The voices of a game: known again from the file beside its journal, kept there, and forgotten when it is over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from referee import app, models, paths
from referee.journal import voices as file
from referee.language.grammar import Grammar
from referee.table.screen import Phase

if TYPE_CHECKING:
    from referee.hearing.who.speakers import Speakers


def speakers(table: app.LiveTable, grammars: Iterable[Grammar]) -> Speakers:
    """Whoever speaks at this table; nobody is told apart where the model is not here."""
    from referee.hearing.who import speakers as room
    from referee.hearing.who.telling import Voices

    journal, crews = table.game.journal.path, table.session.setup.teams
    ear = room.opened(models.voices(table.trouble), paths.voices(), table.trouble)
    known = Voices.read(file.kept(journal), ear.known) if ear else None
    return room.Speakers(ear, crews, grammars, known, lambda voices: file.keep(journal, voices.written()))


def forget(table: app.LiveTable) -> None:
    """Voices go with their game: when it is over, and where its journal was deleted."""
    journal = table.game.journal.path
    file.forget_strays(journal.parent)
    if table.session.screen.phase is Phase.OVER:
        file.forget(journal)

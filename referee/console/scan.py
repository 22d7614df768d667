"""How a crew's phones come to the table: one crew's code at a time, once the other crew has looked away.

Whoever reads a code belongs to that crew from then on and sees its secrets, so no two codes are ever shown at once.
What is typed meanwhile is for the game, and goes to its line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from referee.console.wrapping import wrapped
from referee.language.messages import Catalogue
from referee.rules.crews import Team

_WIDTH, _BESIDE = 72, 34
"""Columns of a sentence: alone, and beside a code on the narrowest screen."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """How one crew's phones come to the table."""

    link: str
    square: str
    """The link as a code to scan, in block characters."""
    phones: int = 0
    """How many of this crew are connected."""
    renew: Callable[[], None] = lambda: None
    """Makes the code anew and sends every phone of this crew away."""


Invite = Callable[[Team], Invitation]
"""A crew's invitation as it is now: the crew may have made its code anew."""


class ScanSheet(ModalScreen[str]):
    """One crew's code after the other's, until Escape. It returns what was typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')", show=False),
        Binding("enter", "go_on", show=False),
        Binding("delete", "renew", show=False),
    ]

    def __init__(self, words: Catalogue, crews: Mapping[Team, str], invite: Invite) -> None:
        super().__init__()
        self._words, self._crews, self._invite = words, crews, invite
        self._order = list(crews)
        self._shown = False

    def compose(self) -> ComposeResult:
        with Vertical(classes="scan"):
            with Horizontal():
                yield Static(id="code", markup=False)
                with Vertical(classes="beside"):
                    yield Static(id="whose", classes="warning", markup=False)
                    yield Static(id="keys", classes="hint", markup=False)
            yield Static(id="link", markup=False)

    def on_mount(self) -> None:
        self._draw()

    def turn(self) -> None:
        """The other crew's, hidden again until nobody else looks."""
        self._order.reverse()
        self._shown = False
        self._draw()

    def action_renew(self) -> None:
        """Where phones of a crew are in the wrong hands, the table has the last word, before everybody's eyes."""
        if self._shown:
            self._invite(self._order[0]).renew()
            self._draw()

    def action_go_on(self) -> None:
        """From a warning to its code, from the first code to the next crew, and from the last to the game."""
        if not self._shown:
            self._shown = True
            self._draw()
        elif self._order == list(self._crews):
            self.turn()
        else:
            self.dismiss("")

    def on_key(self, event: events.Key) -> None:
        if event.character and event.is_printable and not event.character.isspace():
            event.stop()
            self.dismiss(event.character)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.dismiss(event.text.partition("\n")[0])

    def _draw(self) -> None:
        invitation = self._invite(self._order[0]) if self._shown else None
        self._say("whose", "whose" if invitation else "look-away")
        self._say("keys", "shown" if invitation else "hidden", count=invitation.phones if invitation else 0)
        self._say("link", "link", link=invitation.link if invitation else "")
        # black on white whatever the terminal's colours: a camera wants it so
        square = invitation.square.rstrip("\n") if invitation else ""
        self.query_one("#code", Static).update(Text(square, style="white on black", no_wrap=True))
        self.query_one("#code").display = self.query_one("#link").display = invitation is not None

    def _say(self, where: str, key: str, **slots: object) -> None:
        first, second = (self._crews[team] for team in self._order)
        said = self._words.shown(f"console.phones.{key}", team=first, other=second, **slots)
        width = _BESIDE if self._shown and where != "link" else _WIDTH
        self.query_one(f"#{where}", Static).update("\n".join(wrapped(said, width)))

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

from referee.console.label import Label
from referee.console.sheet import Sheet
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


class ScanSheet(Sheet[None]):
    """One crew's code after the other's, until Escape. What is typed goes where orders are typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", show=False),
        Binding("enter", "go_on", show=False),
        Binding("delete", "renew", show=False),
    ]

    def __init__(
        self, words: Catalogue, crews: Mapping[Team, str], invite: Invite, typed: Callable[[str], None]
    ) -> None:
        super().__init__()
        self._words, self._crews, self._invite, self._typed = words, crews, invite, typed
        self._order = list(crews)
        self._shown = False

    def compose(self) -> ComposeResult:
        with Vertical(classes="scan"):
            with Horizontal():
                yield Label(id="code")
                with Vertical(classes="beside"):
                    yield Label(id="whose", classes="warning")
                    yield Label(id="keys", classes="hint")
            yield Label(id="link")

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
            self.dismiss()

    def on_key(self, event: events.Key) -> None:
        if event.character and event.is_printable and not event.character.isspace():
            event.stop()
            self._goes_into_the_line(event.character)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self._goes_into_the_line(event.text.partition("\n")[0])

    def _goes_into_the_line(self, typed: str) -> None:
        """Of somebody who types fast, more than one key comes here before this sheet is gone."""
        self._typed(typed)
        self.dismiss()

    def _draw(self) -> None:
        invitation = self._invite(self._order[0]) if self._shown else None
        self._say("whose", "whose" if invitation else "look-away")
        self._say("keys", "shown" if invitation else "hidden", count=invitation.phones if invitation else 0)
        self._say("link", "link", link=invitation.link if invitation else "")
        # black on white whatever the terminal's colours: a camera wants it so
        square = invitation.square.rstrip("\n") if invitation else ""
        self.query_one("#code", Label).update(Text(square, style="white on black", no_wrap=True))
        self.query_one("#code").display = self.query_one("#link").display = invitation is not None

    def _say(self, where: str, key: str, **slots: object) -> None:
        first, second = (self._crews[team] for team in self._order)
        said = self._words.shown(f"console.phones.{key}", team=first, other=second, **slots)
        width = _BESIDE if self._shown and where != "link" else _WIDTH
        self.query_one(f"#{where}", Label).update("\n".join(wrapped(said, width)))

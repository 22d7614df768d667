"""The codes that each crew's phones scan, side by side, until Escape hides them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from referee.language.messages import Catalogue
from referee.rules.crews import Team


@dataclass(frozen=True, slots=True)
class Invitation:
    """How one crew's phones come to the table."""

    link: str
    square: str
    """The link as a code to scan, in block characters."""


class ScanSheet(ModalScreen[None]):
    """Both crews' codes."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f6", "dismiss", show=False)]

    def __init__(self, words: Catalogue, invitations: Mapping[Team, Invitation]) -> None:
        super().__init__()
        self._words, self._invitations = words, invitations

    def compose(self) -> ComposeResult:
        shown = self._words.shown
        with Vertical(classes="scan"):
            with Horizontal():
                for team, one in self._invitations.items():
                    # black on white whatever the terminal's colours: a camera wants it so
                    code = Text(one.square.rstrip("\n"), style="white on black", no_wrap=True)
                    name = Text(f"{shown(f'table.team.{team}')}\n", style="bold")
                    yield Static(Text.assemble(name, code), classes="code", markup=False)
            for team, one in self._invitations.items():
                yield Static(
                    shown("console.phones.link", team=shown(f"table.team.{team}"), link=one.link), markup=False
                )
            yield Static(shown("console.phones.leave"), classes="hint")

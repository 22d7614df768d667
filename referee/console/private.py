"""One crew's eyes only: its messages, and a line for its secrets, behind a warning for everybody else to look away."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input

from referee.console.commands import Command, command_of
from referee.console.label import Label, as_it_is
from referee.console.sayable import own, secrets
from referee.console.sheet import Sheet
from referee.console.wrapping import wrapped
from referee.language.messages import Catalogue
from referee.rules.crews import Team
from referee.rules.scenario import Scenario


class Message(Label):
    """A sentence for one crew, broken where its language allows it."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._text = text

    def on_resize(self, event: events.Resize) -> None:
        self.update("\n".join(wrapped(self._text, event.size.width)))


class WhichCrew(Sheet[Team | None]):
    """Whose secrets?"""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, words: Catalogue, crews: Mapping[Team, str]) -> None:
        super().__init__()
        self._words, self._crews = words, crews

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Label(self._words.shown("console.private.choose"))
            for team, name in self._crews.items():
                yield Button(Content(as_it_is(name).plain), id=team.value, classes=team.value)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(Team(event.button.id or ""))


class LookAway(Sheet[bool]):
    """Before anything secret is shown, somebody has to say that nobody else looks."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(False)", show=False),
        Binding("enter", "dismiss(True)", show=False, priority=True),
    ]

    def __init__(self, words: Catalogue, team: str) -> None:
        super().__init__()
        self._words, self._team = words, team

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Label(self._words.shown("console.private.warning", team=self._team), classes="warning")
            yield Label(self._words.shown("console.private.show", team=self._team))


class CrewsEyes(Sheet[None]):
    """A crew's own screen on the shared laptop, until Escape hides it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", show=False)]

    def __init__(
        self,
        words: Catalogue,
        team: str,
        messages: Sequence[str],
        typed: Callable[[str], Sequence[str]],
        *,
        scenario: Scenario,
    ) -> None:
        super().__init__()
        self._words, self._team, self._messages, self._typed = words, team, messages, typed
        self._secrets = secrets(words, scenario)

    def compose(self) -> ComposeResult:
        shown = self._words.shown
        with Vertical(classes="sheet"):
            yield Label(shown("console.screen.private-line", team=self._team), classes="warning")
            with VerticalScroll(id="whispers"):
                yield Label(shown("console.private.nothing"), id="nothing")
                for message in self._messages:
                    yield Message(message)
            yield Input(password=True, placeholder=shown("console.private.hidden"), id="secret", max_length=200)
            yield Label(shown("console.private.examples", secrets=self._secrets), classes="hint")
            yield Label(shown("console.private.leave"), classes="hint")

    def on_mount(self) -> None:
        self.query_one("#secret").focus()
        self.query_one("#nothing").display = not self._messages
        self.query_one("#whispers", VerticalScroll).scroll_end(animate=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        line, event.input.value = event.value.strip(), ""
        if command_of(line) is Command.LEAVE:  # this sheet alone: the game is left where everybody sees it
            self.dismiss()
        elif line:
            self._answer(line)

    def _answer(self, line: str) -> None:
        self.query_one("#nothing").display = False
        scroll = self.query_one("#whispers", VerticalScroll)
        for message in self._typed(line):
            scroll.mount(Message(message))
        scroll.scroll_end(animate=False)


class HelpSheet(Sheet[None]):
    """How the screen works."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q", "dismiss", show=False)]

    def __init__(self, words: Catalogue, scenario: Scenario) -> None:
        super().__init__()
        self._words, self._scenario = words, scenario

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="sheet"):
            yield Label(self._words.shown("console.help.title"), classes="warning")
            yield Label(help_text(self._words, self._scenario))


def help_text(words: Catalogue, scenario: Scenario) -> str:
    """With examples of the game that is played."""
    orders = words.shown(own("console.help.orders", scenario.game))
    return words.shown("console.help.text", orders=orders, secrets=secrets(words, scenario)).strip()

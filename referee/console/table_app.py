"""The public screen on the table, in a terminal: what everybody may see, a line for typed orders, and F3 for secrets.

It shows replies and feeds inputs; it rules on nothing. Replies to what was heard may arrive from any thread.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Footer, Input, RichLog

from referee.console import public_screen, sayable
from referee.console.commands import Command, command_of
from referee.console.label import Label, as_it_is
from referee.console.private import CrewsEyes, HelpSheet, LookAway, WhichCrew
from referee.console.public_screen import COLOUR, Microphone
from referee.console.scan import Invite, ScanSheet
from referee.console.typing import Completion, OrderLine
from referee.console.wrapping import wrapped
from referee.language import sentences
from referee.language.grammar import Grammar
from referee.language.messages import Catalogue, catalogue, languages
from referee.language.on_the_way import can_become
from referee.language.typed import understand
from referee.language.understanding import Ambiguous, NotUnderstood, Understood
from referee.rules import notation
from referee.rules.crews import Team
from referee.rules.orders import Announced, Ask, Course, Request
from referee.rules.scenario import Scenario
from referee.rules.sea import Heading
from referee.table.inputs import Input as Given
from referee.table.inputs import Pressed, Tick, Typed
from referee.table.outputs import Reply, Urgency
from referee.table.screen import Phase
from referee.table.setup import Setup
from referee.table.shown import Shown
from referee.table.views import name_of

KEPT_WHISPERS = 50
_ASIDE, _EDGES = 8, 4
"""Columns before a line of the log, and beside it: its edges and the bar."""
SURE = 20.0
"""Seconds in which another game has to be asked for again."""
BEATS = 0.5
"""Seconds between two looks at the clock and the microphone."""


class Table(Protocol):
    """What the screen needs of the game being played."""

    @property
    def setup(self) -> Setup: ...

    @property
    def scenario(self) -> Scenario: ...

    @property
    def shown(self) -> Shown: ...

    def feed(self, given: Given) -> Reply: ...

    def now(self) -> float: ...

    def begin(self) -> None: ...

    def microphone(self) -> Microphone: ...

    def listen(self, *, on: bool) -> None: ...


@dataclass
class _Kept:
    """A crew's own lines, until it asks to see them."""

    lines: dict[Team, list[str]] = field(default_factory=dict)

    def keep(self, reply: Reply) -> None:
        for whisper in reply.whispers:
            self.lines[whisper.team] = [*self.lines.get(whisper.team, []), whisper.shown][-KEPT_WHISPERS:]


class TableApp(App[str]):
    """One table. It returns `new` when the players want another game, else nothing."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #title { height: 1; background: $primary; color: $text; text-style: bold; }
    #crews { height: 3; }
    .crew { width: 1fr; height: 3; padding: 0 1; border-right: vkey $primary; }
    #situation { height: 1; padding: 0 1; }
    #log { height: 1fr; padding: 0 1; border-top: solid $primary; scrollbar-size-vertical: 1; }
    #sayable { height: 1; padding: 0 1; color: $text-muted; text-wrap: nowrap; text-overflow: ellipsis; }
    #line { height: 1; border: none; padding: 0 1; background: $surface; }
    #line:focus { border: none; background-tint: $foreground 5%; }
    ToastRack { dock: top; margin-top: 1; }
    .scan { width: auto; height: auto; padding: 0 1; }
    .scan Static, .scan Horizontal, .beside { width: auto; height: auto; }
    #code { margin-right: 2; }
    WhichCrew, LookAway, CrewsEyes, HelpSheet, ScanSheet { align: center middle; background: $background; }
    .sheet { width: 76; max-width: 96%; height: auto; max-height: 90%; padding: 1 2; border: thick $primary; }
    .sheet Button { width: 100%; margin-top: 1; }
    .warning { text-style: bold; margin-bottom: 1; }
    .hint { color: $text-muted; }
    #whispers { height: auto; max-height: 37vh; margin-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = []  # made in the language of the table

    class Replied(Message):
        """The table answered something: typed here, heard, tapped on a phone, or asked by the clock."""

        def __init__(self, reply: Reply) -> None:
            super().__init__()
            self.reply = reply

    def __init__(self, table: Table, scenario_title: str, *, first: str = "", before_another: str = "") -> None:
        """`first`: what there is to say before anything else; `before_another`: before this game is left for the
        next."""
        super().__init__()
        self._table, self._scenario_title = table, scenario_title
        self._first, self._before_another = first, before_another
        self._asked_for_another = -SURE
        self._kept = _Kept()
        self._invite: Invite | None = None
        self._speaker: Team | None = None
        self._troubles: list[str] = []
        self._thread = 0
        self._setup = table.setup
        self._words: Catalogue = catalogue(self._setup.language)
        self._scenario = table.scenario
        for key, action in _KEYS.items():
            self._bindings.key_to_bindings.pop(key, None)
            named = self._words.shown(f"console.key.{action}")
            self._bindings.bind(key, action, named, show=action != "new", priority=True)
        # whoever presses Ctrl-C wants to leave; the game is kept
        self._bindings.key_to_bindings.pop("ctrl+c", None)
        self._bindings.bind("ctrl+c", "quit", show=False, priority=True)

    def _print_error_renderables(self) -> None:
        """Textual would show what failed with the values it failed on: crews' secrets. `failed` is told instead."""
        self._exit_renderables.clear()

    @property
    def failed(self) -> Exception | None:
        """What ended the screen, where it did not end by itself."""
        return self._exception

    # -- what stands on the screen
    def compose(self) -> ComposeResult:
        orders = sayable.everything(self._scenario)
        openings = sayable.openings(orders, self._words, self._setup.game)
        yield Label(id="title")
        with Horizontal(id="crews"):
            for team in self._setup.teams:
                yield Label(id=f"crew-{team}", classes="crew")
        yield Label(id="situation")
        yield RichLog(id="log", wrap=True, markup=False, min_width=20, max_lines=500)
        yield Label(id="sayable")
        yield OrderLine(
            self._words.shown(sayable.own("console.screen.line", self._setup.game)),
            Completion(openings, self._is_secret),
            self._is_secret,
            self._course,
        )
        yield Footer()

    def on_mount(self) -> None:
        self._thread = threading.get_ident()
        self.query_one("#line").focus()
        self.query_one("#log", RichLog).can_focus = False
        self.refresh_screen()
        self.set_interval(BEATS, self._beat)
        for sentence in self._first.splitlines():
            self._remark(sentence)
        for sentence in self._troubles:
            self.trouble(sentence)
        self._table.begin()
        if self._invite:
            self.action_phones()

    def _is_secret(self, line: str) -> bool:
        crews = {str(team) for team in self._setup.teams}
        crews |= {self._words.shown(f"table.team.{team}").casefold() for team in self._setup.teams}
        crews |= {self._called(team).casefold() for team in self._setup.teams}
        secret_words = self._words.shown("console.screen.secret-words").split()
        return sayable.looks_private(line, crews, secret_words) or self._can_only_become_secret(line)

    def _can_only_become_secret(self, line: str) -> bool:
        """In whichever language: they are all understood here."""
        game, names = self._setup.game, self._setup.team_names
        grammars = (Grammar.for_keyboard(language, game, names) for language in languages())
        return frozenset[bool]().union(*(can_become(line, one) for one in grammars)) == {True}

    def refresh_screen(self) -> None:
        base = next(iter(self.screen_stack), None)
        if base is None or not base.query("#title"):
            return  # the program is being closed, and the clock beats once more
        screen, words = self._table.shown.screen, self._words
        now, microphone = self._table.now(), self._table.microphone()
        title = public_screen.title(self._setup, self._scenario_title, words, now, microphone)
        base.query_one("#title", Label).update(title)
        for team in self._setup.teams:
            about = public_screen.crew(team, screen, self._scenario, words, self._called(team))
            base.query_one(f"#crew-{team}", Label).update(about)
        base.query_one("#situation", Label).update(public_screen.situation(screen, words, self._called))
        base.query_one("#sayable", Label).update(self._sayable())

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.input.id == "line":
            self.screen_stack[0].query_one("#sayable", Label).update(self._sayable())

    def _course(self, heading: Heading) -> bool:
        """An arrow key is a course of the crew that has the line."""
        if self._speaker is None:
            return False
        self._table.feed(Typed(self._table.now(), notation.line_of(Announced(Course(heading), self._speaker))))
        return True

    def _would_do(self, line: str) -> Text:
        """What Enter would do with the line, before it does; of a secret, that it is one."""
        setup, words = self._setup, self._words
        if self._is_secret(line):
            return Text(words.shown("console.enter.secret"))
        own = list(dict.fromkeys([setup.language, *map(setup.language_of, setup.teams)]))
        found = [understand(line, language, setup.game, setup.team_names) for language in own]
        match next((one for one in found if not isinstance(one, NotUnderstood)), found[0]):
            case Understood(announced):
                shown = [self._in_words(announced)]
            case Ambiguous(candidates):
                shown = [self._in_words(one) for one in candidates]
            case _:
                return Text(words.shown("console.enter.nothing"))
        return Text(words.shown("console.enter.order", order=words.shown("console.enter.or").join(shown)))

    def _in_words(self, announced: Announced) -> str:
        order = sentences.of_order(announced.order, self._words, self._setup.game).shown
        team = announced.team or self._speaker
        return f"{self._called(team)}: {order}" if team in self._setup.teams else order

    def _sayable(self) -> Text:
        if typed := self.screen_stack[0].query_one("#line", OrderLine).value.strip():
            return self._would_do(typed)
        shown = self._table.shown
        if shown.screen.phase is Phase.OVER:
            return Text(self._words.shown("console.screen.finished"))
        orders = shown.taught or sayable.now(shown.screen, self._scenario)
        phrases = " · ".join(sayable.phrases(sayable.varied(orders), self._words, self._setup.game))
        line = Text(self._words.shown("console.screen.sayable", orders=phrases))
        if self._speaker is not None:
            named = self._words.shown("console.screen.speaker", team=self._called(self._speaker))
            line = Text.assemble((f"[{named}] ", f"bold {COLOUR[self._speaker]}"), line)
        return line

    # -- what happens
    def _beat(self) -> None:
        self._table.feed(Tick(self._table.now()))
        self.refresh_screen()

    def heard(self, reply: Reply) -> None:
        """Every reply of the table comes here, from whatever thread, which never waits for the screen."""
        if self._thread and (reply.public or reply.whispers or reply.requests):
            self.post_message(self.Replied(reply))

    def on_table_app_replied(self, message: Replied) -> None:
        """What everybody may read is shown; a crew's own lines are kept for F3."""
        reply = message.reply
        self._kept.keep(reply)
        clock = public_screen.clock(self._table.now())
        for line in reply.public:
            self._write(line.shown, _STYLE.get(line.urgency, ""), clock)
        if Request.TEXT in reply.requests:
            self._listen(on=False)
        self.refresh_screen()

    class Troubled(Message):
        """Something of the machine failed."""

        def __init__(self, sentence: str) -> None:
            super().__init__()
            self.sentence = sentence

    def trouble(self, sentence: str) -> None:
        """What failed is said once in the log, from whatever thread; before there is a log, it waits for one."""
        if self._thread:
            self.post_message(self.Troubled(sentence))
        else:
            self._troubles.append(sentence)

    def on_table_app_troubled(self, message: Troubled) -> None:
        self._remark(message.sentence)

    def _remark(self, sentence: str) -> None:
        """What the screen itself has to say: nobody hears it, and no journal keeps it."""
        self._write(sentence, "italic")

    def _write(self, sentence: str, style: str, clock: str = "") -> None:
        """A line behind its moment; what does not fit goes on below it."""
        lines = wrapped(sentence, max(20, self.size.width - _ASIDE - _EDGES))
        shown = Text.assemble((f"{clock:>6}  ", "dim"), (f"\n{'':{_ASIDE}}".join(lines), style))
        self.screen_stack[0].query_one("#log", RichLog).write(as_it_is(shown))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.input.id != "line" or not event.value.strip():
            return
        line = self.query_one("#line", OrderLine).taken()
        match command_of(line):
            case Command.ANOTHER:
                self.action_new()
            case Command.LEAVE:
                self.exit()
            case None:
                self._asked_for_another = -SURE
                self._noted(self._table.feed(Typed(self._table.now(), line, likely=self._speaker)))

    def _noted(self, reply: Reply) -> None:
        """A secret typed at the common keyboard is acknowledged for a moment, and the same way whether it stands."""
        if reply.is_secret:
            self.clear_notifications()
            kept = self._words.shown("console.private.kept", team=self._called(reply.whispers[0].team))
            self.notify(kept, markup=False)

    # -- keys
    def action_help(self) -> None:
        self.push_screen(HelpSheet(self._words, self._scenario))

    def action_text(self) -> None:
        self._listen(on=not self._table.microphone().on)

    def _listen(self, *, on: bool) -> None:
        if self._table.microphone().level is None:
            self._remark(self._words.shown("console.listening.none"))
            return
        self._table.listen(on=on)
        self._remark(self._words.shown(f"console.listening.{'on' if on else 'off'}"))
        self.screen_stack[0].query_one("#line").focus()
        self.refresh_screen()

    def action_pause(self) -> None:
        paused = self._table.shown.screen.paused
        request = Ask(Request.CONTINUE if paused else Request.PAUSE)
        self._table.feed(Pressed(self._table.now(), Announced(request)))

    def action_speaker(self) -> None:
        """The crew a line is for when it names none: whoever it must be, then one, then the other."""
        order = [None, *self._setup.teams]
        self._speaker = order[(order.index(self._speaker) + 1) % len(order)]
        self.refresh_screen()

    def invite(self, invite: Invite | None) -> None:
        """Phones may come: F6 shows their codes, and so does the start of the game."""
        self._invite = invite

    def action_phones(self) -> None:
        if self._invite is None:
            self._remark(self._words.shown("console.phones.none"))
        elif isinstance(self.screen, ScanSheet):
            self.screen.turn()
        elif len(self.screen_stack) == 1:
            crews = {team: self._called(team) for team in self._setup.teams}
            self.push_screen(ScanSheet(self._words, crews, self._invite, self._go_on_typing))

    def _go_on_typing(self, typed: str) -> None:
        """What was begun before another sheet belongs into the line."""
        line = self.screen_stack[0].query_one("#line", OrderLine)
        line.insert_text_at_cursor(typed)
        line.focus()

    def action_new(self) -> None:
        """A game that is not over is left for another only when that is asked for twice."""
        asked, self._asked_for_another = self._asked_for_another, self._table.now()
        over = self._table.shown.screen.phase is Phase.OVER
        if over or not self._before_another or self._asked_for_another - asked < SURE:
            self.exit("new")
        else:
            while len(self.screen_stack) > 1:  # whatever lies above it
                self.pop_screen()
            self._remark(self._before_another)

    def action_private(self) -> None:
        if len(self.screen_stack) == 1:
            self.push_screen(
                WhichCrew(self._words, {team: self._called(team) for team in self._setup.teams}), self._look_away
            )

    def _look_away(self, team: Team | None) -> None:
        if team is not None:
            self.push_screen(LookAway(self._words, self._called(team)), lambda sure: self._open(team) if sure else None)

    def _open(self, team: Team) -> None:
        def typed(line: str) -> list[str]:
            reply = self._table.feed(Typed(self._table.now(), line, team))
            own = [whisper.shown for whisper in reply.whispers if whisper.team == team]
            return own or [line.shown for line in reply.public]

        kept = self._kept.lines.get(team, [])
        self.push_screen(CrewsEyes(self._words, self._called(team), kept, typed, scenario=self._scenario))

    def _called(self, team: Team) -> str:
        return name_of(self._setup, team, self._words)


_KEYS = {
    "f1": "help",
    "f2": "text",
    "f3": "private",
    "f4": "speaker",
    "f5": "pause",
    "f6": "phones",
    "ctrl+n": "new",
    "ctrl+q": "quit",
}

_STYLE = {
    Urgency.STOP: "bold white on red",
    Urgency.WARNING: "bold",
    Urgency.PROMPT: "italic",
}

"""The table line by line: for pipes, screen readers and simple terminals.

Only public lines are shown. A crew's own are shown after `private blue`, to whoever typed it, and wiped afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TextIO

from referee.console.commands import Command, command_of
from referee.console.json_lines import lines
from referee.console.sayable import own
from referee.console.wrapping import to_read
from referee.language.messages import Catalogue
from referee.language.readable import Control
from referee.rules.crews import Team
from referee.rules.orders import Ask, Request
from referee.table.inputs import Input, Typed
from referee.table.outputs import Reply, Whisper
from referee.table.setup import Setup
from referee.table.views import Views, name_of

MESSAGES = 20
_WIPED = Control("\033[2J\033[3J\033[H")


@dataclass
class PlainTable:
    """One table on one terminal or pipe. Every reply of the table is to be given to `show`."""

    setup: Setup
    words: Catalogue
    feed: Callable[[Input], Reply]
    clock: Callable[[], float]
    out: TextIO
    secret: Callable[[str], str] | None = None
    """Asks for a line without showing it; None where there is no terminal."""
    before_another: Callable[[], str] = str
    """What is to be said before this game is left for another; nothing, once it is over."""
    _kept: dict[Team, list[Whisper]] = field(default_factory=dict)
    _link: Callable[[Team], str] | None = None

    def invite(self, link: Callable[[Team], str]) -> None:
        """Phones may come: each crew reads its own link alone, for whoever has it sees that crew's secrets. Where
        nobody can be alone, one person plays both."""
        self._link = link
        first, second = self.setup.teams
        if self.secret is None:
            for team in (first, second):
                self._say("console.phones.link", team=self._name(team), link=link(team))
        else:
            self._say("console.phones.plain", first=self._name(first), second=self._name(second))

    def run(self, source: TextIO) -> str | None:
        """Until the end of input, or until somebody leaves; `new` when another game is asked for."""
        self._say("console.plain.opening", examples=self.words.shown(own("console.plain.examples", self.setup.game)))
        asked = False
        for line in lines(source):
            command = command_of(line)
            if command is Command.LEAVE:
                return None
            if command is None:
                self._take(line)
            elif asked or not (warning := self.before_another()):
                return "new"
            else:
                self.say(warning)
            asked = command is Command.ANOTHER
        return None

    def _take(self, line: str) -> None:
        word, _, who = line.strip().partition(" ")
        if word.casefold() != self.words.shown("console.plain.private-word") or " " in who.strip():
            self._noted(self.feed(Typed(self.clock(), line)))
        elif team := Views(self.setup).team_named(who):
            self._alone_with(team)
        else:
            first, second = (self._name(team) for team in self.setup.teams)
            self._say("console.plain.private-whose", first=first, second=second)

    def _noted(self, reply: Reply) -> None:
        """A secret typed at the common keyboard is acknowledged: the same way, whether it was accepted or refused."""
        if reply.announced and reply.announced.order == Ask(Request.HELP):
            self._say("console.plain.help", team=self._name(self.setup.teams[0]))
        elif reply.is_secret:
            self._say("console.plain.kept", team=self._name(reply.whispers[0].team))

    def show(self, reply: Reply) -> None:
        """What everybody may read; a crew's lines wait until it asks for them."""
        for whisper in reply.whispers:
            self._kept[whisper.team] = [*self._kept.get(whisper.team, []), whisper][-MESSAGES:]
        for line in reply.public:
            self.say(line.shown)

    def _alone_with(self, team: Team) -> None:
        """That crew's messages, and a line of its own that is not shown; then all of it is wiped."""
        if self.secret is None:
            self._say("console.plain.no-terminal")
            return
        if self._link:
            self._say("console.phones.link", team=self._name(team), link=self._link(team))
        for whisper in self._kept.pop(team, []):
            self._say("console.plain.private", team=self._name(team), line=whisper.shown)
        prompt = self.words.shown("console.plain.private-prompt", team=self._name(team))
        while (line := self.secret(prompt).strip()) and command_of(line) is not Command.LEAVE:
            for whisper in self.feed(Typed(self.clock(), line, team)).whispers:
                self._say("console.plain.private", team=self._name(team), line=whisper.shown)
        print(_WIPED, end="", file=self.out, flush=True)

    def _name(self, team: Team) -> str:
        return name_of(self.setup, team, self.words)

    def _say(self, key: str, **slots: object) -> None:
        self.say(self.words.shown(key, **slots))

    def say(self, text: str) -> None:
        """For everybody to read."""
        print(to_read(text, self.out), file=self.out, flush=True)

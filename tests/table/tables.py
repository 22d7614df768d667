"""Tables to test at: a session with what was typed and heard at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from referee import app
from referee.language.understanding import Ambiguous, NotUnderstood, Understood
from referee.rules import notation
from referee.rules.crews import Mode, Role, Team
from referee.rules.orders import Announced
from referee.table.game import GameSoFar
from referee.table.inputs import Heard, Input, Pressed, Tick, Typed
from referee.table.outputs import Reply
from referee.table.session import Session
from referee.table.setup import Setup
from referee.table.who_spoke import Voice


def order(line: str) -> Announced:
    found = notation.parse_line(line)
    assert found is not None, line
    return found


@dataclass
class Table:
    """A session whose time passes a second with each input, unless told otherwise."""

    session: Session[Any]
    now: float = 0.0
    replies: list[Reply] = field(default_factory=list)
    voices: int = 0

    @property
    def game(self) -> GameSoFar[Any]:
        return self.session.referee.game

    def feed(self, given: Input) -> Reply:
        self.now = max(self.now, given.at)
        self.replies.append(self.session.feed(given))
        return self.replies[-1]

    def types(self, line: str, at: float | None = None, team: Team | None = None) -> Reply:
        return self.feed(Typed(self._then(at), line, team))

    def types_on_a_phone(self, line: str, team: Team, *roles: Role) -> Reply:
        return self.feed(Typed(self._then(None), line, team, roles=frozenset(roles)))

    def play(self, *lines: str) -> Reply:
        """Several lines, each of which must be accepted."""
        for line in lines:
            reply = self.types(line)
            assert reply.verdict == "accepted", (line, reply)
        return self.replies[-1]

    def hears(
        self,
        line: str,
        team: Team | None = None,
        at: float | None = None,
        *,
        stop: bool = False,
        voice: Mapping[Team, float] | None = None,
    ) -> Reply:
        return self.feed(Heard(self._then(at), Understood(order(line), stop=stop), team, self._voice(voice)))

    def hears_either(self, *lines: str, team: Team | None = None, voice: Mapping[Team, float] | None = None) -> Reply:
        return self.feed(Heard(self._then(None), Ambiguous(tuple(map(order, lines))), team, self._voice(voice)))

    def _voice(self, likely: Mapping[Team, float] | None) -> Voice | None:
        self.voices += likely is not None
        return Voice(self.voices, tuple(likely.items())) if likely else None

    def hears_talk(self, near: str | None = None) -> Reply:
        return self.feed(Heard(self._then(None), NotUnderstood("pass the salt", near)))

    def hears_garbled(self, team: Team) -> Reply:
        return self.feed(Heard(self._then(None), NotUnderstood("head north", again=team)))

    def presses(self, line: str) -> Reply:
        return self.feed(Pressed(self._then(None), order(line)))

    def waits(self, seconds: float) -> Reply:
        return self.feed(Tick(self.now + seconds))

    def _then(self, at: float | None) -> float:
        return self.now + 1 if at is None else at


def table(**chosen: Any) -> Table:
    return Table(app.session(Setup(**({"first": Team.BLUE, "scenario": "alpha"} | chosen))))


def under_way(**chosen: Any) -> Table:
    """Both crews have dived; nobody has told a start."""
    found = table(**chosen)
    first, second = found.session.setup.teams
    found.play(f"{first}: dive", f"{second}: dive")
    return found


def in_real_time(**chosen: Any) -> Table:
    return under_way(mode=Mode.REAL_TIME, **chosen)


def said(reply: Reply) -> list[str]:
    return [line.shown for line in reply.public]


def whispered(reply: Reply, team: Team) -> list[str]:
    return [line.shown for line in reply.whispers if line.team == team]

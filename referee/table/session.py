"""The session: one game at one table. It is fed inputs and returns replies; it does no I/O and reads no clock.

Here an input becomes an order of a known crew, or a question back; `referee` rules on it and answers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from referee.language.understanding import Ambiguous, NotUnderstood, Understanding, Understood
from referee.rules import notation
from referee.rules import orders as o
from referee.rules.crews import Game, Mode, Role, Team
from referee.rules.orders import Announced
from referee.rules.play import RuleBook
from referee.rules.reasons import Reason
from referee.rules.roles import whose
from referee.rules.scenario import Scenario
from referee.rules.sea import LETTERS, Cell
from referee.table import misheard
from referee.table.briefing import Briefing
from referee.table.inputs import Heard, Input, Pressed, Tick, Typed
from referee.table.misheard import Asked
from referee.table.origins import TABLE, Origin, is_small_talk
from referee.table.outputs import Earcon, Reply, Urgency, Verdict
from referee.table.questions import About, Question
from referee.table.referee import TO_BE_READ, Referee
from referee.table.refusals import is_private
from referee.table.replies import replied, together
from referee.table.screen import Debt, Phase, Screen
from referee.table.setup import Setup
from referee.table.shown import Shown
from referee.table.who_spoke import CALLED, crew_of

S = TypeVar("S")

_IGNORED = Reply(Verdict.IGNORED)
_CREW, _CANCEL = o.Ask(o.Request.CREW), o.Ask(o.Request.CANCEL)

_SPACE = re.compile(r"\b([A-Za-z]) ?([0-9]{1,3})\b", re.ASCII)
"""A space as people type it; of words, only those that a chart may have are orders."""
_AIMED = ("torpedo", "trigger", "archer", "missile", "surface")
"""What names its space aloud. Where a mine was dropped is its crew's secret, even mistyped."""


class Session(Generic[S]):
    """One game, from the first dive to the last hit."""

    def __init__(
        self, setup: Setup, rules: RuleBook[S], scenario: Scenario, understand: Callable[[str], Understanding]
    ) -> None:
        self.setup = setup
        self._understand = understand
        self._referee = Referee(setup, rules, scenario)
        self._views = self._referee.views
        self._briefing: Briefing | None = None
        self._begun: tuple[str, Team | None] | None = None
        """What was typed last and lacked something, and at which crew's keyboard."""
        self._called: tuple[Team, float] | None = None
        """The crew whose name was heard alone, and when."""

    @property
    def now(self) -> float:
        """The moment of the latest input."""
        return self._referee.now

    @property
    def screen(self) -> Screen:
        """What everybody knows."""
        return self._referee.game.screen

    @property
    def taught(self) -> tuple[o.Order, ...]:
        """What the tutor has just asked somebody to say; nothing, when nobody is being taught."""
        return self._briefing.asked if self._briefing else ()

    @property
    def shown(self) -> Shown:
        """All that may be shown, once this much is kept."""
        events = self._referee.game.events
        return Shown(self.screen, self.taught, events, len(events))

    @property
    def referee(self) -> Referee[S]:
        return self._referee

    def greeting(self) -> Reply:
        """What the table says first. A game taken up again begins with where it is; with `--tutor` a new one with the
        briefing. Which of them it is follows from what all heard: a start told in secret does not show."""
        if self.screen.paused or any(hull.dived for _, hull in self.screen.hulls):
            return self._referee.said(replied(Verdict.ACCEPTED, self._views.status(self.screen)))
        if not self.setup.tutor:
            return _IGNORED
        self._briefing = Briefing(self.setup, self._views)
        return self._referee.said(replied(Verdict.ACCEPTED, self._briefing.opening()))

    # -- what is fed
    def feed(self, given: Input) -> Reply:
        """What an input comes to. Late inputs are taken as happening now: a table has one order of things."""
        self._referee.time_passes(given.at)
        reply = self._spoken(given, self._fed(given)) if isinstance(given, Heard) else self._fed(given)
        return self._referee.said(reply, everybody_noticed=isinstance(given, Tick))

    def _spoken(self, given: Heard, reply: Reply) -> Reply:
        """Whose voice it was is certain where the crew was named, or has a microphone of its own; what was refused may
        have been misheard."""
        announced = given.understanding.announced if isinstance(given.understanding, Understood) else None
        named = announced.team if announced and announced.order != _CREW else None  # that may be anybody's answer
        team = named or given.team
        if given.voice is None or team not in self.setup.teams or reply.verdict is not Verdict.ACCEPTED:
            return reply
        return replace(reply, spoken=(*reply.spoken, (given.voice.number, team)))

    def _fed(self, given: Input) -> Reply:
        match given:
            case Tick():
                return _IGNORED
            case Heard(_, understanding, team, voice):
                return self._understood(understanding, Origin("voice", team, voice=voice))
            case Typed(_, line, team, likely, roles):
                return self._typed(line.strip(), Origin("keyboard", team, likely, alone=team is not None, roles=roles))
            case Pressed(_, announced):
                return self._understood(Understood(announced), Origin("phone", announced.team, alone=True))

    def again(self, entry: Mapping[str, Any]) -> Reply | None:
        """What an input of the journal comes to, played again; None when the entry is none of this program's."""
        announced = notation.parse_line(str(entry.get("in", "")))
        at, by = entry.get("at"), entry.get("by")
        if announced is None or announced.team not in (None, *self.setup.teams):
            return None
        if not isinstance(at, int | float) or not math.isfinite(at):
            return None
        origin = Origin(str(by), alone=by == "phone" or bool(entry.get("alone")))
        self._referee.time_passes(float(at))
        return self._referee.said(self._referee.order(announced, origin, confirmed=True))

    def is_reckoned(self) -> bool:
        """Whether all is concluded from what was said so far."""
        return self._referee.game.reckoning.is_worked_out

    def reckon(self) -> None:
        """Conclude what follows from what was said: after the reply, which never waits for it. Any thread may."""
        self._referee.game.reckoning.worked_out()

    # -- words
    def _typed(self, line: str, origin: Origin) -> Reply:
        if not line or line == "-" or line.startswith("#"):
            return _IGNORED
        found = notation.parse_line(line) or self._place_alone(line)
        if found is not None:
            return self._understood(Understood(found), origin)
        question = self._referee.open_question()
        team = self._views.team_named(line) if question and question.about is About.TEAM else None
        if team is not None:
            return self._referee.placed(team, origin)
        return self._understood(self._whole(line, origin) or self._read(line, origin), origin)

    def _whole(self, line: str, origin: Origin) -> Understood | None:
        """What was asked for completes the line before: "torpedo at", then "C9"."""
        begun, self._begun = self._begun, None
        if begun is None or begun[1] != origin.team:
            return None
        found = self._read(f"{begun[0]} {line}", origin)
        return found if isinstance(found, Understood) else None

    def _place_alone(self, line: str) -> Announced | None:
        """ "4", "H3" or "blue: H3", where a sector or a point is waited for."""
        who, _, place = line.replace(":", " ").rpartition(" ")
        team = self._views.team_named(who) if who else None
        if (who and not team) or not place.isalnum():
            return None
        question = self._referee.open_question()
        if question and question.about is About.PLACE and isinstance(question.announced.order, o.Unaimed):
            found = notation.parse_line(f"{question.announced.order.aim} {place}")
            return replace(found, team=team or question.announced.team) if found else None
        if not any(one.what is Debt.SECTOR for one in self.screen.owed):
            return None
        kind = "surface" if self.setup.game is Game.SONAR else "sector"
        found = notation.parse_line(f"{kind} {place}")
        return replace(found, team=team) if found else None

    def _read(self, line: str, origin: Origin) -> Understanding:
        """The words of a line; at a crew's own keyboard a station alone is enough: "captain: start C7"."""
        found = self._understand(line)
        if isinstance(found, Understood) and self._is_secret_misread(found, line):
            return NotUnderstood(line)
        if not isinstance(found, NotUnderstood):
            return found
        own = self._understand(f"{origin.team or self.setup.teams[0]} {line}")
        if isinstance(own, NotUnderstood):
            return found
        return own if origin.team else _of_some_station(own) or found

    def _understood(self, understanding: Understanding, origin: Origin) -> Reply:
        typed = origin.by != "voice" and isinstance(understanding, NotUnderstood)  # whoever typed it is told so
        briefed = self._briefing.take(understanding) if self._briefing and not typed else None
        if briefed is not None:
            return replace(replied(Verdict.ACCEPTED, briefed), announced=_request_in(understanding))
        match understanding:
            case NotUnderstood(words, again=team) if team is not None:
                return self._again(words, team, origin)
            case NotUnderstood(words, near, stop=stop):
                rest = self._not_understood(words, near, origin)
                stands = stop is not None and self.setup.mode is Mode.REAL_TIME
                return together([self._announced(stop, origin, stop=False), rest]) if stop and stands else rest
            case Ambiguous(candidates, words):
                return self._which(candidates, words, origin)
            case Understood(announced) if announced.order == _CREW:
                return self._crew(announced.team or origin.team, origin)
            case Understood(announced, stop=stop):
                return self._repaired(understanding, self._announced(announced, origin, stop=stop))

    def _repaired(self, understood: Understood, reply: Reply) -> Reply:
        """A typing slip that was put right is said, before what came of it."""
        announced = reply.announced
        if understood.repaired is None or announced is None or is_private(announced) or reply.is_refused_alone:
            return reply
        lines = self._views.said("table.understood", order=announced, to=announced.team)
        return replace(reply, public=lines.public + reply.public)

    def _not_understood(self, words: str, near: str | None, origin: Origin) -> Reply:
        """Table talk is nobody's business; what was typed, or nearly an order, is asked for again."""
        if near is None and origin.by == "voice":
            return _IGNORED
        if near and origin.by != "voice":
            self._begun = (words, origin.team)
            self._await_place(near, words, origin)
        whose = self._whose_secret(words) or (origin.team if origin.by != "voice" else None)
        if whose is not None:
            return replied(Verdict.NOT_UNDERSTOOD, self._views.no_secret(whose))
        off = self._off_the_chart(words) if near in _AIMED and origin.by != "voice" else None
        if off:
            return replied(Verdict.NOT_UNDERSTOOD, self._views.not_printed(off))
        missing = self._views.missing(near) if near or origin.by == "voice" else "prompts.typed"
        said = self._views.said(missing, Urgency.PROMPT, Earcon.NOT_UNDERSTOOD)
        return self._kept(replied(Verdict.NOT_UNDERSTOOD, said), words, Asked.MISSING, origin)

    def _again(self, words: str, team: Team, origin: Origin) -> Reply:
        """An order that was lost, where two captains spoke at once: its crew is told so at once."""
        if team not in self.setup.teams or origin.team not in (None, team):
            return _IGNORED
        said = self._views.said("prompts.again", Urgency.PROMPT, Earcon.NOT_UNDERSTOOD, to=team)
        return self._kept(replied(Verdict.NOT_UNDERSTOOD, said), words, Asked.MISSING, origin)

    def _await_place(self, near: str, words: str, origin: Origin) -> None:
        """A shot or a drone that only lacks its place is completed by the place alone."""
        if near in set(o.Aim):
            team = self._views.team_named(words.split(maxsplit=1)[0]) or origin.team
            self._referee.question = Question(About.PLACE, Announced(o.Unaimed(o.Aim(near)), team), self.now)

    def _off_the_chart(self, words: str) -> Cell | None:
        """The space a typed order names, where it is on no chart that this game could be played on."""
        named = _SPACE.search(words)
        cell = Cell(LETTERS.index(named[1].upper()) + 1, int(named[2])) if named else None
        return None if cell is None or self._referee.game.scenario.chart.has(cell) else cell

    def _kept(self, reply: Reply, words: str, asked: Asked, origin: Origin, *likely: Announced) -> Reply:
        """The journal keeps what was asked back of what was said aloud."""
        if origin.by != "voice" or not words:
            return reply
        return replace(reply, entries=(misheard.heard(self.now, words, asked, origin.team, likely), *reply.entries))

    def _is_secret_misread(self, found: Understood, line: str) -> bool:
        """What a station types is mostly secret: no slip of it is put right into something said aloud."""
        aloud = found.repaired is not None and not is_private(found.announced)
        return aloud and (found.announced.role is not None or self._whose_secret(line) is not None)

    def _whose_secret(self, words: str) -> Team | None:
        """The crew of a private line that could not be read: not even that it was typed is said aloud."""
        who = words.partition(":")[0].split()
        return self._views.team_named(who[0]) if len(who) > 1 and ":" in words else None

    # -- whose order it is
    def _crew(self, team: Team | None, origin: Origin) -> Reply:
        """A crew's name alone: the answer to who spoke, or what comes before an order after a pause."""
        question = self._referee.open_question()
        if team is None or team not in self.setup.teams:
            return self._not_understood("", None, origin)
        if question and question.about is About.TEAM:
            return self._referee.placed(team, origin)
        if origin.by != "voice":
            return self._not_understood("", None, origin)
        self._called = (team, self.now)
        return _IGNORED

    def _due(self, order: o.Order, origin: Origin) -> Team | None:
        """The crew that has just been called, or the one that can sensibly have said this."""
        called, self._called = self._called, None
        if called and origin.by == "voice" and self.now - called[1] <= CALLED:
            return called[0]
        return self._referee.game.public.speaker(order)

    def _announced(self, announced: Announced, origin: Origin, *, stop: bool) -> Reply:
        team = announced.team or origin.team or origin.likely
        if announced.order == _CANCEL:  # of nobody named it is the last speaker's, unless his voice tells
            team = team or crew_of(origin.voice, None, self.setup.teams)
        if team is not None and team not in self.setup.teams:
            return self._not_understood("", None, origin)
        if isinstance(announced.order, o.Place):
            return self._located(announced.order, replace(announced, team=announced.team or origin.team), origin)
        if origin.by != "voice" and origin.team not in (None, team):
            return self._of_another_crew(replace(announced, team=origin.team))
        if origin.team is not None and not self._is_played(announced, origin):
            return self._of_another_role(replace(announced, team=origin.team))
        if origin.by == "keyboard" and origin.team is not None:
            announced = self._asked_alone(announced, origin.team)
        if team is None and not isinstance(announced.order, o.Ask | o.DrawCell | o.DrawSector):
            return self._from_somebody(announced, origin, stop=stop)
        return self._referee.order(replace(announced, team=team), origin, stop=stop)

    def _located(self, place: o.Place, announced: Announced, origin: Origin) -> Reply:
        """A space alone is what was asked for: the aim of a shot, or in Sonar the point of surfacing; else nothing."""
        question = self._referee.open_question()
        if question and question.answered_by(announced):
            return self._referee.settled(announced, origin)
        up = next((one.team for one in self.screen.owed if one.what is Debt.SECTOR), None)
        if self.setup.game is Game.SONAR and up and announced.team in (None, up):
            return self._referee.order(Announced(o.Surface(cell=place.cell), up), origin)
        return self._not_understood("", None, origin)

    def _asked_alone(self, announced: Announced, team: Team) -> Announced:
        """At a crew's own keyboard a question to the referee is that crew's alone, like a tap of its station; and so is
        CANCEL, as long as there is something to take back that nobody else knows of."""
        station = self._referee.game.last_station(team) if announced.order == o.Ask(o.Request.CANCEL) else None
        alone = replace(announced, team=team, role=announced.role or station or Role.CAPTAIN)
        match announced.order:
            case o.Ask(request) if request in TO_BE_READ:
                return alone
            case o.Ask(o.Request.CANCEL) if self._referee.game.may_take_back(alone):
                return alone
        return announced

    def _of_another_crew(self, announced: Announced) -> Reply:
        """A crew's own phone or keyboard gives that crew's orders only."""
        assert announced.team is not None
        lines = self._views.told(announced.team, "table.private.cross")
        return replace(replied(Verdict.REJECTED, lines), announced=announced, reason=Reason.ROLE_NOT_ALLOWED)

    def _is_played(self, announced: Announced, origin: Origin) -> bool:
        """Whether a role of that phone may say this: the one that is named, where one is. Who may give the order that
        was asked about may also answer the question."""
        if origin.roles is None:
            return True
        question = self._referee.open_question()
        answers = question and question.answered_by(replace(announced, team=origin.team))
        meant = question.announced if question and answers else announced
        named = frozenset(Role) if announced.role is None else {announced.role}
        return bool(whose(meant.order) & origin.roles & named)

    def _of_another_role(self, announced: Announced) -> Reply:
        """What a phone that does not play this role is told; that it tried is nobody else's business."""
        assert announced.team is not None
        lines = self._views.told(announced.team, "table.private.role")
        return replace(replied(Verdict.REJECTED, lines), announced=announced, reason=Reason.ROLE_NOT_ALLOWED)

    def _from_somebody(self, announced: Announced, origin: Origin, *, stop: bool) -> Reply:
        """Nobody knows yet who spoke: the question, the answer owed or the turn tells; else it is asked."""
        question = self._referee.open_question()
        if question and question.answered_by(announced):
            return self._referee.settled(announced, origin)
        if self.screen.paused:  # whoever it was
            return self._referee.order(announced, origin)
        if isinstance(announced.order, o.Dive) and self.screen.phase is Phase.BEFORE:
            return self._both_dive(announced, origin)
        # a secret given to the wrong crew would be told to its enemy: whose turn it is does not tell whose secret
        due = None if is_private(announced) else self._due(announced.order, origin)
        team = None if is_private(announced) else crew_of(origin.voice, due, self.setup.teams)
        if team is not None:
            return self._referee.order(replace(announced, team=team), origin, stop=stop)
        if is_small_talk(announced, origin):
            return _IGNORED
        first = o.Stop() if stop else announced.order
        reason = self._referee.game.public.refuses_anybody(first)
        if reason is not None:
            lines = self._views.refused_to_all(first, reason)
            return replace(replied(Verdict.REJECTED, lines), announced=announced, reason=reason)
        guess = replace(announced, team=self.setup.teams[0])
        heard = origin.by == "voice"
        asked = self._referee.ask(Question(About.TEAM, guess, self.now, stop, origin.voice, heard))
        return self._kept(asked, notation.text_of(announced.order), Asked.TEAM, origin, announced)

    def _both_dive(self, announced: Announced, origin: Origin) -> Reply:
        """Both Captains shout DIVE together, and one microphone hears it once."""
        waiting = [team for team, hull in self.screen.hulls if not hull.dived]
        replies = [self._referee.order(replace(announced, team=team), origin) for team in waiting]
        return replace(together(replies), announced=announced)

    def _which(self, candidates: Sequence[Announced], words: str, origin: Origin) -> Reply:
        announced = replace(candidates[0], team=candidates[0].team or origin.team)
        if announced.team is not None and announced.team not in self.setup.teams:
            return self._not_understood("", None, origin)
        if origin.team is not None and not self._is_played(announced, origin):
            return self._of_another_role(announced)
        if any(is_private(one) for one in candidates):  # the question would tell the secret
            return self._not_understood("", None, replace(origin, team=announced.team))
        heard = origin.by == "voice"
        asked = self._referee.ask(Question(About.ORDER, announced, self.now, voice=origin.voice, heard=heard))
        return self._kept(
            asked, words or notation.text_of(announced.order), Asked.ORDER, origin, announced, *candidates[1:]
        )

    # -- what the machine itself has to say
    def debriefed(self) -> Reply:
        """The page with both routes is made for everybody: from now on the end stands."""
        return self._referee.order(Announced(o.Ask(o.Request.DEBRIEF)), Origin(TABLE))

    def disk_full(self) -> Reply:
        """The journal cannot be written: everything waits until somebody has made room."""
        return replied(Verdict.IGNORED, self._views.said("table.pace.disk-full", Urgency.WARNING, Earcon.REFUSED))


def _request_in(understanding: Understanding) -> Announced | None:
    """What was asked of the referee; nothing, where it was anything else."""
    announced = understanding.announced if isinstance(understanding, Understood) else None
    return announced if announced and isinstance(announced.order, o.Ask) else None


def _of_some_station(found: Understanding) -> Understood | None:
    """A line that only lacks its crew: "mate: mark torpedo"."""
    if not isinstance(found, Understood) or found.announced.role is None:
        return None
    return replace(found, announced=replace(found.announced, team=None))

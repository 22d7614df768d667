"""The briefing before a first game: everybody does his job once, and the referee learns whether it hears them.

Nothing said here is an order of the game. DIVE ends it at once; what is told in secret passes it by.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.language.messages import catalogue
from referee.language.understanding import NotUnderstood, Understanding, Understood
from referee.rules import orders as o
from referee.rules.crews import Game, Mode, Team
from referee.rules.sea import Heading
from referee.table.crew_sheet import PANEL_OF
from referee.table.refusals import is_private
from referee.table.setup import Setup
from referee.table.views import NOTHING, Lines, Views

PATIENCE = 2
"""So many times something is not understood before the briefing says so."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One thing somebody is to do: what is said, and which orders show that it was done."""

    key: str
    team: Team | None = None
    heading: Heading | None = None
    done_by: tuple[type[o.Order], ...] = ()

    @property
    def order(self) -> o.Order:
        """What the sentence tells them to say."""
        if self.heading and o.Course in self.done_by:
            return o.Course(self.heading)
        return o.Stop() if o.Stop in self.done_by else o.Ok()


class Briefing:
    """One table's first minutes."""

    def __init__(self, setup: Setup, views: Views) -> None:
        self._setup, self._views = setup, views
        self._lessons = list(_lessons(setup))
        self._missed = 0
        self.over = False

    def opening(self) -> Lines:
        """What is said before anybody did anything."""
        lines = self._say("welcome")
        for team in self._setup.teams:
            players = self._setup.players.get(team, 4)
            lines += self._say("roles-family" if self._family else f"roles-{players}", team)
        if not self._family and (self._setup.scenario != "alpha" or self._setup.mode is not Mode.TURN_BY_TURN):
            lines += self._say("suggest")
        return lines + self._ask()

    @property
    def asked(self) -> tuple[o.Order, ...]:
        """What somebody is to say now; nothing, once it is the game's turn."""
        if self.over:
            return ()
        return (self._lessons[0].order,)

    def take(self, understanding: Understanding) -> Lines | None:
        """What somebody said during the briefing; None when it is not for the briefing, but for the game."""
        if self.over:
            return None
        if isinstance(understanding, NotUnderstood):
            return self._not_caught()
        if not isinstance(understanding, Understood):
            return self._ask()
        order = understanding.announced.order
        if is_private(understanding.announced) and not isinstance(order, o.Mark | o.Cross):
            return None  # and the lesson goes on: nobody hears from it that something was told
        if isinstance(order, o.Dive):
            self.over = True
            return None
        if isinstance(order, o.Ask) and order.request in _WHAT_NOW:
            return self._ask()
        if isinstance(order, o.Ask) and order.request is not o.Request.DONE:
            return None
        return self._taken(order)

    def _taken(self, order: o.Order) -> Lines:
        lesson = self._lessons[0]
        if not isinstance(order, lesson.done_by):
            return self._ask()
        self._missed = 0
        del self._lessons[0]
        if isinstance(order, o.Course):
            self._went(order.heading)
            heard = self._say("heard", heading=order.heading)
        else:
            heard = self._say("good")
        return heard + self._ask()

    def _went(self, heading: Heading) -> None:
        """What was really called is what is marked, crossed and drawn."""
        self._lessons = [
            Lesson(one.key, one.team, heading, one.done_by)
            if i < len(_AFTER_COURSE) and one.key in _AFTER_COURSE
            else one
            for i, one in enumerate(self._lessons)
        ]

    def _not_caught(self) -> Lines:
        self._missed += 1
        if self._missed < PATIENCE:
            return NOTHING
        self._missed = 0
        return self._say("louder") + self._ask()

    def _ask(self) -> Lines:
        if not self._lessons:
            self.over = True
            return self._views.on_starting("tutor.briefing.end")
        lesson = self._lessons[0]
        return self._say(lesson.key, lesson.team, lesson.heading)

    @property
    def _family(self) -> bool:
        return self._setup.game is Game.SONAR

    def _say(self, key: str, team: Team | None = None, heading: Heading | None = None) -> Lines:
        words = catalogue(self._setup.language)
        named = f"crews.{'move' if self._family else 'heading'}.{heading}"
        slots = {
            "heading": words.shown(named) if heading else "",
            "panel": words.shown(f"crews.panel.{PANEL_OF[heading]}") if heading else "",
        }
        return self._views.explained(f"tutor.briefing.{key}", team, slots)


_WHAT_NOW = (o.Request.HELP, o.Request.OPTIONS)
_AFTER_COURSE = ("mark", "cross", "draw", "energy")
_OKAY = (o.Ok, o.Ask, o.Yes)


def _lessons(setup: Setup) -> Iterator[Lesson]:
    first, second = setup.teams
    family = setup.game is Game.SONAR
    for team, other, heading in ((first, second, Heading.WEST), (second, first, Heading.EAST)):
        yield Lesson("course-family" if family else "course", team, heading, (o.Course,))
        if team is second and not family:
            continue
        yield from _stations(team, other, heading, family=family)
    if setup.mode is Mode.REAL_TIME:
        yield Lesson("stop", None, None, (o.Stop,))


def _stations(team: Team, other: Team, heading: Heading, *, family: bool) -> Iterator[Lesson]:
    if family:
        yield Lesson("energy", team, heading, _OKAY)
    else:
        yield Lesson("mark", team, heading, (*_OKAY, o.Mark, o.Charged))
        yield Lesson("cross", team, heading, (*_OKAY, o.Cross))
    yield Lesson("draw", other, heading, _OKAY)

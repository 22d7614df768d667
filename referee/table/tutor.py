"""The tutor: who does what next, a rule when it first matters, why something was refused, what is possible instead.

What it says aloud comes of public events and public verdicts alone. What comes of a crew's secrets goes to that crew's
own screen. It falls silent by itself: the more courses a crew has called well, the less it is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from referee.language import sentences
from referee.language.messages import Catalogue, catalogue
from referee.rules import events as e
from referee.rules.crews import Game, Mode, Team
from referee.rules.events import Event, Everybody, audience
from referee.rules.orders import Announced
from referee.rules.reasons import Reason
from referee.rules.sea import Heading
from referee.table.crew_sheet import PANEL_OF, CrewSheet, sheet_after
from referee.table.game import GameSoFar
from referee.table.lessons import Advice, advice, lesson_of
from referee.table.outputs import Urgency
from referee.table.possible import possible
from referee.table.refusals import is_private
from referee.table.screen import Phase
from referee.table.setup import Setup, house_of
from referee.table.views import NOTHING, Lines, Views

FULL_UNTIL = 2
SHORT_UNTIL = 5
"""After so many courses a crew knows what to do: it is told in full, then in short, then no more."""
FORGETS = 2
"""How many courses' worth of talk a public mistake brings back."""


@dataclass
class _Pupil:
    """What one crew has been taught, and how it does."""

    sheet: CrewSheet
    practice: int = 0
    """Courses called since the talk began to fade; public."""
    advised: set[Advice] = field(default_factory=set)
    refused: tuple[Announced, Reason] | None = None
    """The last refusal, for those who ask why."""
    orders: int = 0
    mistakes: list[Reason] = field(default_factory=list)


class Tutor:
    """One table's teacher. Without `--tutor` it only answers those who ask."""

    def __init__(self, setup: Setup, game: GameSoFar[Any], views: Views) -> None:
        self._setup, self._game, self._views = setup, game, views
        self._pupils = {team: _Pupil(CrewSheet.begin(team, game.scenario, house_of(setup))) for team in setup.teams}
        self._told: set[str] = set()
        self.talks = setup.tutor

    # -- during the game
    def after(self, events: Iterable[Event]) -> Lines:
        """What is to be said once these things have happened."""
        happened = tuple(events)
        for pupil in self._pupils.values():
            pupil.sheet = sheet_after(pupil.sheet, happened)
        public = [event for event in happened if audience(event) is Everybody.PUBLIC]
        told = [self._lesson(event) + self._next(event) for event in public]
        lines = sum(told, NOTHING) + self._advised()
        over = any(isinstance(event, e.GameEnded) for event in public)
        return (lines + self.summary() if over else lines) if self.talks else NOTHING

    def taken_back(self) -> None:
        """The crews' sheets as they are, once something of them never happened."""
        for team, pupil in self._pupils.items():
            blank = CrewSheet.begin(team, self._game.scenario, house_of(self._setup))
            pupil.sheet = sheet_after(blank, self._game.events)

    def _lesson(self, event: Event) -> Lines:
        key = lesson_of(event, self._setup.game, self._setup.mode)
        if key is None or key in self._told:
            return NOTHING
        self._told.add(key)
        return self._views.said(f"tutor.first.{key}", Urgency.ANSWER)

    def _next(self, event: Event) -> Lines:
        match event:
            case e.CourseHeld(team, heading):
                pupil = self._pupils[team]
                pupil.practice += 1
                return self._after_course(team, heading, pupil.practice)
            case e.SilenceActivated(team):
                return self._say_next(team, "glide")
            case e.SubmarineSurfaced(team):
                kind = "surfaced" if self._family or self._setup.mode is Mode.TURN_BY_TURN else "surfaced-real-time"
                return self._say_next(team, kind)
        return NOTHING

    def _after_course(self, team: Team, heading: Heading, practice: int) -> Lines:
        if practice > SHORT_UNTIL:
            return NOTHING
        words = catalogue(self._setup.language)
        slots = {
            "panel": words.shown(f"crews.panel.{PANEL_OF[heading]}"),
            "heading": words.shown(f"crews.{'move' if self._family else 'heading'}.{heading}"),
        }
        short = practice > FULL_UNTIL
        kind = "course-alone" if self._alone(team) and not short else "course"
        return self._say_next(team, f"{kind}-short" if short else kind, slots)

    def _say_next(self, team: Team, kind: str, slots: dict[str, str] | None = None) -> Lines:
        key = f"tutor.next.{kind}"
        if self._family:
            key = key.replace("course-alone", "course").replace("course", "course-family")
            key = key if "course" in key else f"{key}-family"
        return self._views.explained(key, team, slots or {})

    @property
    def _family(self) -> bool:
        return self._setup.game is Game.SONAR

    def _alone(self, team: Team) -> bool:
        """Whether one person does everything: then nobody's station is named."""
        return self._setup.players.get(team, 4) <= 2

    # -- each crew's own sheets
    def _advised(self) -> Lines:
        return sum((self._advice(team, pupil) for team, pupil in self._pupils.items()), NOTHING)

    def _advice(self, team: Team, pupil: _Pupil) -> Lines:
        now = set(advice(pupil.sheet))
        new = [one for one in advice(pupil.sheet) if one not in pupil.advised]
        pupil.advised = now
        return sum((self._views.whispered(team, self._worded(team, one)) for one in new), NOTHING)

    def _worded(self, team: Team, one: Advice) -> str:
        words = catalogue(self._setup.language_of(team))
        slots = {
            "system": words.shown(f"crews.system.{one.system}").capitalize() if one.system else "",
            "panel": words.shown(f"crews.panel.{one.panel}") if one.panel else "",
            "circuit": words.shown(f"crews.circuit.{one.circuit}") if one.circuit else "",
            "heading": words.shown(f"crews.heading.{one.heading}") if one.heading else "",
        }
        return words.shown(f"tutor.yours.{one.key}", **slots)

    # -- mistakes
    def mistaken(self, announced: Announced, reason: Reason, *, heard: bool) -> Lines:
        """The rule, and what is possible instead, for that crew's own screen."""
        if announced.team is None:
            return NOTHING
        pupil = self._pupils[announced.team]
        pupil.refused = (announced, reason)
        if not heard or is_private(announced):
            return self._explained(announced.team) if self.talks else NOTHING
        pupil.mistakes.append(reason)
        pupil.practice = max(0, min(pupil.practice, SHORT_UNTIL) - FORGETS)
        return self._explained(announced.team) if self.talks else NOTHING

    def took(self, announced: Announced) -> None:
        """An order of this crew stood."""
        if announced.team is not None:
            self._pupils[announced.team].orders += 1

    def _explained(self, team: Team) -> Lines:
        refused = self._pupils[team].refused
        if refused is None:
            return NOTHING
        return self._views.whispered(team, self.rule(refused[1], team)) + self._orders_of(team)

    def rule(self, reason: Reason, team: Team) -> str:
        """A rule in one sentence, and where to read it."""
        words = catalogue(self._setup.language_of(team))
        parts = {part: words.shown(self._key_of_rule(reason, part, words)) for part in ("rule", "chapter")}
        return words.shown("tutor.chapter", **parts)

    def _key_of_rule(self, reason: Reason, part: str, words: Catalogue) -> str:
        """Sonar has its own rulebook: its own chapters, and for some rules its own words."""
        key = f"tutor.rule.{reason.replace('/', '.')}.{part}"
        own = f"{key}-family"
        return own if self._family and own in words else key

    def why(self, team: Team | None) -> Lines:
        """WHY: the reason again, where only that crew sees it. Aloud it is the same whether there is one or not."""
        asking = [team] if team else list(self._setup.teams)
        own = sum((self._why(one) for one in asking), NOTHING)
        return own + self._views.said("tutor.why.public" if team else "tutor.why.anybody", to=team)

    def _why(self, team: Team) -> Lines:
        refused = self._pupils[team].refused
        words = catalogue(self._setup.language_of(team))
        if refused is None:
            return self._views.whispered(team, words.shown("tutor.why.nothing"))
        return self._views.whispered(team, sentences.of_reason(refused[1], refused[0], words)) + self._explained(team)

    # -- what is possible
    def options(self, team: Team | None) -> Lines:
        """WHAT CAN WE DO: in public what is public, on each crew's screen everything."""
        asking = [team] if team else list(self._setup.teams)
        return sum((self._orders_of(one) for one in asking), NOTHING) + self.public_options()

    def public_options(self) -> Lines:
        """What everybody knows can be said now."""
        screen = self._game.screen
        if screen.paused:
            return self._views.said("table.status.paused")
        if screen.phase is Phase.OVER:
            return self._views.said("tutor.options.over")
        if screen.phase is Phase.BEFORE:
            return self._views.on_starting("tutor.options.before")
        owed = next((one.team for one in screen.answers), None)
        if owed:
            return self._views.said("tutor.options.owed", to=owed)
        if screen.stop:
            return self._views.said(f"tutor.options.{self._stopped(screen.stop)}", to=screen.stop)
        if self._setup.mode is Mode.TURN_BY_TURN:
            return self._turn_options(screen.next_course or screen.turn)
        ready = any(hull.readiness.any_system for _, hull in screen.hulls)
        kind = "real-time-family" if self._family else "real-time" if ready else "real-time-course"
        return self._views.said(f"tutor.options.{kind}") + self._surfaced()

    def _stopped(self, team: Team) -> str:
        """For whatever it may have ready; in Sonar one may always surface."""
        readiness = self._game.screen.hulls[team].readiness
        return "stopped" if self._family or readiness.any_system or readiness.may_trigger else "stopped-in-vain"

    def _turn_options(self, team: Team | None) -> Lines:
        """Whose course it is, and who may still activate a system after his own."""
        screen = self._game.screen
        ready = [one for one in screen.may_activate if screen.hulls[one].readiness.any_system]
        if self._family:
            kind = "turn-family" if team in ready else "turn-family-move"
            return self._views.said(f"tutor.options.{kind}", to=team)
        lines = self._views.said(f"tutor.options.{'turn' if team in ready else 'turn-course'}", to=team)
        return sum((self._views.said("tutor.options.turn-system", to=one) for one in ready if one is not team), lines)

    def _surfaced(self) -> Lines:
        up = [team for team, hull in self._game.screen.hulls if hull.surfaced]
        return sum((self._views.said("tutor.options.surfaced", to=team) for team in up), NOTHING)

    def _orders_of(self, team: Team) -> Lines:
        words = catalogue(self._setup.language_of(team))
        phrases = list(self._phrases(team))
        if not phrases:
            return self._views.whispered(team, words.shown("tutor.options.yours-none"))
        return self._views.whispered(team, words.shown("tutor.options.yours", orders=", ".join(phrases)))

    def _phrases(self, team: Team) -> Iterator[str]:
        words = catalogue(self._setup.language_of(team))
        for one in possible(self._game, team):
            kind = f"tutor.options.kind.{type(one.order).__name__.lower()}"
            named = words.shown(kind) if kind in words else None
            phrase = named or sentences.of_order(one.order, words, self._setup.game).shown
            yield words.shown("tutor.options.cells", order=phrase, cells=one.where) if one.where else phrase

    # -- after the game
    def summary(self) -> Lines:
        """What each crew did, and what to try next: nothing is secret any more."""
        lines = self._views.said("tutor.after.begin", Urgency.ANSWER)
        for team, pupil in self._pupils.items():
            lines += self._summed_up(team, pupil)
        return lines + self._views.explained("tutor.after.next", None, {"what": self._suggestion()})

    def _summed_up(self, team: Team, pupil: _Pupil) -> Lines:
        counts = {"orders": str(pupil.orders + len(pupil.mistakes)), "refused": str(len(pupil.mistakes))}
        if not pupil.mistakes:
            return self._views.explained("tutor.after.faultless", team, counts)
        most = max(pupil.mistakes, key=pupil.mistakes.count)
        crew = self._views.explained("tutor.after.crew", team, counts)
        return crew + self._views.explained("tutor.after.most", team, {"what": self.rule(most, team)})

    def _suggestion(self) -> str:
        words = catalogue(self._setup.language)
        if self._family:
            return words.shown("tutor.after.try-captain")
        turns = self._setup.mode is Mode.TURN_BY_TURN
        return words.shown(f"tutor.after.{'try-real-time' if turns else 'try-bravo'}")

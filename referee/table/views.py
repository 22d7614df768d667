"""The gate of secrecy: the only place where what the referee knows becomes a line that somebody hears or sees.

Public lines are made from public events, from the public sentence of a refusal, and from what was said aloud. A crew's
lines are made from events that crew may know and from reasons for its own orders. Nothing else leaves the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from referee.language import sentences
from referee.language.messages import Catalogue, Sentence, catalogue
from referee.rules import event_lines
from referee.rules import events as e
from referee.rules.crews import Game, Team
from referee.rules.events import Event, Everybody, audience
from referee.rules.orders import Announced, Order
from referee.rules.reasons import Reason
from referee.rules.scenario import Scenario
from referee.rules.sea import Cell
from referee.table.outputs import Earcon, Public, Reply, Urgency, Verdict, Whisper
from referee.table.refusals import TooLate, aloud, is_private, is_told, unprinted
from referee.table.screen import Debt, Owed, Phase, Screen
from referee.table.setup import Setup


@dataclass(frozen=True, slots=True)
class Lines:
    """What is said, and to whom."""

    whispers: tuple[Whisper, ...] = ()
    public: tuple[Public, ...] = ()

    def __add__(self, other: Lines) -> Lines:
        return Lines(self.whispers + other.whispers, self.public + other.public)


NOTHING = Lines()
_NO_PHRASE = Sentence("", "")
_NO_SLOTS: Mapping[str, Cell | int] = {}

_SELF_EVIDENT = (e.TurnBegan, e.OkGiven, e.DamageAnnounced)
"""Said by the players themselves, or plain from what is said with them: to repeat these would only be talk."""


class Views:
    """The lines of one table, in its languages. `scenario`: what everybody has before them, where it is spoken of."""

    def __init__(self, setup: Setup, scenario: Scenario | None = None) -> None:
        self._setup, self._scenario = setup, scenario

    # -- what happened
    def happened(self, events: Iterable[Event]) -> Lines:
        """Everybody's lines and each crew's own."""
        lines = NOTHING
        for event in events:
            lines += self._of_event(event)
        return lines

    def _of_event(self, event: Event) -> Lines:
        match audience(event):
            case Everybody.REFEREE:
                return NOTHING
            case Everybody.PUBLIC:
                return Lines(public=(self._announced(event),)) if not isinstance(event, _SELF_EVIDENT) else NOTHING
            case team:
                return self.whispered(
                    team, sentences.of_event(event, self._own(team), self._setup.game, self._setup.team_names).shown
                )

    def _announced(self, event: Event) -> Public:
        found = sentences.of_event(event, self._common, self._setup.game, self._setup.team_names)
        urgency, earcon = _weight(event)
        return Public(found.shown, found.spoken, self._setup.language, urgency, earcon)

    # -- what was refused
    def refused(
        self,
        announced: Announced,
        reason: Reason | TooLate,
        *,
        heard: bool,
        awaits_ok: bool = False,
        owed: tuple[Owed, ...] = (),
    ) -> Lines:
        """The true reason for the crew's own screen; the bland one for all, where all heard the order. A crew that owes
        an answer itself is asked for it, of what is `owed` aloud."""
        team = announced.team
        if team is None:
            return NOTHING
        if isinstance(reason, TooLate):
            return self.cancelled(announced, reason.key)
        private = self.whispered(team, sentences.of_reason(reason, announced, self._own(team)))
        if is_private(announced) or not heard:
            return private
        its_own = [one for one in owed if one.team is team]
        if reason is Reason.PACE_ANSWER_FIRST and its_own:
            return private + self.reminded(its_own[0], Urgency.WARNING, Earcon.REFUSED)
        absent = self._unprinted(announced.order)
        key = f"table.refused.{aloud(announced.order, reason, awaits_ok=awaits_ok, absent=absent)}"
        return private + self.said(key, Urgency.WARNING, Earcon.REFUSED, to=team, about=absent)

    def refused_to_all(self, order: Order, reason: Reason) -> Lines:
        """Why neither crew may say this: the true reason, where all know it anyway, and nothing else."""
        absent = self._unprinted(order)
        if not is_told(reason) and not absent:
            return NOTHING
        why = reason if is_told(reason) else Reason.TARGET_OFF_CHART
        return self.said(sentences.key_of_reason(why, order), Urgency.WARNING, Earcon.REFUSED, about=absent)

    def not_printed(self, cell: Cell) -> Lines:
        """There is no such space, whoever named it and whatever for."""
        return self.said("reasons.target.off-chart", Urgency.WARNING, Earcon.REFUSED, about={"cell": cell})

    def _unprinted(self, order: Order) -> Mapping[str, Cell | int]:
        return unprinted(order, self._scenario.chart) if self._scenario else _NO_SLOTS

    def cancelled(self, cancel: Announced, key: str, order: Announced | None = None) -> Lines:
        """What came of CANCEL: for all, or for the crew that asked privately."""
        if cancel.team is not None and is_private(cancel):
            return self.told(cancel.team, key, order=order)
        return self.said(key, Urgency.WARNING, to=cancel.team, order=order)

    # -- what the table itself says
    def said(
        self,
        key: str,
        urgency: Urgency = Urgency.ANSWER,
        earcon: Earcon | None = None,
        *,
        to: Team | None = None,
        order: Announced | None = None,
        about: Mapping[str, Cell | int] = _NO_SLOTS,
    ) -> Lines:
        """A sentence for all, in the language of the crew it speaks to. Its slots hold only what everybody knows."""
        language = self._setup.language_of(to) if to else self._setup.language
        words = catalogue(language)
        phrase = sentences.of_order(order.order, words, self._setup.game) if order else _NO_PHRASE
        names = self._names(words, to)
        shown = words.shown(key, order=phrase.shown, **names, **about)
        aloud = {name: sentences.for_the_ear(value, language) for name, value in about.items()}
        spoken = words.spoken(key, order=phrase.spoken, **names, **aloud)
        return Lines(public=(Public(shown, spoken, language, urgency, earcon),))

    def explained(self, key: str, to: Team | None, words: Mapping[str, str]) -> Lines:
        """A sentence of the tutor for all. Its words are the names of headings and panels, or counts: all public."""
        said = catalogue(self._setup.language)
        slots = {**self._names(said, to), **words}
        return Lines(
            public=(Public(said.shown(key, **slots), said.spoken(key, **slots), said.language, Urgency.ANSWER),)
        )

    def on_starting(self, key: str) -> Lines:
        """How the game begins: each crew chooses where, in secret, or the chart has it for all to see."""
        if self._scenario is None or not self._scenario.starts_are_set:
            return self.said(key)
        first, second = (self._scenario.forced_start(team) for team in self._setup.teams)
        about = {name: cell for name, cell in (("first", first), ("second", second)) if cell}
        return self.said(f"{key}-set", to=self._setup.teams[0], about=about)

    def missing(self, near: str | None) -> str:
        """The sentence that asks for what a near miss lacked."""
        return sentences.key_of_missing(near, self._common, self._setup.game)

    def whispered(self, team: Team, shown: str) -> Lines:
        """A line for one crew's own screen."""
        return Lines(whispers=(Whisper(team, shown),))

    def told(self, team: Team, key: str, order: Announced | None = None) -> Lines:
        """A sentence for one crew's own screen, about its own orders."""
        words = self._own(team)
        slots = {"order": sentences.of_order(order.order, words, self._setup.game).shown} if order else {}
        family = f"{key}-family"
        key = family if self._setup.game is Game.SONAR and family in words else key
        return self.whispered(team, words.shown(key, **self._names(words, team), **slots))

    def no_secret(self, team: Team) -> Lines:
        """A crew's own line was not understood: what it may type, for example."""
        words, is_set = self._own(team), self._scenario is not None and self._scenario.starts_are_set
        secrets = words.shown(sentences.key_of_secrets(self._setup.game, starts_are_set=is_set))
        return self.whispered(team, words.shown("prompts.secret", secrets=secrets))

    def reminded(self, owed: Owed, urgency: Urgency = Urgency.PROMPT, earcon: Earcon | None = None) -> Lines:
        """What a crew still owes aloud."""
        family = self._setup.game is Game.SONAR and owed.what in (Debt.SONAR, Debt.HIT, Debt.SECTOR)
        key = f"prompts.owed.{owed.what}{'-family' if family else ''}"
        return self.said(key, urgency, earcon, to=owed.team, about=owed.about)

    def status(self, screen: Screen) -> Lines:
        """Where the game is, from what everybody knows."""
        first, second = screen.hulls.teams
        damage = {"first": screen.hulls[first].damage, "second": screen.hulls[second].damage}
        lines = self._situation(screen)
        for team, hull in screen.hulls:
            if hull.surfaced and screen.phase is Phase.PLAY:
                lines += self.said("table.status.surfaced", to=team)
        for team in dict.fromkeys(owed.team for owed in screen.answers):
            lines += self.said("table.status.owed", to=team)
        return lines + self.said("table.status.damage", to=first, about=damage)

    def _situation(self, screen: Screen) -> Lines:
        if screen.phase is Phase.OVER:
            return self.said("table.status.over", to=screen.winner) if screen.winner else self.said("table.status.draw")
        if screen.paused:
            return self.said("table.status.paused")
        if screen.phase is Phase.BEFORE:
            dived = [team for team, hull in screen.hulls if hull.dived]
            if dived:
                return self.said("table.status.before-one", to=dived[0])
            return self.on_starting("table.status.before")
        if screen.stop:
            return self.said("table.status.stopped", to=screen.stop)
        if screen.next_course:
            return self.said("table.status.turn", to=screen.next_course)
        return self.said("table.status.play")

    # -- names
    @property
    def _common(self) -> Catalogue:
        return catalogue(self._setup.language)

    def _own(self, team: Team) -> Catalogue:
        return catalogue(self._setup.language_of(team))

    def _names(self, words: Catalogue, team: Team | None) -> dict[str, str]:
        if team is None:
            return {}
        first, second = self._setup.teams
        other = second if team == first else first
        return {"team": name_of(self._setup, team, words), "other": name_of(self._setup, other, words)}

    def team_named(self, text: str) -> Team | None:
        """The crew whose name somebody typed as an answer."""
        typed = text.strip(" :.,!").casefold()
        for team in self._setup.teams:
            known = {team, self._own(team).shown(f"table.team.{team}"), name_of(self._setup, team, self._own(team))}
            if typed in {name.casefold() for name in known}:
                return team
        return None


def _weight(event: Event) -> tuple[Urgency, Earcon]:
    match event:
        case e.StopCalled():
            return Urgency.STOP, Earcon.STOP
        case e.SubmarineHit() | e.HullDamaged() | e.SubmarineSunk() | e.GameEnded():
            return Urgency.WARNING, Earcon.HIT
        case _:
            return Urgency.NEWS, Earcon.ACCEPTED


def in_other_words(reply: Reply, views: Views) -> Lines:
    """The reply in the language of these views; prompts stay as they were said."""
    events = views.happened(event_lines.events_of(reply.events))
    if reply.announced is not None and reply.reason is not None:  # a STOP before it may have stood
        return events + views.refused(reply.announced, reply.reason, heard=bool(reply.public))
    as_said = reply.verdict is Verdict.AMBIGUOUS or not reply.events
    return Lines(reply.whispers, reply.public) if as_said else events


def name_of(setup: Setup, team: Team, words: Catalogue) -> str:
    """What a crew is called at this table."""
    return setup.team_names.get(team) or words.shown(f"table.team.{team}")


def before_the_game(words: str, language: str) -> Public:
    """A sentence of the set-up, for all: nobody has a secret yet."""
    return Public(words, words, language, Urgency.ANSWER)

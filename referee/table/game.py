"""The game so far: the rules' state, what everybody knows of it, and the last orders, to be taken back if need be.

No lines are made here and no time passes; the session decides what is ruled on and says what came of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Generic, TypeVar

from referee.deduction import Reckoning
from referee.rules import orders as o
from referee.rules.crews import Team
from referee.rules.events import Event
from referee.rules.house import OkPace
from referee.rules.orders import Announced
from referee.rules.play import CrewSizes, RuleBook, Task, fold
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.scenario import Scenario
from referee.table import screen as screens
from referee.table.history import History, Step
from referee.table.refusals import TooLate, is_told, unprinted
from referee.table.screen import Debt
from referee.table.setup import Setup, first_of, house_of

S = TypeVar("S")


class GameSoFar(Generic[S]):
    """One game as the referee knows it."""

    def __init__(self, setup: Setup, rules: RuleBook[S], scenario: Scenario) -> None:
        sizes = CrewSizes.of(setup.game, *(setup.players.get(team, 4) for team in setup.teams))
        self.setup = setup
        self.scenario = scenario
        self.rules = rules
        self.state = rules.begin(scenario, house_of(setup), first_of(setup), sizes)
        """Every secret is in it: for the referee, and through `views` for nobody else."""
        self.reckoning = Reckoning.begin(scenario, house_of(setup))
        """What follows for certain of what nobody told: as secret as the state."""
        self.screen = screens.blank(setup, scenario)
        self.events: list[Event] = []
        self._history: History[S] = History()

    def rule_on(self, announced: Announced) -> Ruling:
        """What would come of an order; nothing changes."""
        ruling = self.rules.rule_on(self.state, announced)
        certain = self.reckoning.refusal(announced) if isinstance(ruling, Accepted) else None
        return ruling if certain is None else Rejected(certain)

    def refused_after(self, before: Announced, announced: Announced) -> Reason | None:
        """Why an order could not follow another; None when it could, or the other does not stand itself."""
        first = self.rule_on(before)
        if isinstance(first, Rejected):
            return None
        ruling = self.rules.rule_on(fold(self.rules, self.state, first.events), announced)
        if isinstance(ruling, Rejected):
            return ruling.reason
        return self.reckoning.after(first.events).refusal(announced)

    def play(self, announced: Announced) -> Ruling:
        """What comes of an order; when it is accepted, it has happened."""
        ruling = self.rule_on(announced)
        if isinstance(ruling, Accepted) and ruling.events:  # where nothing happened there is nothing to take back
            step = Step(announced, ruling.events, self.state, self.screen, self.reckoning, len(self.events))
            self._history = self._history.and_then(step)
            self.state = fold(self.rules, self.state, ruling.events)
            shown = screens.shown_after(self.screen, ruling.events)
            self.screen = self._with_turns(shown)
            self.events += ruling.events
            self.reckoning = self.reckoning.after(ruling.events)
        return ruling

    def _with_turns(self, screen: screens.Screen) -> screens.Screen:
        ready = tuple(team for team in self.setup.teams if self.rules.may_activate(self.state, team))
        return replace(screen, next_course=self.rules.next_course(self.state), may_activate=ready)

    def damage(self, team: Team) -> int:
        """What a crew has suffered for certain: its secret."""
        return self.rules.damage(self.state, team)[0]

    def asked_privately(self) -> frozenset[tuple[Team, Task]]:
        """What crews have still to tell of an order of theirs, if they tell it at all."""
        owed = self.rules.owed(self.state)
        return frozenset((one.team, one.task) for one in owed if one.task in (Task.DROP, Task.GLIDE))

    def speaker(self, order: o.Order) -> Team | None:
        """The one crew that can sensibly have said this."""
        return self.rules.speaker(self.state, order)

    def last_speaker(self) -> Team | None:
        return self._history.last_speaker()

    def awaits_ok(self, team: Team) -> bool:
        """Whether everybody knows that this crew's next course waits for an OK said aloud."""
        pace, hull = house_of(self.setup).ok_pace, self.screen.hulls[team]
        if pace is OkPace.WHEN_USED:
            return hull.course_made and not hull.stations <= hull.oks
        return pace is OkPace.REQUIRED and hull.course_made and not hull.oks

    def hold(self, *, paused: bool) -> None:
        self.screen = replace(self.screen, paused=paused)

    def take_back(self, cancel: Announced, *, again: bool = False) -> tuple[Announced, ...] | TooLate:
        """Undo the order a crew means by CANCEL: what went, the order first; or why it stays.

        What the other crew did by itself since then stays. Should it no longer stand, nothing is undone. `again`: it
        was undone when the game was played.
        """
        place = self._history.back_to(cancel, self.setup.mode, again=again)
        if isinstance(place, TooLate):
            return place
        steps = self._history.steps[place:]
        before = (self.state, self.screen, self._history, list(self.events), self.reckoning)
        history = self._history
        self._return_to(steps[0], place)
        for step in steps[1:]:
            if step.announced.team != cancel.team and not self._stands_again(step):
                self.state, self.screen, self._history, self.events, self.reckoning = before
                return TooLate.GONE_ON
        self._history = self._history.and_took_back(cancel, history)
        return tuple(step.announced for step in steps if step.announced.team == cancel.team)

    def may_take_back(self, cancel: Announced) -> bool:
        """Whether there is anything that this CANCEL takes back."""
        return not isinstance(self._history.back_to(cancel, self.setup.mode), TooLate)

    def _return_to(self, step: Step[S], place: int) -> None:
        self.state = step.state
        # a pause is no order: it ends when somebody says so
        self.screen = replace(step.screen, paused=self.screen.paused)
        self._history = History(self._history.steps[:place])
        del self.events[step.told :]
        self.reckoning = step.reckoning

    def _stands_again(self, step: Step[S]) -> bool:
        ruling = self.play(step.announced)
        return isinstance(ruling, Accepted) and ruling.events == step.events

    def refuses_anybody(self, order: o.Order) -> Reason | None:
        """The reason for which neither crew may say this now, where everybody knows it; so nobody need be asked who."""
        rulings = [self.rule_on(Announced(order, team)) for team in self.setup.teams]
        reasons = {ruling.reason if isinstance(ruling, Rejected) else None for ruling in rulings}
        reason = reasons.pop()
        if not reasons and reason is not None and is_told(reason):
            return reason
        return Reason.TARGET_OFF_CHART if unprinted(order, self.scenario.chart) else None

    def owed_answer(self) -> Announced | None:
        """The true answer to what is owed aloud, where the referee knows enough to tell."""
        for owed in self.screen.owed:
            answers = [Announced(one, owed.team) for one in _ANSWERS.get(owed.what, ())]
            possible = [one for one in answers if isinstance(self.rule_on(one), Accepted)]
            if len(possible) == 1:
                return possible[0]
        return None


_ANSWERS: dict[Debt, tuple[o.Order, ...]] = {
    Debt.DRONE: (o.Yes(), o.No()),
    Debt.HIT: (o.Clear(), o.Hit(direct=False), o.Hit(direct=True)),
}

"""What everybody at the table knows, as a value of its own: the rules' state and the screen, both the fold of public
events and of nothing else.

Whose word it was, what is refused to nobody in particular, whose turn it is: all that is decided before a crew is known
is asked of this value. A crew's secrets cannot answer, because they never get here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from referee.rules import orders as o
from referee.rules.crews import Team
from referee.rules.events import Event, Everybody, audience
from referee.rules.house import OkPace
from referee.rules.orders import Announced
from referee.rules.play import CrewSizes, RuleBook, fold
from referee.rules.reasons import Reason
from referee.rules.rulings import Rejected
from referee.rules.scenario import Scenario
from referee.table import screen as screens
from referee.table.refusals import is_told, unprinted
from referee.table.screen import Screen
from referee.table.setup import Setup, first_of, house_of

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class PublicFace(Generic[S]):
    """A game as a stranger at the table could have followed it."""

    setup: Setup
    rules: RuleBook[S]
    scenario: Scenario
    state: S
    """What the rules make of public events alone."""
    screen: Screen

    @classmethod
    def begin(cls, setup: Setup, rules: RuleBook[S], scenario: Scenario) -> PublicFace[S]:
        sizes = CrewSizes.of(setup.game, *(setup.players.get(team, 4) for team in setup.teams))
        state = rules.begin(scenario, house_of(setup), first_of(setup), sizes)
        return cls(setup, rules, scenario, state, screens.blank(setup, scenario))

    def after(self, events: Iterable[Event]) -> PublicFace[S]:
        """The face after these events; those that are not for everybody change nothing."""
        heard = [event for event in events if audience(event) is Everybody.PUBLIC]
        if not heard:
            return self
        state, screen = fold(self.rules, self.state, heard), screens.shown_after(self.screen, heard)
        ready = tuple(team for team in self.setup.teams if self.rules.may_activate(state, team))
        screen = replace(screen, next_course=self.rules.next_course(state), may_activate=ready)
        return replace(self, state=state, screen=screen)

    def hold(self, *, paused: bool) -> PublicFace[S]:
        return replace(self, screen=replace(self.screen, paused=paused))

    def agreeing(self, teams: Iterable[Team]) -> PublicFace[S]:
        return replace(self, screen=replace(self.screen, agreed=self.screen.agreed.union(teams)))

    def speaker(self, order: o.Order) -> Team | None:
        """The one crew that can sensibly have said this, for all that everybody knows."""
        return self.rules.speaker(self.state, order)

    def refuses_anybody(self, order: o.Order) -> Reason | None:
        """The reason for which neither crew may say this now, where everybody knows it; so nobody need be asked who."""
        rulings = [self.rules.rule_on(self.state, Announced(order, team)) for team in self.setup.teams]
        reasons = {ruling.reason if isinstance(ruling, Rejected) else None for ruling in rulings}
        reason = reasons.pop()
        if not reasons and reason is not None and is_told(reason):
            return reason
        return Reason.TARGET_OFF_CHART if unprinted(order, self.scenario.chart) else None

    def awaits_ok(self, team: Team) -> bool:
        """Whether everybody knows that this crew's next course waits for an OK said aloud."""
        pace, hull = house_of(self.setup).ok_pace, self.screen.hulls[team]
        if pace is OkPace.WHEN_USED:
            return hull.course_made and not hull.stations <= hull.oks
        return pace is OkPace.REQUIRED and hull.course_made and not hull.oks

"""The game so far: the rules' state, what everybody knows of it, and the last orders, to be taken back if need be.

No lines are made here and no time passes; the session decides what is ruled on and says what came of it.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from referee.deduction import Reckoning
from referee.rules import orders as o
from referee.rules.crews import Role, Team
from referee.rules.events import Event
from referee.rules.orders import Announced
from referee.rules.play import CrewSizes, RuleBook, Task
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.scenario import Scenario
from referee.table.history import History, Moment, Step
from referee.table.public_face import PublicFace
from referee.table.refusals import TooLate, is_private
from referee.table.screen import Debt, Screen
from referee.table.setup import Setup, first_of, house_of

S = TypeVar("S")


class GameSoFar(Generic[S]):
    """One game as the referee knows it."""

    def __init__(self, setup: Setup, rules: RuleBook[S], scenario: Scenario) -> None:
        sizes = CrewSizes.of(setup.game, *(setup.players.get(team, 4) for team in setup.teams))
        house = house_of(setup)
        self.setup = setup
        self.scenario = scenario
        self.rules = rules
        self._moment = Moment(
            rules.begin(scenario, house, first_of(setup), sizes),
            PublicFace.begin(setup, rules, scenario),
            Reckoning.begin(scenario, house),
            told=0,
        )
        self.events: list[Event] = []
        """Only ever longer, and another one once orders went back: its first so many are what they were for ever."""
        self._history: History[S] = History()

    @property
    def state(self) -> S:
        """Every secret is in it: for the referee, and through `views` for nobody else."""
        return self._moment.state

    @property
    def reckoning(self) -> Reckoning:
        """What follows for certain of what nobody told: as secret as the state."""
        return self._moment.reckoning

    @property
    def public(self) -> PublicFace[S]:
        """What everybody knows: whatever is decided before a crew is known is asked of this."""
        return self._moment.public

    @property
    def screen(self) -> Screen:
        return self.public.screen

    def rule_on(self, announced: Announced) -> Ruling:
        """What would come of an order; nothing changes."""
        ruling = self.rules.rule_on(self.state, announced)
        certain = self.reckoning.refusal(announced) if isinstance(ruling, Accepted) else None
        return ruling if certain is None else Rejected(certain)

    def play(self, announced: Announced) -> Ruling:
        """What comes of an order; when it is accepted, it has happened."""
        ruling = self.rule_on(announced)
        if isinstance(ruling, Accepted) and ruling.events:  # where nothing happened there is nothing to take back
            self._history = self._history.and_then(Step(announced, ruling.events, self._moment))
            self._moment = self._moment.after(self.rules, ruling.events)
            self.events.extend(ruling.events)
        return ruling

    def damage(self, team: Team) -> int:
        """What a crew has suffered for certain: its secret."""
        return self.rules.damage(self.state, team)[0]

    def asked_privately(self) -> frozenset[tuple[Team, Task]]:
        """What crews have still to tell of an order of theirs, if they tell it at all."""
        owed = self.rules.owed(self.state)
        return frozenset((one.team, one.task) for one in owed if one.task in (Task.DROP, Task.GLIDE))

    def last_speaker(self) -> Team | None:
        return self._history.last_speaker()

    def hold(self, *, paused: bool) -> None:
        self._moment = self._moment.hold(paused=paused)

    def agree(self, *teams: Team) -> None:
        """The end is right, for these crews."""
        self._moment = self._moment.agreeing(teams)

    def take_back(self, cancel: Announced, *, again: bool = False) -> tuple[Announced, ...] | TooLate:
        """Undo the order a crew means by CANCEL: what went, the order first; or why it stays.

        What the other crew did by itself since then stays. Should it no longer stand, nothing is undone. `again`: it
        was undone when the game was played.
        """
        if self.screen.stands:
            return TooLate.OVER
        place = self._history.back_to(cancel, self.setup.mode, again=again)
        if isinstance(place, TooLate):
            return place
        steps = self._history.steps[place:]
        before, history, events = self._moment, self._history, self.events
        self._return_to(steps[0], place)
        for step in steps[1:]:
            if not _goes(cancel, step) and not self._stands_again(step):
                self._moment, self._history, self.events = before, history, events
                return TooLate.GONE_ON
        self._history = self._history.and_took_back(cancel, history)
        return tuple(step.announced for step in steps if _goes(cancel, step))

    def last_station(self, team: Team) -> Role | None:
        return self._history.last_station(team)

    def may_take_back(self, cancel: Announced) -> bool:
        """Whether there is anything that this CANCEL takes back."""
        return not isinstance(self._history.back_to(cancel, self.setup.mode), TooLate)

    def _return_to(self, step: Step[S], place: int) -> None:
        # a pause is no order: it ends when somebody says so
        self._moment = step.before.hold(paused=self.screen.paused)
        self._history = History(self._history.steps[:place])
        self.events = self.events[: step.before.told]

    def _stands_again(self, step: Step[S]) -> bool:
        ruling = self.play(step.announced)
        return isinstance(ruling, Accepted) and ruling.events == step.events

    def owed_answer(self) -> Announced | None:
        """The true answer to what is owed aloud, where the referee knows enough to tell."""
        for owed in self.screen.owed:
            answers = [Announced(one, owed.team) for one in _ANSWERS.get(owed.what, ())]
            possible = [one for one in answers if isinstance(self.rule_on(one), Accepted)]
            if len(possible) == 1:
                return possible[0]
        return None


def _goes(cancel: Announced, step: Step[S]) -> bool:
    """Whether this step goes with the one that is taken back: what the same crew did after it, but for what another of
    its stations told when only a station's own is taken back."""
    same_crew = step.announced.team == cancel.team
    of_another = is_private(cancel) and step.unheard and step.announced.role not in (None, cancel.role)
    return same_crew and not of_another


_ANSWERS: dict[Debt, tuple[o.Order, ...]] = {
    Debt.DRONE: (o.Yes(), o.No()),
    Debt.HIT: (o.Clear(), o.Hit(direct=False), o.Hit(direct=True)),
}

"""The reckoning of a game: both crews' worlds, each fed with what everybody heard and what that crew told.

The table keeps one beside the rules' state: a frozen value that is taken back with it. What one crew told never touches
the worlds of the other, so a refusal hangs on what is public and on the crew's own secrets alone.

An event is only noted; what follows from it is worked out when that crew's worlds are asked for, or when there is time.
How long that takes depends on what a crew has told: nothing that others notice may wait for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from referee.deduction.verdicts import verdict
from referee.deduction.worlds import Worlds
from referee.rules.crews import TEAMS, ByTeam, Team
from referee.rules.events import Event, Everybody, audience
from referee.rules.house import House
from referee.rules.orders import Announced
from referee.rules.reasons import Reason
from referee.rules.scenario import Scenario


@dataclass(frozen=True)
class _Pending:
    """One crew's worlds, and the events since that nothing was concluded from yet."""

    before: Worlds
    events: tuple[Event, ...] = ()

    @cached_property
    def worlds(self) -> Worlds:
        return self.before.heard(self.events)

    @property
    def is_worked_out(self) -> bool:
        return not self.events or "worlds" in self.__dict__

    def after(self, event: Event) -> _Pending:
        return _Pending(self.worlds, (event,)) if self.is_worked_out else _Pending(self.before, (*self.events, event))


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What follows for certain of both crews."""

    pending: ByTeam[_Pending]

    @classmethod
    def begin(cls, scenario: Scenario, house: House) -> Reckoning:
        return cls(ByTeam.of(TEAMS[scenario.game], lambda team: _Pending(Worlds.begin(scenario, house, team))))

    def __getitem__(self, team: Team) -> Worlds:
        return self.pending[team].worlds

    def after(self, events: Iterable[Event]) -> Reckoning:
        """Each crew's worlds after those of these events that are public or its own secret."""
        pending = self.pending
        for event in events:
            for team in _concerned(event, pending.teams):
                pending = pending.put(team, pending[team].after(event))
        return Reckoning(pending)

    @property
    def is_worked_out(self) -> bool:
        return all(one.is_worked_out for _, one in self.pending)

    def worked_out(self) -> Reckoning:
        """The same, with everything concluded: for when nobody waits."""
        for _, one in self.pending:
            _ = one.worlds
        return self

    def refusal(self, announced: Announced) -> Reason | None:
        """Why no world allows this order of this crew; None when one does, or when nobody knows who spoke."""
        team = announced.team
        return verdict(self[team], announced.order) if team is not None and team in self.pending.teams else None


def _concerned(event: Event, teams: tuple[Team, Team]) -> tuple[Team, ...]:
    seen = audience(event)
    return teams if seen is Everybody.PUBLIC else tuple(team for team in teams if team is seen)

"""The reckoning of a game: both crews' worlds, each fed with what everybody heard and what that crew told.

The table keeps one beside the rules' state: a frozen value that is taken back with it. What one crew told never touches
the worlds of the other, so a refusal hangs on what is public and on the crew's own secrets alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.deduction.verdicts import verdict
from referee.deduction.worlds import Worlds
from referee.rules.crews import TEAMS, ByTeam, Team
from referee.rules.events import Event, Everybody, audience
from referee.rules.house import House
from referee.rules.orders import Announced
from referee.rules.reasons import Reason
from referee.rules.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What follows for certain of both crews."""

    worlds: ByTeam[Worlds]

    @classmethod
    def begin(cls, scenario: Scenario, house: House) -> Reckoning:
        return cls(ByTeam.of(TEAMS[scenario.game], lambda team: Worlds.begin(scenario, house, team)))

    def __getitem__(self, team: Team) -> Worlds:
        return self.worlds[team]

    def after(self, events: Iterable[Event]) -> Reckoning:
        """Each crew's worlds after those of these events that are public or its own secret."""
        worlds = self.worlds
        for event in events:
            for team in _concerned(event, worlds.teams):
                worlds = worlds.put(team, worlds[team].after(event))
        return Reckoning(worlds)

    def refusal(self, announced: Announced) -> Reason | None:
        """Why no world allows this order of this crew; None when one does, or when nobody knows who spoke."""
        team = announced.team
        return verdict(self.worlds[team], announced.order) if team is not None and team in self.worlds.teams else None


def _concerned(event: Event, teams: tuple[Team, Team]) -> tuple[Team, ...]:
    seen = audience(event)
    return teams if seen is Everybody.PUBLIC else tuple(team for team in teams if team is seen)

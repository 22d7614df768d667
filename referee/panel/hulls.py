"""Securing the submarine: one Engineer's drawing, which the enemy Engineer looks at (Surfacing, real time)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.panel.said import initials, traces
from referee.panel.seats import Phone, Refused
from referee.rules.crews import Role, Team


class Hulls:
    """The drawings that wait to be looked at."""

    def __init__(self, teams: tuple[Team, Team]) -> None:
        self._teams = teams
        self._drawn: dict[Team, Mapping[str, Any]] = {}

    def enemy(self, team: Team) -> Team:
        return next(one for one in self._teams if one != team)

    def draw(self, team: Team, told: Mapping[str, Any]) -> None:
        self._drawn[team] = {"traces": traces(told.get("traces")), "initials": initials(told.get("initials"))}

    def judged_by(self, team: Team) -> Team:
        """Whose drawing this crew's Engineer has looked at; it is gone."""
        if self._drawn.pop(self.enemy(team), None) is None:
            raise Refused("nothing-to-check", 409)
        return self.enemy(team)

    def view(self, phone: Phone) -> Mapping[str, Any]:
        shown = self._drawn.get(self.enemy(phone.team)) if Role.ENGINEER in phone.roles else None
        return {"waiting": phone.team in self._drawn, "to-check": shown}

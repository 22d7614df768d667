"""Who sits where: one unguessable code a crew, and the roles each phone has claimed with it.

Codes and keys are compared in constant time and never appear in logs. No network lives here.
"""

from __future__ import annotations

import hmac
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.rules.crews import Game, Role, Team
from referee.rules.orders import Order
from referee.rules.roles import whose

ROLES: dict[Game, tuple[Role, ...]] = {
    Game.CAPTAIN_SONAR: tuple(Role),
    Game.SONAR: (Role.CAPTAIN, Role.RADIO),
}
MOST_PHONES = 16
REMEMBERED_TAPS = 512


class Refused(Exception):
    """A phone is told no: `key` is a sentence of the catalogue `panel`, `status` the answer's number."""

    def __init__(self, key: str, status: int, **slots: object) -> None:
        super().__init__(key)
        self.key = key
        self.status = status
        self.slots = slots


@dataclass(eq=False)
class Phone:
    """One phone at the table."""

    key: str
    team: Team
    language: str
    roles: frozenset[Role] = frozenset()
    answered: OrderedDict[str, Mapping[str, Any]] = field(default_factory=OrderedDict)
    """What its latest taps were answered: a tap sent again after a lost connection counts once."""

    def role_for(self, order: Order) -> Role | None:
        """The role, of those it plays, in which it taps this order; None when it may not."""
        return next((role for role in Role if role in self.roles & whose(order)), None)

    def remember(self, tap: str, answer: Mapping[str, Any]) -> None:
        self.answered[tap] = answer
        while len(self.answered) > REMEMBERED_TAPS:
            self.answered.popitem(last=False)


def same(one: str, other: str) -> bool:
    """Equal, in a time that tells nothing."""
    return hmac.compare_digest(one.encode(), other.encode())


class Seats:
    """The codes of both crews and the phones that came with them."""

    def __init__(self, game: Game, teams: Iterable[Team], new_key: Callable[[], str]) -> None:
        self.new_key = new_key
        self.game = game
        self._codes = {team: new_key() for team in teams}
        self._phones: list[Phone] = []

    def code(self, team: Team) -> str:
        return self._codes[team]

    def team_of(self, code: str) -> Team:
        """The crew a code belongs to. Both codes are always compared."""
        found = [team for team, known in self._codes.items() if same(known, code)]
        if not found:
            raise Refused("old-link", 401)
        return found[0]

    def phone(self, code: str, key: str) -> Phone:
        """The phone that holds this key, under its crew's present code."""
        team = self.team_of(code)
        found = [phone for phone in self._phones if same(phone.key, key)]
        if not found or found[0].team != team:
            raise Refused("join-again", 401)
        return found[0]

    def join(self, code: str, language: str) -> Phone:
        """A new phone, without a role yet."""
        team = self.team_of(code)
        crew = [phone for phone in self._phones if phone.team == team]
        if len(crew) >= MOST_PHONES:
            idle = [phone for phone in crew if not phone.roles]
            if not idle:
                raise Refused("too-many-phones", 429, most=MOST_PHONES)
            self._phones.remove(idle[0])
        phone = Phone(self.new_key(), team, language)
        self._phones.append(phone)
        return phone

    def taken(self, team: Team, but: Phone | None = None) -> frozenset[Role]:
        """The roles that phones of this crew have claimed."""
        return frozenset(
            role for phone in self._phones if phone.team == team and phone is not but for role in phone.roles
        )

    def claim(self, phone: Phone, roles: frozenset[Role]) -> None:
        """This phone plays these roles from now on, and no others."""
        taken = roles & self.taken(phone.team, but=phone)
        if taken:
            raise Refused("role-taken", 409, role=min(taken))
        if not roles <= frozenset(ROLES[self.game]):
            raise Refused("no-such-role", 400)
        phone.roles = roles

    def throw_out(self, team: Team, role: Role) -> None:
        """A crew frees one of its own roles, whoever holds it."""
        for phone in self._phones:
            if phone.team == team:
                phone.roles -= {role}

    def reissue(self, phone: Phone) -> str:
        """A new code for this crew: every other phone of it has to scan again."""
        self._codes[phone.team] = self.new_key()
        self._phones = [one for one in self._phones if one.team != phone.team or one is phone]
        return self._codes[phone.team]

    def phones(self, team: Team) -> tuple[Phone, ...]:
        return tuple(phone for phone in self._phones if phone.team == team)

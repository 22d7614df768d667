"""Who sits where: one unguessable code a crew, the phones that came with it, and the roles each has claimed.

The code alone opens nothing but the door: the first phone of a crew is let in, later ones wait for the word of a phone
that is. Where no phone of the crew is awake to give it, the code, shown at the table for all to see, is its word.
Codes and keys are compared in constant time and never appear in logs; of a key only its digest is kept. No network and
no file lives here.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.language.messages import languages
from referee.rules.crews import Game, Role, Team
from referee.rules.orders import Order
from referee.rules.roles import whose

ROLES: dict[Game, tuple[Role, ...]] = {
    Game.CAPTAIN_SONAR: tuple(Role),
    Game.SONAR: (Role.CAPTAIN, Role.RADIO),
}
MOST_PHONES = 16
"""Of a crew, that are let in."""
MOST_WAITING = 4
REMEMBERED_TAPS = 512
SHORTEST_CODE = 16
ASLEEP = 45.0
"""Seconds after which a phone that gave no sign is no help: its screen is dark, or it is lost. A page gives one every
fifteen."""
JUST_SHOWN = 120.0
"""Seconds for which whoever comes is taken to have read the code where everybody saw it being shown."""


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

    mark: str
    """What its key is known by."""
    team: Team
    language: str
    number: int
    """By which people tell it from the others of its crew."""
    roles: frozenset[Role] = frozenset()
    is_in: bool = False
    """Let in by its crew."""
    came: float = 0.0
    seen: float = 0.0
    answered: OrderedDict[str, Mapping[str, Any]] = field(default_factory=OrderedDict)
    """What its latest taps were answered: a tap sent again after a lost connection counts once."""

    def role_for(self, order: Order, tapped_as: object = None) -> Role | None:
        """The role, of those it plays, in which it taps this order: the one whose sheet was open, where that may give
        it. None when none may."""
        may = [role for role in Role if role in self.roles & whose(order)]
        return next((role for role in may if role == tapped_as), may[0] if may else None)

    def remember(self, tap: str, answer: Mapping[str, Any]) -> None:
        self.answered[tap] = answer
        while len(self.answered) > REMEMBERED_TAPS:
            self.answered.popitem(last=False)


def same(one: str, other: str) -> bool:
    """Equal, in a time that tells nothing."""
    return hmac.compare_digest(one.encode(), other.encode())


def mark_of(key: str) -> str:
    """A key cannot be had back from its mark: whoever reads the file of the seats sits in none of them."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


class Seats:
    """The codes of both crews and the phones that came with them. `keep` is told of every change."""

    def __init__(
        self,
        game: Game,
        teams: Iterable[Team],
        new_key: Callable[[], str],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.new_key = new_key
        self.game = game
        self.keep: Callable[[], None] = lambda: None
        self._clock = clock
        self._codes = {team: new_key() for team in teams}
        self._shown: dict[Team, float] = {}
        self._phones: list[Phone] = []

    # -- codes
    def code(self, team: Team) -> str:
        return self._codes[team]

    def show(self, team: Team) -> str:
        """The crew's code, which somebody shows at the table now."""
        self._shown[team] = self._clock()
        return self._codes[team]

    def team_of(self, code: str) -> Team:
        """The crew a code belongs to. Both codes are always compared."""
        found = [team for team, known in self._codes.items() if same(known, code)]
        if not found:
            raise Refused("old-link", 401)
        return found[0]

    def reissue(self, team: Team) -> str:
        """A new code for this crew. Who is in stays in; who waits has to scan again."""
        self._codes[team] = self.new_key()
        self._phones = [one for one in self._phones if one.team != team or one.is_in]
        self.keep()
        return self._codes[team]

    def begin_again(self, team: Team) -> str:
        """A new code, and nobody in: the word of the whole table, when a crew's phones are in the wrong hands."""
        self._phones = [one for one in self._phones if one.team != team]
        return self.reissue(team)

    # -- phones
    def phone(self, key: str) -> Phone:
        """The phone that holds this key."""
        mark = mark_of(key)
        found = [phone for phone in self._phones if same(phone.mark, mark)]
        if not found:
            raise Refused("join-again", 401)
        found[0].seen = self._clock()
        return found[0]

    def join(self, code: str, language: str, key: str = "") -> tuple[Phone, str]:
        """A phone and its key: the one that held this key, else a new one without a role. Whoever comes with the other
        crew's code leaves its old crew."""
        team, mark = self.team_of(code), mark_of(key)
        for known in [phone for phone in self._phones if same(phone.mark, mark)]:
            if known.team == team:
                return known, key
            self._phones.remove(known)
        fresh, now = self.new_key(), self._clock()
        phone = Phone(mark_of(fresh), team, language, self._free_number(team), came=now, seen=now)
        waiting = self.waiting(team)
        if len(waiting) >= MOST_WAITING:
            self._phones.remove(waiting[0])
        self._phones.append(phone)
        self.let_in_who_may()
        self.keep()
        return phone, fresh

    def _free_number(self, team: Team) -> int:
        """Told apart at a glance, and by those who only hear it: counted, one after the other."""
        numbers = {phone.number for phone in self._phones if phone.team == team}
        return next(number for number in range(1, len(numbers) + 2) if number not in numbers)

    def let_in_who_may(self) -> list[Phone]:
        """Those who wait and need nobody's word: the first phone of a crew, and whoever read the code at the table
        while no phone of the crew was awake."""
        found = [phone for phone in self._phones if not phone.is_in and self._needs_no_word(phone)]
        for phone in found:
            self._put_in(phone)
        return found

    def _needs_no_word(self, phone: Phone) -> bool:
        crew = self.crew(phone.team)
        if not crew:
            return True
        awake = any(self._clock() - one.seen <= ASLEEP for one in crew)
        shown = self._shown.get(phone.team)
        return not awake and shown is not None and phone.came - shown <= JUST_SHOWN

    def let_in(self, team: Team, number: int) -> Phone | None:
        """The crew's word: that phone is one of ours. None when it has gone."""
        found = next((phone for phone in self.waiting(team) if phone.number == number), None)
        if found:
            self._put_in(found)
            self.keep()
        return found

    def _put_in(self, phone: Phone) -> None:
        crew = self.crew(phone.team)
        if len(crew) >= MOST_PHONES:
            idle = [one for one in crew if not one.roles]
            if not idle:
                raise Refused("too-many-phones", 429, most=MOST_PHONES)
            self._phones.remove(idle[0])
        phone.is_in = True

    def throw_out(self, team: Team, number: int) -> None:
        """The crew's word: that phone is none of ours, or it is lost."""
        self._phones = [one for one in self._phones if one.team != team or one.number != number]
        self.keep()

    def crew(self, team: Team) -> list[Phone]:
        """The phones that are in."""
        return [phone for phone in self._phones if phone.team == team and phone.is_in]

    def waiting(self, team: Team) -> list[Phone]:
        return [phone for phone in self._phones if phone.team == team and not phone.is_in]

    def has(self, phone: Phone) -> bool:
        return phone in self._phones

    # -- roles
    def taken(self, team: Team, but: Phone | None = None) -> frozenset[Role]:
        """The roles that phones of this crew have claimed."""
        return frozenset(role for phone in self.crew(team) if phone is not but for role in phone.roles)

    def claim(self, phone: Phone, roles: frozenset[Role]) -> None:
        """This phone plays these roles from now on, and no others."""
        taken = roles & self.taken(phone.team, but=phone)
        if taken:
            raise Refused("role-taken", 409, role=min(taken))
        if not roles <= frozenset(ROLES[self.game]):
            raise Refused("no-such-role", 400)
        phone.roles = roles
        self.keep()

    def free(self, team: Team, role: Role) -> None:
        """A crew frees one of its own roles, whoever holds it."""
        for phone in self.crew(team):
            phone.roles -= {role}
        self.keep()

    # -- from one game to the next
    def written(self) -> Mapping[str, Any]:
        """The codes and who is in, as plain values."""
        return {"game": self.game, "codes": dict(self._codes), "phones": list(self._written_phones())}

    def _written_phones(self) -> Iterator[Mapping[str, Any]]:
        for phone in self._phones:
            if phone.is_in:
                yield {
                    "mark": phone.mark,
                    "team": phone.team,
                    "language": phone.language,
                    "number": phone.number,
                    "roles": sorted(phone.roles),
                }

    def take_up(self, written: Mapping[str, Any]) -> bool:
        """The seats of an earlier game, where the same crews play the same game; False where they do not."""
        try:
            codes = {Team(team): str(code) for team, code in written["codes"].items()}
            phones = [self._phone_of(one) for one in written["phones"]]
        except (KeyError, TypeError, ValueError, AttributeError):
            return False
        strangers = {phone.team for phone in phones} - self._codes.keys()
        guessable = any(len(code) < SHORTEST_CODE for code in codes.values())
        if written.get("game") != self.game or codes.keys() != self._codes.keys() or strangers or guessable:
            return False
        self._codes, self._phones = codes, phones
        return True

    def _phone_of(self, one: Mapping[str, Any]) -> Phone:
        roles = frozenset(map(Role, one["roles"])) & frozenset(ROLES[self.game])
        language = languages()[languages().index(one["language"])]
        return Phone(str(one["mark"]), Team(one["team"]), language, int(one["number"]), roles, is_in=True)

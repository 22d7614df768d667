"""How much of its crew's view a phone is sent: what its roles need. Without a role, nothing that is secret."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.panel.seats import ROLES, Phone, Seats
from referee.rules.crews import Role

OPEN = ("team", "game", "mode", "phase", "turn", "stopped", "winner")
"""What everybody at the table knows."""
SHEETS: Mapping[Role, tuple[str, ...]] = {
    Role.CAPTAIN: ("captain", "energy", "mate"),
    Role.MATE: ("mate",),
    Role.ENGINEER: ("engineer",),
    Role.RADIO: ("radio",),
}
_OF_SOME_ROLE = frozenset(name for names in SHEETS.values() for name in names)


def face(view: Mapping[str, Any], phone: Phone) -> Mapping[str, Any]:
    """A crew's view as this phone may have it."""
    if not phone.is_in or not phone.roles:
        return {name: view[name] for name in OPEN}
    own = {name for role in phone.roles for name in SHEETS[role]}
    shown = {name: value for name, value in view.items() if name in own or name not in _OF_SOME_ROLE}
    captain = view["captain"]
    return {**shown, "surfaced": captain["surfaced"], "secured": captain["secured"]}


def company(seats: Seats, phone: Phone, connected: set[str]) -> Mapping[str, Any]:
    """Who of the crew there is, and which are `connected`; to whoever is not in, only that it waits."""
    here = {"in": phone.is_in, "number": phone.number, "roles": in_order(phone.roles)}
    if not phone.is_in:
        return here
    return {
        **here,
        "offered": list(ROLES[seats.game]),
        "taken": in_order(seats.taken(phone.team, but=phone)),
        "crew": [_shown(one, here=one.mark in connected) for one in seats.crew(phone.team)],
        "joiners": [one.number for one in seats.waiting(phone.team)],
    }


def _shown(phone: Phone, *, here: bool) -> Mapping[str, Any]:
    return {"number": phone.number, "roles": in_order(phone.roles), "here": here}


def in_order(roles: frozenset[Role]) -> list[Role]:
    return [role for role in Role if role in roles]

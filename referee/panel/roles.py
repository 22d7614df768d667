"""Which roles may tap which order. The rulebooks' chapters on the four roles; a merged role is a phone with several."""

from __future__ import annotations

from typing import assert_never

from referee.rules import orders as o
from referee.rules.crews import Role

CAPTAIN = frozenset({Role.CAPTAIN})
MATE = frozenset({Role.MATE})
ENGINEER = frozenset({Role.ENGINEER})
ANYBODY = frozenset(Role)


def may_tap(order: o.Order) -> frozenset[Role]:
    """The roles an order may come from."""
    match order:
        case o.Start() | o.Drop() | o.Glide():
            return CAPTAIN
        case o.Course() | o.Dive() | o.Surface() | o.SectorAnnounced():
            return CAPTAIN
        case o.Torpedo() | o.Mine() | o.Trigger() | o.Archer() | o.Missile() | o.Silence():
            return CAPTAIN
        case o.Yes() | o.No() | o.At() | o.Clear() | o.Hit():
            return CAPTAIN
        case o.Drone() | o.Sonar() | o.Stop() | o.Resume():
            return CAPTAIN | MATE
        case o.Mark() | o.Charged():
            return MATE
        case o.Cross() | o.Ready() | o.Damage():
            return ENGINEER
        case o.Ok():
            return MATE | ENGINEER
        case o.Ask() | o.DrawCell() | o.DrawSector():
            return ANYBODY
        case _:
            assert_never(order)


def role_for(order: o.Order, held: frozenset[Role]) -> Role | None:
    """The role, of those a phone holds, in which it taps this order; None when it may not."""
    fitting = [role for role in Role if role in held & may_tap(order)]
    return fitting[0] if fitting else None

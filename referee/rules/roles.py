"""Whose task an order is: the rulebooks' chapters on the four roles. An order without a role may be anybody's."""

from __future__ import annotations

from typing import assert_never

from referee.rules import orders as o
from referee.rules.crews import Role

CAPTAIN = frozenset({Role.CAPTAIN})
MATE = frozenset({Role.MATE})
ENGINEER = frozenset({Role.ENGINEER})
ANYBODY = frozenset(Role)


def whose(order: o.Order) -> frozenset[Role]:
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
        case o.Unaimed(aim):
            return CAPTAIN | MATE if aim is o.Aim.DRONE else CAPTAIN
        case o.Ask() | o.Place() | o.DrawCell() | o.DrawSector():
            return ANYBODY
        case _:
            assert_never(order)

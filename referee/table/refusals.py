"""Which sentence a refusal is said with, for all to hear.

A refusal aloud must not tell why, where the reason could only come from a crew's secrets: "there is an island" gives a
position away, "not charged" a gauge, and "too far" tells that the gauge was full. So every such reason shares one
sentence for each kind of order. Reasons that follow from what everybody heard are told plainly; and so is that the
chart has no such space, which everybody can see of the order itself, whatever else is wrong with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from referee.rules import orders as o
from referee.rules.reasons import Reason
from referee.rules.sea import Cell, Chart

_TOLD: dict[Reason, str] = {
    Reason.GAME_NOT_STARTED: "not-started",
    Reason.GAME_OVER: "over",
    Reason.TURN_NOT_YOURS: "not-your-turn",
    Reason.TURN_COURSE_FIRST: "course-first",
    Reason.PACE_SURFACED: "surfaced",
    Reason.PACE_STOP_FIRST: "stop-first",
    Reason.PACE_STOPPED: "stopped",
    Reason.PACE_SIGNAL_FIRST: "signal-first",
    Reason.PACE_ANSWER_FIRST: "answer-first",
    Reason.ANSWER_NONE_PENDING: "none-pending",
    Reason.ANSWER_NOT_YOURS: "not-yours",
    Reason.READY_NOT_SURFACED: "not-surfaced",
    Reason.DIVE_NOT_READY: "not-ready",
    Reason.DIVE_ALREADY: "dived-already",
    Reason.DIVE_BY_ITSELF: "dives-by-itself",
    Reason.SYSTEM_NOT_IN_SCENARIO: "no-such-system",
    Reason.SYSTEM_NOT_IN_GAME: "no-such-system",
    # anybody can hear how many facts were said, and of which kinds
    Reason.SONAR_SAME_KIND: "answer-kinds",
    Reason.SONAR_TWO_FACTS: "answer-kinds",
    Reason.SONAR_ONE_FACT: "answer-one-fact",
    # Sonar's energy is counted from what everybody heard
    Reason.ENERGY_TOO_LITTLE: "too-little-energy",
}


_ALL: Mapping[str, object] = {}
"""The chart has all that the order names."""


def is_told(reason: Reason) -> bool:
    """Whether the reason follows from what everybody heard, so that it may be said."""
    return reason in _TOLD


def unprinted(order: o.Order, chart: Chart) -> Mapping[str, Cell | int]:
    """The space or the sector an order names that this chart has not; nothing, where it names none of these."""
    match order:
        case o.Torpedo(cell) | o.Trigger(cell) | o.Archer(cell) | o.Missile(cell) if not chart.has(cell):
            return {"cell": cell}
        case o.Surface(_, cell) if cell is not None and not chart.has(cell):
            return {"cell": cell}
        case o.Drone(sector) | o.SectorAnnounced(sector) | o.Surface(sector):
            return {"sector": sector} if sector is not None and sector not in chart.sector_numbers else {}
    return {}


def aloud(order: o.Order, reason: Reason, *, awaits_ok: bool = False, absent: Mapping[str, object] = _ALL) -> str:
    """The name of the public sentence. `awaits_ok`: everybody knows that an OK this crew gives aloud is missing.

    Without that, "the First Mate has not marked yet" is a secret like any other, told to the referee alone.
    `absent`: what the order names that the chart has not.
    """
    if reason is Reason.PACE_STOPPED and isinstance(order, o.Resume):
        return "stopped-by-them"
    of_one_mine = reason is Reason.TURN_COURSE_FIRST and isinstance(order, o.Trigger)
    if reason in _TOLD and not of_one_mine:  # which mine is the one just dropped is its crew's secret
        return _TOLD[reason]
    if absent:
        return f"no-such-{next(iter(absent))}"
    if awaits_ok and isinstance(order, o.Course):
        return "crew"
    match order:
        case o.Course():
            return "course"
        case o.Yes() | o.No() | o.At() | o.Clear() | o.Hit():
            return "answer"
        case o.Surface() | o.SectorAnnounced():
            return "sector"
        case _:
            return "order"


class TooLate(StrEnum):
    """Why an order cannot be taken back any more; the table's own reasons, beside those of the rules."""

    NOTHING = "cancel/nothing"
    GONE_ON = "cancel/gone-on"
    ANSWERED = "cancel/answered"
    DIVED = "cancel/dived"
    ALOUD = "cancel/aloud"
    OVER = "cancel/over"

    @property
    def key(self) -> str:
        """Its sentence."""
        return "table.cancelled." + self.value.partition("/")[2]


def is_private(announced: o.Announced) -> bool:
    """Whether only the crew itself may learn that this was said at all: its secrets, and what a station asks for."""
    by_station = announced.role is not None and isinstance(announced.order, o.Ask)
    return by_station or isinstance(announced.order, o.Private)

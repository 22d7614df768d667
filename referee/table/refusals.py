"""Which sentence a refusal is said with, for all to hear.

A refusal aloud must not tell why, where the reason could only come from a crew's secrets: "there is an island" gives a
position away, "not charged" a gauge, and "too far" tells that the gauge was full. So every such reason shares one
sentence for each kind of order. Reasons that follow from what everybody heard are told plainly.
"""

from __future__ import annotations

from referee.rules import orders as o
from referee.rules.reasons import Reason

_TOLD: dict[Reason, str] = {
    Reason.GAME_NOT_STARTED: "not-started",
    Reason.GAME_OVER: "over",
    Reason.TURN_NOT_YOURS: "not-your-turn",
    Reason.TURN_COURSE_FIRST: "course-first",
    Reason.PACE_SURFACED: "surfaced",
    Reason.PACE_STOP_FIRST: "stop-first",
    Reason.PACE_STOPPED: "stopped",
    Reason.PACE_ANSWER_FIRST: "answer-first",
    Reason.ANSWER_NONE_PENDING: "none-pending",
    Reason.ANSWER_NOT_YOURS: "not-yours",
    Reason.SYSTEM_NOT_IN_SCENARIO: "no-such-system",
    Reason.SYSTEM_NOT_IN_GAME: "no-such-system",
    # which of the two it is would tell who has marked and who has crossed
    Reason.PACE_FIRST_MATE: "crew",
    Reason.PACE_ENGINEER: "crew",
}


def aloud(order: o.Order, reason: Reason) -> str:
    """The name of the public sentence."""
    if reason in _TOLD:
        return _TOLD[reason]
    match order:
        case o.Course():
            return "course"
        case o.At(facts) if len({fact.kind for fact in facts}) < len(facts):
            return "answer-kinds"  # anybody can hear that both facts are of one kind
        case o.Yes() | o.No() | o.At() | o.Clear() | o.Hit():
            return "answer"
        case o.Surface() | o.SectorAnnounced():
            return "sector"
        case _:
            return "order"


def is_private(announced: o.Announced) -> bool:
    """Whether only the crew itself may learn that this was said at all."""
    return announced.role is not None or isinstance(announced.order, o.Private)

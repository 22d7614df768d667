"""The end of the game, the same in both games: a submarine that has suffered all its damage sinks (End of the Game)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.rules import events as e
from referee.rules.crews import Team
from referee.rules.house import BothSink


def with_sinkings(
    happened: Iterable[e.Event], suffered: Mapping[Team, int], hull: int, both: BothSink, caller: Team
) -> tuple[e.Event, ...]:
    """These events, and the end of the game when they sink a submarine; nothing follows a sinking."""
    events, damage = tuple(happened), dict(suffered)
    for event in events:
        if isinstance(event, e.HullDamaged | e.SubmarineHit):
            damage[event.team] += event.damage
    sunk = [team for team, count in damage.items() if count >= hull]
    if not sunk:
        return events
    return (*events, *map(e.SubmarineSunk, sunk), e.GameEnded(_winner(damage, sunk, both, caller)))


def _winner(teams: Iterable[Team], sunk: list[Team], both: BothSink, caller: Team) -> Team | None:
    other = next(team for team in teams if team not in ([caller] if len(sunk) > 1 else sunk))
    if len(sunk) == 1:
        return other
    match both:
        case BothSink.DRAW:
            return None
        case BothSink.CALLER_LOSES:
            return other
        case BothSink.CALLER_WINS:
            return caller

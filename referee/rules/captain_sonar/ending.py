"""The end of the game: whoever has suffered all the damage sinks, and the other crew wins (End of the Game)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.rules import events as e
from referee.rules.captain_sonar.state import State
from referee.rules.crews import Team
from referee.rules.house import BothSink


def with_sinkings(state: State, happened: Iterable[e.Event], caller: Team) -> tuple[e.Event, ...]:
    """These events, and the end of the game when one of them sinks a submarine; nothing follows a sinking."""
    events, suffered = tuple(happened), {team: crew.damage for team, crew in state.crews}
    for event in events:
        if isinstance(event, e.HullDamaged | e.SubmarineHit):
            suffered[event.team] += event.damage
    sunk = [team for team, damage in suffered.items() if damage >= state.frame.scenario.hull]
    if not sunk:
        return events
    return (*events, *map(e.SubmarineSunk, sunk), e.GameEnded(_winner(state, sunk, caller)))


def _winner(state: State, sunk: list[Team], caller: Team) -> Team | None:
    if len(sunk) == 1:
        return state.crews.other(sunk[0])
    match state.frame.house.both_sink:
        case BothSink.DRAW:
            return None
        case BothSink.CALLER_LOSES:
            return state.crews.other(caller)
        case BothSink.CALLER_WINS:
            return caller

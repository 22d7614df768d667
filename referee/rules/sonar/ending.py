"""The end of the game: the second damage sinks a submarine, and the other crew wins (End of the Game)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.rules import events as e
from referee.rules import sinking
from referee.rules.crews import Team
from referee.rules.sonar.state import State


def with_sinkings(state: State, happened: Iterable[e.Event], caller: Team) -> tuple[e.Event, ...]:
    """These events, and the end of the game when one of them sinks a submarine."""
    suffered = {team: crew.damage for team, crew in state.crews}
    return sinking.with_sinkings(happened, suffered, state.frame.scenario.hull, state.frame.house.both_sink, caller)

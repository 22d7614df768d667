"""What is owed, and who can sensibly have said something."""

from __future__ import annotations

from collections.abc import Iterator

from referee.rules import orders as o
from referee.rules.crews import Role, Team
from referee.rules.play import Owed, Phase, Task
from referee.rules.sonar.state import State


def owed(state: State) -> Iterator[Owed]:
    answering = state.answering
    for team, crew in state.crews:
        if state.phase is Phase.NOT_STARTED and not crew.dived:
            yield Owed(team, Task.DIVE, Role.CAPTAIN)
        if state.phase is not Phase.RUNNING:
            continue
        if crew.surfacing:
            yield Owed(team, Task.POINT, Role.CAPTAIN, holds_play=True)
        if state.question and team is answering:
            yield Owed(team, state.question.task, Role.CAPTAIN, holds_play=state.question.holds)
        if crew.track.before is not None:
            yield Owed(team, Task.GLIDE, Role.CAPTAIN, private=True)


def speaker(state: State, order: o.Order) -> Team | None:
    match order:
        case o.At() | o.Clear() | o.Hit():
            return state.answering
        case o.Dive() | o.Start():
            waiting = [team for team, crew in state.crews if not crew.dived]
            return waiting[0] if len(waiting) == 1 else None
        case o.Surface(_, cell) if cell is not None and _surfacing(state):
            return _surfacing(state)
    return state.stop or state.turn


def _surfacing(state: State) -> Team | None:
    return next((team for team, crew in state.crews if crew.surfacing), None)

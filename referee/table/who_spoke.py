"""Whose word it was, where no crew was named and no microphone of its own tells: what the voice says and what is due,
weighed against what a mistake costs. Of what is secret nothing comes in here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.rules.crews import Team

WRONG = 30.0
"""What an order taken for the other crew's costs, in questions: it is noticed late, and hard to take back."""
DUE = 0.99
"""How surely a word comes from the crew it is due from, where its voice tells nothing."""
CALLED = 2.0
"""Seconds in which the order may follow its crew's name, as if both had been said in one breath."""


@dataclass(frozen=True, slots=True)
class Voice:
    """What hearing makes of somebody's voice."""

    number: int
    """Which of all that was heard: the table tells later whose it was."""
    likely: tuple[tuple[Team, float], ...]
    """How likely each crew is, where nothing else tells."""


def crew_of(voice: Voice | None, due: Team | None, teams: Sequence[Team]) -> Team | None:
    """The crew that may be taken at its word; None where it costs less to ask."""
    told = dict(voice.likely) if voice else dict.fromkeys(teams, 1 / len(teams))
    weight = {team: told.get(team, 0.0) * _before(team, due) for team in teams}
    best = max(weight, key=lambda team: weight[team])
    wrong = sum(much for team, much in weight.items() if team is not best)
    return best if wrong * WRONG < wrong + weight[best] else None


def _before(team: Team, due: Team | None) -> float:
    if due is None:
        return 1.0
    return DUE if team is due else 1 - DUE

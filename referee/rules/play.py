"""What both games promise the table, so that the table is written once.

Waiting is a value here: what is owed, by whom, whether aloud. Nothing here decides a rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

from referee.rules.crews import TEAMS, ByTeam, Game, Role, Team
from referee.rules.events import Event
from referee.rules.house import House
from referee.rules.orders import Announced, Order
from referee.rules.rulings import Accepted, Ruling
from referee.rules.scenario import Scenario

S = TypeVar("S")


class Phase(StrEnum):
    NOT_STARTED = "not-started"
    RUNNING = "running"
    OVER = "over"


class Task(StrEnum):
    """What may be owed."""

    DIVE = "dive"  # aloud: the game has not begun
    SECTOR = "sector"  # aloud: the sector that follows SURFACE
    POINT = "point"  # aloud: in Sonar, the exact point that follows SURFACE
    DRONE = "drone"  # aloud: yes or no
    SONAR = "sonar"  # aloud: at …
    BLAST = "blast"  # aloud: clear or a hit
    READY = "ready"  # aloud: surfaced, the submarine is being secured
    DIVE_AGAIN = "dive-again"  # aloud: surfaced and secured
    DROP = "drop"  # private: where the mine went
    GLIDE = "glide"  # private: how silence moved
    MARK = "mark"  # private: the First Mate's mark for the last course
    CROSS = "cross"  # private: the Engineer's crossing for the last course
    OK = "ok"  # aloud: an OK the next course waits for


@dataclass(frozen=True, slots=True)
class Owed:
    """One thing a crew owes. `holds_play`: nothing else may happen before it (an answer); otherwise it only paces that
    crew, or may be left out altogether. `role` is whose task it is."""

    team: Team
    task: Task
    role: Role
    holds_play: bool = False
    private: bool = False


@dataclass(frozen=True, slots=True)
class CrewSizes:
    """How many people each crew has, 1 to 4: who plays several roles may give the orders of all of them."""

    players: ByTeam[int]

    @classmethod
    def of(cls, game: Game, first: int = 4, second: int = 4) -> CrewSizes:
        teams = TEAMS[game]
        return cls(ByTeam((teams[0], first), (teams[1], second)))

    def roles_of(self, team: Team, role: Role) -> frozenset[Role]:
        """The roles the person who plays this one has."""
        merged = MERGED[self.players[team]]
        return next((together for together in merged if role in together), frozenset({role}))


MERGED: dict[int, tuple[frozenset[Role], ...]] = {
    4: (),
    3: (frozenset({Role.CAPTAIN, Role.MATE}),),
    2: (frozenset({Role.CAPTAIN, Role.MATE, Role.ENGINEER}),),
    1: (frozenset(Role),),
}
"""Captain Sonar's table of crews (ROLE ASSIGNMENTS): who plays several roles."""


class RuleBook(Protocol[S]):
    """One game's rules. States are frozen values; every function is pure and total: a strange order is a ruling."""

    game: Game

    def begin(self, scenario: Scenario, house: House, first: Team, sizes: CrewSizes) -> S:
        """The state before anybody dived. `first` takes the first turn; without meaning in real time."""

    def rule_on(self, state: S, announced: Announced) -> Ruling:
        """Whether the order stands, and what happens then. The crew must be known (`team` is not None), except for
        requests to the referee, which are no order of the game and are accepted without any event."""

    def apply(self, state: S, event: Event) -> S:
        """The state after an event."""

    def phase(self, state: S) -> Phase:
        """Before, during or after the game."""

    def turn(self, state: S) -> Team | None:
        """Whose turn it is; None in real time and outside the game. Turn by turn, the crew stays on turn after its
        course until the next crew's course: `next_course` says whose that is."""

    def next_course(self, state: S) -> Team | None:
        """Turn by turn: the crew whose course is the next one. None in real time and outside the game."""

    def may_activate(self, state: S, team: Team) -> bool:
        """Whether turn and pace let this crew activate a system: what everybody at the table can tell."""

    def stopped_by(self, state: S) -> Team | None:
        """The crew whose STOP is being resolved."""

    def owed(self, state: S) -> tuple[Owed, ...]:
        """Everything that is owed, what holds play first."""

    def speaker(self, state: S, order: Order) -> Team | None:
        """The one crew that can sensibly have said this when no call word and no microphone tells: the crew that owes
        the answer, or turn by turn the crew to play. None when it may be either."""

    def damage(self, state: S, team: Team) -> tuple[int, int]:
        """The least and the most damage this crew may have suffered, for what the referee was told."""

    def winner(self, state: S) -> Team | None:
        """After the game; None for a draw."""

    def position(self, state: S, team: Team) -> str:
        """The crew's whole state on one line. Secret: for that crew, the referee's eyes and error reports."""


def advance(rules: RuleBook[S], state: S, announced: Announced) -> tuple[S, Ruling]:
    """Rule on an order and fold what happened; after a rejection the state is the same object."""
    ruling = rules.rule_on(state, announced)
    return (fold(rules, state, ruling.events), ruling) if isinstance(ruling, Accepted) else (state, ruling)


def fold(rules: RuleBook[S], state: S, events: Iterable[Event]) -> S:
    """The state after all these events."""
    for event in events:
        state = rules.apply(state, event)
    return state

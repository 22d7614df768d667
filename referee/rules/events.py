"""What happened: past tense, frozen, each with the one audience that may learn of it.

State is `fold(apply, events)`: everything a state holds comes from these. Both games share them. Each is one line of
text and back (`event_lines.py`): `course-held blue N`, `mine-placed yellow B7`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from referee.rules.crews import Role, System, Team
from referee.rules.orders import Fact, Panel
from referee.rules.scenario import Circuit
from referee.rules.sea import Cell, Heading


class Everybody(StrEnum):
    """An audience that is no single crew."""

    PUBLIC = "public"
    REFEREE = "referee"  # nobody but the referee


Audience = Everybody | Team


class _Seen(StrEnum):
    PUBLIC = "public"
    CREW = "crew"
    REFEREE = "referee"
    BY_FIELD = "by-field"  # public when its field `aloud` says so, else the crew's


class Cause(StrEnum):
    """Why a submarine was damaged other than by an enemy's blast."""

    OWN_BLAST = "own-blast"
    PANEL = "panel"  # a whole control panel crossed
    RADIATION = "radiation"  # all radiation crossed
    SURFACING = "surfacing"  # Delta and the North Pole: outside an open water hole
    ANNOUNCED = "announced"  # DAMAGE, from a crew that tells the referee no crossings


@dataclass(frozen=True, slots=True)
class _Happened:
    seen: ClassVar[_Seen] = _Seen.PUBLIC


@dataclass(frozen=True, slots=True)
class _Private(_Happened):
    seen: ClassVar[_Seen] = _Seen.CREW


# -- the beginning and the end
@dataclass(frozen=True, slots=True)
class StartTold(_Private):
    team: Team
    cell: Cell


@dataclass(frozen=True, slots=True)
class DiveCalled(_Happened):
    """One crew is ready to begin."""

    team: Team


@dataclass(frozen=True, slots=True)
class GameBegan(_Happened):
    """Both crews dived. `first` is the crew whose turn it is; None in real time."""

    first: Team | None


@dataclass(frozen=True, slots=True)
class SubmarineSunk(_Happened):
    team: Team


@dataclass(frozen=True, slots=True)
class GameEnded(_Happened):
    """With a winner, or None for a draw."""

    winner: Team | None


# -- courses, turns, pace
@dataclass(frozen=True, slots=True)
class TurnBegan(_Happened):
    team: Team


@dataclass(frozen=True, slots=True)
class CourseHeld(_Happened):
    team: Team
    heading: Heading


@dataclass(frozen=True, slots=True)
class CourseForfeited(_Happened):
    """An impossible course where the house makes the crew surface for it."""

    team: Team
    heading: Heading


@dataclass(frozen=True, slots=True)
class BlackoutFell(_Private):
    """No course is possible any more: the crew must surface."""

    team: Team


@dataclass(frozen=True, slots=True)
class OkGiven(_Happened):
    """The First Mate's or the Engineer's OK. No station where nobody said whose it was: which one the referee takes it
    for depends on what the crew told."""

    team: Team
    station: Role | None


@dataclass(frozen=True, slots=True)
class StopCalled(_Happened):
    team: Team


@dataclass(frozen=True, slots=True)
class PlayResumed(_Happened):
    """The STOP is over, by itself or because RESUME was called."""


# -- the First Mate's gauges, the Engineer's breakdowns
@dataclass(frozen=True, slots=True)
class GaugeMarked(_Private):
    team: Team
    system: System


@dataclass(frozen=True, slots=True)
class ChargeAnnounced(_Happened):
    """MINE READY."""

    team: Team
    system: System


@dataclass(frozen=True, slots=True)
class BreakdownCrossed(_Private):
    team: Team
    panel: Panel
    place: int


@dataclass(frozen=True, slots=True)
class CircuitRepaired(_Private):
    """All four symbols of a circuit were crossed: they repaired themselves."""

    team: Team
    circuit: Circuit


@dataclass(frozen=True, slots=True)
class BreakdownsErased(_Private):
    """Every breakdown, after damage or surfacing."""

    team: Team


@dataclass(frozen=True, slots=True)
class DamageAnnounced(_Happened):
    """The Engineer's DAMAGE."""

    team: Team


@dataclass(frozen=True, slots=True)
class HullDamaged(_Happened):
    """Damage that no enemy's blast did. `aloud`: everybody may know, because only public words led to it."""

    seen: ClassVar[_Seen] = _Seen.BY_FIELD
    team: Team
    damage: int
    cause: Cause
    aloud: bool


@dataclass(frozen=True, slots=True)
class OwnDamageUnsettled(_Happened):
    """What its own blast or surfacing did to this crew cannot be known: between `least` and `most` damage.

    What is certain of it is told the crew as damage of its own."""

    seen: ClassVar[_Seen] = _Seen.REFEREE
    team: Team
    least: int
    most: int
    cell: Cell | None = None
    """Where the blast was; nowhere, where surfacing did it."""


@dataclass(frozen=True, slots=True)
class OwnDamageReckoned(_Happened):
    """What was told since decides, wholly or in part, what its own blasts did to this crew."""

    seen: ClassVar[_Seen] = _Seen.REFEREE
    team: Team


@dataclass(frozen=True, slots=True)
class OwnDamageSettled(_Happened):
    """The crew said itself what its own blast did to it."""

    team: Team


# -- surfacing
@dataclass(frozen=True, slots=True)
class SurfacingCalled(_Happened):
    """SURFACE, the sector still to come."""

    team: Team


@dataclass(frozen=True, slots=True)
class SubmarineSurfaced(_Happened):
    """Up, with the sector (Captain Sonar) or the point (Sonar) announced. The route is erased."""

    team: Team
    sector: int | None = None
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class SubmarineSecured(_Happened):
    """READY TO DIVE: the four sections are secured and checked."""

    team: Team


@dataclass(frozen=True, slots=True)
class SubmarineDived(_Happened):
    """Under water again after surfacing."""

    team: Team


# -- systems
@dataclass(frozen=True, slots=True)
class TorpedoLaunched(_Happened):
    team: Team
    cell: Cell


@dataclass(frozen=True, slots=True)
class MissileLaunched(_Happened):
    team: Team
    cell: Cell


@dataclass(frozen=True, slots=True)
class MineDropped(_Happened):
    """MINE DROPPED; where is the crew's secret."""

    team: Team


@dataclass(frozen=True, slots=True)
class MinePlaced(_Private):
    """The crew told where its mine was dropped."""

    team: Team
    cell: Cell


@dataclass(frozen=True, slots=True)
class MineTriggered(_Happened):
    team: Team
    cell: Cell


@dataclass(frozen=True, slots=True)
class MineDestroyed(_Private):
    """A mine of this crew lay where a torpedo exploded; only its owner may learn it."""

    team: Team
    cell: Cell


@dataclass(frozen=True, slots=True)
class ArcherMineTriggered(_Happened):
    team: Team
    cell: Cell


@dataclass(frozen=True, slots=True)
class DroneLaunched(_Happened):
    team: Team
    sector: int


@dataclass(frozen=True, slots=True)
class SonarActivated(_Happened):
    team: Team


@dataclass(frozen=True, slots=True)
class SilenceActivated(_Happened):
    team: Team


@dataclass(frozen=True, slots=True)
class SilenceGlided(_Private):
    """The crew told how silence moved it."""

    team: Team
    heading: Heading
    steps: int


# -- answers; `team` is the crew that answered
@dataclass(frozen=True, slots=True)
class DroneAnswered(_Happened):
    team: Team
    inside: bool


@dataclass(frozen=True, slots=True)
class SonarAnswered(_Happened):
    team: Team
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class AllClear(_Happened):
    """The blast touched this crew not at all."""

    team: Team


@dataclass(frozen=True, slots=True)
class SubmarineHit(_Happened):
    """This crew reported a hit by the enemy's blast."""

    team: Team
    direct: bool
    damage: int


Event = (
    StartTold | DiveCalled | GameBegan | SubmarineSunk | GameEnded | TurnBegan | CourseHeld | CourseForfeited
    | BlackoutFell | OkGiven | StopCalled | PlayResumed | GaugeMarked | ChargeAnnounced | BreakdownCrossed
    | CircuitRepaired | BreakdownsErased | DamageAnnounced | HullDamaged | OwnDamageUnsettled | OwnDamageSettled
    | OwnDamageReckoned
    | SurfacingCalled | SubmarineSurfaced | SubmarineSecured | SubmarineDived | TorpedoLaunched | MissileLaunched
    | MineDropped | MinePlaced | MineTriggered | MineDestroyed | ArcherMineTriggered | DroneLaunched | SonarActivated
    | SilenceActivated | SilenceGlided | DroneAnswered | SonarAnswered | AllClear | SubmarineHit
)  # fmt: skip

EVENTS: tuple[type[Event], ...] = Event.__args__

ACTIVATED: Mapping[type[Event], System] = {
    TorpedoLaunched: System.TORPEDO,
    MissileLaunched: System.MISSILE,
    MineDropped: System.MINE,
    ArcherMineTriggered: System.SCENARIO,
    DroneLaunched: System.DRONE,
    SonarActivated: System.SONAR,
    SilenceActivated: System.SILENCE,
}
"""The system that was used."""

Blast = TorpedoLaunched | MissileLaunched | MineTriggered | ArcherMineTriggered
"""Something explodes in a cell, and the other crew has to report what it did."""


def audience(event: Event) -> Audience:
    """Who may learn of it: everybody, one crew, or nobody but the referee."""
    match event.seen:
        case _Seen.PUBLIC:
            return Everybody.PUBLIC
        case _Seen.REFEREE:
            return Everybody.REFEREE
        case _Seen.BY_FIELD if getattr(event, "aloud", False):
            return Everybody.PUBLIC
    team: Team = event.team  # type: ignore[union-attr]  # every private event has its crew
    return team

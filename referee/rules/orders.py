"""Orders: what somebody announced, free of language. Imperative, one class for each announcement of the rulebooks.

Every order has one line of text notation (`notation.py`), used by transcripts, the journal and the command line.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.rules.crews import Role, System, Team
from referee.rules.sea import Cell, Heading


# -- the Captain's course and the surface
@dataclass(frozen=True, slots=True)
class Course:
    """Head one space north, south, east or west (in Sonar: up, down, right, left)."""

    heading: Heading


@dataclass(frozen=True, slots=True)
class Dive:
    """DIVE: both Captains at the start, and the end of surfacing."""


@dataclass(frozen=True, slots=True)
class Ready:
    """READY TO DIVE, the Engineer's."""


@dataclass(frozen=True, slots=True)
class Surface:
    """SURFACE, with the sector (Captain Sonar) or the exact point (Sonar) when it was said in the same breath."""

    sector: int | None = None
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class SectorAnnounced:
    """The sector announcement that follows SURFACE."""

    sector: int


# -- pace
@dataclass(frozen=True, slots=True)
class Ok:
    """The First Mate's or the Engineer's OK."""


@dataclass(frozen=True, slots=True)
class Stop:
    """STOP, with the fist raised."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Play goes on although nothing followed the STOP."""


# -- systems
@dataclass(frozen=True, slots=True)
class Torpedo:
    cell: Cell


@dataclass(frozen=True, slots=True)
class Mine:
    """A mine is dropped; where is private (`Drop`)."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """A mine dropped earlier explodes."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Archer:
    """Echo: an Archer mine explodes."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Missile:
    """Sonar's weapon."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Drone:
    """Are you in that sector?"""

    sector: int


@dataclass(frozen=True, slots=True)
class Sonar:
    """Sonar is activated; the other crew owes an answer."""


@dataclass(frozen=True, slots=True)
class Silence:
    """Silence is activated; how the submarine moved is private (`Glide`)."""


# -- answers
@dataclass(frozen=True, slots=True)
class Yes:
    """To a drone, and to the referee's own questions."""


@dataclass(frozen=True, slots=True)
class No:
    """To a drone, and to the referee's own questions."""


class FactKind(StrEnum):
    """What a sonar answer may be about. A letter is always a column, a number after row, line or column a row."""

    COLUMN = "column"
    ROW = "row"
    SECTOR = "sector"


@dataclass(frozen=True, slots=True)
class Fact:
    kind: FactKind
    value: int


@dataclass(frozen=True, slots=True)
class At:
    """A sonar answer: its facts, ordered column, row, sector whatever order they were said in."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Clear:
    """All clear: the blast was more than one space away."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit report: direct (two damage; in Sonar one) or indirect (one damage)."""

    direct: bool


# -- announcements of the First Mate and the Engineer
@dataclass(frozen=True, slots=True)
class Charged:
    """MINE READY: a gauge is full."""

    system: System


@dataclass(frozen=True, slots=True)
class Damage:
    """DAMAGE: the Engineer's, after a whole panel or all radiation."""


# -- private: what one crew tells the referee alone
@dataclass(frozen=True, slots=True)
class Start:
    cell: Cell


@dataclass(frozen=True, slots=True)
class Drop:
    """Where the mine just announced was dropped."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Glide:
    """How silence moved: a heading and 0 to 4 spaces (in Sonar exactly 1)."""

    heading: Heading
    steps: int


@dataclass(frozen=True, slots=True)
class Mark:
    """The First Mate marks one space of a gauge."""

    system: System


class Panel(StrEnum):
    """The Engineer's four control panels, in the order of the printed sheet."""

    WEST = "W"
    NORTH = "N"
    SOUTH = "S"
    EAST = "E"


@dataclass(frozen=True, slots=True)
class Cross:
    """The Engineer crosses a symbol: its panel and its place, from 1; reactor symbols follow the circuit ones."""

    panel: Panel
    place: int


# -- to the referee
class Request(StrEnum):
    """What anybody may ask of the referee itself. The value is the notation."""

    CANCEL = "cancel"
    REPEAT = "repeat"
    HELP = "help"
    STATUS = "status"
    OPTIONS = "options"  # what can we do?
    WHY = "why"
    LOUDER = "louder"
    SOFTER = "softer"
    SLOWER = "slower"
    FASTER = "faster"
    QUIET = "quiet"
    SPEAK = "speak"
    PAUSE = "pause"
    CONTINUE = "continue"
    TEXT = "text"
    DEBRIEF = "debrief"  # after the game: the end is right, both routes may be seen
    DONE = "done"
    CREW = "crew"
    """Not asked but told: this crew it was."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A request to the referee."""

    request: Request


# -- an order in two halves
class Aim(StrEnum):
    """What names its space or sector. The value is the notation's verb."""

    TORPEDO = "torpedo"
    TRIGGER = "trigger"
    ARCHER = "archer"
    MISSILE = "missile"
    DRONE = "drone"


@dataclass(frozen=True, slots=True)
class Unaimed:
    """Announced without its space or sector, which is asked for: "STOP! TORPEDO LAUNCHED"."""

    aim: Aim


@dataclass(frozen=True, slots=True)
class Place:
    """A space alone: what was asked for."""

    cell: Cell


# -- drawing a chart together
class ChartMark(StrEnum):
    ISLAND = "island"
    WATER = "water"
    HOLE = "hole"
    ARCHER = "archer-mine"


@dataclass(frozen=True, slots=True)
class DrawCell:
    """Island, water, hole or Archer mine at this cell."""

    mark: ChartMark
    cell: Cell


@dataclass(frozen=True, slots=True)
class DrawSector:
    """This cell lies in that sector."""

    sector: int
    cell: Cell


Public = (
    Course | Dive | Ready | Surface | SectorAnnounced | Ok | Stop | Resume
    | Torpedo | Mine | Trigger | Archer | Missile | Drone | Sonar | Silence
    | Yes | No | At | Clear | Hit | Charged | Damage
)  # fmt: skip
Private = Start | Drop | Glide | Mark | Cross
Order = Public | Private | Ask | Unaimed | Place | DrawCell | DrawSector


@dataclass(frozen=True, slots=True)
class Announced:
    """An order with the crew, and for private ones the role, it came from. Team None: nobody knows yet who spoke."""

    order: Order
    team: Team | None = None
    role: Role | None = None

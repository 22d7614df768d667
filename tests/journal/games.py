"""A whole game as lines, made by trying orders until one stands: both crews, secrets told, some mistakes among them."""

from __future__ import annotations

import random

from referee.rules import notation
from referee.rules import orders as o
from referee.rules.crews import Mode, Role, System, Team
from referee.rules.orders import Announced
from referee.rules.sea import Cell, Heading
from referee.table.outputs import Verdict
from tests.table.tables import Table, table

MISTAKES = 0.1


def written_game(seed: int, length: int, mode: Mode = Mode.TURN_BY_TURN) -> list[str]:
    """So many lines, each of which the referee either accepts or rejects."""
    chance = random.Random(seed)
    now = table(mode=mode)
    lines: list[str] = []
    for team in (Team.BLUE, Team.YELLOW):
        _lay(now, lines, [Announced(o.Start(cell), team, Role.CAPTAIN) for cell in _cells(chance)], chance)
        _lay(now, lines, [Announced(o.Dive(), team)], chance)
    while len(lines) < length and now.session.screen.winner is None:
        _lay(now, lines, _ideas(chance, now), chance)
    return lines[:length]


def _lay(now: Table, lines: list[str], ideas: list[Announced], chance: random.Random) -> None:
    """The first idea that stands, and now and then one that does not."""
    for idea in ideas:
        line = notation.line_of(idea)
        reply = now.types(line)
        if reply.verdict is Verdict.ACCEPTED or (reply.verdict is Verdict.REJECTED and chance.random() < MISTAKES):
            lines.append(line)
        if reply.verdict is Verdict.ACCEPTED:
            return


def _cells(chance: random.Random) -> list[Cell]:
    return [Cell(chance.randint(1, 10), chance.randint(1, 10)) for _ in range(40)]


def _ideas(chance: random.Random, now: Table) -> list[Announced]:
    screen = now.session.screen
    if screen.owed:
        team = screen.owed[0].team
        facts = [o.Fact(o.FactKind.ROW, row) for row in range(1, 11)]
        sonar = [o.At((row, o.Fact(o.FactKind.SECTOR, 1 + row.value % 4))) for row in facts]
        answers: list[o.Order] = [o.Yes(), o.No(), o.Clear(), o.Hit(direct=False), o.Hit(direct=True), o.Resume()]
        return [Announced(one, team) for one in [*answers, *sonar, *map(o.SectorAnnounced, range(1, 10))]]
    team = screen.next_course or chance.choice(screen.hulls.teams)
    last = screen.turn or team
    marks = [Announced(o.Mark(system), last, Role.MATE) for system in (System.TORPEDO, System.SONAR, System.MINE)]
    crosses = [Announced(o.Cross(panel, place), last, Role.ENGINEER) for panel in o.Panel for place in (4, 5, 1, 2, 3)]
    systems: list[o.Order] = [*map(o.Torpedo, _cells(chance)[:6]), o.Sonar(), o.Drone(chance.randint(1, 4)), o.Mine()]
    courses = [Announced(o.Course(heading), team) for heading in chance.sample(list(Heading), 4)]
    surface = [Announced(o.Surface(sector), team) for sector in range(1, 10)]
    again = [Announced(o.Ready(), team), Announced(o.Dive(), team)]
    stop = [Announced(o.Stop(), team)] if screen.mode is Mode.REAL_TIME and chance.random() < 0.1 else []
    activate = [Announced(one, screen.stop or last) for one in chance.sample(systems, len(systems))]
    return [
        *(chance.sample(marks, 3) if chance.random() < 0.5 else []),
        *(crosses if chance.random() < 0.3 else []),
        *(activate if screen.stop or chance.random() < 0.3 else []),
        *stop, *courses, *again, *surface, Announced(o.Resume(), team),
    ]  # fmt: skip

"""What two crews say in a real-time game: courses and STOPs, systems alone and in one breath with STOP, answers, hits,
surfacings, mistakes, and in the end a victory. Each order stands when it is said, but for the mistakes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.rules import notation
from referee.rules import orders as o
from referee.rules.crews import Mode, Team
from referee.rules.events import Event
from referee.rules.orders import Announced, Order
from referee.rules.play import fold
from referee.rules.rulings import Accepted, Rejected
from referee.rules.sea import Heading
from referee.table.screen import Debt, Phase
from tests.table.tables import Table, table

Entry = tuple[str, str]
"""An order and its verdict, as the journal keeps them."""

_MISTAKE, _STOP, _SURFACE = 0.05, 0.16, 0.03
_CERTAIN = 12
"""Cells: where the enemy can be nowhere else, every shot hits."""
_TEAMS = (Team.BLUE, Team.YELLOW)


@dataclass(frozen=True, slots=True)
class Line:
    """One thing said, and what the journal must hold of it."""

    announced: Announced
    stop: bool = False
    """STOP was said in the same breath."""
    entries: tuple[Entry, ...] = ()

    @property
    def team(self) -> Team:
        assert self.announced.team is not None
        return self.announced.team

    @property
    def kind(self) -> str:
        return ("stop, " if self.stop else "") + notation.text_of(self.announced.order).split()[0]


def script(count: int, seed: int) -> list[Line]:
    """About so many lines; the game is over with the last."""
    chance, now = random.Random(seed), table(mode=Mode.REAL_TIME)
    lines = [_said(now, Line(Announced(o.Dive(), team))) for team in _TEAMS]
    while now.session.screen.phase is not Phase.OVER and len(lines) < count + count // 3:
        ideas = _ideas(chance, now, chance.choice(_TEAMS), ending=len(lines) >= count)
        line = next((one for one in ideas if _stands(now, one) or _mistaken(chance, one)), None)
        if line is not None:
            lines.append(_said(now, line))
    return lines


def events(lines: Sequence[Line]) -> list[Event]:
    """What happens in the game when all this is said."""
    now = table(mode=Mode.REAL_TIME)
    for line in lines:
        _said(now, line)
    return now.game.events


def _said(now: Table, line: Line) -> Line:
    announced = line.announced
    reply = now.hears(notation.line_of(announced), announced.team, stop=line.stop)
    entries = tuple((str(entry["in"]), str(entry["verdict"])) for entry in reply.entries)
    assert entries, line
    return Line(announced, line.stop, entries)


def _stands(now: Table, line: Line) -> bool:
    if line.stop:
        stop = Announced(o.Stop(), line.announced.team)
        first, game = now.game.rule_on(stop), now.game
        if isinstance(first, Rejected):
            return False
        return isinstance(game.rules.rule_on(fold(game.rules, game.state, first.events), line.announced), Accepted)
    return isinstance(now.game.rule_on(line.announced), Accepted)


def _mistaken(chance: random.Random, line: Line) -> bool:
    """A course that is not possible, as happens; anything else that nobody waits for is table talk to the referee."""
    return isinstance(line.announced.order, o.Course) and chance.random() < _MISTAKE


def _ideas(chance: random.Random, now: Table, team: Team, *, ending: bool) -> Iterator[Line]:
    """What might be said now, the likeliest first."""
    screen = now.session.screen
    for owed in screen.owed:
        yield from (Line(Announced(one, owed.team)) for one in _answers(chance, now, owed.team, owed.what, ending))
    if screen.stop:
        systems = _systems(chance, now, screen.stop, ending=ending)
        yield from (Line(Announced(one, screen.stop)) for one in [*systems, o.Resume()])
        return
    if chance.random() < (0.5 if ending else _STOP):
        if chance.random() < 0.5:
            yield from (Line(Announced(one, team), stop=True) for one in _systems(chance, now, team, ending=ending))
        yield Line(Announced(o.Stop(), team))
    for one in (team, screen.enemy(team)):
        sector = o.Surface(chance.randint(1, 9))
        if chance.random() < _SURFACE:
            yield Line(Announced(sector, one))
        courses: list[Order] = [o.Course(heading) for heading in chance.sample(list(Heading), 4)]
        yield from (Line(Announced(order, one)) for order in [*courses, o.Ready(), o.Dive(), sector])


def _systems(chance: random.Random, now: Table, team: Team, *, ending: bool) -> list[Order]:
    # a good Radio Operator: shots go where the enemy can be
    aims = sorted(now.game.reckoning[now.session.screen.enemy(team)].positions())
    if len(aims) < _CERTAIN and not ending:
        aims = sorted(now.game.scenario.chart.water)
    shots: list[Order] = [o.Torpedo(cell) for cell in chance.sample(aims, min(20, len(aims)))]
    mines: list[Order] = [o.Trigger(cell) for cell in chance.sample(aims, min(3, len(aims)))]
    others: list[Order] = [o.Sonar(), o.Drone(chance.randint(1, 9)), o.Mine(), o.Silence(), *mines[:1], *shots[:2]]
    return shots + mines if ending else chance.sample(others, min(4, len(others)))


def _answers(chance: random.Random, now: Table, team: Team, what: Debt, ending: bool) -> list[Order]:
    match what:
        case Debt.DRONE:
            return chance.sample([o.Yes(), o.No()], 2)
        case Debt.HIT:
            hits: list[Order] = [o.Hit(direct=True), o.Hit(direct=False)]
            # a third hit waits for the end: a game of half an hour is not to be over after five minutes
            left = now.game.scenario.hull - now.session.screen.hulls[team].damage
            if ending or left <= 2:
                return [*hits, o.Clear()] if ending else [o.Clear(), *hits[::-1]]
            return chance.sample([*hits, o.Clear()], 3)
        case Debt.SONAR:
            column = o.Fact(o.FactKind.COLUMN, chance.randint(1, 15))
            return [o.At((column, o.Fact(o.FactKind.SECTOR, sector))) for sector in chance.sample(range(1, 10), 9)]
        case Debt.SECTOR:
            return [o.SectorAnnounced(sector) for sector in chance.sample(range(1, 10), 9)]
        case _:
            return []

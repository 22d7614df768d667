"""Games played by dice, of both rule books alike: any order at any time, most of them such as a table would give.

The dice draw many orders and take the first that stands, so that games get deep; now and then they take whatever comes,
so that refusals are met everywhere too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from referee.rules import notation, play
from referee.rules import orders as o
from referee.rules.crews import TEAMS, Game, Mode, Role, System, Team
from referee.rules.house import HOUSE_RULES, House
from referee.rules.rulings import Accepted, Ruling
from referee.rules.scenario import Scenario
from referee.rules.sea import Cell, Heading
from tests.rules.games import BOOKS, Rules, scenario

CHARTS = {
    Game.CAPTAIN_SONAR: ("alpha", "bravo", "delta", "echo"),
    Game.SONAR: ("archipelago", "north-pole", "jules-verne"),
}
PRIVATE = (o.Start, o.Drop, o.Glide, o.Mark, o.Cross)
_IDLE = (o.Ok(), o.Ask(o.Request.STATUS))


@dataclass
class Going:
    """One game and the dice it is played with."""

    rules: Rules
    printed: Scenario
    state: Any
    dice: Random

    def one(self) -> tuple[o.Announced, Ruling]:
        """The next order, and what came of it; the state goes on."""
        announced = self.drawn()
        self.state, ruling = play.advance(self.rules, self.state, announced)
        return announced, ruling

    def drawn(self) -> o.Announced:
        """An order that stands, mostly."""
        near = self.near()
        for _ in range(self.dice.choice((1, 200, 200, 200))):
            announced = anything(self.dice, self.printed, near)
            if isinstance(self.rules.rule_on(self.state, announced), Accepted) and announced.order not in _IDLE:
                break
        return announced

    def near(self) -> tuple[Cell, ...]:
        """Where some crew may be: most orders about a cell make sense there."""
        crew = self.state.crews[self.dice.choice(TEAMS[self.printed.game])]
        cells: tuple[Cell, ...] = self.state.frame.waters.cells(crew.track.places)
        return cells


def begun(seed: int, game: Game, mode: Mode | None = None) -> Going:
    """A game just before the dive, on some chart, under some house rules."""
    dice = Random(seed)
    printed = scenario(dice.choice(CHARTS[game]), mode or dice.choice(list(Mode)), game)
    rules = BOOKS[game]
    sizes = play.CrewSizes.of(game, dice.randint(1, 4), dice.randint(1, 4))
    state = rules.begin(printed, some_house(dice), dice.choice(TEAMS[game]), sizes)
    return Going(rules, printed, state, dice)


def dived(seed: int, game: Game, mode: Mode | None = None) -> Going:
    """The same, both crews under water and some of them having told where."""
    going = begun(seed, game, mode)
    for team in TEAMS[game]:
        start = o.Announced(o.Start(some_cell(going.dice, going.printed)), team, Role.CAPTAIN)
        for announced in [start] * going.dice.randint(0, 1) + [o.Announced(o.Dive(), team)]:
            going.state, _ = play.advance(going.rules, going.state, announced)
    return going


def some_house(dice: Random) -> House:
    house: House | None = House.for_book(dice.choice(("en", "fr")))
    for rule in HOUSE_RULES:
        if dice.random() < 0.15 and house is not None:
            house = house.put(rule.name, dice.choice(rule.values))
    assert house is not None
    return house


def some_cell(dice: Random, printed: Scenario, near: tuple[Cell, ...] = ()) -> Cell:
    """Near somewhere, or anywhere; mostly on the chart."""
    if near and dice.random() < 0.6:
        return dice.choice(near)
    return Cell(dice.randint(1, printed.chart.columns + (dice.random() < 0.1)), dice.randint(1, printed.chart.rows))


def anything(dice: Random, printed: Scenario, near: tuple[Cell, ...] = ()) -> o.Announced:
    """Any order by any crew."""
    order = dice.choice(_KINDS)(dice, printed, near)
    role = dice.choice((None, None, *Role)) if isinstance(order, PRIVATE) else None
    return o.Announced(order, dice.choice(TEAMS[printed.game]), role)


def _facts(dice: Random, printed: Scenario, near: tuple[Cell, ...]) -> o.Order:
    cell = some_cell(dice, printed, near)
    facts = [
        o.Fact(o.FactKind.COLUMN, cell.column),
        o.Fact(o.FactKind.ROW, cell.row),
        o.Fact(o.FactKind.SECTOR, dice.choice(printed.chart.sector_numbers)),
    ]
    return notation.at(*dice.sample(facts, dice.choice((1, 1, 2, 2, 2, 3))))


def _surface(dice: Random, printed: Scenario, near: tuple[Cell, ...]) -> o.Order:
    if printed.game is Game.SONAR:
        return o.Surface(cell=some_cell(dice, printed, near)) if dice.random() < 0.95 else o.Surface()
    return dice.choice((o.Surface(), o.Surface(sector=dice.choice(printed.chart.sector_numbers))))


Kind = Callable[[Random, Scenario, tuple[Cell, ...]], o.Order]


def _at_cell(*kinds: Callable[[Cell], o.Order]) -> list[Kind]:
    return [_about_cells(kind) for kind in kinds]


def _about_cells(kind: Callable[[Cell], o.Order]) -> Kind:
    return lambda dice, printed, near: kind(some_cell(dice, printed, near))


def _plain(*orders: o.Order) -> list[Kind]:
    return [_as_it_is(order) for order in orders]


def _as_it_is(order: o.Order) -> Kind:
    return lambda _dice, _printed, _near: order


_KINDS: list[Kind] = [
    *_plain(*map(o.Course, Heading)) * 5,
    *_at_cell(o.Torpedo, o.Trigger, o.Archer, o.Missile, o.Missile, o.Start, o.Drop, o.Drop),
    *_plain(o.Dive(), o.Ready(), o.Ok(), o.Stop(), o.Resume(), o.Mine(), o.Sonar(), o.Silence(), o.Yes(), o.No()),
    *_plain(o.Clear(), o.Clear(), o.Hit(direct=True), o.Hit(direct=False), o.Damage(), o.Ask(o.Request.STATUS)),
    _facts,
    _facts,
    _surface,
    lambda dice, printed, _: o.SectorAnnounced(dice.choice(printed.chart.sector_numbers)),
    lambda dice, printed, _: o.Drone(dice.choice(printed.chart.sector_numbers)),
    lambda dice, *_: o.Charged(dice.choice(list(System))),
    *[lambda dice, *_: o.Mark(dice.choice(list(System)))] * 3,
    *[lambda dice, *_: o.Cross(dice.choice(list(o.Panel)), dice.randint(1, 7))] * 3,
    *[lambda dice, *_: o.Glide(dice.choice(list(Heading)), dice.randint(0, 5))] * 2,
]


def other_than(team: Team, game: Game) -> Team:
    first, second = TEAMS[game]
    return second if team is first else first

"""Random games by complete knowledge, and what a referee hears of them that was told less.

One rule book is told everything: it is the truth. A second one, and the deductions beside it, get the public orders and
only those secrets that a crew happens to tell. Before each order others are tried on both: what the truth allows must
never be refused, what it forbids should be caught as often as what was told allows.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from referee import shelf
from referee.deduction import Worlds, verdict
from referee.rules import orders as o
from referee.rules.captain_sonar import CAPTAIN_SONAR
from referee.rules.crews import TEAMS, ByTeam, Game, Mode, System, Team
from referee.rules.events import CourseForfeited, Everybody, audience
from referee.rules.house import HOUSE_RULES, House
from referee.rules.play import CrewSizes, Phase, RuleBook, Task, fold
from referee.rules.rulings import Accepted, Rejected
from referee.rules.scenario import MateSheet, Scenario
from referee.rules.sea import Cell, Heading
from referee.rules.sonar import SONAR
from referee.rules.waters import places

RULES: dict[Game, RuleBook[Any]] = {Game.CAPTAIN_SONAR: CAPTAIN_SONAR, Game.SONAR: SONAR}

# refusals that do not hang on a secret: turn, pace, what is printed
PUBLIC_REASONS = (
    "game/", "turn/", "pace/", "answer/", "ready/", "dive/", "crew/", "role/", "archer/", "energy/",
    "system/not-in", "sonar/one-fact", "sonar/two-facts", "target/off-chart", "target/island", "breakdown/wrong-panel",
    "breakdown/no-", "gauge/no-course", "silence/none-activated", "silence/too-far",
)  # fmt: skip


@dataclass(frozen=True)
class Telling:
    """Which of its secrets a crew tells the referee."""

    start: bool = False
    mines: bool = False
    glides: bool = False
    marks: float = 2.0
    """From this share of the game on; more than 1 is never."""
    crossings: float = 2.0
    at_once: bool = False
    """What the Captain tells he always tells at once."""

    @classmethod
    def at_random(cls, chance: random.Random) -> Telling:
        start, mines, glides = (chance.random() < 0.5 for _ in range(3))
        marks, crossings = (chance.choice((0.0, chance.random(), 2.0)) for _ in range(2))
        return cls(start, mines, glides, marks, crossings)

    @property
    def name(self) -> str:
        told = [name for name in ("start", "mines", "glides") if getattr(self, name)]
        for name in ("marks", "crossings"):
            share = getattr(self, name)
            told += [name if share == 0 else f"late {name}"] if share <= 1 else []
        return "+".join(told) or "nothing"


def eased(scenario: Scenario, chance: random.Random) -> Scenario:
    """The same chart with short gauges, thick hulls and hardly a breakdown: silences and mines come thick and fast."""
    gauges = tuple((system, chance.randint(1, 2)) for system, _ in scenario.mate.gauges) if scenario.mate else ()
    mate = MateSheet(gauges, hull=60) if gauges else None
    return replace(scenario, mate=mate, engineer=scenario.engineer if chance.random() < 0.2 else None)


NOTHING = Telling()
EVERYTHING = Telling(start=True, mines=True, glides=True, marks=0.0, crossings=0.0, at_once=True)


MEASURED = 500_000


@dataclass
class Found:
    """What was seen over many games."""

    tried: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Illegal orders tried, by what was told and why they are illegal."""
    caught: Counter[tuple[str, str]] = field(default_factory=Counter)
    caught_by_rules: Counter[tuple[str, str]] = field(default_factory=Counter)
    caught_by_either: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrongly_refused: list[str] = field(default_factory=list)
    lost_sight: list[str] = field(default_factory=list)
    rules_too_strict: list[str] = field(default_factory=list)
    games: int = 0
    legal: int = 0
    seconds: list[float] = field(default_factory=list)
    """What each order took to learn from; of a hundred thousand games only the first."""
    verdict_seconds: list[float] = field(default_factory=list)


class Parted(Exception):
    """The rules that were told less refuse what the truth allows: the game cannot be followed further."""


@dataclass
class Voyage:
    """One game under way."""

    scenario: Scenario
    house: House
    chance: random.Random
    telling: dict[Team, Telling]
    found: Found
    length: int = 120
    probes: int = 3
    clock: Callable[[], float] | None = None
    truth: Any = None
    heard: Any = None
    worlds: dict[Team, Worlds] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    made: int = 0
    label: str = ""
    late: list[o.Announced] = field(default_factory=list)
    """Secrets the referee will be told later."""

    # -- the beginning
    def __post_init__(self) -> None:
        self.rules = RULES[self.scenario.game]
        self.teams = TEAMS[self.scenario.game]
        sizes = CrewSizes.of(self.scenario.game)
        first = self.chance.choice(self.teams)
        self.truth = self.rules.begin(self.scenario, self.house, first, sizes)
        self.heard = self.rules.begin(self.scenario, self.house, first, sizes)
        self.worlds = {team: Worlds.begin(self.scenario, self.house, team) for team in self.teams}

    def sail(self) -> None:
        for team in self.teams:
            start = self.scenario.forced_start(team) or self.any_water()
            self.order(team, o.Start(start), tell=self.telling[team].start)
        for team in self.teams:
            self.order(team, o.Dive())
        self.found.games += 1
        with suppress(Parted):
            while self.made < self.length and self.rules.phase(self.truth) is Phase.RUNNING:
                self.made += 1
                self.once()
                for team in self.teams:
                    self.look(team)

    def any_water(self) -> Cell:
        cells = self.scenario.chart.cells
        return next(cell for cell in iter(lambda: self.chance.choice(cells), None) if cell in self.scenario.chart.water)

    # -- one order
    def order(self, team: Team, order: o.Order, *, tell: bool = True) -> bool:
        """Plays it when the truth allows it; the referee hears of it when it is public or told."""
        announced = o.Announced(order, team)
        ruling = self.rules.rule_on(self.truth, announced)
        if isinstance(ruling, Rejected) or any(isinstance(event, CourseForfeited) for event in ruling.events):
            return False
        may_wait = tell and isinstance(order, o.Start | o.Drop | o.Glide) and not self.telling[team].at_once
        is_late = may_wait and self.chance.random() < 0.25
        if isinstance(order, o.Silence):  # a glide that is told is always that of the last silence
            self.late = [one for one in self.late if one.team is not team or not isinstance(one.order, o.Glide)]
        if is_late:
            self.late.append(announced)
        elif tell:
            self.tell(announced)
        self.truth = fold(self.rules, self.truth, ruling.events)
        self.log.append(f"{team}: {order}{'' if tell else ' (untold)'}")
        return True

    def tell_late(self) -> None:
        """What was not told at once is told now, where the rules still want to know it."""
        announced = self.late.pop(0)
        team, order = announced.team, announced.order
        if team and isinstance(order, o.Drop) and order.cell not in self.truth.crews[team].mines:
            return  # it exploded meanwhile: nobody tells where a mine lay
        if isinstance(self.rules.rule_on(self.heard, announced), Accepted):
            self.tell(announced)

    def tell(self, announced: o.Announced) -> None:
        team = announced.team
        assert team is not None
        refused = verdict(self.worlds[team], announced.order)
        self.found.legal += 1
        if refused:
            self.found.wrongly_refused.append(f"{self.label}: {announced} {refused}")
        ruling = self.rules.rule_on(self.heard, announced)
        if isinstance(ruling, Rejected):
            self.found.rules_too_strict.append(f"{self.label}: {announced} {ruling.reason}")
            raise Parted
        self.heard = fold(self.rules, self.heard, ruling.events)
        before = self.clock() if self.clock else 0.0
        for event in ruling.events:
            seen = audience(event)
            for crew in self.teams:
                if seen is Everybody.PUBLIC or seen is crew:
                    self.worlds[crew] = self.worlds[crew].after(event)
        if self.clock and len(self.found.seconds) < MEASURED:
            self.found.seconds.append(self.clock() - before)

    def probe(self, team: Team, order: o.Order) -> None:
        """Tries an order on the truth and on the deductions; nothing happens."""
        truly = self.rules.rule_on(self.truth, o.Announced(order, team))
        before = self.clock() if self.clock else 0.0
        refused = verdict(self.worlds[team], order)
        if self.clock and len(self.found.verdict_seconds) < MEASURED:
            self.found.verdict_seconds.append(self.clock() - before)
        if isinstance(truly, Accepted):
            if any(isinstance(event, CourseForfeited) for event in truly.events):
                return
            self.found.legal += 1
            if refused:
                self.found.wrongly_refused.append(f"{self.label}: probe {team} {order} {refused}")
        elif not truly.reason.startswith(PUBLIC_REASONS):
            key = (self.telling[team].name, truly.reason.value)
            self.found.tried[key] += 1
            self.found.caught[key] += refused is not None
            heard = self.rules.rule_on(self.heard, o.Announced(order, team))
            self.found.caught_by_rules[key] += isinstance(heard, Rejected)
            self.found.caught_by_either[key] += refused is not None or isinstance(heard, Rejected)

    def look(self, team: Team) -> None:
        """The true position is among the possible ones."""
        worlds, position = self.worlds[team], self.place(team)
        if not worlds.where.places & worlds.where.waters.bit(position) or worlds.astray:
            self.found.lost_sight.append(f"{self.label}: {team} at {position}, order {self.made}: {self.log[-6:]}")

    def place(self, team: Team) -> Cell:
        waters = self.worlds[team].where.waters
        (place,) = places(self.truth.crews[team].track.places)
        return waters.cell(place)

    # -- what crews do
    def once(self) -> None:
        owed = [one for one in self.rules.owed(self.truth) if one.holds_play]
        answers = [one for one in owed if one.task in (Task.DRONE, Task.SONAR, Task.BLAST)]
        if answers:
            self.answer(answers[0].team, answers[0].task)
            return
        stopped = self.rules.stopped_by(self.truth)
        if stopped and not self.order(stopped, o.Resume()):  # a hit that is certain is reported first
            self.answer(self.rules.owed(self.truth)[0].team, self.rules.owed(self.truth)[0].task)
            return
        if any(one.task in (Task.READY, Task.DIVE_AGAIN) for one in self.rules.owed(self.truth)):
            self.dive_again()
        team = self.rules.next_course(self.truth) or self.chance.choice(self.teams)
        for heading in self.chance.sample(list(Heading), 4)[: self.probes]:
            self.probe(team, o.Course(heading))
        if self.late and self.chance.random() < 0.3:
            self.tell_late()
        is_slow = self.chance.random() < 0.25  # its stations do their tasks only after the system
        if self.chance.random() < 0.04 or not self.course(team, is_slow=is_slow):
            self.surface(team)
        if self.chance.random() < 0.35:
            self.system(team)
        if is_slow:
            self.stations(team)

    def dive_again(self) -> None:
        for one in self.rules.owed(self.truth):
            if one.task is Task.READY:
                self.order(one.team, o.Ready())
            if one.task is Task.DIVE_AGAIN:
                self.order(one.team, o.Dive())

    def course(self, team: Team, *, is_slow: bool) -> bool:
        headings = self.chance.sample(list(Heading), 4)
        done = any(self.order(team, o.Course(heading)) for heading in headings)
        if done and not is_slow:
            self.stations(team)
        return done

    def surface(self, team: Team) -> None:
        cell = self.place(team)
        sector = self.scenario.chart.sector(cell)
        if self.scenario.game is Game.SONAR:
            self.probe(team, o.Surface(cell=self.chance.choice(self.scenario.chart.cells)))
            self.order(team, o.Surface(cell=cell))
            return
        self.probe(team, o.Surface(sector=self.chance.choice(self.scenario.chart.sector_numbers)))
        self.order(team, o.Surface(sector=sector))

    def stations(self, team: Team) -> None:
        """The First Mate, the Engineer, and what the Captain has to say in private."""
        tasks = [one for one in self.rules.owed(self.truth) if one.team is team]
        self.chance.shuffle(tasks)
        # the panel that is crossed is that of the way the Captain shows, so he shows it first
        tasks.sort(key=lambda task: task.task is not Task.GLIDE)
        for task in tasks:
            match task.task:
                case Task.MARK:
                    self.mark(team)
                case Task.CROSS:
                    self.cross(team)
                case Task.DROP:
                    self.drop(team)
                case Task.GLIDE:
                    self.glide(team)
        for crew in self.teams if self.scenario.game is Game.CAPTAIN_SONAR else ():
            if self.truth.crews[crew].unannounced and self.chance.random() < 0.7:
                self.order(crew, o.Damage())
        if self.chance.random() < 0.2:
            system = self.chance.choice(list(System))
            self.probe(team, o.Charged(system))
            if self.chance.random() < 0.3:
                self.order(team, o.Charged(system)) if self.truly_full(team, system) else None
        if self.chance.random() < 0.05:
            self.probe(team, o.Damage())

    def truly_full(self, team: Team, system: System) -> bool:
        return isinstance(self.rules.rule_on(self.truth, o.Announced(o.Charged(system), team)), Accepted)

    def share(self) -> float:
        return self.made / self.length

    def mark(self, team: Team) -> None:
        tell = self.telling[team].marks <= self.share()
        systems = list(self.scenario.mate.spaces) if self.scenario.mate else []
        self.chance.shuffle(systems)
        if tell:
            self.probe(team, o.Mark(systems[0]))
        any(self.order(team, o.Mark(system), tell=tell) for system in systems)

    def cross(self, team: Team) -> None:
        tell = self.telling[team].crossings <= self.share()
        symbols = (
            [(symbol.panel, symbol.place) for symbol in self.scenario.engineer.symbols]
            if self.scenario.engineer
            else []
        )
        self.chance.shuffle(symbols)
        if tell and symbols:
            self.probe(team, o.Cross(*symbols[0]))
        any(self.order(team, o.Cross(*symbol), tell=tell) for symbol in symbols)

    def drop(self, team: Team) -> None:
        cells = list(self.place(team).around())
        self.chance.shuffle(cells)
        tell = self.telling[team].mines
        if tell:
            self.probe(team, o.Drop(cells[0]))
        any(self.order(team, o.Drop(cell), tell=tell) for cell in cells)

    def glide(self, team: Team) -> None:
        steps = (1,) if self.scenario.game is Game.SONAR else (0, 1, 2, 3, 4)
        ways = [(heading, count) for heading in Heading for count in steps]
        self.chance.shuffle(ways)
        tell = self.telling[team].glides
        if tell:
            self.probe(team, o.Glide(*ways[0]))
        any(self.order(team, o.Glide(*way), tell=tell) for way in ways)

    # -- systems and answers
    def system(self, team: Team) -> None:
        real_time = self.scenario.mode is Mode.REAL_TIME or self.house.stop_turn_by_turn
        if real_time and not self.order(team, o.Stop()):
            return
        candidates = list(self.systems(team))
        self.chance.shuffle(candidates)
        for order in candidates[: 4 * self.probes]:
            self.probe(team, order)
        tried = candidates if self.chance.random() < 0.9 else []
        if any(self.order(team, order) for order in tried):
            self.stations(team)
        elif real_time:
            self.order(team, o.Resume())

    def systems(self, team: Team) -> Iterator[o.Order]:
        near, chart = self.near(team), self.scenario.chart
        sector = self.chance.choice(chart.sector_numbers)
        if self.scenario.game is Game.SONAR:
            yield from (o.Missile(near), o.Missile(self.chance.choice(chart.cells)), o.Sonar(), o.Silence())
            return
        yield from (o.Torpedo(near), o.Torpedo(self.near(team)), o.Torpedo(self.chance.choice(chart.cells)))
        yield from (o.Mine(), o.Drone(sector), o.Sonar(), o.Silence(), o.Trigger(near))
        mines = self.truth.crews[team].mines
        if mines:
            yield o.Trigger(self.chance.choice(mines))
        if chart.archer_mines:
            yield o.Archer(self.chance.choice(sorted(chart.archer_mines)))

    def near(self, team: Team) -> Cell:
        at = self.place(team)
        return Cell(at.column + self.chance.randint(-3, 3), at.row + self.chance.randint(-3, 3))

    def answer(self, team: Team, task: Task) -> None:
        answers = list(self.answers(task))
        self.chance.shuffle(answers)
        for order in answers[:3]:
            self.probe(team, order)
        assert any(self.order(team, order) for order in answers), f"{team} has no true answer to {task}"

    def answers(self, task: Task) -> Iterator[o.Order]:
        if task is Task.DRONE:
            yield from (o.Yes(), o.No())
        elif task is Task.BLAST:
            yield from (o.Clear(), o.Hit(direct=False), o.Hit(direct=True))
        else:
            facts = list(self.facts())
            if self.scenario.game is Game.SONAR:
                yield from (o.At((fact,)) for fact in facts)
            else:
                yield from (o.At((one, two)) for one in facts for two in facts if one.kind < two.kind)

    def facts(self) -> Iterator[o.Fact]:
        chart = self.scenario.chart
        yield from (o.Fact(o.FactKind.COLUMN, number) for number in range(1, chart.columns + 1))
        yield from (o.Fact(o.FactKind.ROW, number) for number in range(1, chart.rows + 1))
        yield from (o.Fact(o.FactKind.SECTOR, number) for number in chart.sector_numbers)


def both(teams: tuple[Team, Team], make: Callable[[Team], Telling]) -> dict[Team, Telling]:
    return {team: make(team) for team in teams}


def sides(worlds: dict[Team, Worlds], teams: tuple[Team, Team]) -> ByTeam[Worlds]:
    return ByTeam.of(teams, lambda team: worlds[team])


SCENARIOS = {
    Game.CAPTAIN_SONAR: ("alpha", "bravo", "charlie", "delta", "echo"),
    Game.SONAR: ("archipelago", "north-pole", "umbria"),
}


@cache
def shelved(game: Game, name: str, mode: Mode) -> Scenario:
    return shelf.scenario(game, name, mode)


def any_house(chance: random.Random) -> House:
    """One book's rules, or a few of them changed."""
    house = House.for_book(chance.choice(("en", "fr")))
    for rule in HOUSE_RULES:
        if chance.random() < 0.05:
            house = house.put(rule.name, chance.choice(rule.values)) or house
    return house


def any_voyage(seed: int, found: Found, clock: Callable[[], float] | None = None) -> Voyage:
    """A game of any kind, told as much as it happens; the same for the same seed."""
    chance = random.Random(seed)
    game = chance.choice((Game.CAPTAIN_SONAR, Game.CAPTAIN_SONAR, Game.SONAR))
    scenario = shelved(game, chance.choice(SCENARIOS[game]), chance.choice(list(Mode)))
    if chance.random() < 0.5:
        scenario = eased(scenario, chance)
    telling = both(TEAMS[game], lambda _: Telling.at_random(chance))
    length = chance.choice((8, 16, 32, 64))
    return Voyage(scenario, any_house(chance), chance, telling, found, length, 2, clock, label=str(seed))

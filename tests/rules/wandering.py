"""Games played at random, but sensibly: candidates for the next order, most of them legal somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from referee.rules import orders as o
from referee.rules.captain_sonar import CAPTAIN_SONAR
from referee.rules.captain_sonar.state import State
from referee.rules.crews import Role, System, Team
from referee.rules.house import HOUSE_RULES, House
from referee.rules.notation import at
from referee.rules.play import Owed, Phase, Task
from referee.rules.rulings import Accepted
from referee.rules.sea import Heading

PRIVATE = (o.Start, o.Drop, o.Glide, o.Mark, o.Cross)


def candidates(state: State, team: Team, random: Random) -> list[o.Announced]:
    """Orders this crew might try now: all courses and answers, some of the rest."""
    if state.phase is Phase.NOT_STARTED:
        start = o.Announced(o.Start(random.choice(state.frame.scenario.chart.cells)), team, Role.CAPTAIN)
        return [start, o.Announced(o.Dive(), team)]
    return [o.Announced(order, team) for order in _orders(state, team, random)]


def _orders(state: State, team: Team, random: Random) -> Iterator[o.Order]:
    chart, crew = state.frame.scenario.chart, state.crews[team]
    waters = state.frame.waters
    near = list(waters.cells(waters.within(crew.track.places, 4, waters.grid)))
    cell, beside = (
        random.choice(near),
        random.choice(list(waters.cells(waters.moved(crew.track.places, waters.ring))) or near),
    )
    sector = random.choice(chart.sector_numbers)
    if state.answering is team:
        yield from _answers(state, random)
        return
    yield from map(o.Course, Heading)
    yield from (o.Mark(random.choice(list(System))), o.Cross(random.choice(list(o.Panel)), random.randint(1, 6)))
    if crew.breakdowns.due[:1] in ("N", "S", "E", "W"):
        yield from (o.Cross(o.Panel(crew.breakdowns.due[0]), place) for place in range(1, 7))
    yield from (o.Mark(system) for system in crew_systems(state))
    yield from (o.Stop(), o.Resume(), o.Mine(), o.Sonar(), o.Silence(), o.Torpedo(cell), o.Drone(sector))
    yield from (o.Drop(beside), o.Glide(random.choice(list(Heading)), random.randint(0, 4)))
    if crew.oks.due or random.random() < 0.005:
        yield o.Ok()
    yield o.Trigger(random.choice([*crew.mines, beside]))
    yield o.Archer(random.choice([*sorted(chart.archer_mines), cell]))
    yield from (o.Charged(random.choice(list(System))), o.Damage(), o.Ready(), o.Dive())
    yield from (o.Surface(), o.Surface(true_sector(state, team)), o.SectorAnnounced(true_sector(state, team)))
    yield from (o.Clear(), o.Hit(random.random() < 0.5), o.Yes(), o.Start(cell))


def crew_systems(state: State) -> tuple[System, ...]:
    return state.frame.mate.systems


def true_sector(state: State, team: Team) -> int:
    waters = state.frame.waters
    return state.frame.scenario.chart.sector(waters.cells(state.crews[team].track.places)[0]) or 0


def _answers(state: State, random: Random) -> Iterator[o.Order]:
    assert state.question is not None
    match state.question.task:
        case Task.DRONE:
            yield from (o.Yes(), o.No())
        case Task.BLAST:
            yield from (o.Clear(), o.Hit(direct=False), o.Hit(direct=True))
        case _:
            for _ in range(12):
                chart = state.frame.scenario.chart
                column = o.Fact(o.FactKind.COLUMN, random.randint(1, chart.columns))
                row = o.Fact(o.FactKind.ROW, random.randint(1, chart.rows))
                sector = o.Fact(o.FactKind.SECTOR, random.choice(chart.sector_numbers))
                yield at(*random.sample([column, row, sector], 2))


WEIGHTS: dict[type[o.Order], float] = {
    o.Course: 4, o.Mark: 2, o.Cross: 0.7, o.Torpedo: 30, o.Trigger: 6, o.Archer: 30, o.Mine: 8, o.Drone: 6, o.Sonar: 6,
    o.Silence: 12, o.Drop: 8, o.Glide: 8, o.Ready: 8, o.Dive: 8, o.Stop: 1.5, o.SectorAnnounced: 9, o.Hit: 20,
    o.Ok: 4, o.Surface: 0.03, o.Charged: 0.1, o.Damage: 0.3, o.Start: 0.5, o.Resume: 0.1,
}  # fmt: skip
"""How often an order is tried: systems whenever they can be, what leads nowhere seldom."""


def next_order(state: State, random: Random) -> o.Announced:
    """Mostly a legal order, sometimes a wrong one."""
    tried = candidates(state, _somebody(state, random), random)
    if random.random() < 0.1:
        return random.choice(tried)
    tried.sort(key=lambda one: random.random() ** (1 / WEIGHTS.get(type(one.order), 1)), reverse=True)
    return next((one for one in tried if isinstance(CAPTAIN_SONAR.rule_on(state, one), Accepted)), tried[0])


def _somebody(state: State, random: Random) -> Team:
    busy = [team for team in (state.answering, state.stop, CAPTAIN_SONAR.next_course(state)) if team]
    return busy[0] if busy and random.random() < 0.7 else random.choice(state.crews.teams)


def some_house(seed: int, book: str, without: str) -> House:
    """A book's rules with one of them changed by chance, but not that one."""
    random, house = Random(seed), House.for_book("fr" if book == "fr" else "en")
    rule = random.choice([rule for rule in HOUSE_RULES if rule.name != without])
    return house.put(rule.name, random.choice(rule.values)) or house


def done(state: State, owed: Owed, random: Random) -> o.Announced:
    """A way of doing what is owed privately that the rules allow."""
    tried = list(_ways(state, owed))
    random.shuffle(tried)
    legal = (o.Announced(order, owed.team) for order in tried)
    return next(one for one in legal if isinstance(CAPTAIN_SONAR.rule_on(state, one), Accepted))


def _ways(state: State, owed: Owed) -> Iterator[o.Order]:
    match owed.task:
        case Task.MARK:
            yield from map(o.Mark, crew_systems(state))
        case Task.CROSS:
            yield from (o.Cross(panel, place) for panel in o.Panel for place in range(1, 7))
        case Task.GLIDE:
            yield from (o.Glide(heading, steps) for heading in Heading for steps in range(5))
        case _:
            yield from map(o.Drop, state.frame.scenario.chart.cells)

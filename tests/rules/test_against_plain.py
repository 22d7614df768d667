"""Every order of whole games, judged by the rules and by the plain referee: the same verdict, the same reason."""

from __future__ import annotations

import os
from random import Random

import pytest

from referee.rules import notation, play
from referee.rules import orders as o
from referee.rules.captain_sonar import CAPTAIN_SONAR
from referee.rules.captain_sonar.state import State
from referee.rules.crews import Game, Mode, Team
from referee.rules.house import House
from referee.rules.orders import Announced
from referee.rules.play import Phase
from referee.rules.rulings import Accepted, Rejected
from referee.rules.scenario import Scenario
from tests.rules.games import scenario
from tests.rules.plain import Plain, Sheet
from tests.rules.test_perft import sea_of
from tests.rules.wandering import PRIVATE, candidates, done, next_order

GAMES = int(os.environ.get("SONAR_PLAIN", "12"))
ORDERS = 160
NAMES = ("alpha", "bravo", "charlie", "delta", "echo")
NOT_ITS = (o.Start, o.Ok, o.Charged, o.SectorAnnounced)


def sheet_of(given: Scenario) -> Sheet:
    assert given.mate is not None
    assert given.engineer is not None
    symbols = given.engineer.symbols
    circuits: dict[str, list[str]] = {}
    for symbol in symbols:
        if symbol.circuit is not None:
            circuits.setdefault(symbol.circuit.value, []).append(symbol.name)
    return Sheet(
        sea_of(given),
        {system.value: spaces for system, spaces in given.mate.gauges},
        {symbol.name: symbol.kind.value for symbol in symbols},
        circuits,
        {(cell.column, cell.row) for cell in given.chart.holes},
        {(cell.column, cell.row) for cell in given.chart.archer_mines},
        given.surfacing_damage > 0,
    )


def is_for_both(announced: Announced) -> bool:
    """Orders the plain referee knows; it wants the sector in the same breath, and drones in sectors there are."""
    order = announced.order
    return not isinstance(order, NOT_ITS) and not (isinstance(order, o.Surface) and order.sector is None)


@pytest.mark.parametrize("book", ["en", "fr"])
def test_the_plain_referee_agrees(book: str) -> None:
    reasons: dict[str, int] = {}
    for seed in range(GAMES):
        _compare(seed, book, reasons)
    assert len(reasons) > 30, sorted(reasons)


def _compare(seed: int, book: str, reasons: dict[str, int]) -> None:
    random = Random(seed)
    given = scenario(NAMES[seed % 5], list(Mode)[seed // 5 % 2])
    rules = House.for_book("fr" if book == "fr" else "en")
    state = CAPTAIN_SONAR.begin(given, rules, Team.BLUE, play.CrewSizes.of(Game.CAPTAIN_SONAR))
    starts = {}
    for team in state.crews.teams:
        cell = random.choice(sorted(given.chart.water))
        starts[team.value] = (cell.column, cell.row)
        state, _ = play.advance(CAPTAIN_SONAR, state, Announced(o.Start(cell), team))
        state, _ = play.advance(CAPTAIN_SONAR, state, Announced(o.Dive(), team))
    plain = Plain(sheet_of(given), starts, turns=given.mode is Mode.TURN_BY_TURN, book=book)
    said: list[str] = []
    for _ in range(ORDERS):
        for team in state.crews.teams:
            for announced in candidates(state, team, random):
                if is_for_both(announced) and not _is_early(state, announced):
                    _same(state, plain, announced, said, reasons)
        announced = _next(state, random)
        line = notation.line_of(announced)
        said.append(line)
        after, ruling = play.advance(CAPTAIN_SONAR, state, announced)
        if isinstance(ruling, Accepted):
            plain.play(line)
            state = after
        assert (state.phase is Phase.OVER) == plain.over, said
        assert [crew.damage for _, crew in state.crews] == [boat.damage for boat in plain.boats.values()], said


def _is_early(state: State, announced: Announced) -> bool:
    """DAMAGE before the crossing that causes it, or anything before a mine or a silence is told: the rules do not know
    yet and give the crew the benefit of it, the plain referee cannot."""
    assert announced.team is not None
    crew = state.crews[announced.team]
    if isinstance(announced.order, PRIVATE):
        return False
    return bool(crew.untold or crew.track.before or (isinstance(announced.order, o.Damage) and crew.breakdowns.due))


def _next(state: State, random: Random) -> Announced:
    """What is owed privately is told at once: the plain referee cannot wait for it."""
    tasks = [owed for owed in CAPTAIN_SONAR.owed(state) if owed.private]
    if tasks:
        return done(state, tasks[0], random)
    while True:
        announced = next_order(state, random)
        if is_for_both(announced):
            return announced


def _same(state: State, plain: Plain, announced: Announced, said: list[str], reasons: dict[str, int]) -> None:
    ruling, line = CAPTAIN_SONAR.rule_on(state, announced), notation.line_of(announced)
    mine = ruling.reason.value if isinstance(ruling, Rejected) else None
    theirs = plain.refusal(line)
    reasons[mine or "accepted"] = reasons.get(mine or "accepted", 0) + 1
    assert mine == theirs, f"{line}: {mine}, plainly {theirs}\nafter {said}"

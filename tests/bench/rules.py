"""How fast the rules are: `python -m tests.bench.rules`.

A real-time game of 1,500 orders, wandered once and then replayed; next to it a loop of plain Python, so that two
machines can be compared by the ratio. `--profile` shows where the time goes.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

from referee.rules import play
from referee.rules.captain_sonar import CAPTAIN_SONAR
from referee.rules.captain_sonar.state import State
from referee.rules.crews import Game, Mode, Team
from referee.rules.house import House
from referee.rules.orders import Announced
from referee.rules.rulings import Accepted
from referee.rules.scenario import MateSheet
from tests.bench.table import Beside, Measured, Row, Size
from tests.rules.games import scenario
from tests.rules.wandering import next_order

ORDERS = 1500


def beginning() -> State:
    """A real-time table on Alpha whose submarines never sink, so that the game can be as long as it likes."""
    chart = scenario("alpha", Mode.REAL_TIME)
    assert chart.mate is not None
    tough = replace(chart, mate=MateSheet(chart.mate.gauges, hull=10_000))
    return CAPTAIN_SONAR.begin(tough, House(), Team.BLUE, play.CrewSizes.of(Game.CAPTAIN_SONAR))


def long_game(seed: int = 7) -> list[Announced]:
    """Orders of both crews as they might be given, one in ten of them wrong."""
    random, state = Random(seed), beginning()
    orders: list[Announced] = []
    while len(orders) < ORDERS:
        announced = next_order(state, random)
        orders.append(announced)
        state, _ = play.advance(CAPTAIN_SONAR, state, announced)
    return orders


def replayed(orders: list[Announced]) -> State:
    state = beginning()
    for announced in orders:
        ruling = CAPTAIN_SONAR.rule_on(state, announced)
        if isinstance(ruling, Accepted):
            state = play.fold(CAPTAIN_SONAR, state, ruling.events)
    return state


def moments(orders: list[Announced]) -> list[tuple[State, Announced]]:
    """Each order with the position it was given in."""
    state, found = beginning(), []
    for announced in orders:
        found.append((state, announced))
        state, _ = play.advance(CAPTAIN_SONAR, state, announced)
    return found


def ruled(given: list[tuple[State, Announced]]) -> None:
    """The verdicts alone, nothing folded."""
    for state, announced in given:
        CAPTAIN_SONAR.rule_on(state, announced)


def reference() -> int:
    """Plain Python that every machine knows: a million small steps."""
    total = 0
    for number in range(1_000_000):
        total += number & 7
    return total


def best(run: Callable[[], object], times: int = 7) -> float:
    """The shortest of several runs, in seconds."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        run()
        found.append(time.perf_counter() - began)
    return min(found)


def measure(_size: Size, _audio: Path | None = None) -> Measured:
    """It takes a second: every size is the same."""
    orders = long_game()
    given = moments(orders)
    loop, game, verdicts = best(reference), best(lambda: replayed(orders)), best(lambda: ruled(given))
    details = [
        f"reference loop        {loop * 1e3:8.1f} ms  for a million steps",
        f"real-time game        {game * 1e3:8.1f} ms  for {ORDERS} orders, {game / loop:.2f} reference loops",
        f"ruled and folded      {game / ORDERS * 1e6:8.1f} µs  an order, {ORDERS / game:,.0f} a second",
        f"ruled alone           {verdicts / ORDERS * 1e6:8.1f} µs  a ruling, {ORDERS / verdicts:,.0f} a second",
    ]
    beside = Beside("loop", loop * 1e3, "ms")
    ruling = Row("ruling", "µs", 40, verdicts / ORDERS * 1e6, beside=beside)
    return Measured([ruling, Row("long-game", "ms", 60, game * 1e3, beside=beside)], details)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--profile", action="store_true", help="show the five functions that take the most time")
    asked = parser.parse_args()
    print("\n".join(measure(Size.USUAL).details))
    if asked.profile:
        orders = long_game()
        profile = cProfile.Profile()
        profile.runcall(lambda: [replayed(orders) for _ in range(5)])
        pstats.Stats(profile).sort_stats("tottime").print_stats(5)


if __name__ == "__main__":
    main()

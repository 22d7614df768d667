"""What a crew may announce just now: every order that would be accepted, asked of the rules themselves.

Secret: it knows that crew's position and sheets. Only that crew's own screen may show it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.rules import orders as o
from referee.rules.crews import Game, Mode, Team
from referee.rules.orders import Announced
from referee.rules.rulings import Accepted
from referee.rules.sea import Cell, Heading
from referee.table.game import GameSoFar

MOST_CELLS = 12


@dataclass(frozen=True, slots=True)
class Possible:
    """An order that would stand; `where` lists the spaces when it needs one of few."""

    order: o.Order
    where: str = ""


_ALWAYS: tuple[o.Order, ...] = (
    *(o.Course(heading) for heading in Heading),
    o.Dive(), o.Ready(), o.Stop(), o.Resume(), o.Surface(), o.Mine(), o.Sonar(), o.Silence(), o.Drone(1),
    o.Yes(), o.No(), o.Clear(), o.Hit(direct=False), o.Hit(direct=True),
)  # fmt: skip
_AIMED = {
    Game.CAPTAIN_SONAR: (o.Torpedo, o.Trigger, o.Archer),
    Game.SONAR: (o.Missile,),
}


def possible(game: GameSoFar[Any], team: Team) -> Iterator[Possible]:
    """Every kind of order this crew could announce now."""
    for order in _ALWAYS:
        if _stands(game, team, order) and (game.setup.mode is Mode.REAL_TIME or not isinstance(order, o.Stop)):
            yield Possible(order)
    for kind in _AIMED[game.setup.game]:
        cells = [cell for cell in game.scenario.chart.cells if _stands(game, team, kind(cell))]
        if cells:
            yield Possible(kind(cells[0]), _listed(cells))


def _stands(game: GameSoFar[Any], team: Team, order: o.Order) -> bool:
    ruling = game.rule_on(Announced(order, team))
    return isinstance(ruling, Accepted) and bool(ruling.events)  # what changes nothing is no choice


def _listed(cells: list[Cell]) -> str:
    shown = " ".join(str(cell) for cell in cells[:MOST_CELLS])
    return f"{shown} …" if len(cells) > MOST_CELLS else shown

"""What everybody can reckon of the gauges: never too little, and never by what a crew told."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.deduction import Readiness
from referee.rules import events as e
from referee.rules import orders as o
from referee.rules.crews import ByTeam, Game, Mode, Role, Team
from referee.rules.orders import Announced
from referee.rules.rulings import Accepted
from referee.table.game import GameSoFar
from referee.table.screen import Hull
from tests.rules.dice import anything
from tests.table.tables import in_real_time, table, under_way

CHARTS = {Game.CAPTAIN_SONAR: "echo", Game.SONAR: "archipelago"}


def begun(dice: random.Random, game: Game) -> GameSoFar[Any]:
    earns = (("silence-earns-energy", dice.choice(["yes", "no"])),)
    book, mode = dice.choice(["en", "fr"]), dice.choice(list(Mode))
    now = under_way(game=game, scenario=CHARTS[game], mode=mode, book=book, house=earns).game
    for team in now.setup.teams:
        if dice.random() < 0.5:
            cell = dice.choice(sorted(now.scenario.chart.water))
            now.play(Announced(o.Start(cell), team, Role.CAPTAIN))
    return now


def something(dice: random.Random, now: GameSoFar[Any]) -> Announced:
    """An order that stands, if the dice find one."""
    drawn = [anything(dice, now.scenario)]
    while len(drawn) < 150 and not _stands(now, drawn[-1]):
        drawn.append(anything(dice, now.scenario))
    return drawn[-1]


def _stands(now: GameSoFar[Any], announced: Announced) -> bool:
    if isinstance(announced.order, o.Damage | o.Surface | o.Cross | o.Ok):  # or not much would happen
        return False
    ruling = now.rule_on(announced)
    return isinstance(ruling, Accepted) and bool(ruling.events)


def _of(hulls: ByTeam[Hull], event: e.Event) -> Readiness:
    team: Team = event.team  # type: ignore[union-attr]  # whoever uses a system is named
    return hulls[team].readiness


@pytest.mark.parametrize("game", Game)
@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_used_could_be_used(game: Game, seed: int) -> None:
    dice = random.Random(seed)
    now = begun(dice, game)
    for _ in range(150):
        before = now.screen.hulls
        ruling = now.play(something(dice, now))
        for event in ruling.events if isinstance(ruling, Accepted) else ():
            system = e.ACTIVATED.get(type(event))
            if system is not None:
                assert _of(before, event).may_use(system), (seed, event)
            if isinstance(event, e.MineTriggered):
                assert _of(before, event).may_trigger
        if game is Game.SONAR:
            assert all(hull.readiness.energy == now.state.crews[team].energy for team, hull in now.screen.hulls)


def test_so_many_courses_fill_no_longer_gauge() -> None:
    now = in_real_time()
    ready = [now.game.screen.hulls[Team.BLUE].readiness]
    for _ in range(6):
        now.play("blue: head N")
        ready.append(now.game.screen.hulls[Team.BLUE].readiness)
    gauges = dict(now.game.scenario.mate.gauges) if now.game.scenario.mate else {}
    first = {system: next(n for n, one in enumerate(ready) if one.may_use(system)) for system in gauges}
    assert first == gauges != {}
    assert not any(one.any_system for one in ready[:3]) and all(one.any_system for one in ready[3:])
    assert not now.game.screen.hulls[Team.YELLOW].readiness.any_system
    now.play("blue: stop", "blue: silence")
    assert not now.game.screen.hulls[Team.BLUE].readiness.any_system


@pytest.mark.parametrize("told", [["blue mate: mark mine"], ["blue mate: mark torpedo", "blue engineer: cross N1"], []])
def test_what_a_crew_told_plays_no_part(told: list[str]) -> None:
    now = in_real_time()
    now.play("blue captain: start E9", "blue: head N", *told)
    public = in_real_time()
    public.play("blue: head N")
    assert now.session.screen == public.session.screen


def test_a_mine_is_there_until_it_is_triggered() -> None:
    now = in_real_time()
    seen = []
    for line in (*["blue: head N"] * 3, "blue: stop", "blue: mine", "blue: trigger E5"):
        now.play(line)
        seen.append(now.session.screen.hulls[Team.BLUE].readiness.may_trigger)
    assert seen == [False] * 4 + [True, False]


def test_nothing_is_ready_before_the_dive() -> None:
    assert not any(hull.readiness.any_system for _, hull in table().session.screen.hulls)

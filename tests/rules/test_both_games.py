"""What must hold of any rule book, played by both with the same dice: refusals change nothing, replaying gives the same
game, courses are counted as a naive hand would count them, and no crew's secret shows anywhere else."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from referee.rules import event_lines, play
from referee.rules import events as e
from referee.rules import orders as o
from referee.rules.captain_sonar import position as captain_position
from referee.rules.crews import TEAMS, Game, Mode, Role, Team
from referee.rules.events import Event, Everybody, audience
from referee.rules.house import House
from referee.rules.play import Phase
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.sea import Cell, Chart, Heading
from referee.rules.sonar import position as sonar_position
from tests.rules.dice import CHARTS, PRIVATE, anything, dived, other_than, some_cell
from tests.rules.games import BOOKS, scenario

MANY = int(os.environ.get("SONAR_MANY", "1"))
"""How many times as long these tests look: 1 is seconds, 100 is half an hour."""

POSITIONS: dict[Game, Any] = {Game.CAPTAIN_SONAR: captain_position, Game.SONAR: sonar_position}
GAMES = pytest.mark.parametrize("game", list(Game))


@GAMES
@pytest.mark.parametrize("seed", range(6 * MANY))
def test_a_refusal_changes_nothing_and_a_replay_gives_the_same_game(game: Game, seed: int) -> None:
    going = dived(seed, game)
    events: list[Event] = []
    begun = going.rules.begin(going.printed, going.state.frame.house, going.state.frame.first, going.state.frame.sizes)
    damage = dict.fromkeys(TEAMS[game], 0)
    replayed = going.state
    for _ in range(250):
        before = going.state
        _, ruling = going.one()
        if isinstance(ruling, Rejected):
            assert going.state is before
            continue
        events += ruling.events
        for event in ruling.events:
            assert event_lines.parse(event_lines.text_of(event)) == event
            replayed = going.rules.apply(replayed, event)
            assert audience(event) in (*Everybody, *TEAMS[game])
        for team in TEAMS[game]:
            least, most = going.rules.damage(going.state, team)
            assert damage[team] <= least <= most
            damage[team] = least
            assert going.state.crews[team].track.places, "a crew is nowhere"
            line = going.rules.position(going.state, team)
            assert POSITIONS[game].parse(going.state.frame, line) == going.state.crews[team]
    assert replayed == going.state
    assert begun.phase is Phase.NOT_STARTED


@GAMES
@pytest.mark.parametrize("seed", range(6 * MANY))
def test_what_is_ruled_on_twice_is_ruled_the_same(game: Game, seed: int) -> None:
    going = dived(seed, game)
    for _ in range(150):
        announced = anything(going.dice, going.printed)
        assert going.rules.rule_on(going.state, announced) == going.rules.rule_on(going.state, announced)
        going.one()


REACHED = {
    Game.CAPTAIN_SONAR: {e.HullDamaged, e.SonarAnswered, e.SubmarineSurfaced, e.MineDropped},
    Game.SONAR: {e.SubmarineHit, e.AllClear, e.HullDamaged, e.SonarAnswered, e.SubmarineSurfaced},
}


@GAMES
def test_the_dice_get_somewhere(game: Game) -> None:
    """They do reach damage, answers and secrets: the other tests of this file look at real games."""
    games = [dived(seed, game) for seed in range(12)]
    kinds = {type(event) for going in games for _ in range(250) for event in getattr(going.one()[1], "events", ())}
    assert kinds >= REACHED[game], REACHED[game] - kinds


# -- perft
def naive(chart: Chart, start: Cell, depth: int) -> int:
    """The courses a hand would count: no island, no edge, no space twice."""

    def count(cell: Cell, visited: frozenset[Cell], left: int) -> int:
        if not left:
            return 1
        steps = (cell.step(heading) for heading in Heading)
        return sum(count(to, visited | {to}, left - 1) for to in steps if chart.is_water(to) and to not in visited)

    return count(start, frozenset({start}), depth)


def counted(rules: play.RuleBook[Any], state: Any, team: Team, depth: int) -> int:
    """The same through the rule book, one crew moving alone in real time."""
    if not depth:
        return 1
    after = (play.advance(rules, state, o.Announced(o.Course(heading), team)) for heading in Heading)
    return sum(counted(rules, next_, team, depth - 1) for next_, ruling in after if isinstance(ruling, Accepted))


def perft(game: Game, name: str, start: Cell | None, depth: int) -> int:
    rules, printed = BOOKS[game], scenario(name, Mode.REAL_TIME, game)
    team, other = TEAMS[game]
    state = rules.begin(printed, House(), team, play.CrewSizes.of(game))
    told = [o.Announced(o.Start(start), team, Role.CAPTAIN)] if start else []
    for announced in [*told, o.Announced(o.Dive(), team), o.Announced(o.Dive(), other)]:
        state, ruling = play.advance(rules, state, announced)
        assert isinstance(ruling, Accepted)
    return counted(rules, state, team, depth)


@pytest.mark.parametrize(("game", "name"), [(game, name) for game in Game for name in CHARTS[game]])
def test_courses_are_counted_as_by_hand(game: Game, name: str) -> None:
    printed = scenario(name, Mode.REAL_TIME, game)
    forced = printed.forced_start(TEAMS[game][0])
    corners = [Cell(1, 1), Cell(printed.chart.columns, printed.chart.rows), Cell(4, 3), Cell(8, 8)]
    for start in [forced] if forced else [cell for cell in corners if printed.chart.is_water(cell)]:
        assert perft(game, name, start, 6) == naive(printed.chart, start, 6), start


@pytest.mark.parametrize(("game", "name"), [(Game.CAPTAIN_SONAR, "echo"), (Game.SONAR, "north-pole")])
def test_without_a_start_exactly_what_is_possible_somewhere_stands(game: Game, name: str) -> None:
    chart = scenario(name, Mode.REAL_TIME, game).chart
    depth = 5

    def somewhere(starts: frozenset[Cell], moved: tuple[Heading, ...], passed: frozenset[Cell]) -> int:
        if len(moved) == depth:
            return 1
        return sum(_one_more(starts, moved, passed, heading) for heading in Heading)

    def _one_more(
        starts: frozenset[Cell], moved: tuple[Heading, ...], passed: frozenset[Cell], heading: Heading
    ) -> int:
        to = _displaced(Cell(0, 0), (*moved, heading))
        left = frozenset(cell for cell in starts if chart.is_water(Cell(cell.column + to.column, cell.row + to.row)))
        return somewhere(left, (*moved, heading), passed | {to}) if left and to not in passed else 0

    assert perft(game, name, None, depth) == somewhere(chart.water, (), frozenset({Cell(0, 0)}))


def _displaced(cell: Cell, moved: Iterable[Heading]) -> Cell:
    for heading in moved:
        cell = cell.step(heading)
    return cell


# -- secrecy
@GAMES
@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("seed", range(6 * MANY))
def test_nothing_shows_of_what_one_crew_keeps_to_itself(game: Game, mode: Mode, seed: int) -> None:
    """Two games with the same words aloud and the same rulings; only the first crew's secrets differ."""
    keeper, enemy = TEAMS[game]
    one, two = dived(seed, game, mode), dived(seed, game, mode)
    two.state = one.state
    compared = 0
    for _ in range(200):
        announced = one.drawn()
        instead = _another_secret(announced, one.dice, one.printed, keeper)
        first, second = one.rules.rule_on(one.state, announced), two.rules.rule_on(two.state, instead)
        if _verdict(first) != _verdict(second):
            continue  # not the same game any more, so neither plays it
        one.state, _ = play.advance(one.rules, one.state, announced)
        two.state, _ = play.advance(two.rules, two.state, instead)
        assert list(_seen(first, enemy)) == list(_seen(second, enemy)), announced
        assert _around(one.rules, one.state, enemy) == _around(two.rules, two.state, enemy), announced
        compared += 1
    assert compared > 10


def _another_secret(announced: o.Announced, dice: Any, printed: Any, keeper: Team) -> o.Announced:
    if announced.team is not keeper or not isinstance(announced.order, PRIVATE):
        return announced
    match announced.order:
        case o.Start() | o.Drop():
            order: o.Order = type(announced.order)(some_cell(dice, printed))
        case o.Glide(_, steps):
            order = o.Glide(dice.choice(list(Heading)), steps)
        case _:
            order = announced.order
    return o.Announced(order, announced.team, announced.role)


def _seen(ruling: object, enemy: Team) -> Iterator[str]:
    for event in getattr(ruling, "events", ()):
        if audience(event) in (Everybody.PUBLIC, enemy):
            yield event_lines.text_of(event)


def _verdict(ruling: Ruling) -> object:
    """What a table hears of a ruling whoever made it: refused, forfeited, sunk."""
    if isinstance(ruling, Rejected):
        return ruling
    return [event for event in ruling.events if isinstance(event, e.SubmarineSunk | e.GameEnded | e.CourseForfeited)]


def _around(rules: play.RuleBook[Any], state: Any, enemy: Team) -> object:
    """Everything a table shows that is no event."""
    keeper = other_than(enemy, rules.game)
    owed = [owed for owed in rules.owed(state) if owed.team is enemy or not owed.private]
    said = (o.Course(Heading.NORTH), o.Sonar(), o.Clear(), o.Yes(), o.Ok(), o.Surface(), o.Stop())
    return (
        rules.phase(state), rules.turn(state), rules.next_course(state), rules.stopped_by(state),
        [one for one in owed if not (one.team is keeper and one.task.value == "damage")],
        [rules.speaker(state, order) for order in said], rules.position(state, enemy), rules.damage(state, enemy),
    )  # fmt: skip

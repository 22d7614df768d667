"""Where a submarine may be, against every world written out on small charts, and by the rulebooks' own cases."""

from __future__ import annotations

import os
import random

import pytest

from referee.deduction.trails import Seamanship, Whereabouts
from referee.rules.sea import Cell, Chart, Heading
from referee.rules.waters import Waters
from tests.deduction.charts import Pair, after_any_step, any_chart, chart_of

N, S, E, W = Heading
GAMES = int(os.environ.get("SONAR_SMALL_GAMES", "400"))
cell = Cell.named


def cells(text: str) -> frozenset[Cell]:
    return frozenset(cell(name) for name in text.split())


def on(chart: Chart, *, mines_bar: bool = True) -> Whereabouts:
    return Whereabouts.begin(Seamanship(Waters(chart), mines_bar_courses=mines_bar, mines_bar_silence=mines_bar))


def places(where: Whereabouts) -> frozenset[Cell]:
    return frozenset(where.waters.cells(where.places))


def sail(where: Whereabouts, headings: str) -> Whereabouts:
    for letter in headings:
        where = where.course(Heading(letter))
    return where


# -- exactness
def small_game(seed: int, limit: int, *, is_exact: bool) -> int:
    """How many steps were compared."""
    chance = random.Random(seed)
    pair, told, compared = Pair.begin(any_chart(chance), chance, limit), [], 0
    for _ in range(chance.randint(3, 16)):
        step, after = after_any_step(pair, chance)
        told.append(step)
        if len(after.plain.worlds) > 4000 or sum("drop" in one for one in told) > 3:
            break
        if is_exact:
            assert after.places == after.plain.cells, (seed, told)
        else:
            assert after.places >= after.plain.cells, (seed, told)
        compared += 1
        if after.plain.worlds:
            pair = after
        else:
            told.pop()
    return compared


@pytest.mark.parametrize("block", range(4))
def test_the_places_are_exactly_those_of_all_worlds(block: int) -> None:
    seeds = range(block * GAMES, (block + 1) * GAMES)
    assert sum(small_game(seed, 10**9, is_exact=True) for seed in seeds) > GAMES


@pytest.mark.parametrize("limit", [1, 4, 20])
def test_forgetting_routes_never_loses_a_place(limit: int) -> None:
    assert sum(small_game(seed, limit, is_exact=False) for seed in range(GAMES)) > GAMES


def test_however_many_silences_the_shapes_stay_few() -> None:
    where = on(chart_of(*["." * 15] * 15))
    for _ in range(4):
        where = sail(where.silence(), "NE").silence()
        assert len(where.trails) <= where.limit
    assert where.possible


# -- courses (Announcing a Course)
def test_courses_leave_the_places_from_which_they_are_possible() -> None:
    where = sail(on(chart_of("..#", "...", ".#.")), "N")
    assert places(where) == cells("A1 B1 A2 C2")


def test_a_submarine_never_crosses_its_own_route() -> None:
    where = sail(on(chart_of("....", "....", "....")), "NES")
    assert not where.course(W).possible
    assert where.course(E).possible


def test_surfacing_erases_the_route() -> None:
    where = sail(on(chart_of("....", "....", "....")), "NES").surfaced()
    assert where.course(W).possible


def test_islands_tell_the_place() -> None:
    where = sail(on(chart_of("#.#", "...", "#.#")), "N")
    assert places(where) == cells("B1 B2")


# -- silence (Activating Silence)
def test_silence_goes_straight_and_stops_at_islands_and_the_own_route() -> None:
    where = on(chart_of("......", "..#...", "......")).only(1 << Waters(chart_of("......")).place(cell("A1")))
    there = sail(where, "E").silence()
    assert places(there) == cells("B1 C1 D1 E1 F1 B2 B3")


def test_a_told_glide_takes_the_place_of_all_others() -> None:
    where = on(chart_of("....", "....")).started(cell("A1")).silence()
    assert places(where.glided(E, 2)) == cells("C1")
    assert places(sail(where, "S").glided(E, 2)) == cells("C2")
    assert not where.glided(N, 1).possible


def test_a_start_told_late_fits_the_courses_and_the_told_glides() -> None:
    where = sail(on(chart_of(*["....."] * 5)), "EE").silence().glided(S, 2)
    assert places(where.started(cell("A1"))) == cells("C3")
    assert places(sail(on(chart_of(*["....."] * 5)), "E").silence().started(cell("A1"))) > cells("B1")


# -- mines (Dropping a Mine, Triggering a Mine)
def test_an_untold_mine_may_be_triggered_where_it_may_lie_and_tells_the_place() -> None:
    where = on(chart_of(*["....."] * 5)).started(cell("C3")).mine_dropped()
    assert where.mine_gone(cell("B2")).possible
    assert not where.mine_gone(cell("A1")).possible
    assert not where.mine_gone(cell("B2")).mine_gone(cell("B3")).possible
    anywhere = on(chart_of(*["....."] * 5)).mine_dropped()
    assert places(anywhere.mine_gone(cell("A1"))) == cells("A2 B1 B2")


def test_a_mine_is_never_dropped_on_the_own_route() -> None:
    where = sail(on(chart_of(*["....."] * 5)).started(cell("C3")), "N").mine_dropped()
    assert not where.mine_gone(cell("C3")).possible


def test_a_told_mine_bars_the_way_in_the_english_book_only() -> None:
    for mines_bar in (True, False):
        where = (
            on(chart_of(*["....."] * 5), mines_bar=mines_bar).started(cell("C3")).mine_dropped().mine_told(cell("C2"))
        )
        assert where.course(N).possible is not mines_bar
        assert where.mine_gone(cell("C2")).course(N).possible


def test_an_untold_mine_bars_the_way_only_when_it_can_be_nowhere_else() -> None:
    corridor = on(chart_of("####", "....", "####")).started(cell("B2"))
    dropped = sail(corridor, "E").mine_dropped()
    assert not dropped.course(E).possible
    assert corridor.mine_dropped().course(E).possible
    assert not corridor.mine_dropped().course(E).mine_gone(cell("C2")).possible


def test_a_torpedo_sweeps_the_mine_that_may_have_lain_there() -> None:
    corridor = sail(on(chart_of("####", "....", "####")).started(cell("B2")), "E").mine_dropped()
    swept = corridor.mine_swept(cell("D2"))
    assert swept.course(E).possible
    assert not swept.mine_gone(cell("D2")).possible


# -- blackout
def test_a_blackout_is_certain_when_no_world_has_a_way_out() -> None:
    where = sail(on(chart_of("...", "...")).started(cell("B1")), "ESW")
    assert where.afloat().possible
    assert not where.course(W).course(N).afloat().possible

"""Mines: dropping, telling where, triggering (Dropping a Mine, Triggering a Mine). Archer mines are the scenario's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from referee.rules import events as e
from referee.rules.captain_sonar import systems, turns
from referee.rules.captain_sonar.course import is_blacked_out, must_surface
from referee.rules.captain_sonar.state import Crew, State, UntoldMine
from referee.rules.crews import System
from referee.rules.house import Mines, TriggerTime
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.scenario import ScenarioSystem
from referee.rules.sea import Cell
from referee.rules.track import Track
from referee.rules.waters import shift


def rule_on_mine(state: State, crew: Crew) -> Ruling:
    """MINE DROPPED, beside the submarine; where is told privately or never."""
    refused = systems.refusal(state, crew, System.MINE)
    if refused:
        return Rejected(refused)
    if not new_mine(state, crew).free:
        return Rejected(Reason.MINE_ON_ROUTE)
    return Accepted((*systems.turn_of(state, crew), e.MineDropped(crew.team), *systems.resolved(state)))


def new_mine(state: State, crew: Crew) -> UntoldMine:
    """Where a mine dropped now may lie: beside the submarine, not on its route, an island or another own mine."""
    waters = state.frame.waters
    near = waters.moved(crew.track.places, _beside(state))
    free = waters.moved(crew.track.places, _open_offsets(state, crew.track))
    taken = 0 if state.frame.house.mine_stacking else waters.set_of(crew.mines)
    return UntoldMine(near, free & waters.water & ~taken)


def _beside(state: State) -> tuple[int, ...]:
    return state.frame.waters.ring if state.frame.house.mine_diagonal else state.frame.waters.cross


def _open_offsets(state: State, track: Track) -> list[int]:
    here = state.frame.waters.here
    return [by for by in _beside(state) if not track.passed & shift(here, by)]


def after_dropped(state: State, crew: Crew) -> Crew:
    """The gauge is empty, and the mine lies where nobody told yet."""
    mine = new_mine(state, crew)
    crew = systems.activated(state, crew, System.MINE)
    return replace(crew, untold=(*crew.untold, mine), dropped=True, fresh=None)


def rule_on_drop(state: State, crew: Crew, cell: Cell) -> Ruling:
    """Where a mine was dropped; the newest one that may lie there."""
    refused = _pending_refusal(state, crew, cell)
    if refused:
        return Rejected(refused)
    after = after_placed(state, crew, cell)
    stuck = is_blacked_out(state, after, after.track) and not is_blacked_out(state, crew, crew.track)
    return Accepted((e.MinePlaced(crew.team, cell), *((e.BlackoutFell(crew.team),) if stuck else ())))


def _pending_refusal(state: State, crew: Crew, cell: Cell) -> Reason | None:
    if not crew.untold:
        return Reason.MINE_NONE_THERE
    waters, bit = state.frame.waters, state.frame.waters.bit(cell)
    if cell in crew.mines and not state.frame.house.mine_stacking:
        return Reason.MINE_OCCUPIED
    index = _newest(crew, bit)
    if index is not None and _beside_it(state, crew, cell, index).places:
        return None
    if not crew.untold[-1].near & bit:
        return Reason.MINE_NOT_ADJACENT
    return Reason.MINE_ON_ROUTE if waters.water & bit else Reason.MINE_ON_ISLAND


def _newest(crew: Crew, bit: int) -> int | None:
    return next((index for index in reversed(range(len(crew.untold))) if crew.untold[index].free & bit), None)


def _beside_it(state: State, crew: Crew, cell: Cell, index: int) -> Track:
    """The track, if that mine lies there: before the next course the submarine is still beside its newest mine."""
    if not _is_fresh(crew, index):
        return crew.track
    waters = state.frame.waters
    return crew.track.narrowed(waters.moved(waters.bit(cell), (-by for by in _open_offsets(state, crew.track))))


def _is_fresh(crew: Crew, index: int) -> bool:
    return crew.dropped and crew.fresh is None and index == len(crew.untold) - 1


def after_placed(state: State, crew: Crew, cell: Cell) -> Crew:
    bit = state.frame.waters.bit(cell)
    index, suspects = _newest(crew, bit), [mine for mine in crew.untold if mine.free & bit]
    if index is None:
        return crew
    placed = replace(crew, mines=tuple(sorted((*crew.mines, cell))))
    if len(suspects) > 1:
        # which of them is the newest, beside the submarine, is no longer known
        return replace(placed, untold=_without_one_of(crew, suspects), dropped=False)
    return replace(
        placed,
        track=_beside_it(state, crew, cell, index),
        untold=(*crew.untold[:index], *crew.untold[index + 1 :]),
        fresh=cell if _is_fresh(crew, index) else crew.fresh,
    )


def _without_one_of(crew: Crew, suspects: list[UntoldMine]) -> tuple[UntoldMine, ...]:
    """Any of them may be the one that was told, or is gone: each of the others may lie wherever one of them could."""
    near, free = _united(mine.near for mine in suspects), _united(mine.free for mine in suspects)
    others = [mine for mine in crew.untold if mine not in suspects]
    return (*others, *(UntoldMine(near, free) for _ in suspects[1:]))


def rule_on_trigger(state: State, crew: Crew, cell: Cell) -> Ruling:
    """One of its own mines explodes; the gauge does not matter (Triggering a Mine)."""
    house = state.frame.house
    refused = (
        turns.may_trigger(state, crew)
        or (must_surface(state, crew) if house.trigger_is_system else None)
        or (None if house.trigger_broken else systems.broken(state, crew, System.MINE))
        or _no_mine(state, crew, cell)
    )
    if refused:
        return Rejected(refused)
    turn = systems.turn_of(state, crew, own_turn=_is_bound_to_its_turn(state))
    return Accepted((*turn, e.MineTriggered(crew.team, cell)))


def _is_bound_to_its_turn(state: State) -> bool | None:
    """None where triggering is a system like any other."""
    house = state.frame.house
    return None if house.trigger_is_system else house.trigger_time is TriggerTime.OWN_TURN


def _no_mine(state: State, crew: Crew, cell: Cell) -> Reason | None:
    bit = state.frame.waters.bit(cell)
    told, untold = list(crew.mines), list(crew.untold)
    if cell in told or any(mine.free & bit for mine in untold):
        fresh = crew.dropped and not state.frame.house.trigger_after_drop and _only_the_fresh_one(crew, cell, bit)
        return Reason.TURN_COURSE_FIRST if fresh else None
    return Reason.MINE_NONE_THERE


def _only_the_fresh_one(crew: Crew, cell: Cell, bit: int) -> bool:
    """Surely the mine dropped since the last course, and no other."""
    if crew.fresh is not None:
        return crew.fresh == cell and crew.mines.count(cell) == 1 and not any(mine.free & bit for mine in crew.untold)
    older = crew.untold[:-1]
    return cell not in crew.mines and not any(mine.free & bit for mine in older)


def after_triggered(state: State, crew: Crew, cell: Cell) -> Crew:
    """The mine is gone; of mines whose places nobody told, one that may have lain there."""
    return without_mine(crew, cell, state.frame.waters.bit(cell))


def without_mine(crew: Crew, cell: Cell, bit: int) -> Crew:
    if cell in crew.mines:
        index = crew.mines.index(cell)
        return replace(crew, mines=(*crew.mines[:index], *crew.mines[index + 1 :]))
    suspects = [mine for mine in crew.untold if mine.free & bit]
    if not suspects:
        return crew
    return replace(crew, untold=_without_one_of(crew, suspects), dropped=crew.dropped and len(suspects) == 1)


def _united(sets: Iterable[int]) -> int:
    whole = 0
    for cells in sets:
        whole |= cells
    return whole


# -- mines where something else explodes
def destroyed(state: State, crew: Crew, cell: Cell) -> tuple[e.Event, ...]:
    """A torpedo on a mine's space destroys the mine; only its owner learns it (Launching a Torpedo)."""
    reached = [crew, state.other(crew)] if state.frame.house.torpedo_destroys is Mines.ANY_MINE else [crew]
    return tuple(e.MineDestroyed(one.team, cell) for one in reached for _ in range(one.mines.count(cell)))


def swept(state: State, crew: Crew, cell: Cell) -> State:
    """No mine whose place nobody told lies there any more."""
    bit = state.frame.waters.bit(cell)
    reached = [crew, state.other(crew)] if state.frame.house.torpedo_destroys is Mines.ANY_MINE else [crew]
    crews = state.crews
    for one in reached:
        if one.untold:
            left = tuple(replace(mine, free=mine.free & ~bit) for mine in one.untold)
            crews = crews.put(one.team, replace(one, untold=tuple(mine for mine in left if mine.free)))
    return replace(state, crews=crews)


# -- Archer mines (Echo)
def rule_on_archer(state: State, crew: Crew, cell: Cell) -> Ruling:
    """Echo's scenario system: an Archer mine explodes like a torpedo, and only once."""
    elsewhere = state.frame.scenario.scenario_system is not ScenarioSystem.ARCHER_MINES
    other = turns.may_activate(state, crew) or Reason.SYSTEM_NOT_IN_SCENARIO if elsewhere else None
    refused = other or systems.refusal(state, crew, System.SCENARIO)
    if refused:
        return Rejected(refused)
    if cell not in state.frame.scenario.chart.archer_mines:
        return Rejected(Reason.ARCHER_NONE_THERE)
    if cell in state.spent:
        return Rejected(Reason.ARCHER_SPENT)
    return Accepted(
        (*systems.turn_of(state, crew), e.ArcherMineTriggered(crew.team, cell), *destroyed(state, crew, cell))
    )

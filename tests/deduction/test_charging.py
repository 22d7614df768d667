"""What can be charged by now, against every way of marking; and by cases."""

from __future__ import annotations

import random
from collections.abc import Iterator

from referee.deduction.charging import Charging
from referee.rules.crews import System

MINE, DRONE, SONAR = System.MINE, System.DRONE, System.SONAR
LENGTHS = {MINE: 2, DRONE: 3, SONAR: 2}

Sheet = tuple[int, ...]
"""The marks of each gauge: one possible sheet of the First Mate's."""


class EveryMarking:
    """The reference: all sheets that can have come about, by marking any gauge that is not full, at once or later."""

    def __init__(self) -> None:
        self.sheets: set[tuple[Sheet, bool]] = {((0, 0, 0), False)}
        """Each with whether the mark of the last course is still to be made."""
        self.nothing_to_mark = False
        """At some course every gauge was full."""

    def course(self) -> None:
        done = {sheet for sheet, owes in self.sheets if not owes}
        full = tuple(LENGTHS.values())
        self.nothing_to_mark |= full in done
        owing = {(sheet, sheet != full) for sheet in done}  # with every gauge full there is nothing to mark
        self.sheets = owing | {(marked, False) for one in done for marked in _marked(one)}

    def told(self, system: System) -> None:
        """The last course's mark, made and told at once."""
        self.sheets = {
            (_put(sheet, system, +1), False) for sheet, owes in self.sheets if owes and self._has_room(sheet, system)
        }

    def _has_room(self, sheet: Sheet, system: System) -> bool:
        return sheet[list(LENGTHS).index(system)] < LENGTHS[system]

    def full(self, system: System) -> set[tuple[Sheet, bool]]:
        return {(sheet, owes) for sheet, owes in self.sheets if not self._has_room(sheet, system)}

    def charged(self, system: System) -> None:
        self.sheets = self.full(system)

    def activated(self, system: System) -> None:
        emptied = {(_put(sheet, system, -LENGTHS[system]), owes) for sheet, owes in self.full(system)}
        self.sheets = emptied | {(marked, False) for sheet, owes in emptied if owes for marked in _marked(sheet)}


def _marked(sheet: Sheet) -> Iterator[Sheet]:
    open_ = [system for system, marks in zip(LENGTHS, sheet, strict=True) if marks < LENGTHS[system]]
    yield from (_put(sheet, system, +1) for system in open_)
    if not open_:
        yield sheet


def _put(sheet: Sheet, system: System, by: int) -> Sheet:
    index = list(LENGTHS).index(system)
    return (*sheet[:index], sheet[index] + by, *sheet[index + 1 :])


def test_what_can_be_full_is_exactly_what_some_marking_fills() -> None:
    compared = 0
    for seed in range(300):
        chance, ours, every = random.Random(seed), Charging.begin(LENGTHS), EveryMarking()
        for _ in range(40):
            system = chance.choice(list(LENGTHS))
            assert ours.can_be_full(system) >= bool(every.full(system)), seed
            if every.nothing_to_mark:  # whether a mark was made then is left open, unless all was told
                break
            assert ours.can_be_full(system) == bool(every.full(system)), seed
            compared += 1
            if chance.random() < 0.3 and every.full(system):
                change = chance.choice(("activated", "charged"))
                ours = getattr(ours, change)(system)
                getattr(every, change)(system)
            else:
                ours = ours.course()
                every.course()
    assert compared > 300 * 10


def test_with_every_mark_told_nothing_is_left_open() -> None:
    for seed in range(200):
        chance, ours, every = random.Random(seed), Charging.begin(LENGTHS), EveryMarking()
        for _ in range(40):
            system = chance.choice(list(LENGTHS))
            assert ours.can_be_full(system) == bool(every.full(system)), seed
            if chance.random() < 0.2 and every.full(system):
                ours = ours.activated(system)
                every.activated(system)
            elif not every.full(system):
                assert ours.course().can_be_marked(system)
                ours = ours.course().told(system)
                every.course()
                every.told(system)
            else:
                assert not ours.course().can_be_marked(system)


def test_marks_told_from_some_moment_on_never_make_a_full_gauge_impossible() -> None:
    for seed in range(300):
        chance, ours, every = random.Random(seed), Charging.begin(LENGTHS), EveryMarking()
        from_then_on = chance.randint(0, 30)
        for moment in range(40):
            system = chance.choice(list(LENGTHS))
            assert ours.can_be_full(system) >= bool(every.full(system)), seed
            if chance.random() < 0.2 and every.full(system):
                ours = ours.activated(system)
                every.activated(system)
                continue
            ours = ours.course()
            every.course()
            if moment < from_then_on:
                continue
            owing = {sheet for sheet, owes in every.sheets if owes}
            open_ = [one for one in LENGTHS if len({sheet for sheet, owes in every.full(one) if owes}) < len(owing)]
            if open_:
                told = chance.choice(open_)
                assert ours.can_be_marked(told), seed
                ours = ours.told(told)
                every.told(told)


def test_two_systems_cannot_share_one_mark() -> None:
    charging = Charging.begin(LENGTHS).course().course().activated(MINE)
    assert not charging.can_be_full(SONAR)
    assert charging.course().course().can_be_full(SONAR)


def test_a_gauge_announced_as_full_has_used_up_its_marks() -> None:
    charging = Charging.begin(LENGTHS).course().course().charged(MINE)
    assert not charging.can_be_full(SONAR)
    assert not charging.course().can_be_marked(MINE)
    assert charging.activated(MINE).possible


def test_a_mark_not_made_after_all_charges_nothing() -> None:
    charging = Charging.begin(LENGTHS).course().course()
    assert charging.can_be_full(MINE)
    assert not charging.unmade().can_be_full(MINE)


def test_lost_gauges_may_all_be_full() -> None:
    charging = Charging.begin(LENGTHS).activated(MINE)
    assert not charging.possible
    found = charging.lost()
    for system in LENGTHS:
        assert found.can_be_full(system)
        found = found.activated(system)
    assert not found.can_be_full(MINE)

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
    """The reference: all sheets that can have come about, by marking any gauge that is not full."""

    def __init__(self) -> None:
        self.sheets: set[Sheet] = {(0, 0, 0)}

    def marking(self) -> None:
        self.sheets = {marked for sheet in self.sheets for marked in self._marked(sheet)}

    def _marked(self, sheet: Sheet) -> Iterator[Sheet]:
        for index, length in enumerate(LENGTHS.values()):
            if sheet[index] < length:
                yield (*sheet[:index], sheet[index] + 1, *sheet[index + 1 :])
        if sheet == tuple(LENGTHS.values()):
            yield sheet

    def told(self, system: System) -> None:
        index = list(LENGTHS).index(system)
        self.sheets = {
            (*sheet[:index], sheet[index] + 1, *sheet[index + 1 :])
            for sheet in self.sheets
            if sheet[index] < LENGTHS[system]
        }

    def full(self, system: System) -> set[Sheet]:
        index = list(LENGTHS).index(system)
        return {sheet for sheet in self.sheets if sheet[index] == LENGTHS[system]}

    def charged(self, system: System) -> None:
        self.sheets = self.full(system)

    def activated(self, system: System) -> None:
        index = list(LENGTHS).index(system)
        self.sheets = {(*sheet[:index], 0, *sheet[index + 1 :]) for sheet in self.full(system)}


def test_what_can_be_full_is_exactly_what_some_marking_fills() -> None:
    compared = 0
    for seed in range(300):
        chance, ours, every = random.Random(seed), Charging.begin(LENGTHS), EveryMarking()
        for _ in range(40):
            system = chance.choice(list(LENGTHS))
            assert ours.can_be_full(system) == bool(every.full(system)), seed
            compared += 1
            if chance.random() < 0.2 and every.full(system):
                change = chance.choice(("activated", "charged"))
                ours = getattr(ours, change)(system)
                getattr(every, change)(system)
            else:
                ours = ours.marking()
                every.marking()
    assert compared == 300 * 40


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
                assert ours.marking().can_be_marked(system)
                ours = ours.marking().told(system)
                every.told(system)
            else:
                assert not ours.marking().can_be_marked(system)


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
            ours = ours.marking()
            if moment < from_then_on:
                every.marking()
                continue
            open_ = [one for one in LENGTHS if len(every.full(one)) < len(every.sheets)]
            if open_:
                told = chance.choice(open_)
                assert ours.can_be_marked(told), seed
                ours = ours.told(told)
                every.told(told)


def test_two_systems_cannot_share_one_mark() -> None:
    charging = Charging.begin(LENGTHS).marking().marking().activated(MINE)
    assert not charging.can_be_full(SONAR)
    assert charging.marking().marking().can_be_full(SONAR)


def test_a_gauge_announced_as_full_has_used_up_its_marks() -> None:
    charging = Charging.begin(LENGTHS).marking().marking().charged(MINE)
    assert not charging.can_be_full(SONAR)
    assert not charging.marking().can_be_marked(MINE)
    assert charging.activated(MINE).possible


def test_a_mark_not_made_after_all_charges_nothing() -> None:
    charging = Charging.begin(LENGTHS).marking().marking()
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

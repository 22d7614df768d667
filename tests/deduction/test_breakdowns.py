"""What can be crossed by now, against every sheet written out; and by the rulebook's cases."""

from __future__ import annotations

import os
import random
from itertools import product

import pytest

from referee import shelf
from referee.deduction import boxes
from referee.deduction.breakdowns import Breakdowns, Levels
from referee.deduction.sheets import SheetPlan
from referee.rules.crews import Game, Mode
from referee.rules.house import House
from referee.rules.scenario import SymbolClass

ENGINEERS = int(os.environ.get("SONAR_ENGINEERS", "8"))

Sheet = tuple[int, ...]
"""The crossed symbols of each panel, one bit a symbol."""

KINDS = (SymbolClass.RED, SymbolClass.GREEN, SymbolClass.YELLOW)


def plan_of(mode: Mode, **rules: str) -> SheetPlan:
    house = House()
    for name, value in rules.items():
        house = house.put(name.replace("_", "-"), value) or house
    sheet = shelf.scenario(Game.CAPTAIN_SONAR, "alpha", mode).engineer
    assert sheet is not None
    return SheetPlan.of(sheet, house)


PLANS = {mode: plan_of(mode) for mode in Mode}


class EverySheet:
    """The reference: all sheets that can have come about, one by one, by the damage nobody announced."""

    def __init__(self, plan: SheetPlan) -> None:
        self.plan = plan
        self.sheets: set[tuple[int, Sheet]] = {(0, (0, 0, 0, 0))}
        """With everything crossed that is due."""
        self.waiting: set[tuple[int, Sheet]] = set()
        """Before the last crossing, as long as it may be to come."""
        self.due = ""

    def course(self, panel: str) -> None:
        done = self.sheets | self._after(self.waiting, self.due)
        self.sheets, self.waiting, self.due = self._after(done, panel), done, panel

    def _after(self, sheets: set[tuple[int, Sheet]], panel: str) -> set[tuple[int, Sheet]]:
        index = self.plan.names.index(panel) if panel else 0
        return {
            self._crossed(damage, sheet, index, symbol)
            for damage, sheet in sheets
            for symbol in self.plan.panels[index].symbols
            if not sheet[index] >> symbol & 1
        }

    def _crossed(self, damage: int, sheet: Sheet, index: int, symbol: int) -> tuple[int, Sheet]:
        crossed = tuple(state | (1 << symbol if at == index else 0) for at, state in enumerate(sheet))
        mended = crossed
        for circuit in self.plan.circuits.values():
            if all(state & part == part for state, part in zip(crossed, circuit.parts, strict=True)):
                mended = tuple(state & ~part for state, part in zip(mended, circuit.parts, strict=True))
        judged = mended if self.plan.repair_first else crossed
        panels = self.plan.panels
        whole = any(state == (1 << len(panel.kinds)) - 1 for state, panel in zip(judged, panels, strict=True))
        masks = [panel.of_kind(self.plan.radiation) for panel in panels]
        radiated = all(state & mask == mask for state, mask in zip(judged, masks, strict=True))
        hurt = self.plan.damage(is_whole=whole, is_radiated=radiated)
        return (min(damage + hurt, 3), (0, 0, 0, 0)) if hurt else (damage, mended)

    def can_work(self, kind: str) -> bool:
        return bool(self._clean(self.sheets, kind) or self._clean(self.waiting, kind))

    def working(self, kind: str) -> None:
        self.sheets, self.waiting = self._clean(self.sheets, kind), self._clean(self.waiting, kind)

    def _clean(self, sheets: set[tuple[int, Sheet]], kind: str) -> set[tuple[int, Sheet]]:
        masks = [panel.of_kind(kind) for panel in self.plan.panels]
        return {one for one in sheets if not any(s & m for s, m in zip(one[1], masks, strict=True))}


def every(levels: Levels) -> set[tuple[int, Sheet]]:
    """The sheets that boxes mean, one by one."""
    found: set[tuple[int, Sheet]] = set()
    for damage, level in enumerate(levels):
        for box in level:
            states = [[state for state in range(64) if one >> state & 1] for one in box]
            found |= {(damage, sheet) for sheet in product(*states)}
    return found


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("rules", [{}, {"repair_first": "no"}, {"panel_and_radiation": "two"}])
def test_the_sheets_are_exactly_those_some_crossing_makes(mode: Mode, rules: dict[str, str]) -> None:
    plan, compared = plan_of(mode, **rules), 0
    for seed in range(6):
        chance, ours, reference = random.Random(seed), Breakdowns.begin(plan), EverySheet(plan)
        for _ in range(12):
            kind = chance.choice(KINDS)
            assert ours.can_work(kind) == reference.can_work(kind), seed
            if chance.random() < 0.2 and reference.can_work(kind):
                ours = ours.working(kind)
                reference.working(kind)
            panel = chance.choice("WWNSEE")
            ours = ours.course(panel)
            reference.course(panel)
            if len(reference.sheets) > 1200:
                break
            assert every(ours.levels) == reference.sheets, seed
            assert every(ours.waiting) == reference.waiting, seed
            compared += 1
    assert compared > 20


def test_too_many_boxes_are_united_and_no_sheet_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes, "LIMIT", 2)
    for seed in range(6):
        plan = PLANS[Mode.TURN_BY_TURN]
        chance, ours, reference = random.Random(seed), Breakdowns.begin(plan), EverySheet(plan)
        while len(reference.sheets) < 1500:
            panel = chance.choice("WNSE")
            ours = ours.course(panel)
            reference.course(panel)
            assert all(len(level) <= 2 for level in ours.levels)
            assert every(ours.levels) >= reference.sheets


def after(panels: str, mode: Mode = Mode.REAL_TIME) -> Breakdowns:
    found = Breakdowns.begin(PLANS[mode])
    for panel in panels:
        found = found.course(panel)
    return found


def test_a_system_is_broken_for_certain_only_when_every_crossing_breaks_it() -> None:
    # North has four symbols that are not red; the fifth crossing may be still to come
    assert after("NNNNN").can_work(SymbolClass.RED)
    assert not after("NNNNNS").can_work(SymbolClass.RED)
    assert after("NNNNS").can_work(SymbolClass.YELLOW)
    assert not after("NNNNNS").can_work(SymbolClass.YELLOW)


def test_what_was_activated_narrows_what_was_crossed() -> None:
    # what is not yellow in North is red, red, green and radiation
    yellow = after("NNNS").working(SymbolClass.YELLOW)
    assert yellow.possible
    assert not yellow.can_work(SymbolClass.RED)
    assert after("NNNS").can_work(SymbolClass.RED)


def test_the_last_symbol_may_be_crossed_after_the_system_was_used() -> None:
    used = after("N").working(SymbolClass.RED)
    assert not used.course("S").working(SymbolClass.YELLOW).told("S", 0).can_work(SymbolClass.GREEN)
    assert used.told("N", 1).possible
    assert not used.told("N", 1).can_work(SymbolClass.RED)
    assert not after("N").told("N", 1).can_work(SymbolClass.RED)


def test_a_silence_may_be_crossed_in_any_panel_it_can_point_at() -> None:
    found = after("N").silence("W", "E")
    assert found.told("W", 0).possible
    assert every(found.told("S", 0).levels) >= every(found.levels)
    assert every(found.narrowed("W").levels) < every(found.levels)
    assert all(found.can_work(kind) for kind in KINDS)


def least_unannounced(found: Breakdowns) -> int:
    """The damage that is suffered whatever was crossed, and was not announced."""
    return next((damage for damage, boxes in enumerate(found._done()) if boxes), 0)


def test_a_whole_panel_is_damage_whatever_was_crossed() -> None:
    assert least_unannounced(after("NNNNN")) == 0
    assert least_unannounced(after("NNNNNN")) == 1
    assert least_unannounced(after("NNNNNN").announced(by_a_blast=False)) == 0
    assert not after("NN").announced(by_a_blast=False).possible


def test_surfacing_repairs_everything_and_takes_back_no_damage() -> None:
    found = after("NNNNNNS").repaired()
    assert found.can_work(SymbolClass.RED)
    assert least_unannounced(found) == 1


def test_a_told_crossing_takes_the_place_of_the_assumed_one() -> None:
    told = after("N").told("N", 5)  # radiation
    assert all(told.can_work(kind) for kind in KINDS)
    assert not after("N").told("N", 1).can_work(SymbolClass.RED)


def test_a_crossing_that_may_be_an_earlier_one_is_not_counted_for_this_one() -> None:
    late = after("NN")
    assert late.told("N", 1).levels == late.levels


def test_lost_sheets_may_be_anything() -> None:
    found = after("N").lost()
    assert all(found.can_work(kind) for kind in KINDS)
    assert found.announced(by_a_blast=False).possible


class Engineer:
    """One who crosses as he likes, in any order as long as it is due, and tells all of it from some moment on."""

    def __init__(self, chance: random.Random, plan: SheetPlan) -> None:
        self.chance, self.every = chance, EverySheet(plan)
        self.sheet: Sheet = (0, 0, 0, 0)
        self.hurt = 0
        self.due: list[str] = []
        """The panels that may be crossed for each crossing that is due."""
        self.tells_from = chance.choice((0, chance.randint(1, 30), 99))
        self.ours = Breakdowns.begin(plan)

    def is_clean(self, kind: str) -> bool:
        return not any(
            state & panel.of_kind(kind) for state, panel in zip(self.sheet, self.every.plan.panels, strict=True)
        )

    def does(self, step: int) -> None:
        """Anything that may happen now."""
        match self.chance.choice(("course", "course", "silence", "cross", "cross", "works", "damage")):
            case "course":
                while self.due:
                    self.crosses(step)
                panel = self.chance.choice("WNSE")
                self.due, self.ours = [panel], self.ours.course(panel)
            case "silence" if step and len(self.due) < 3:
                self.ours = self.ours.silence(*"WNSE")
                panel = self.chance.choice("WNSE")
                if self.chance.random() < 0.3:
                    self.ours = self.ours.narrowed(panel)
                self.due.append(panel)
            case "cross" if self.due:
                self.crosses(step)
            case "works":
                for kind in [kind for kind in KINDS if self.is_clean(kind)][:1]:
                    self.ours = self.ours.working(kind)
            case "damage" if self.hurt:
                self.hurt -= 1
                self.ours = self.ours.announced(by_a_blast=False)

    def crosses(self, step: int) -> None:
        panel = self.due.pop(self.chance.randrange(len(self.due)))
        index = self.every.plan.names.index(panel)
        free = [one for one in self.every.plan.panels[index].symbols if not self.sheet[index] >> one & 1]
        symbol = self.chance.choice(free)
        hurt, self.sheet = self.every._crossed(0, self.sheet, index, symbol)
        self.hurt = min(self.hurt + hurt, 3)
        if step >= self.tells_from:
            self.ours = self.ours.told(panel, symbol)


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("rules", [{}, {"repair_first": "no"}, {"panel_and_radiation": "two"}])
def test_what_is_truly_on_the_sheet_is_always_among_the_possible(mode: Mode, rules: dict[str, str]) -> None:
    plan = plan_of(mode, **rules)
    for seed in range(ENGINEERS):
        one = Engineer(random.Random(seed), plan)
        for step in range(40):
            one.does(step)
            assert one.ours.possible, (seed, step)
            for kind in KINDS:
                assert one.ours.can_work(kind) or not one.is_clean(kind), (seed, step)
            assert least_unannounced(one.ours) <= one.hurt + len(one.due), (seed, step)

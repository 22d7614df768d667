"""What can be crossed by now, against every sheet written out; and by the rulebook's cases."""

from __future__ import annotations

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

    def crossing(self, panels: tuple[str, ...]) -> None:
        names = self.plan.names
        self.sheets = {
            self._crossed(damage, sheet, names.index(panel), symbol)
            for damage, sheet in self.sheets
            for panel in panels
            for symbol in self.plan.panels[names.index(panel)].symbols
            if not sheet[names.index(panel)] >> symbol & 1
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

    def working(self, kind: str) -> set[tuple[int, Sheet]]:
        masks = [panel.of_kind(kind) for panel in self.plan.panels]
        return {one for one in self.sheets if not any(s & m for s, m in zip(one[1], masks, strict=True))}


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
            assert ours.can_work(kind) == bool(reference.working(kind)), seed
            if chance.random() < 0.15 and reference.working(kind):
                ours, reference.sheets = ours.working(kind), reference.working(kind)
            panels = tuple(chance.sample(plan.names, 2)) if chance.random() < 0.1 else (chance.choice("WWNSEE"),)
            ours = ours.crossing(*panels)
            reference.crossing(panels)
            if len(reference.sheets) > 1200:
                break
            assert every(ours.levels) == reference.sheets, seed
            compared += 1
    assert compared > 20


def test_too_many_boxes_are_united_and_no_sheet_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes, "LIMIT", 2)
    for seed in range(6):
        plan = PLANS[Mode.TURN_BY_TURN]
        chance, ours, reference = random.Random(seed), Breakdowns.begin(plan), EverySheet(plan)
        while len(reference.sheets) < 1500:
            panel = chance.choice("WNSE")
            ours = ours.crossing(panel)
            reference.crossing((panel,))
            assert all(len(level) <= 2 for level in ours.levels)
            assert every(ours.levels) >= reference.sheets


def after(panels: str, mode: Mode = Mode.REAL_TIME) -> Breakdowns:
    found = Breakdowns.begin(PLANS[mode])
    for panel in panels:
        found = found.crossing(panel)
    return found


def test_a_system_is_broken_for_certain_only_when_every_crossing_breaks_it() -> None:
    # the North panel has three symbols that are not red or green: two yellow and a radiation
    assert after("NNN").can_work(SymbolClass.RED)
    assert not after("NNNNN").can_work(SymbolClass.YELLOW)
    assert after("NNNN").can_work(SymbolClass.RED)
    assert not after("NNNNN").can_work(SymbolClass.RED)


def test_what_was_activated_narrows_what_was_crossed() -> None:
    yellow = after("NNN").working(SymbolClass.YELLOW)
    assert not yellow.can_work(SymbolClass.GREEN) or not yellow.can_work(SymbolClass.RED)
    assert yellow.possible


def test_a_whole_panel_is_damage_whatever_was_crossed() -> None:
    assert after("NNNNN").least_unannounced == 0
    assert after("NNNNNN").least_unannounced == 1
    assert after("NNNNNN").announced(by_a_blast=False).least_unannounced == 0
    assert not after("NN").announced(by_a_blast=False).possible


def test_surfacing_repairs_everything_and_takes_back_no_damage() -> None:
    found = after("NNNNNN").repaired()
    assert found.can_work(SymbolClass.RED)
    assert found.least_unannounced == 1


def test_a_told_crossing_takes_the_place_of_the_assumed_one() -> None:
    told = after("N").told("N", 5)  # radiation
    assert all(told.can_work(kind) for kind in KINDS)
    assert not after("N").told("N", 1).can_work(SymbolClass.RED)


def test_a_told_crossing_counts_from_its_course_on() -> None:
    assert after("N").working(SymbolClass.RED).told("N", 0).possible
    assert not after("N").working(SymbolClass.RED).told("N", 1).possible
    assert after("N").told("S", 0) == after("N").told("S", 0)


def test_a_crossing_that_may_be_an_earlier_one_is_not_counted_for_this_one() -> None:
    late = after("NN")
    assert late.told("N", 1).levels == late.levels


def test_lost_sheets_may_be_anything() -> None:
    found = after("N").lost()
    assert all(found.can_work(kind) for kind in KINDS)
    assert found.announced(by_a_blast=False).possible

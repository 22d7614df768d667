"""What becomes of each order at the free table is told apart, whatever came in whichever order."""

from __future__ import annotations

import numpy as np

from referee.hearing.waveform import RATE
from referee.rules.crews import Team
from tests.bench.free_table import Call, Came, Fate, Over, _over, _place, outcome, page

BLUE, YELLOW = Team.BLUE, Team.YELLOW


def came(at: float, line: str) -> Came:
    return Came(at, {"in": line, "verdict": "accepted"})


def asked(at: float, *likely: str) -> Came:
    return Came(at, {"heard": "…", "asked": "order", "likely": list(likely)})


def test_each_order_has_one_fate() -> None:
    taken, crew, doubted, wrong, lost = calls = [
        Call(BLUE, "head N", 10, 11),
        Call(BLUE, "head E", 20, 21),
        Call(YELLOW, "head S", 30, 31),
        Call(YELLOW, "head W", 40, 41),
        Call(BLUE, "head N", 50, 51),
    ]
    journal = [
        came(11.3, "blue: head N"),
        came(21.4, "yellow: head E"),
        asked(31.5, "yellow: head S", "yellow: head N"),
        came(41.2, "yellow: drone 1"),
        came(70.0, "blue: torpedo C6"),
    ]
    found = outcome(calls, journal)
    fates = {call: fate for call, (fate, _) in found.fates.items()}
    assert fates == {
        taken: Fate.TAKEN,
        crew: Fate.OTHER,
        doubted: Fate.ASKED,
        wrong: Fate.WRONG,
        lost: Fate.LOST,
    }
    assert round(found.fates[taken][1], 2) == 0.3
    assert found.strays == ["blue: torpedo C6"]


def test_of_two_orders_at_once_each_gets_its_own() -> None:
    blue, yellow = Call(BLUE, "head N", 10, 11.2), Call(YELLOW, "head N", 10.4, 11.5)
    found = outcome([blue, yellow], [came(11.8, "yellow: head N"), came(11.9, "blue: head N")])
    assert [found.fates[one][0] for one in (blue, yellow)] == [Fate.TAKEN, Fate.TAKEN]
    found = outcome([blue, yellow], [asked(11.8, "yellow: head N")])
    assert sorted(fate for fate, _ in found.fates.values()) == [Fate.ASKED, Fate.LOST]


def test_over_whom_an_order_was_said() -> None:
    orders = ((BLUE, "head N", 1, 2), (YELLOW, "head N", 1.9, 3), (BLUE, "head E", 5, 6), (BLUE, "head S", 9, 10))
    calls = [Call(*one) for one in orders]
    over = [one.over for one in _over(calls, np.array([2.5, 5.5]))]
    assert over == [Over.CAPTAIN, Over.CAPTAIN, Over.REFEREE, Over.NOBODY]
    lines = page(outcome(_over(calls, np.array([5.5])), [came(6.5, "blue: head E")]))
    assert lines[3] == "| the referee | 1 | 1 | 0 | 0 | 0 | 0 | 0.50 s | 0.50 s |"
    assert lines[-1].startswith("| all | 4 | 1 | 0 | 3 |")


def test_a_sound_is_found_in_what_the_microphone_heard() -> None:
    chance = np.random.default_rng(1)
    sound = chance.normal(0, 0.1, RATE).astype(np.float32)
    heard = chance.normal(0, 0.1, 5 * RATE).astype(np.float32)
    heard[33_000 : 33_000 + RATE] += sound
    assert _place(heard, sound, 2 * RATE) == 33_000

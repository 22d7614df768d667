"""What became of streams: which orders were taken rightly, wrongly, asked about or missed, what was taken that nobody
said, how long it took and what it cost.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tests.bench.hearing.rivals import Answer, Hearing
from tests.bench.rooms import Said, Stream

_SURE = 1.96  # standard deviations hold 95 of 100
_STOP = "stop"
_ABOUT = 0.15  # seconds by which one who hears may be wrong about where something began


@dataclass(frozen=True, slots=True)
class FalseOrder:
    """Something that was taken for an order where none was said."""

    order: str
    words: str
    said: str
    confidence: float


@dataclass(slots=True)
class Tally:
    """One rival, one set."""

    rival: str
    name: str
    orders: int = 0
    right: int = 0
    wrong: int = 0
    asked: int = 0
    false: list[FalseOrder] = field(default_factory=list)
    asked_of_talk: int = 0
    seconds: float = 0.0
    talk_seconds: float = 0.0
    """Of sound in which no order is said."""
    late: dict[str, list[float]] = field(default_factory=lambda: {"decided": [], "wall": [], "cpu": []})
    """Seconds from the end of an order to its decision: in time of the sound, with all computing and waiting by the
    clock on the wall, and the same by the processor's."""
    wall: float = 0.0
    cpu: float = 0.0
    memory: float = 0.0
    start: float = 0.0
    """Seconds until it could listen."""
    amiss: list[str] = field(default_factory=list)

    @property
    def missed(self) -> int:
        return self.orders - self.right - self.wrong - self.asked

    @property
    def false_an_hour(self) -> float:
        return len(self.false) / (self.talk_seconds / 3600) if self.talk_seconds else math.nan

    @property
    def core(self) -> float:
        """The share of a core that was busy."""
        return self.cpu / self.seconds if self.seconds else math.nan

    def count(self, stream: Stream, hearing: Hearing) -> None:
        orders = [one for one in stream.said if one.order]
        self.seconds += stream.seconds
        self.talk_seconds += stream.seconds - sum(one.ended - one.began for one in orders)
        self.wall, self.cpu, self.memory = self.wall + hearing.wall, self.cpu + hearing.cpu, hearing.memory
        rest = list(hearing.answers)
        for order in orders:
            its = [one for one in rest if _overlap(one, order)]
            rest = [one for one in rest if one not in its]
            self._one(stream, order, its)
        for one in rest:
            if one.is_order:
                near = " / ".join(said.text for said in stream.said if _overlap(one, said))
                self.false.append(FalseOrder(one.order, one.words, near or stream.name, one.confidence))
            else:
                self.asked_of_talk += 1

    def _one(self, stream: Stream, order: Said, answers: Sequence[Answer]) -> None:
        self.orders += 1
        taken = [one for one in answers if one.is_order]
        found = [one.order for one in taken]
        if found in ways_to_take(str(order.order), order.text):
            self.right += 1
            for clock, times in self.late.items():
                times.append(float(getattr(taken[-1], clock)) - order.ended)
            return
        if taken:
            self.wrong += 1
        elif answers:
            self.asked += 1
        heard = "; ".join(f"{one.order} ({one.words}, {one.confidence:.2f})" for one in answers) or "-"
        self.amiss.append(f"{stream.name}: {order.text} [{order.order}] > {heard}")

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "missed": self.missed, "false_an_hour": self.false_an_hour, "core": self.core}


def _overlap(answer: Answer, said: Said) -> bool:
    return answer.began < said.ended + _ABOUT and answer.ended > said.began - _ABOUT


def ways_to_take(order: str, text: str) -> Sequence[Sequence[str]]:
    """What comes to this order at the table: the order, and where it was said in two breaths, both parts of it."""
    ways = [[order]]
    if order != _STOP and text.casefold().startswith(_STOP):
        ways.append([_STOP, order])
    before, surface, sector = order.rpartition("surface ")
    if surface:
        ways.append([f"{before}surface", f"sector {sector}"])
    return ways


def wilson(count: int, of: int) -> tuple[float, float]:
    """Between which shares the truth lies, 19 times of 20."""
    if not of:
        return 0.0, 1.0
    share, spread = count / of, _SURE**2 / of
    middle = (share + spread / 2) / (1 + spread)
    reach = math.sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def quantile(seconds: Iterable[float], share: float) -> float:
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else math.nan

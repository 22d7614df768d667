"""What the hearing benchmark counts, and how it is shown: a row for each room, a paragraph for each hour of talk."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.cli.bench_rivals import ASKED, Answer
from referee.cli.bench_rooms import Scene
from referee.hearing.waveform import RATE

_SURE = 1.96  # standard deviations hold 95 of 100
_STOP = "stop"


@dataclass(slots=True)
class Tally:
    """What became of the clips in one room."""

    room: str
    orders: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    talk: int = 0
    taken: int = 0
    talk_seconds: float = 0.0
    late: list[float] = field(default_factory=list)
    cpu: float = 0.0
    seconds: float = 0.0
    amiss: list[str] = field(default_factory=list)
    """What was not right, to be read."""

    def count(self, scene: Scene, answers: Sequence[Answer]) -> None:
        clip, seconds = scene.clip, len(scene.samples) / RATE
        taken = [answer for answer in answers if answer.order != ASKED]
        found = [answer.order for answer in taken]
        self.seconds += seconds
        ways = ways_to_take(clip.order, clip.text) if clip.order else ([],)
        if found not in ways:
            heard = "; ".join(f"{answer.order} ({answer.words})" for answer in answers) or "-"
            self.amiss.append(f"{clip.voice}: {clip.text} [{clip.order or '-'}] > {heard}")
        if clip.order is None:
            self.talk += 1
            self.taken += len(found)
            self.talk_seconds += seconds
            return
        self.orders += 1
        if found in ways:
            self.right += 1
            self.late.append((taken[-1].at - scene.ends) / RATE)
        elif found:
            self.wrong += 1
        elif answers:
            self.asked += 1


def ways_to_take(order: str, text: str) -> Sequence[Sequence[str]]:
    """What comes to this order at the table: the order, and where it was said in two breaths, both parts of it."""
    ways = [[order]]
    if order != _STOP and text.casefold().startswith(_STOP):
        ways.append([_STOP, order])
    before, surface, sector = order.rpartition("surface ")
    if surface:
        ways.append([f"{before}surface", f"sector {sector}"])
    return ways


@dataclass(frozen=True, slots=True)
class FalseOrder:
    """Talk that was taken for an order: when, in seconds; what for; the words it was taken for, and what was said."""

    at: float
    order: str
    words: str
    said: str
    called: bool


@dataclass(slots=True)
class Talk:
    """What became of hours in which nobody gave an order."""

    seconds: float = 0.0
    taken: list[FalseOrder] = field(default_factory=list)
    asked: int = 0
    cpu: float = 0.0
    memory: list[float] = field(default_factory=list)
    """Megabytes, minute by minute."""

    @property
    def hours(self) -> float:
        return max(self.seconds, 1.0) / 3600

    @property
    def called(self) -> int:
        """With call words in use, only these would have been taken."""
        return sum(one.called for one in self.taken)


@dataclass(slots=True)
class Measured:
    """One rival in one language."""

    rival: str
    language: str
    start: float
    memory: float
    tallies: list[Tally] = field(default_factory=list)
    talk: Talk | None = None

    @property
    def median(self) -> float:
        late = [one for tally in self.tallies for one in tally.late]
        return statistics.median(late) if late else math.nan


def wilson(count: int, of: int) -> tuple[float, float]:
    """Between which shares the truth lies, 19 times of 20."""
    if not of:
        return 0.0, 1.0
    share, spread = count / of, _SURE**2 / of
    middle = (share + spread / 2) / (1 + spread)
    reach = math.sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
    return max(0.0, middle - reach), min(1.0, middle + reach)


HEAD = (
    f"{'':9} {'':2} {'room':>10} {'orders':>6} {'right':>20} {'asked':>6} {'wrong':>19} {'missed':>6} "
    f"{'talk taken':>12} {'median':>8} {'p95':>7} {'rtf':>6} {'MB':>4} {'start':>6}"
)


def row(measured: Measured, tally: Tally) -> str:
    orders = tally.orders
    late = sorted(tally.late) or [math.nan]
    missed = orders - tally.right - tally.asked - tally.wrong
    return (
        f"{measured.rival:9} {measured.language:2} {tally.room:>10} {orders:6} {_share(tally.right, orders):>20}"
        f" {_percent(tally.asked, orders):>6} {_share(tally.wrong, orders):>19} {_percent(missed, orders):>6}"
        f" {tally.taken:4} of {tally.talk:<4}"
        f" {1000 * statistics.median(late):5.0f} ms {1000 * late[int(0.95 * len(late))]:4.0f} ms"
        f" {tally.cpu / max(1, tally.seconds):6.3f} {measured.memory:4.0f} {measured.start:4.2f} s"
    )


def _share(count: int, of: int) -> str:
    low, high = wilson(count, of)
    return f"{_percent(count, of)} ({100 * low:.1f}-{100 * high:.1f})"


def _percent(count: int, of: int) -> str:
    return f"{100 * count / max(1, of):.1f}%"


def talked(measured: Measured, talk: Talk, *, listed: bool) -> Iterator[str]:
    """The hours of talk, and on demand each order taken from them."""
    yield (
        f"{measured.rival:9} {measured.language:2} {talk.hours:.2f} h of table talk: {len(talk.taken) / talk.hours:.1f}"
        f" false orders an hour, {talk.called / talk.hours:.1f} of them with a call word;"
        f" {talk.asked / talk.hours:.1f} asked back an hour; {100 * talk.cpu / max(1.0, talk.seconds):.1f} % of a core;"
        f" {talk.memory[0]:.0f} MB after the first minute, {talk.memory[-1]:.0f} MB at the end"
    )
    for one in talk.taken if listed else ():
        minutes, seconds = divmod(one.at, 60)
        yield f"    {minutes:3.0f}:{seconds:04.1f}  {one.order}  heard: {one.words}  said: {one.said}"


def sooner(results: Sequence[Measured]) -> str:
    """How many times sooner ours decides than plain Vosk, by the medians of all rooms."""
    medians = {(one.rival, one.language): one.median for one in results}
    ratios = [
        f"{language} {medians['plain', language] / ours:.1f} times sooner"
        f" ({1000 * ours:.0f} ms against {1000 * medians['plain', language]:.0f} ms)"
        for (rival, language), ours in medians.items()
        if rival == "ours" and ("plain", language) in medians
    ]
    return "decided than plain Vosk: " + (", ".join(ratios) or "-")


def as_object(measured: Measured) -> dict[str, Any]:
    rooms = [
        {
            **{name: getattr(tally, name) for name in ("room", "orders", "right", "asked", "wrong", "talk", "taken")},
            "right_95": wilson(tally.right, tally.orders),
            "wrong_95": wilson(tally.wrong, tally.orders),
            "late_ms": [round(1000 * one) for one in sorted(tally.late)],
            "rtf": tally.cpu / max(1.0, tally.seconds),
            "amiss": tally.amiss,
        }
        for tally in measured.tallies
    ]
    return {
        "rival": measured.rival,
        "language": measured.language,
        "start_s": measured.start,
        "memory_mb": measured.memory,
        "rooms": rooms,
        "talk": measured.talk and _talk_as_object(measured.talk),
    }


def _talk_as_object(talk: Talk) -> dict[str, Any]:
    return {
        "hours": talk.hours,
        "false_orders": [
            {"at_s": one.at, "order": one.order, "words": one.words, "said": one.said, "called": one.called}
            for one in talk.taken
        ],
        "asked": talk.asked,
        "cpu_share": talk.cpu / max(1.0, talk.seconds),
        "memory_mb": talk.memory,
    }

"""The figures as people read them: a line for the terminal, and a page in Markdown."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from tests.bench.hearing.figures import Tally, quantile, wilson
from tests.bench.hearing.sets import SETS

HEAD = (
    f"{'':7} {'set':>12} {'orders':>6} {'right':>20} {'wrong':>7} {'asked':>6} {'missed':>6} {'false/h':>8}"
    f" {'audio ms':>10} {'wall ms':>10} {'cpu ms':>10} {'core':>6} {'MB':>4}"
)


def line(tally: Tally) -> str:
    low, high = wilson(tally.right, tally.orders)
    right = f"{_percent(tally.right, tally.orders)} ({100 * low:.0f}-{100 * high:.0f})" if tally.orders else "-"
    return (
        f"{tally.rival:7} {tally.name:>12} {tally.orders:6} {right:>20}"
        f" {_percent(tally.wrong, tally.orders):>7} {_percent(tally.asked, tally.orders):>6}"
        f" {_percent(tally.missed, tally.orders):>6} {tally.false_an_hour:8.1f}"
        f" {_delay(tally, 'decided'):>10} {_delay(tally, 'wall'):>10} {_delay(tally, 'cpu'):>10}"
        f" {100 * tally.core:5.1f}% {tally.memory:4.0f}"
    )


def page(language: str, tallies: Sequence[Tally]) -> Iterator[str]:
    """Rivals beside each other, set by set, then how long they took."""
    rivals = list(dict.fromkeys(tally.rival for tally in tallies))
    names = list(dict.fromkeys(tally.name for tally in tallies))
    known = {(tally.rival, tally.name): tally for tally in tallies}
    yield f"| {language} | n | " + " | ".join(f"{one}: right, wrong, asked" for one in rivals) + " |"
    yield "|---" * (2 + len(rivals)) + "|"
    for name in names:
        of_name = [known[rival, name] for rival in rivals if (rival, name) in known]
        if of_name[0].orders:
            cells = " | ".join(_shares(one) for one in of_name)
            yield f"| {SETS[name].about} | {of_name[0].orders} | {cells} |"
    yield ""
    yield f"| {language}, false orders an hour | hours | " + " | ".join(rivals) + " |"
    yield "|---" * (2 + len(rivals)) + "|"
    for name in names:
        of_name = [known[rival, name] for rival in rivals if (rival, name) in known]
        cells = " | ".join(f"{one.false_an_hour:.1f} ({len(one.false)})" for one in of_name)
        yield f"| {SETS[name].about} | {of_name[0].talk_seconds / 3600:.2f} | {cells} |"
    yield ""
    yield f"| {language}, end of an order to its decision, median / p95 ms | " + " | ".join(rivals) + " |"
    yield "|---" * (1 + len(rivals)) + "|"
    for name in names:
        of_name = [known[rival, name] for rival in rivals if (rival, name) in known]
        if any(one.late["wall"] for one in of_name):
            cells = " | ".join(
                f"{_delay(one, 'decided')} audio, {_delay(one, 'wall')} wall, {_delay(one, 'cpu')} processor"
                for one in of_name
            )
            yield f"| {SETS[name].about} | {cells} |"
    yield ""
    for rival in rivals:
        own = [tally for tally in tallies if tally.rival == rival]
        busy = 100 * sum(one.cpu for one in own) / max(1e-9, sum(one.seconds for one in own))
        yield f"{rival}: {busy:.1f} % of a core, {max(one.memory for one in own):.0f} MB"


def _shares(tally: Tally) -> str:
    low, high = wilson(tally.right, tally.orders)
    return (
        f"{_percent(tally.right, tally.orders)} ({100 * low:.0f}–{100 * high:.0f}), "
        f"{_percent(tally.wrong, tally.orders)}, {_percent(tally.asked, tally.orders)}"
    )


def _percent(count: int, of: int) -> str:
    return f"{100 * count / of:.1f}%" if of else "-"


def _delay(tally: Tally, clock: str) -> str:
    late = [1000 * one for one in tally.late[clock]]
    middle, slow = quantile(late, 0.5), quantile(late, 0.95)
    return "-" if math.isnan(middle) else f"{middle:.0f} / {slow:.0f}"

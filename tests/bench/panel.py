"""The phones, measured: `python -m tests.bench.panel`.

Sixteen phones over real HTTP; from a tap until the view that shows it has reached every phone of both crews. Beside it,
in the same run, a bare request for a small file.
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from referee.rules.crews import Role, Team
from tests.bench.table import Beside, Measured, Row, Size, late, median
from tests.panel.tables import HttpPhone, table

PHONES = 16
GAMES = 4
TAPS = 12  # in each: a phone shows the last lines only


class Watcher:
    """A phone that notes whose turn it was shown, and when; with a role or without."""

    def __init__(self, views: Iterator[Mapping[str, Any]]) -> None:
        self.seen: list[tuple[float, Team | None]] = []
        self._views = views
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        try:
            for view in self._views:
                self.seen.append((time.perf_counter(), view["turn"]))
        except (OSError, ValueError, AttributeError):
            return  # the table is closed

    def when(self, turn: Team, since: float) -> float | None:
        return next((at for at, shown in self.seen if at >= since and shown == turn), None)


def measured(folder: Path) -> tuple[list[float], list[float]]:
    """Milliseconds from tap to shown on all phones; and of the bare requests."""
    shown, bare = [], []
    folder.mkdir()
    with table(folder) as laid, ExitStack() as open_:
        captains = [laid.phone(team, *Role) for team in (Team.BLUE, Team.YELLOW)]
        others = [laid.phone(team) for team in (Team.BLUE, Team.YELLOW) for _ in range(PHONES // 2 - 1)]
        watchers = [Watcher(open_.enter_context(phone.stream())) for phone in [*captains, *others]]
        for captain in captains:
            captain.tap("dive")
        time.sleep(1)
        for turn in range(TAPS):
            bare.append(_timed(captains[0]))
            began = time.perf_counter()
            captains[turn % 2].tap("head N")
            shown.append(1000 * (_reached(watchers, (Team.YELLOW, Team.BLUE)[turn % 2], began) - began))
    return shown, bare


def _timed(phone: HttpPhone) -> float:
    began = time.perf_counter()
    phone.get("/icon.svg")
    return 1000 * (time.perf_counter() - began)


def _reached(watchers: list[Watcher], turn: Team, since: float) -> float:
    """When the last phone had it."""
    limit = time.perf_counter() + 5
    while time.perf_counter() < limit:
        found = [one.when(turn, since) for one in watchers]
        if all(at is not None for at in found):
            return max(at for at in found if at is not None)
        time.sleep(0.0005)
    raise TimeoutError("a phone was never told")


def measure(size: Size, _audio: Path | None = None) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        runs = [measured(Path(folder) / str(game)) for game in range(size.of(1, GAMES, 2 * GAMES))]
    shown = [one for run in runs for one in run[0]]
    bare = [one for run in runs for one in run[1]]
    details = [f"{PHONES} phones, {len(shown)} taps                 median     p95   (milliseconds)"]
    for name, values in (("tap until shown on every phone", shown), ("a bare request, for comparison", bare)):
        details.append(f"{name:34}{median(values):9.1f}{late(values):8.1f}")
    details.append(f"{'ratio of the medians':34}{median(shown) / median(bare):9.1f}")
    beside = Beside("request", median(bare), "ms")
    return Measured([Row("shown", "ms", 100, median(shown), beside=beside, slots={"phones": PHONES})], details)


if __name__ == "__main__":
    print("\n".join(measure(Size.USUAL).details))

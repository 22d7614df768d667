"""What each room promises, measured: the rows of the one table, one function a room.

What cannot be measured on this machine, as without a loudspeaker or a speech model, says which command does it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.language.messages import languages
from tests.bench.table import Beside, Measured, NotHere, Row, Size, elsewhere, late, median

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Wish:
    """How long somebody waits, and whose recordings are used."""

    size: Size
    audio: Path | None
    voices: Path | None = None


def rules(wish: Wish) -> Measured:
    from tests.bench import rules

    return rules.measure(wish.size)


def language(wish: Wish) -> Measured:
    from tests.bench import language

    return language.measure(wish.size)


def deduction(wish: Wish) -> Measured:
    from tests.bench import deduction, voyages

    found, games = deduction.measure(wish.size.of(1, 2, 3)), voyages.measure(wish.size)
    return Measured([*found.rows, *games.rows], [*found.details, "", *games.details])


def panel(wish: Wish) -> Measured:
    from tests.bench import panel

    return panel.measure(wish.size)


def voice(wish: Wish) -> Measured:
    from tests.bench import voice

    try:
        return voice.measure(wish.size, wish.audio)
    except NotHere:
        return Measured(list(_voice_elsewhere("python -m tests.bench.voice")))


def _voice_elsewhere(command: str) -> Iterator[Row]:
    for name, limit in (("first-known", 30), ("first-fresh", 150), ("interrupted", 50)):
        yield elsewhere(name, "ms", limit, command)
    yield elsewhere("in-a-row", "%", 100, command, at_least=True, count="–")
    for tongue in languages():
        yield elsewhere("heard-back", "%", 95, command, at_least=True, tongue=tongue)
        yield elsewhere("whole-way", "ms", 350, command, tongue=tongue)


# -- hearing
LIMITS = {"quiet": (99.0, 0.3), "talk-15": (93.0, 1.0), "talk-10": (82.0, 1.0)}
"""Right at least, wrong at most, in per cent."""
_TALK = "table-talk"
_BELOW = {"talk-15": "15", "talk-10": "10"}


def hearing(wish: Wish) -> Measured:
    found = [_heard(tongue, wish) for tongue in languages()]
    return Measured([row for one in found for row in one.rows], [line for one in found for line in one.details])


def _heard(tongue: str, wish: Wish) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figures.json"
        words = ["--language", tongue, "--rivals", "ours,plain", "--sets", ",".join([*LIMITS, _TALK])]
        words += ["--amount", str(wish.size.of(6, 30, 120)), "--json", str(file)]
        words += [
            word for name in ("audio", "voices") if (at := getattr(wish, name)) for word in (f"--{name}", str(at))
        ]
        command = [sys.executable, "-m", "tests.bench.hearing", *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
        if done.returncode:
            return Measured(list(_heard_elsewhere(tongue)), done.stderr.splitlines()[-1:])
        return Measured(list(heard_rows(tongue, json.loads(file.read_text("utf-8")))), done.stdout.splitlines())


def _heard_elsewhere(tongue: str) -> Iterator[Row]:
    """Where hearing cannot be measured, as without a model: its own command says why."""
    command = f"python -m tests.bench.hearing --language {tongue}"
    for name, (right, wrong) in LIMITS.items():
        suffix, slots = _room(tongue, name)
        yield Row(f"right{suffix}", "%", right, None, at_least=True, command=command, slots=slots)
        yield Row(f"wrong{suffix}", "%", wrong, None, command=command, slots=slots)
    for name, unit, limit in (("decided", "ms", 200), ("talk", "", 1), ("core", "%", 6), ("start", "s", 2)):
        yield elsewhere(name, unit, limit, command, tongue=tongue)


def heard_rows(tongue: str, found: Sequence[Any]) -> Iterator[Row]:
    ours, plain = ({one["name"]: one for one in found if one["rival"] == rival} for rival in ("ours", "plain"))
    slots = {"tongue": tongue}
    for name, (right, wrong) in LIMITS.items():
        suffix, more = _room(tongue, name)
        here, there = ours[name], plain[name]
        beside = [Beside("plain-vosk", _share(there, kind)) for kind in ("right", "wrong")]
        yield Row(f"right{suffix}", "%", right, _share(here, "right"), at_least=True, beside=beside[0], slots=more)
        yield Row(f"wrong{suffix}", "%", wrong, _share(here, "wrong"), beside=beside[1], slots=more)
    delays = [[1000 * late for name in LIMITS for late in one[name]["late"]["wall"]] for one in (ours, plain)]
    yield _delay("decided", 200, [median(one) for one in delays], slots)
    yield _delay("decided-late", 450, [late(one) for one in delays], slots)
    talk = [one[_TALK] for one in (ours, plain)]
    yield Row("talk", "", 5, talk[0]["false_an_hour"], beside=_vosk(talk[1]["false_an_hour"]), slots=slots)
    yield Row("core", "%", 6, 100 * talk[0]["core"], beside=_vosk(100 * talk[1]["core"]), slots=slots)
    memory = [max(set_["memory"] for set_ in one.values()) for one in (ours, plain)]
    yield Row("memory", "MB", 400, memory[0], beside=_vosk(memory[1]), slots=slots)
    yield Row("start", "s", 2, talk[0]["start"], beside=_vosk(talk[1]["start"]), slots=slots)


def _room(tongue: str, name: str) -> tuple[str, dict[str, str]]:
    return ("-noise", {"tongue": tongue, "room": _BELOW[name]}) if name in _BELOW else ("", {"tongue": tongue})


def _vosk(figure: float) -> Beside:
    return Beside("plain-vosk", figure)


def _share(found: Any, kind: str) -> float:
    return 100 * float(found[kind]) / max(1, int(found["orders"]))


def _delay(name: str, limit: float, pair: Sequence[float], slots: Mapping[str, object]) -> Row:
    return Row(name, "ms", limit, pair[0], beside=_vosk(pair[1]), slots=slots)


ROOMS: dict[str, Callable[[Wish], Measured]] = {
    "rules": rules,
    "language": language,
    "deduction": deduction,
    "panel": panel,
    "voice": voice,
    "hearing": hearing,
}
"""From the quickest to the longest."""

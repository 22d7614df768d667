"""Runs every benchmark and writes what each printed into `docs/benchmarks.md`, with the machine and the day:
`make benchmarks`. The machine should have nothing else to do. SONAR_AUDIO=FOLDER adds recordings of one's own."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from referee.cli.bench import BENCHMARKS

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "benchmarks.md"
OTHERS = ROOT / "tests" / "benchmarks"
OPENING = """# Benchmarks

What each benchmark printed on one machine on one day, unedited; what falls short stands here too. A figure of another
machine is compared by the references that run beside, not by its milliseconds. `make benchmarks` measures again.
"""


def main() -> int:
    parts = [
        OPENING,
        f"{machine()}, {datetime.datetime.now().astimezone():%Y-%m-%d}. Python {platform.python_version()}.\n",
    ]
    for name, command in commands():
        print(name, flush=True)
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        shown = done.stdout.rstrip() or "nothing was printed"
        parts.append(f"## {name}\n\n    $ {' '.join(['python', *command[1:]])}\n")
        parts.append("\n".join(f"    {line}".rstrip() for line in shown.splitlines()) + "\n")
        if done.returncode:
            parts.append(f"It ended with {done.returncode}: {(done.stderr.strip().splitlines() or ['no word'])[-1]}\n")
    PAGE.write_text("\n".join(parts), encoding="utf-8")
    return 0


def commands() -> Iterator[tuple[str, list[str]]]:
    for name in BENCHMARKS:
        yield name.capitalize(), [sys.executable, "-m", "referee", "bench", name]
    for file in sorted(OTHERS.glob("[a-z]*.py")):
        if file.stem not in BENCHMARKS:
            title = file.stem.replace("_", " ").capitalize()
            yield title, [sys.executable, "-m", f"tests.benchmarks.{file.stem}"]


def machine() -> str:
    """The processor and how many of it."""
    listed = Path("/proc/cpuinfo")
    lines = listed.read_text(encoding="utf-8").splitlines() if listed.is_file() else []
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    return f"{model or platform.processor() or platform.machine()}, {os.cpu_count()} cores, {platform.system()}"


if __name__ == "__main__":
    sys.exit(main())

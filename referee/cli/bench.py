"""`referee bench`: what is promised, measured by anybody on his own machine. The measuring stands beside the tests, and
is run where they are.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from referee import paths
from referee.cli.explaining import Commands, command
from referee.cli.sentences import add_language, chosen
from referee.devices import NO_WINDOW
from referee.faults import Fault


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    bench = command(commands, "bench", "referee bench --quick", "referee bench --only rules,language")
    size = bench.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true")
    size.add_argument("--full", action="store_true")
    bench.add_argument("--only", metavar="ROOM,…")
    folder = os.environ.get("SONAR_AUDIO")
    bench.add_argument("--audio", type=Path, metavar="FOLDER", default=Path(folder) if folder else None)
    bench.add_argument("--json", action="store_true")
    add_language(bench)
    bench.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Its own program, in the checkout."""
    root = paths.checkout()
    if root is None or not (root / "tests" / "bench").is_dir():
        raise Fault("cli.no-bench")
    given = [word for name in ("quick", "full", "json") if getattr(args, name) for word in (f"--{name}",)]
    given += [
        word for name in ("only", "audio") if (value := getattr(args, name)) for word in (f"--{name}", str(value))
    ]
    program = [sys.executable, "-m", "tests.bench", "--language", chosen(args), *given]
    path = os.pathsep.join(filter(None, [str(root), os.environ.get("PYTHONPATH")]))
    around = {**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"}
    with subprocess.Popen(
        program, env=around, stdout=subprocess.PIPE, encoding="utf-8", creationflags=NO_WINDOW
    ) as measuring:
        for line in measuring.stdout or ():
            print(line, end="", flush=True)
    return measuring.returncode

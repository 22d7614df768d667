"""`referee bench voice`: what is heard from a loudspeaker, when, and whether it is understood."""

from __future__ import annotations

import argparse
import importlib
from typing import Any

from referee.faults import Fault


def declare(parser: argparse.ArgumentParser) -> None:
    for count in ("--timed", "--in-a-row", "--heard", "--way"):
        parser.add_argument(count, type=int, metavar="N")
    parser.add_argument("--audio", metavar="FOLDER")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    given = [(name, getattr(args, name.replace("-", "_"))) for name in ("timed", "in-a-row", "heard", "way", "audio")]
    words = [word for name, value in given if value is not None for word in (f"--{name}", str(value))]
    code: int = _benchmark().main(words)
    return code


def _benchmark() -> Any:
    """It stands on the virtual loudspeaker of the tests, which are not in the wheel."""
    try:
        return importlib.import_module("tests.benchmarks.voice")
    except ImportError as error:
        raise Fault("voice.no-benchmark", what=error.name) from error

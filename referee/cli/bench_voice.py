"""`referee bench voice`: what is heard from a loudspeaker, when, and whether it is understood."""

from __future__ import annotations

import argparse
import importlib
from typing import Any

from referee.faults import Fault


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--count", type=int, default=30, help="utterances in each row of the table (default: 30)")
    parser.add_argument("--utterances", type=int, default=50, help="utterances in a row (default: 50; 500 takes 8 min)")
    parser.add_argument("--heard", type=int, default=1, metavar="N", help="hear back one confirmation in N")
    parser.add_argument("--audio", metavar="DIR", help="recorded orders with their index.tsv, for the whole way")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    given = ["--count", args.count, "--utterances", args.utterances, "--heard", args.heard]
    given += ["--audio", args.audio] if args.audio else []
    code: int = _benchmark().main([str(one) for one in given])
    return code


def _benchmark() -> Any:
    """It stands on the virtual loudspeaker of the tests, which are not in the wheel."""
    try:
        return importlib.import_module("tests.benchmarks.voice")
    except ImportError as error:
        raise Fault("voice.no-benchmark", what=error.name) from error

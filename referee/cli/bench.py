"""`referee bench`: what is claimed is measured here, by anybody. Each is a module with `declare`."""

from __future__ import annotations

import argparse
import importlib

BENCHMARKS = {
    "hearing": "accuracy, refusal, latency and cost of hearing, beside plain Vosk in the same run",
    "voice": "first sound, interruption and what is heard back, beside plain pyttsx3 in the same run",
    "deduction": "time and memory of what is deduced, beside a straightforward solver in the same run",
}


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    bench = commands.add_parser(
        "bench",
        help="measure this program on this machine",
        description="Measures this program on this machine.",
        epilog="example: referee bench hearing --language en --every 4",
    )
    which = bench.add_subparsers(dest="benchmark", metavar="|".join(BENCHMARKS), required=True)
    for name, about in BENCHMARKS.items():
        one = which.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
        importlib.import_module(f"referee.cli.bench_{name}").declare(one)

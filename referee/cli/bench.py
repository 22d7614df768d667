"""`referee bench`: what is promised, measured by anybody on his own machine, in one table.

Behind each room stands a benchmark of its own with more to show; each is a module with `declare`.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from pathlib import Path

from referee.cli import bench_table
from referee.cli.bench_promises import ROOMS, wish_of
from referee.cli.sentences import as_typed, sentences
from referee.faults import Fault

BENCHMARKS = {
    "hearing": "accuracy, refusal, latency and cost of hearing, beside plain Vosk in the same run",
    "voice": "first sound, interruption and what is heard back, beside plain pyttsx3 in the same run",
    "deduction": "time and memory of what is deduced, beside a straightforward solver in the same run",
    "language": "what a typed line costs and what slips of the fingers become, beside the likest phrase",
}


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    bench = commands.add_parser(
        "bench",
        help="bench",
        epilog="referee bench --quick\nreferee bench hearing --language en --every 4",
    )
    size = bench.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="a first look, in a minute or two")
    size.add_argument("--full", action="store_true", help="enough of everything to be relied upon, in ten minutes")
    bench.add_argument("--only", metavar="ROOM,…", default=",".join(ROOMS), help=f"of {','.join(ROOMS)}")
    folder = os.environ.get("SONAR_AUDIO")
    bench.add_argument(
        "--audio", type=Path, metavar="FOLDER", default=Path(folder) if folder else None,
        help="recorded orders with their index.tsv (else they are synthesised)",
    )  # fmt: skip
    bench.add_argument("--json", action="store_true", help="one object a line")
    bench.set_defaults(run=run)
    which = bench.add_subparsers(dest="benchmark", metavar="|".join(BENCHMARKS))
    for name, about in BENCHMARKS.items():
        one = which.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
        importlib.import_module(f"referee.cli.bench_{name}").declare(one)


def run(args: argparse.Namespace) -> int:
    """The table, its rows as they are measured."""
    words, measured = sentences(args), list[bench_table.Row]()
    wanted = args.only.split(",")
    if unknown := set(wanted) - set(ROOMS):
        raise Fault("cli.no-such-room", room=", ".join(sorted(unknown)), rooms=", ".join(ROOMS))
    if not args.json:
        print(bench_table.heading(words))
    for room in wanted:
        waiting = words.shown("bench.measuring", room=words.shown(f"bench.room.{room}")) if sys.stderr.isatty() else ""
        print(waiting, end="", file=sys.stderr, flush=True)
        rows = ROOMS[room](wish_of(args)).rows
        measured += rows
        shown = [bench_table.as_json(room, row, words) if args.json else bench_table.line(row, words) for row in rows]
        print(f"\r{'':{len(waiting)}}\r" if waiting else "", end="", file=sys.stderr, flush=True)
        head = [] if args.json else [f"\n{words.shown(f'bench.room.{room}')}"]
        print("\n".join([*head, *shown]), flush=True)
    if not args.json:
        print(f"\n{bench_table.closing(measured, words)}")
        print(as_typed(words.shown("bench.first-look")) if args.quick else "", end="\n" if args.quick else "")
    return 0

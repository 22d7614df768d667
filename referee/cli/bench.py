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
from referee.cli.explaining import Commands, command
from referee.cli.sentences import add_language, as_typed, sentences
from referee.faults import Fault

BENCHMARKS = ("hearing", "voice", "deduction", "language")


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    bench = command(commands, "bench", "referee bench --quick", "referee bench hearing --language en --every 4")
    size = bench.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true")
    size.add_argument("--full", action="store_true")
    bench.add_argument("--only", metavar="ROOM,…", default=",".join(ROOMS))
    folder = os.environ.get("SONAR_AUDIO")
    bench.add_argument("--audio", type=Path, metavar="FOLDER", default=Path(folder) if folder else None)
    bench.add_argument("--json", action="store_true")
    add_language(bench)
    bench.set_defaults(run=run)
    which = bench.add_subparsers(dest="benchmark", metavar="|".join(BENCHMARKS))
    for name in BENCHMARKS:
        one = command(which, name, f"referee bench {name}")
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

"""What is promised, measured on this machine, in one table: `python -m tests.bench`; `referee bench` runs it.

`--page` writes `docs/benchmarks.md`, with the machine and the day: `make bench`. The machine should have nothing else
to do then. Behind each room stands a program of its own with more to show: `python -m tests.bench.hearing` and so on.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from referee.language.messages import catalogue, languages
from tests.bench import page, table
from tests.bench.promises import ROOMS, Wish
from tests.bench.table import Row, Size


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="a first look, in a minute or two")
    size.add_argument("--full", action="store_true", help="enough of everything to be relied upon")
    parser.add_argument("--only", default=",".join(ROOMS), metavar="ROOM,…", help="default: %(default)s")
    folder, voices = (os.environ.get(name) for name in ("SONAR_AUDIO", "SONAR_VOICES"))
    parser.add_argument("--audio", type=Path, metavar="FOLDER", default=Path(folder) if folder else None)
    parser.add_argument("--voices", type=Path, metavar="FOLDER", default=Path(voices) if voices else None,
                        help="what models.training.voices made")  # fmt: skip
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="a line of JSON for each row")
    shown.add_argument("--page", action="store_true", help="write the page; with --quick or --only a trial of it")
    parser.add_argument("--language", choices=languages(), default="en")
    args = parser.parse_args(arguments)
    if unknown := {*args.only.split(",")} - {*ROOMS}:
        parser.exit(2, f"nothing is measured of {', '.join(sorted(unknown))}: there are {', '.join(ROOMS)}\n")
    size_of = Size.QUICK if args.quick else Size.FULL if args.full or args.page else Size.USUAL
    wish = Wish(size_of, args.audio, args.voices)
    if args.page:
        print(page.made(wish, args.only.split(",")))
        return 0
    _show(wish, args)
    return 0


def _show(wish: Wish, args: argparse.Namespace) -> None:
    """The table, its rows as they are measured."""
    words, measured = catalogue(args.language), list[Row]()
    if not args.json:
        print(table.heading(words))
    for room in args.only.split(","):
        waiting = words.shown("bench.measuring", room=words.shown(f"bench.room.{room}")) if sys.stderr.isatty() else ""
        print(waiting, end="", file=sys.stderr, flush=True)
        rows = ROOMS[room](wish).rows
        measured += rows
        shown = [table.as_json(room, row, words) if args.json else table.line(row, words) for row in rows]
        print(f"\r{'':{len(waiting)}}\r" if waiting else "", end="", file=sys.stderr, flush=True)
        head = [] if args.json else [f"\n{words.shown(f'bench.room.{room}')}"]
        print("\n".join([*head, *shown]), flush=True)
    if not args.json:
        print(f"\n{table.closing(measured, words)}")
        print(words.shown("bench.first-look") if args.quick else "", end="\n" if args.quick else "")


if __name__ == "__main__":
    sys.exit(main())

"""Measures hearing: `python -m tests.bench.hearing --audio FOLDER --voices FOLDER`; without either the
project's own voices speak.

Every rival hears the same streams, one after the other: this tree, the version before (checked out for the while),
and plain Vosk with a list of phrases. Sound comes in blocks as from a microphone; decisions have their moment in time
of the sound and by the clock, computing and waiting in the queue included. The machine should have little else to do:
where it has, the processor's own clock tells what the wall's would.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path

from referee.language.grammar import Grammar
from tests.bench.hearing.figures import Tally
from tests.bench.hearing.rivals import BEFORE, NAMES, checked_out, opened, trees
from tests.bench.hearing.sets import SETS, Sounds
from tests.bench.hearing.tables import HEAD, line, page

_AMOUNT = 60


@dataclass(frozen=True, slots=True)
class Work:
    """What one worker measures: sets of one game in one language, every so-manieth of their streams."""

    language: str
    names: tuple[str, ...]
    amount: int
    part: str
    recordings: Path | None
    voices: Path | None
    seed: int
    trees: dict[str, Path]
    live: bool = False
    first: int = 0
    every: int = 1


def measured(work: Work) -> Iterator[Tally]:
    """Every rival on every set, as each is done."""
    sounds = Sounds(work.language, work.part, work.recordings, work.voices, work.seed)
    grammar = Grammar.load(work.language, SETS[work.names[0]].game)
    with ExitStack() as open_:
        rivals = [open_.enter_context(opened(name, grammar, tree)) for name, tree in work.trees.items()]
        for name in work.names:
            tallies = [Tally(rival.name, name, start=rival.start) for rival in rivals]
            for number, stream in enumerate(SETS[name].streams(sounds, work.amount)):
                if number % work.every == work.first:
                    for rival, tally in zip(rivals, tallies, strict=True):
                        tally.count(stream, rival.hears(stream.samples, live=work.live))
                    _tell(name, number, tallies)
            yield from tallies


def _tell(name: str, number: int, tallies: Sequence[Tally]) -> None:
    right = ", ".join(f"{one.rival} {one.right} of {one.orders}, {len(one.false)} false" for one in tallies)
    print(f"\r  {name} {number + 1}: {right} ", end="", file=sys.stderr, flush=True)


def _all(work: Work) -> list[Tally]:
    return list(measured(work))


def together(tallies: Sequence[Tally]) -> Tally:
    """What several workers counted of one set."""
    first, *rest = tallies
    for one in rest:
        for name in ("orders", "right", "wrong", "asked", "asked_of_talk", "seconds", "talk_seconds", "wall", "cpu"):
            setattr(first, name, getattr(first, name) + getattr(one, name))
        first.false += one.false
        first.amiss += one.amiss
        first.memory = max(first.memory, one.memory)
        for clock, times in one.late.items():
            first.late[clock] += times
    return first


def main() -> int:
    parser = argparse.ArgumentParser(prog="hearing", description=__doc__)
    add = parser.add_argument
    add("--audio", type=Path, metavar="FOLDER", help="recorded sets, each with its index.tsv; rooms/ beside them")
    add("--voices", type=Path, metavar="FOLDER", help="what models.training.voices made")
    add("--language", dest="languages", choices=("en", "fr"), action="append")
    add("--sets", default=",".join(SETS), metavar="NAME,…", help=f"default: {', '.join(SETS)}")
    add("--part", choices=("learn", "choose", "report"), default="report")
    add("--amount", type=int, default=_AMOUNT, help=f"streams of each set (default: {_AMOUNT})")
    add("--rivals", default=",".join(NAMES), metavar="NAME,…")
    add("--before", default=BEFORE, metavar="VERSION", help=f"what the version before is (default: {BEFORE})")
    add("--live", action="store_true", help="sound comes as slowly as it was said: for listeners that work beside")
    add("--workers", type=int, default=1, help="each hears a part; delays are those of a busier machine (default: 1)")
    add("--seed", type=int, default=1)
    add("--markdown", type=Path, metavar="FILE")
    add("--json", type=Path, metavar="FILE")
    add("--verbose", action="store_true", help="every order that was not right, everything taken that nobody said")
    args = parser.parse_args()
    if unknown := {*args.sets.split(",")} - {*SETS}:
        parser.error(f"no such set: {', '.join(sorted(unknown))}; known are {', '.join(SETS)}")
    if unknown := {*args.rivals.split(",")} - {*NAMES}:
        parser.error(f"nobody is called {', '.join(sorted(unknown))}; known are {', '.join(NAMES)}")
    with tempfile.TemporaryDirectory() as folder, ExitStack() as open_:
        rivals = args.rivals.split(",")
        before = open_.enter_context(checked_out(args.before, Path(folder))) if "before" in rivals else Path()
        pages, objects = [], []
        for language in args.languages or ("en", "fr"):
            tallies = list(_of_language(language, rivals, before, args))
            pages += [*page(language, tallies), ""]
            objects += [{"language": language, **one.to_json()} for one in tallies]
    for file, text in ((args.markdown, "\n".join(pages)), (args.json, json.dumps(objects, ensure_ascii=False))):
        if file:
            file.write_text(text, encoding="utf-8")
    return 0


def _of_language(language: str, rivals: Sequence[str], before: Path, args: argparse.Namespace) -> Iterator[Tally]:
    print(f"{language}, {args.part}\n{HEAD}", flush=True)
    chosen = sorted(args.sets.split(","), key=lambda name: SETS[name].game)
    for _, names in groupby(chosen, lambda name: SETS[name].game):
        work = Work(language, tuple(names), args.amount, args.part, args.audio, args.voices, args.seed,
                    trees(rivals, before), args.live)  # fmt: skip
        for tally in _by_workers(work, args.workers) if args.workers > 1 else measured(work):
            if tally.seconds:
                yield tally
                print(f"\r{line(tally)}", flush=True)
                _tell_amiss(tally, args.verbose)


def _by_workers(work: Work, count: int) -> Iterator[Tally]:
    parts = [replace(work, first=first, every=count) for first in range(count)]
    with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
        yield from map(together, zip(*pool.map(_all, parts), strict=True))


def _tell_amiss(tally: Tally, verbose: bool) -> None:
    for text in tally.amiss if verbose else ():
        print(f"    {text}")
    for one in tally.false if verbose else ():
        print(f"    false: {one.order} ({one.words}, {one.confidence:.2f}) of: {one.said}")


if __name__ == "__main__":
    sys.exit(main())

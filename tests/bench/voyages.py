"""What is caught in random games against complete knowledge, by what was told: `python -m tests.bench.voyages`.

A hundred thousand games take an hour or two: `--voyages 100000`. The speed beside a straightforward solver is
`python -m tests.bench.deduction`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time

from tests.bench.table import Measured, Row, Size
from tests.deduction.tables import caught_by_telling
from tests.deduction.voyages import Found, any_voyage


def main(arguments: Sequence[str] | None = None) -> int:
    options = argparse.ArgumentParser(prog="deduction", description=__doc__)
    options.add_argument("--voyages", type=int, default=300, help="how many games (default: 300)")
    options.add_argument("--from", dest="first", type=int, default=0, help="the first seed (default: 0)")
    args = options.parse_args(arguments)
    found = sailed(args.voyages, args.first)
    print("\n".join(told(found)))
    return 1 if found.wrongly_refused or found.rules_too_strict or found.lost_sight else 0


def measure(size: Size, _audio: Path | None = None) -> Measured:
    found = sailed(size.of(20, 100, 600))
    refused = len(found.wrongly_refused) + len(found.rules_too_strict) + len(found.lost_sight)
    return Measured([Row("wrongly-refused", "", 0, refused, slots={"count": found.legal})], list(told(found)))


def sailed(voyages: int, first: int = 0) -> Found:
    found = Found()
    for seed in range(first, first + voyages):
        any_voyage(seed, found, process_time).sail()
    return found


def told(found: Found) -> Iterator[str]:
    for name, times in (("what an order teaches", found.seconds), ("whether one is allowed", found.verdict_seconds)):
        ordered = sorted(times)
        middle, slow, longest = (1000 * ordered[int(len(ordered) * part)] for part in (0.5, 0.99, 0.999999))
        yield f"{name}: {middle:.3f} ms median, {slow:.2f} ms p99, {longest:.1f} ms longest, {len(times)} times"
    yield f"\n{caught_by_telling(found)}"
    yield ""
    for what, which in (
        ("legal orders that deduction refuses", found.wrongly_refused),
        ("legal orders that the rules refuse when told less", found.rules_too_strict),
        ("true places lost", found.lost_sight),
    ):
        yield f"{what}: {len(which)}"
        yield from (f"  {one}" for one in which[:5])


if __name__ == "__main__":
    raise SystemExit(main())

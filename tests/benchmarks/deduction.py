"""What is caught in random games against complete knowledge, by what was told: `python -m tests.benchmarks.deduction`.

A hundred thousand games take an hour or two: `--voyages 100000`. The speed beside a straightforward solver is
`referee bench deduction`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import process_time

from tests.deduction.tables import caught_by_telling
from tests.deduction.voyages import Found, any_voyage


def main(arguments: Sequence[str] | None = None) -> int:
    options = argparse.ArgumentParser(prog="deduction", description=__doc__)
    options.add_argument("--voyages", type=int, default=300, help="how many games (default: 300)")
    options.add_argument("--from", dest="first", type=int, default=0, help="the first seed (default: 0)")
    args = options.parse_args(arguments)
    return whole_orders(args.voyages, args.first)


def whole_orders(voyages: int, first: int) -> int:
    found = Found()
    for seed in range(first, first + voyages):
        any_voyage(seed, found, process_time).sail()
    for name, times in (("what an order teaches", found.seconds), ("whether one is allowed", found.verdict_seconds)):
        ordered = sorted(times)
        median, late, longest = (1000 * ordered[int(len(ordered) * part)] for part in (0.5, 0.99, 0.999999))
        print(f"{name}: {median:.3f} ms median, {late:.2f} ms p99, {longest:.1f} ms longest, {len(times)} times")
    print(f"\n{caught_by_telling(found)}")
    print(f"\nrefused although legal: {found.wrongly_refused[:5]}; lost: {found.lost_sight[:5]}")
    print(f"legal orders that the rules refuse when told less: {len(found.rules_too_strict)}")
    return 1 if found.wrongly_refused or found.lost_sight else 0


if __name__ == "__main__":
    raise SystemExit(main())

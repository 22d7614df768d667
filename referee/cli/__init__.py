"""The command line: one module a command, each with `add(commands)` that declares it, and `run(args) -> exit code`.

Exit codes: 0 fine; 1 a check found a difference; 2 something the user can repair; 130 Ctrl-C.
No traceback ever reaches a user; `--debug` shows it.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Sequence

import referee
from referee.faults import Fault
from referee.language.messages import catalogue


def parser() -> argparse.ArgumentParser:
    """Every command, collected from the modules beside this one."""
    top = argparse.ArgumentParser(prog="referee", description="A referee that listens: Captain Sonar and Sonar.")
    top.add_argument("--version", action="version", version=f"referee {referee.__version__}")
    top.add_argument("--debug", action="store_true", help="show the traceback of a fault")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda found: found.name):
        loaded = importlib.import_module(f"{__name__}.{module.name}")
        if hasattr(loaded, "add"):
            loaded.add(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """The `referee` command."""
    top = parser()
    args = top.parse_args(arguments)
    if args.command is None:
        top.print_help()
        return 0
    try:
        result = args.run(args)
        return int(result)
    except Fault as fault:
        if args.debug:
            raise
        print(f"referee: {catalogue('en').shown(f'faults.{fault.key}', **fault.slots)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130

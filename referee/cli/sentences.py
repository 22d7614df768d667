"""The program's own sentences, in the language asked for with `--language`, else in the system's.

A command declares the option with `add_language(parser)` and speaks with `sentences(args).shown("cli.…")`.
"""

from __future__ import annotations

import argparse
import locale
import os
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from referee.language.messages import Catalogue, catalogue, languages

__all__ = ["add_language", "as_typed", "chosen", "folder_shown", "sentences", "system_language"]

FALLBACK = "en"


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """What the system speaks, in the order that gettext reads it; `make play LANGUAGE=fr` sets the first."""
    asked = [environment.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
    wanted = [name for names in asked for name in names.split(":")]
    # Windows sets none of them and calls its languages "French_France"
    wanted.append(locale.getlocale()[0] or "")
    named = (name[:2].lower() for name in wanted if name)
    return next((name for name in named if name in languages()), FALLBACK)


def add_language(parser: argparse.ArgumentParser) -> None:
    """`--language`, which may also stand before the command."""
    parser.add_argument("--language", choices=languages(), default=argparse.SUPPRESS)


def chosen(args: argparse.Namespace) -> str:
    """The language asked for, else the system's."""
    return getattr(args, "language", None) or system_language()


def sentences(args: argparse.Namespace) -> Catalogue:
    return catalogue(chosen(args))


def as_typed(sentence: str) -> str:
    """A sentence whose command, after a colon or in quotes, is as this user has to type it: in a checkout it is not on
    the path."""
    if shutil.which("referee"):
        return sentence
    beside, here = Path(sys.executable).parent / "referee", _here()
    typed = beside.relative_to(here) if here and beside.is_relative_to(here) else beside
    return re.sub(r"(: |“|«\s)referee (?=[a-z])", lambda found: f"{found[1]}{typed} ", sentence)


def _here() -> Path | None:
    try:
        return Path.cwd()
    except OSError:  # somebody has taken it away
        return None


def folder_shown(folder: Path) -> str:
    """A folder as a person would type it."""
    home = Path.home()
    return f"~/{folder.relative_to(home).as_posix()}" if folder.is_relative_to(home) else str(folder)

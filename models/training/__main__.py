"""Makes everything anew that is learned: `python -m models.training all --voices FOLDER`.

First the voices speak (an hour or two; what is there already is kept). Then, language by language, each of the nets is
learned from those of the part *learn*, and at last what all evidence is worth. Each is written to where the program
finds it; a name instead of `all` does one of them. Sources: the packages that `engines.py` names, the grammars of this
project, the words inside the speech models.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from models.training.speakers import LANGUAGES

LEARNED = ("letters", "phones")
"""Programs of this package, in the order in which one may need the other."""
_AMOUNT = 900


def main() -> int:
    parser = argparse.ArgumentParser(prog="training", description=__doc__)
    parser.add_argument("what", choices=("all", "voices", *LEARNED, "decision"))
    parser.add_argument("--voices", type=Path, metavar="FOLDER", required=True)
    parser.add_argument("--rooms", metavar="FOLDER", help="recorded rooms, where there are any")
    parser.add_argument("--amount", type=int, default=_AMOUNT, help=f"clips a language (default: {_AMOUNT})")
    parser.add_argument("--language", dest="languages", choices=LANGUAGES, action="append")
    args = parser.parse_args()
    languages = args.languages or LANGUAGES
    if args.what in ("all", "voices"):
        chosen = [word for one in languages for word in ("--language", one)]
        _run("voices", "--out", str(args.voices), "--amount", str(args.amount), *chosen)
    for name in LEARNED if args.what == "all" else {args.what} & {*LEARNED}:
        for language in languages:
            print(f"{name}, {language}", flush=True)
            _run(name, "--voices", str(args.voices), "--language", language)
    if args.what in ("all", "decision"):
        _run("decision", "--voices", str(args.voices), *(("--rooms", args.rooms) if args.rooms else ()))
    return 0


def _run(name: str, *words: str) -> None:
    subprocess.run([sys.executable, "-m", f"models.training.{name}", *words], check=True)


if __name__ == "__main__":
    sys.exit(main())

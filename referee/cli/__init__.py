"""The command line: one module a command, each with `add(commands)` that declares it, and `run(args) -> exit code`.

Exit codes: 0 fine; 1 a check found a difference; 2 something the user can repair; 130 Ctrl-C.
No traceback ever reaches a user; `--debug` shows it.
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import os
import sys
from collections.abc import Sequence
from itertools import pairwise

import referee
from referee.cli import streams
from referee.cli.explaining import Parser
from referee.cli.sentences import add_language, as_typed, sentences
from referee.faults import Fault
from referee.language.messages import Catalogue, languages

# one thread counts small matrices as soon as two, and leaves a core to who listens; numpy reads it when it is loaded
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# in the order in which somebody needs them; each is the module of its name
COMMANDS = (
    "play", "resume", "demo", "drill", "phrases", "doctor", "models", "scenarios", "hear", "parse", "rule", "replay",
    "debrief", "bench",
)  # fmt: skip


def parser(names: Sequence[str], words: Catalogue) -> argparse.ArgumentParser:
    """The parser of these commands, explained in these words; only their modules are loaded."""
    top = Parser.speaking(words)(prog="referee")
    top.add_argument("--version", action="version", version=f"referee {referee.__version__}", help="")
    top.add_argument("--debug", action="store_true")
    add_language(top)
    commands = top.add_subparsers(dest="command", metavar=words.shown("help.value.command"))
    for name in names:
        importlib.import_module(f"{__name__}.{name}").add(commands)
    return top


def _needed(words: Sequence[str]) -> Sequence[str]:
    """The commands whose modules these words need: the one named, all for the list of help, none for anything else."""
    rest = iter(words)
    for word in rest:
        if word == "--language":
            next(rest, None)
        elif word in ("-h", "--help"):
            return COMMANDS
        elif not word.startswith("-"):
            return [_known(word)]
    return []


def _known(word: str) -> str:
    if word not in COMMANDS:
        near = difflib.get_close_matches(word, COMMANDS, n=1)
        raise Fault("cli.no-such-command", word=word, near=near[0] if near else "play")
    return word


def main(arguments: Sequence[str] | None = None) -> int:
    """The `referee` command."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["help"]:  # what people type when nobody told them
        words = [*words[1:2], "--help"] if words[1:] else []
    with streams.opened(debug="--debug" in words):
        return _run(words)


def _run(words: Sequence[str]) -> int:
    args = argparse.Namespace(debug="--debug" in words, language=_asked_for(words))
    try:
        args, beyond = parser(_needed(words), sentences(args)).parse_known_args(words)
        if beyond:
            raise Fault("cli.too-much", what=" ".join(beyond), command=f"referee {args.command or ''}".rstrip())
        code = _overview(args) if args.command is None else int(args.run(args))
        sys.stdout.flush()  # here, where a reader who has gone is no fault
        return code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `referee phrases | head`
        streams.closed()
        return 0
    except Exception as problem:
        if args.debug:
            raise
        print(f"referee: {as_typed(_sentence_about(problem, args))}", file=sys.stderr)
        return 2


def _asked_for(words: Sequence[str]) -> str | None:
    """The language of an answer to words that no parser could read."""
    asked = [after for word, after in pairwise(words) if word == "--language"]
    return next((name for name in asked if name in languages()), None)


def _sentence_about(problem: Exception, args: argparse.Namespace) -> str:
    if isinstance(problem, Fault):
        return sentences(args).shown(f"faults.{problem.key}", **problem.slots)
    # its text may hold a secret of a crew: the name of its kind is enough here
    return sentences(args).shown("faults.cli.ours", kind=type(problem).__name__)


def _overview(args: argparse.Namespace) -> int:
    say = sentences(args).shown
    print(say("cli.overview.opening"))
    print()
    for name in COMMANDS:
        print(f"  {name:<11}{say(f'cli.commands.{name}')}")
    print()
    print(as_typed(say("cli.overview.more")))
    print(as_typed(say("cli.overview.closing")))
    return 0

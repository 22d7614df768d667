"""`referee parse`: typed lines on standard input, each as the order it is."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterator
from typing import Any

from referee.cli.explaining import Commands, command
from referee.cli.sentences import add_language, chosen
from referee.console.json_lines import lines
from referee.language.messages import Catalogue, catalogue
from referee.language.sentences import key_of_missing
from referee.language.typed import understand
from referee.language.understanding import Ambiguous, NotUnderstood, Understanding, Understood
from referee.rules import notation
from referee.rules.crews import Game


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    parse = command(commands, "parse", "echo 'blue, head north' | referee parse --language en --json")
    add_language(parse)
    parse.add_argument("--game", choices=[game.value for game in Game], default=Game.CAPTAIN_SONAR.value)
    parse.add_argument("--json", action="store_true")
    parse.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    language, game = chosen(args), Game(args.game)
    words = catalogue(language)
    for line in _lines():
        found = understand(line, language, game)
        text = json.dumps(_object(line, found), ensure_ascii=False) if args.json else _plain(found, words, game)
        print(text, flush=True)
    return 0


def _lines() -> Iterator[str]:
    """Lines as they come; bytes that are no text become marks, never a crash."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")
    return lines(sys.stdin)


def _object(line: str, found: Understanding) -> dict[str, Any]:
    base: dict[str, Any] = {"text": line, "kind": "not-understood", "order": None, "candidates": []}
    match found:
        case Understood(announced, _, repaired):
            return base | {"kind": "understood", "order": notation.line_of(announced), "repaired": repaired}
        case Ambiguous(candidates):
            return base | {"kind": "ambiguous", "candidates": [notation.line_of(one) for one in candidates]}
        case NotUnderstood(_, near):
            return base | {"near": near}


def _plain(found: Understanding, words: Catalogue, game: Game) -> str:
    match found:
        case Understood(announced, _, None):
            return notation.line_of(announced)
        case Understood(announced, _, repaired):
            return words.shown("phrases.repaired", order=notation.line_of(announced), line=repaired)
        case Ambiguous(candidates):
            return words.shown("phrases.ambiguous", orders=", ".join(map(notation.line_of, candidates)))
        case NotUnderstood(_, None):
            return "-"
        case NotUnderstood(_, near):
            return f"-  {words.shown(key_of_missing(near, words, game))}"

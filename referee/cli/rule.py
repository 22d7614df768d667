"""`referee rule`: plays transcripts and shows where they differ from what is written in them."""

from __future__ import annotations

import argparse
import difflib
from pathlib import Path

from referee import app
from referee.cli.explaining import Commands, command
from referee.cli.sentences import add_language, chosen, sentences
from referee.journal import transcripts


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = command(commands, "rule", "referee rule dispute.txt")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--update", action="store_true")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    differing = [file for file in args.files if not _agrees(file, args)]
    say = sentences(args).shown
    if differing:
        print(say("console.rule.differ", files=len(differing), all=len(args.files)))
    return 1 if differing else 0


def _agrees(file: Path, args: argparse.Namespace) -> bool:
    written = transcripts.read(file)
    if not args.update and not written.expects_anything:
        print(app.play_transcript(written.spoken_in(chosen(args))).text(), end="")
        return True
    played = app.play_transcript(written)
    if args.update:
        file.write_text(played.text(), encoding="utf-8")
        return True
    was, now = written.text().splitlines(), played.text().splitlines()
    for line in difflib.unified_diff(was, now, str(file), str(file), lineterm=""):
        print(line)
    return was == now

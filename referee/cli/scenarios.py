"""`referee scenarios`: the charts and sheets there are, how sure they are, their pictures, and the user's own."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from referee import shelf
from referee.cli.charts import (
    blank,
    doubts_about,
    list_line,
    listed_house,
    note,
    picture_of,
    sheet_doubts,
    shown_chart,
    shown_sheets,
)  # fmt: skip
from referee.cli.drawing import Means, draw
from referee.cli.explaining import Commands, command
from referee.cli.sentences import add_language, as_typed, chosen, folder_shown, sentences
from referee.faults import Fault
from referee.language.messages import Catalogue, languages
from referee.rules.crews import Game, Mode
from referee.rules.drawing import grid, reading, sheets
from referee.rules.drawing.keys import Misdrawn
from referee.rules.drawing.values import Drawing, Edition


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    scenarios = command(
        commands,
        "scenarios",
        "referee scenarios list",
        "referee scenarios show bravo --mode real-time -o bravo.svg",
        "referee scenarios new bravo",
        "referee scenarios new my-sea --size 12x9 --game sonar",
        "referee scenarios draw umbria",
        "referee scenarios check my-sea.toml --keep",
    )
    add_language(scenarios)
    scenarios.set_defaults(run=run_list, house=False, game=None)
    does = scenarios.add_subparsers(dest="verb", metavar="list|show|check|new|draw")
    _add_list(does)
    _add_show(does)
    _add_check(does)
    _add_new(does)
    _add_draw(does)


def _sub(does: Commands[argparse.ArgumentParser], name: str, example: str) -> argparse.ArgumentParser:
    parser = command(does, name, f"referee scenarios {example}")
    parser.add_argument("--game", choices=[game.value for game in Game])
    add_language(parser)
    return parser


def _add_list(does: Commands[argparse.ArgumentParser]) -> None:
    parser = _sub(does, "list", "list --house")
    parser.add_argument("--house", action="store_true")
    parser.set_defaults(run=run_list)


def _add_show(does: Commands[argparse.ArgumentParser]) -> None:
    parser = _sub(does, "show", "show bravo --mode real-time -o bravo.svg")
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--mode", choices=[mode.value for mode in Mode])
    parser.add_argument("-o", "--output", type=Path, metavar="FILE.svg")
    parser.set_defaults(run=run_show)


def _add_check(does: Commands[argparse.ArgumentParser]) -> None:
    parser = _sub(does, "check", "check my-sea.toml --keep")
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path)
    parser.add_argument("--keep", action="store_true")
    parser.set_defaults(run=run_check)


def _add_new(does: Commands[argparse.ArgumentParser]) -> None:
    parser = _sub(does, "new", "new my-sea --size 12x9")
    _add_beginning(parser)
    parser.set_defaults(run=run_new)


def _add_draw(does: Commands[argparse.ArgumentParser]) -> None:
    parser = _sub(does, "draw", "draw umbria")
    _add_beginning(parser)
    parser.add_argument("--hear", metavar="FILE.wav", nargs="+", type=Path, default=[])
    parser.add_argument("--mic", nargs="?", const="", metavar="NAME")
    parser.set_defaults(run=run_draw)


def _add_beginning(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--from", dest="copied", metavar="SCENARIO")
    parser.add_argument("--mode", choices=[mode.value for mode in Mode])
    parser.add_argument("--size", metavar="COLUMNSxROWS")
    parser.add_argument("--sectors", metavar="COLUMNSxROWS", default="5x5")
    parser.add_argument("--again", action="store_true")


# -- list
def run_list(args: argparse.Namespace) -> int:
    words = sentences(args)
    if args.house:
        print("\n".join(listed_house(words, Game(args.game) if args.game else None)))
        return 0
    doubts: list[str] = []
    for game in [Game(args.game)] if args.game else list(Game):
        print(words.shown(f"console.game.{game}"))
        for found in shelf.drawings(game):
            print(list_line(found, words))
            doubts += doubts_about(found.drawing, words)
        doubts += sheet_doubts(game, words)
        for fault in shelf.damaged(game):
            doubts.append("  " + words.shown("scenarios.list.damaged", sentence=_about(fault, words)))
    print("\n".join(["", words.shown("scenarios.list.doubts"), *doubts]) if doubts else "")
    print(as_typed("\n" + words.shown("scenarios.list.correct")))
    return 0


# -- show
def run_show(args: argparse.Namespace) -> int:
    words = sentences(args)
    if args.name == shelf.SHEETS:
        print("\n".join(shown_sheets(shelf.sheets_of(_game(args)), words)))
        return 0
    found = shelf.find(args.name, Game(args.game) if args.game else None)
    mode = mode_of(found.drawing, args.mode)
    if args.output:
        _written(args.output, picture_of(found.drawing, mode, words))
        print(words.shown("scenarios.show.written", file=args.output))
        return 0
    print("\n".join(shown_chart(found.drawing, mode, words)))
    sentence = note(found.drawing.sides[mode], found.drawing, words)
    if sentence:
        print(sentence)
    return 0


def mode_of(drawing: Drawing, asked: str | None) -> Mode:
    """The mode asked for, else the first the chart has."""
    mode = Mode(asked) if asked else next(iter(drawing.sides))
    shelf.check_mode(drawing, mode)
    return mode


def _written(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as problem:
        raise Fault("scenarios.cannot-write", file=file, why=problem.strerror) from None


# -- check
def run_check(args: argparse.Namespace) -> int:
    words = sentences(args)
    return max(_checked(file, keep=args.keep, words=words) for file in args.files)


def _checked(file: Path, *, keep: bool, words: Catalogue) -> int:
    try:
        text = shelf.text_of(file)
        if file.stem == shelf.SHEETS:
            sheets.read(text, Game.CAPTAIN_SONAR if "panels" in text else Game.SONAR)
            print(words.shown("scenarios.check.sheets", file=file.name))
            return 0
        drawing = reading.read(text)
    except Misdrawn as wrong:
        for problem in wrong.problems:
            print(_about(shelf.fault_about(problem, file), words), file=sys.stderr)
        return 1
    modes = ", ".join(words.shown(f"console.mode.{mode}") for mode in drawing.sides)
    print(words.shown("scenarios.check.well", file=file.name, title=drawing.title(words.language), modes=modes))
    if keep:
        _kept(drawing, file, words)
    return 0


def _kept(drawing: Drawing, file: Path, words: Catalogue) -> None:
    own = shelf.own_file(drawing.game, drawing.name)
    if own.exists() and own.resolve() != file.resolve():
        raise Fault("scenarios.name-taken", name=drawing.name)
    shelf.keep(drawing)
    print(as_typed(words.shown("scenarios.check.kept", name=drawing.name, game=drawing.game)))
    if shelf.is_shipped(drawing.name, drawing.game):
        print(words.shown("scenarios.check.shadows"))


def _about(fault: Fault, words: Catalogue) -> str:
    return as_typed(words.shown(f"faults.{fault.key}", **fault.slots))


# -- new and draw
def run_new(args: argparse.Namespace) -> int:
    words = sentences(args)
    if args.name == shelf.SHEETS:
        file = folder_shown(shelf.copy_sheets(_game(args), again=args.again))
        print(as_typed(words.shown("scenarios.new.sheets", file=file)))
        return 0
    drawing = _begun(args)
    file = folder_shown(shelf.keep(drawing))
    chart = next(iter(drawing.sides.values())).chart
    title = drawing.title(words.language)
    key = "scenarios.new.blank" if args.size else "scenarios.new.copied"
    print(as_typed(words.shown(key, title=title, file=file, columns=chart.columns, rows=chart.rows)))
    print(as_typed(words.shown("scenarios.new.draw", name=drawing.name)))
    return 0


def run_draw(args: argparse.Namespace) -> int:
    game = Game(args.game) if args.game else None
    own = None if args.copied or args.size or args.again else _own(args.name, game)
    drawing = own or _begun(args)
    return draw(drawing, mode_of(drawing, args.mode), chosen(args), Means(args.hear, args.mic))


def _own(name: str, game: Game | None) -> Drawing | None:
    """The chart of that name, as far as it is drawn already."""
    try:
        return shelf.find(name, game).drawing
    except Fault as fault:
        if fault.key != "scenarios.unknown":
            raise
        return None


def _game(args: argparse.Namespace) -> Game:
    return Game(args.game) if args.game else Game.CAPTAIN_SONAR


def _begun(args: argparse.Namespace) -> Drawing:
    """What is begun: a copy, the shipped chart of that name, or open water."""
    game = Game(args.game) if args.game else None
    if args.size:
        drawing = blank(_named(args.name), _game(args), args.mode, _size(args.size), _size(args.sectors))
    elif args.copied:
        drawing = _renamed(shelf.find(args.copied, game).drawing, _named(args.name))
    else:
        drawing = shelf.find(args.name, game).drawing
    if shelf.own_file(drawing.game, drawing.name).exists() and not args.again:
        raise Fault("scenarios.name-taken", name=drawing.name)
    if (args.size or args.copied) and shelf.is_shipped(drawing.name, drawing.game):
        raise Fault("scenarios.name-shipped", name=drawing.name)
    return drawing


def _renamed(drawing: Drawing, name: str) -> Drawing:
    if name == drawing.name:
        return drawing
    title = name.replace("-", " ").title()
    return Drawing(drawing.game, name, Edition.OWN, dict.fromkeys(languages(), title), drawing.sides)


def _named(name: str) -> str:
    plain = name.strip().lower().replace(" ", "-")
    if not reading.is_name(plain):
        raise Fault("scenarios.name-wrong", name=name)
    return plain


def _size(text: str) -> tuple[int, int]:
    found = grid.BLOCKS.fullmatch(text.strip().lower().replace("×", "x"))
    if not found or not all(1 <= int(number) <= grid.LARGEST for number in found.groups()):
        raise Fault("scenarios.size-wrong", size=text)
    return int(found[1]), int(found[2])

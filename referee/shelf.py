"""Where the scenario files are: those shipped beside the code, and the user's own, which come first.

The only module that reads or writes them. `app`, the commands and the tests use it; the rooms get values.
"""

from __future__ import annotations

import errno
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from referee import paths
from referee.faults import Fault
from referee.files import content
from referee.rules.crews import Game, Mode
from referee.rules.drawing import reading, sheets, writing
from referee.rules.drawing.keys import Misdrawn
from referee.rules.drawing.problems import Problem
from referee.rules.drawing.values import Drawing
from referee.rules.scenario import Scenario

SHEETS = "sheets"
LARGEST_FILE = 1_000_000


@dataclass(frozen=True)
class Found:
    """A drawing and the file it is in."""

    drawing: Drawing
    file: Path
    own: bool


def own_folder(game: Game) -> Path:
    """Where a user's own charts of a game are kept."""
    return paths.data() / "scenarios" / game.value


def files(game: Game) -> Iterator[tuple[Path, bool]]:
    """Every scenario file of a game, the user's own first."""
    for folder, own in ((own_folder(game), True), (paths.scenarios() / game.value, False)):
        yield from ((file, own) for file in sorted(folder.glob("*.toml")) if file.stem != SHEETS)


def read(file: Path) -> Drawing:
    """The drawing in a file; a Fault names the first thing wrong with it."""
    try:
        return reading.read(text_of(file))
    except Misdrawn as wrong:
        raise fault_about(wrong.problems[0], file) from None


def text_of(file: Path) -> str:
    """A scenario file's text, whatever editor wrote it."""
    try:
        return content(file, LARGEST_FILE).decode("utf-8-sig")
    except FileNotFoundError:
        raise Fault("scenarios.no-file", file=file) from None
    except UnicodeDecodeError:
        raise Fault("scenarios.not-text", file=file.name) from None
    except OSError as problem:
        if problem.errno == errno.EFBIG:
            raise Fault("scenarios.too-long", file=file.name) from None
        raise Fault("scenarios.cannot-read", file=file, why=problem.strerror) from None


def fault_about(problem: Problem, file: Path) -> Fault:
    """The sentence of a problem: the file, the line, and what to write instead."""
    return Fault(f"scenarios.{problem.flaw}", file=file.name, line=problem.line or 1, **dict(problem.slots))


def drawings(game: Game) -> list[Found]:
    """Every scenario that can be read, an own one in the place of the shipped one it corrects."""
    found: dict[str, Found] = {}
    for file, own in files(game):
        try:
            drawing = read(file)
        except Fault:
            continue
        found.setdefault(drawing.name, Found(drawing, file, own))
    return sorted(found.values(), key=lambda one: (one.drawing.edition != "first", one.drawing.edition, one.file.stem))


def damaged(game: Game) -> Iterator[Fault]:
    """What is wrong with the files that cannot be read."""
    for file, _ in files(game):
        try:
            read(file)
        except Fault as fault:
            yield fault


def find(name: str, game: Game | None = None) -> Found:
    """The scenario of that name or title, in any language, however it is written."""
    wanted = _plain(name)
    shelves = [game] if game else list(Game)
    for one in shelves:  # a damaged own file must not silently give way to the shipped one it corrects
        for file, own in files(one):
            if own and _plain(file.stem) == wanted:
                read(file)
    known = [found for one in shelves for found in drawings(one)]
    for found in known:
        if wanted in {_plain(found.drawing.name), *map(_plain, found.drawing.titles.values())}:
            return found
    raise Fault("scenarios.unknown", name=name, known=", ".join(found.drawing.name for found in known))


def _plain(name: str) -> str:
    """A name without accents, case, or the word the French sheets put before it."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(letter for letter in letters if letter.isalnum())
    return plain.removeprefix("mission") or plain


def scenario(game: Game, name: str, mode: Mode) -> Scenario:
    """What a game is played with, by the scenario's name or title."""
    drawing = find(name, game).drawing
    check_mode(drawing, mode)
    return sheets.scenario_of(drawing, mode, sheets_of(game)[mode])


def check_mode(drawing: Drawing, mode: Mode) -> None:
    """A fault when there is no such side of this chart."""
    if mode not in drawing.sides:
        known = ", ".join(drawing.sides)
        raise Fault("scenarios.no-such-mode", name=drawing.title(""), scenario=drawing.name, mode=mode, known=known)


def sheets_of(game: Game) -> Mapping[Mode, sheets.Sheets]:
    """The sheets of a game, the user's own before the shipped."""
    own = own_file(game, SHEETS)
    file = own if own.exists() else shipped_file(game, SHEETS)
    try:
        return sheets.read(text_of(file), game)
    except Misdrawn as wrong:
        raise fault_about(wrong.problems[0], file) from None


def copy_sheets(game: Game, *, again: bool) -> Path:
    """Copies the shipped sheets among the user's own, to be corrected there."""
    own = own_file(game, SHEETS)
    if own.exists() and not again:
        raise Fault("scenarios.name-taken", name=SHEETS)
    return _write(own, text_of(shipped_file(game, SHEETS)))


def shipped_file(game: Game, name: str) -> Path:
    """The file of that name that came with the program."""
    return paths.scenarios() / game.value / f"{name}.toml"


def own_file(game: Game, name: str) -> Path:
    """The file a user's own chart of that name is kept in."""
    return own_folder(game) / f"{name}.toml"


def is_shipped(name: str, game: Game) -> bool:
    """Whether a chart of that name came with the program."""
    return shipped_file(game, name).exists()


def keep(drawing: Drawing) -> Path:
    """Writes a drawing among the user's own."""
    return _write(own_file(drawing.game, drawing.name), writing.written(drawing))


def _write(file: Path, text: str) -> Path:
    """Whole or not at all."""
    fresh = file.with_suffix(".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(text, encoding="utf-8", newline="\n")
        fresh.replace(file)
    except OSError as problem:
        raise Fault("scenarios.cannot-write", file=file, why=problem.strerror) from None
    return file

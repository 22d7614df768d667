"""The house: which room may import which. Read from the source, so that no import hides in a function."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import referee

ROOT = Path(referee.__file__).parent

# from the inside out; a room may import itself and the rooms before it
ORDER = ["rules", "deduction", "language", "table", "journal"]
EDGES = ["hearing", "voice", "console", "panel"]
CONNECTORS = ["app", "demo", "cli", "shelf", "__main__", "__init__"]
OPEN = {"paths", "faults", "devices", "files"}  # small, without other imports: for the rooms that touch the machine
SHELF = "models"  # knows only where speech models are and come from: an edge room may ask it

PURE = ["rules", "deduction", "language", "table"]
IMPURE = {
    "asyncio", "datetime", "http", "logging", "multiprocessing", "os", "random", "secrets", "select", "shutil",
    "socket", "sounddevice", "soundfile", "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib", "uuid",
    "vosk", "kaldifst", "pyttsx3", "textual", "starlette", "uvicorn",
}  # fmt: skip
# language reads its grammars and catalogues, the data beside the code; rules and table do not even that
READS_FILES = {"language"}


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(ROOT.rglob("*.py")):
        yield path.relative_to(ROOT).parts[0].removesuffix(".py"), path


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""
            yield from (f"{node.module}.{name.name}" for name in node.names)


def rooms_imported(path: Path) -> set[str]:
    return {name.split(".")[1] for name in imported(path) if name.startswith("referee.")}


def allowed(room: str) -> set[str]:
    if room in ORDER:
        return {*ORDER[: ORDER.index(room) + 1], *(OPEN if room in READS_FILES | {"journal"} else set())}
    if room in EDGES:
        return {room, *ORDER, *OPEN, SHELF}
    if room == SHELF:
        return {SHELF, *OPEN}
    if room in OPEN:
        return set()
    return {*ORDER, *EDGES, *CONNECTORS, *OPEN, SHELF}


@pytest.mark.parametrize(("room", "path"), list(modules()), ids=lambda value: str(value).split("referee/")[-1])
def test_imports_run_in_one_direction(room: str, path: Path) -> None:
    rooms = {name for name in rooms_imported(path) if (ROOT / name).is_dir() or (ROOT / f"{name}.py").is_file()}
    assert room in {*ORDER, *EDGES, *CONNECTORS, *OPEN, SHELF}, f"{path.name} is in no room"
    assert rooms <= allowed(room), f"{path.name} imports {rooms - allowed(room)}"


@pytest.mark.parametrize("room", PURE)
def test_the_inner_rooms_are_pure(room: str) -> None:
    for path in (ROOT / room).rglob("*.py"):
        roots = {name.split(".")[0] for name in imported(path)}
        forbidden = IMPURE if room in READS_FILES else IMPURE | {"pathlib", "io"}
        assert not roots & forbidden, f"{path} imports {roots & forbidden}"


def test_no_process_of_ours_opens_a_window() -> None:
    for _, path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("subprocess.run", "subprocess.Popen"):
                flags = [ast.unparse(word.value) for word in node.keywords if word.arg == "creationflags"]
                assert flags == ["NO_WINDOW"], f"{path}:{node.lineno}"


def test_the_two_games_never_import_each_other() -> None:
    for game, other in (("captain_sonar", "sonar"), ("sonar", "captain_sonar")):
        for path in (ROOT / "rules" / game).rglob("*.py"):
            assert not [name for name in imported(path) if name.startswith(f"referee.rules.{other}")], path


def test_what_is_imported_is_declared_and_what_is_declared_imported() -> None:
    project = tomllib.loads((ROOT.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {re.split(r"[<>=;]", one)[0].lower() for one in project["dependencies"]}
    outside = {name.split(".")[0] for _, path in modules() for name in imported(path)} - sys.stdlib_module_names
    brought_by = packages_distributions()
    needed = {brought_by[name][0].lower() for name in outside - {"referee"}}
    assert needed == declared


def test_what_measures_and_what_learns_is_never_imported() -> None:
    """Neither by an import nor by a name that is imported when it is needed."""
    for _, path in modules():
        roots = {name.split(".")[0] for name in imported(path)}
        assert not roots & {"tests", "models", "scripts"}, path
        named = [node.value for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                 if isinstance(node, ast.Call) and "import_module" in ast.unparse(node.func)
                 for node in ast.walk(node.args[0]) if isinstance(node, ast.Constant)]  # fmt: skip
        assert not [name for name in named if str(name).startswith(("tests", "models"))], path


def test_kaldifst_and_vosk_never_share_a_process() -> None:
    together = [path for _, path in modules() if {"kaldifst", "vosk"} <= {n.split(".")[0] for n in imported(path)}]
    assert not together

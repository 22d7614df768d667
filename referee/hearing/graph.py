"""The compiled graph of a grammar: a model folder of our own beside the real one, big files linked, not copied.

A folder is made whole under another name and renamed in one step, so that one that is there is good. It is named by all
that went into it. Where the cache cannot be written the folder lives as long as the program does.
"""

from __future__ import annotations

import atexit
import errno
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee import paths
from referee.devices import NO_WINDOW
from referee.faults import Fault
from referee.language.network import Network

_FORMAT = 11  # counted up when the same recipe makes another graph
_KEPT = 12
_NEEDED = ("am/final.mdl", "conf/mfcc.conf", "conf/model.conf", "ivector/final.ie", "graph/Gr.fst", "graph/HCLr.fst")
_TIME_LIMIT = 120


@dataclass(frozen=True, slots=True)
class Settings:
    """How the graph weighs orders against chatter, and how widely the recogniser searches."""

    common: int = 20000
    filler_cost: float = 0.0
    pair_gain: float = 1.0
    """How much cheaper a word has to be after another than anywhere, to be known as a pair."""
    unknown_cost: float = 8.0
    talk_cost: float = 4.0
    """At most, for a word that players often say alone."""
    unfinished: float = 2.0
    into: float = 0.0
    """What it costs to begin an order in the middle of talk."""
    out: float = 0.0
    """And to go on talking after one."""
    search: tuple[tuple[str, float], ...] = (
        ("beam", 9.0),
        ("lattice-beam", 5.0),
        ("max-active", 3000),
        ("min-active", 200),
    )


DEFAULT = Settings()
Recipe = dict[str, Any]
"""What the compiler is told."""


def graph(
    model: Path,
    network: Network,
    settings: Settings = DEFAULT,
    cache: Path | None = None,
    *,
    talk: frozenset[str] = frozenset(),
) -> Path:
    """The folder of the compiled graph, made when it is not there yet; `talk`: words players say alone."""
    _check(model)
    recipe = _recipe(model, network, settings, talk)
    shelf = cache or paths.cache() / "graphs"
    folder = shelf / _name(model, recipe, settings)
    if (folder / "graph" / "words.txt").is_file():
        _touch(folder)
        return folder
    try:
        shelf.mkdir(parents=True, exist_ok=True)
        return _made(model, recipe, settings, shelf, folder)
    except OSError as problem:
        if problem.errno not in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST):
            raise _no_room(shelf, problem) from problem
    return _in_passing(model, recipe, settings, folder.name)


def _check(model: Path) -> None:
    missing = [name for name in _NEEDED if not (model / name).is_file()]
    if any(name.startswith("graph/") for name in missing) and (model / "am").is_dir():
        raise Fault("hearing.not-dynamic", model=model.name)
    if missing:
        raise Fault("hearing.no-model", model=model, file=missing[0])


def _name(model: Path, recipe: Recipe, settings: Settings) -> str:
    """A name that changes with the grammar, the settings and the model's own content."""
    content = hashlib.sha256()
    content.update(json.dumps([_FORMAT, str(model.resolve()), recipe, repr(settings)]).encode())
    for name in _NEEDED:
        file = model / name
        content.update(f"{name} {file.stat().st_size}".encode())
        if not name.endswith(("HCLr.fst", "final.mdl", "final.ie")):
            content.update(file.read_bytes())
    return content.hexdigest()[:20]


def _recipe(model: Path, network: Network, settings: Settings, talk: frozenset[str]) -> Recipe:
    return {
        "arcs": network.arcs,
        "start": network.start,
        "finals": sorted(network.finals),
        "talk": sorted(talk),
        "alike": _alike(),
        "model": str(model),
        "common": settings.common,
        "filler_cost": settings.filler_cost,
        "pair_gain": settings.pair_gain,
        "unknown_cost": settings.unknown_cost,
        "talk_cost": settings.talk_cost,
        "unfinished": settings.unfinished,
        "into": settings.into,
        "out": settings.out,
    }


def _alike() -> list[list[str]]:
    """Words that sound alike, of all languages: each set concerns only grammars that have one of its words."""
    files = sorted(paths.grammars().glob("*/sounds-alike.txt"))
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [line.split() for line in lines if line.strip() and not line.startswith("#")]


def _made(model: Path, recipe: Recipe, settings: Settings, shelf: Path, folder: Path) -> Path:
    making = Path(tempfile.mkdtemp(prefix=".making-", dir=shelf))
    try:
        _fill(model, recipe, settings, making)
        _rename(making, folder)
    finally:
        shutil.rmtree(making, ignore_errors=True)
    _prune(shelf)
    return folder


def _rename(making: Path, folder: Path) -> None:
    try:
        making.rename(folder)
    except OSError:
        if not (folder / "graph" / "words.txt").is_file():  # else another program was faster: its folder is as good
            raise


def _in_passing(model: Path, recipe: Recipe, settings: Settings, name: str) -> Path:
    try:
        shelf = Path(tempfile.mkdtemp(prefix="sonar-graph-"))
        atexit.register(shutil.rmtree, shelf, ignore_errors=True)
        return _made(model, recipe, settings, shelf, shelf / name)
    except OSError as problem:
        raise _no_room(Path(tempfile.gettempdir()), problem) from problem


def _no_room(folder: Path, problem: OSError) -> Fault:
    return Fault("hearing.no-room", folder=folder, why=problem.strerror or type(problem).__name__)


def _fill(model: Path, recipe: Recipe, settings: Settings, folder: Path) -> None:
    (folder / "graph").mkdir()
    (folder / "conf").mkdir()
    for file in sorted((model / "conf").iterdir()):
        shutil.copyfile(file, folder / "conf" / file.name)
    _configure(model, folder, "model.conf", dict(settings.search))
    _configure(model, folder, "mfcc.conf", {"dither": 0.0})  # the recogniser adds its own, the same every time
    for name in ("am", "ivector", *(f"graph/{kept.name}" for kept in _kept_of(model / "graph"))):
        _link(model / name, folder / name)
    _compile(recipe, folder / "graph")


def _kept_of(graph_folder: Path) -> Iterator[Path]:
    return (kept for kept in sorted(graph_folder.iterdir()) if kept.name not in {"Gr.fst", "words.txt"})


def _configure(model: Path, folder: Path, name: str, options: Mapping[str, float]) -> None:
    """The model's own options, but for these."""
    lines = (model / "conf" / name).read_text(encoding="utf-8").split()
    kept = dict(line.split("=", 1) for line in lines if "=" in line)
    kept |= {f"--{option}": str(value) for option, value in options.items()}
    (folder / "conf" / name).write_text("".join(f"{key}={value}\n" for key, value in kept.items()), encoding="utf-8")


def _link(source: Path, target: Path) -> None:
    """A link, and where the system has none (Windows without the right) a second name, else a copy."""
    try:
        target.symlink_to(source.resolve(), target_is_directory=source.is_dir())
    except (OSError, NotImplementedError):
        if source.is_dir():
            shutil.copytree(source, target, copy_function=_second_name)
        else:
            _second_name(str(source), str(target))


def _second_name(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def _compile(recipe: Recipe, folder: Path) -> None:
    command = [sys.executable, "-m", "referee.hearing.compiler"]
    try:
        done = subprocess.run(
            command,
            check=False,
            input=json.dumps({**recipe, "folder": str(folder)}),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=_TIME_LIMIT,
            creationflags=NO_WINDOW,
        )
    except subprocess.TimeoutExpired as slow:
        raise Fault("hearing.not-compiled", why=f"> {_TIME_LIMIT} s") from slow
    answer = _answer(done)
    if "fault" in answer:
        raise Fault(answer["fault"], **answer["slots"])
    if (folder / "Gr.fst").stat().st_size == 0:  # the library that writes it does not say when the disk is full
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _answer(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    try:
        return dict(json.loads(done.stdout))
    except ValueError:
        if "No space left" in done.stderr[-200:]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from None
        # its own words are for whoever asks with --debug: they are English
        raise Fault("hearing.not-compiled", why=f"code {done.returncode}") from RuntimeError(done.stderr)


def _touch(folder: Path) -> None:
    try:
        os.utime(folder)
    except OSError:  # a read-only cache: then it is never pruned either
        return


def _prune(shelf: Path) -> None:
    """Keep the graphs used last; one of another version or another house grammar is soon made again."""
    made = [folder for folder in shelf.iterdir() if folder.is_dir() and not folder.name.startswith(".")]
    for folder in sorted(made, key=lambda one: one.stat().st_mtime)[:-_KEPT]:
        shutil.rmtree(folder, ignore_errors=True)

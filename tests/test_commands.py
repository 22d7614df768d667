"""Every command that a page tells its reader to type is really run here, on its own page's language.

A command is run as it is printed, with nobody at the keyboard, in a home of its own that has one game played to its
end. Where a page leaves something out, or where it would take minutes or a microphone, `SHORTER` says what is run
instead; `NOT_HERE` names the few that are the whole thing themselves. A command that is new on a page is thereby run as
it stands, and has to succeed.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import referee
from referee import models, paths
from referee.cli import main
from referee.demo.players import Players
from referee.demo.script import script
from referee.rules.crews import Mode
from referee.voice.sound import write

CHECKOUT = Path(referee.__file__).parent.parent
PAGES = [CHECKOUT / name for name in ("README.md", "README.fr.md", "CONTRIBUTING.md")]
PAGES += sorted((CHECKOUT / "docs").glob("*.md"))
CODE = re.compile(r"`([^`\n]+)`|^    (.+)$", re.M)
COMMAND = re.compile(
    r"(referee|make|git|py|python|pytest|pip|echo|\. \S+|\S*[/\\](pip|activate|python\S*)|[A-Z_]+=\S+)( |$)"
)

ITSELF = "sets everything up and plays, or runs these very tests; the setup has tests of its own"
NOT_HERE = {
    "make play": ITSELF,
    "make play LANGUAGE=fr": ITSELF,
    "make test": ITSELF,
    "make check": ITSELF,
    "make bench": "takes half an hour",
    "make training": "takes hours, and voices that are not here",
    ".venv/bin/pip install -e .[training]": "fetches packages",
    "make docs": "is what another test compares the pages with",
    "py scripts\\setup.py play": ITSELF,
    "git clone": "fetches the project that is here",
    ".venv\\Scripts\\activate": "belongs to Windows",
    ".venv/bin/pip install playwright": "fetches a browser's driver",
}


@dataclass(frozen=True)
class Run:
    """The words after `referee`, what is typed into it, and how it may end."""

    words: str
    typed: str = ""
    ends: tuple[int, ...] = (0,)


SHORTER = {
    "referee doctor": Run("doctor", ends=(0, 1)),  # 1 where something needs a hand, as on a machine without sound
    "referee hear": Run("hear order.wav"),
    "referee hear --grammar FILE": Run("hear --grammar own.yaml order.wav"),
    "referee rule": Run("rule own.transcript"),
    "referee rule FILE": Run("rule own.transcript"),
    "referee parse": Run("parse", typed="head north\nroute au nord\n"),
    "referee play": Run("play", typed="dive\ndive\nhead north\nroute au nord\n"),
    "referee play --speak": Run("play --speak none", typed="dive\n"),
    # without these microphones: a sentence that names those there are, or typed orders where there are none
    "referee play --mic blue=NAME --mic yellow=NAME": Run("play --mic blue=nobody --mic yellow=nobody", ends=(0, 2)),
    "referee play --mic blue=NOM --mic yellow=NOM": Run("play --mic blue=personne --mic yellow=personne", ends=(0, 2)),
    "referee scenarios check": Run("scenarios check my-sea.toml"),
    "referee scenarios new": Run("scenarios new alpha"),
    "referee bench": Run("bench --quick --only rules"),
    "referee models path voices": Run("models path voices", ends=(0, 2)),  # 2 on a machine that does without it
    "referee models get en --from FILE": Run("models get en --from own.zip"),
    "referee models get fr --from FICHIER": Run("models get fr --from own.zip"),
}
DEMO = (
    "demo-output/debrief.html",
    "demo-output/whole-game.wav",
    "demo-output/orders/*.wav",
    "demo-output/replies/*.wav",
)
LEAVES = {
    "referee demo": DEMO,
    "referee demo --mode real-time": DEMO,
    "referee debrief": ("**/games/*.html",),
    "referee scenarios new bravo": ("**/captain-sonar/bravo.toml",),
}
"""The files that are there afterwards."""
QUIET = re.compile("rule|phrases .*--into")
"""What says nothing when all is well."""
RECOGNISES = re.compile("referee (demo|hear|models get)")


def printed() -> Iterator[tuple[str, str, str]]:
    """Page, language and text of each command, once in a language."""
    seen = set()
    for page in PAGES:
        language = "fr" if page.name.endswith(".fr.md") else "en"
        for inline, block in CODE.findall(page.read_text(encoding="utf-8")):
            command = re.split(r"   |  #", inline or block)[0].strip().removeprefix("$ ")
            if COMMAND.match(command) and (language, command) not in seen:
                seen.add((language, command))
                yield page.name, language, command


COMMANDS = list(printed())
LONG = [one for one in COMMANDS if one[0] == "benchmarks.md" or one[2].startswith("python -m tests.bench")]
SHORT = [one for one in COMMANDS if one not in LONG and one[2] not in NOT_HERE]


# -- the home of somebody who has played
@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one game that was played to its end, and a folder with what a reader may have lying about."""
    home = tmp_path_factory.mktemp("home")
    game = script(Mode.TURN_BY_TURN)
    lines = [line for one in game.lines for line in ([f"{one.who}: {one.order}"] if one.order else []) + [*one.told]]
    done = subprocess.run(
        [sys.executable, "-m", "referee", "play", "--first", "blue", "--text"],
        input="\n".join(lines), env=environment(home, "en"), cwd=home, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "Blue wins" in done.stdout
    chart = re.search(r"```toml\n(.*?)```", (CHECKOUT / "docs" / "charts.md").read_text(encoding="utf-8"), re.S)
    assert chart
    (home / "my-sea.toml").write_text(chart[1], encoding="utf-8")
    (home / "own.yaml").write_text(
        "language: en\nintents: {Go: {data: [{sentences: ['head (north|nord)']}]}}\n", encoding="utf-8"
    )
    shutil.copy(CHECKOUT / "tests" / "transcripts" / "sonar" / "real-time.txt", home / "own.transcript")
    shutil.copy(CHECKOUT / "README.md", home)
    return home


def environment(home: Path, language: str) -> dict[str, str]:
    """Everything of one's own is in that home; what can be made again stays where it is, it takes time to make."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SONAR_", "XDG_"))}
    cache = str(paths.cache().parent)
    return {**kept, "HOME": str(home), "USERPROFILE": str(home), "XDG_CACHE_HOME": cache, "LANGUAGE": language}


@pytest.fixture
def at_home(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    shutil.copytree(played, home)
    for name, value in environment(home, "en").items():
        monkeypatch.setenv(name, value)
    for name in [name for name in os.environ if name.startswith(("SONAR_", "XDG_")) and name != "XDG_CACHE_HOME"]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(home)
    return home


# -- run
@pytest.mark.parametrize(("language", "command"), [one[1:] for one in SHORT])
def test_what_a_page_tells_to_type_does_it(
    language: str, command: str, at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if command == ". .venv/bin/activate":
        activated()
        return
    run = SHORTER.get(command) or as_printed(command)
    if RECOGNISES.match(command):
        needed(language, at_home, monkeypatch, zipped="own.zip" in run.words)
    monkeypatch.setenv("LANGUAGE", language)
    monkeypatch.setattr(sys, "stdin", io.StringIO(run.typed))
    ended = main(shlex.split(run.words))
    shown = capsys.readouterr()
    assert ended in run.ends, shown.err
    assert shown.out or shown.err or QUIET.match(run.words.strip()), "not a word"
    assert "Traceback" not in shown.out + shown.err
    assert ended != 2 or shown.err.count("\n") == 1, shown.err
    for name in LEAVES.get(command, ()):
        found = list(at_home.glob(name))
        assert found, name
        assert all(file.stat().st_size > 1000 for file in found), name


def as_printed(command: str) -> Run:
    """The words behind `referee`, and what is sent into them by an echo."""
    echo = re.fullmatch(r'echo "(.*)" \| (.*)', command)
    words = echo[2] if echo else command
    assert words.split()[0] == "referee", f"nothing here runs this: {command}"
    return Run(words.removeprefix("referee"), typed=f"{echo[1]}\n" if echo else "")


def needed(language: str, home: Path, monkeypatch: pytest.MonkeyPatch, *, zipped: bool) -> None:
    """The model of a language, as a zip in a folder without any where that is asked for; and something recorded."""
    if not models.model_for(language).is_here:
        pytest.skip(f"no speech model: referee models get {language}")
    if zipped:
        model = models.folder(language)
        with zipfile.ZipFile(home / "own.zip", "w") as packed:
            for file in model.rglob("*"):
                packed.write(file, file.relative_to(model.parent))
        monkeypatch.setenv("SONAR_MODELS", str(home / "models"))
        return
    with Players(language) as players:
        write(home / "order.wav", players.say(None, {"en": "head north", "fr": "route au nord"}[language]))


def activated() -> None:
    if not (CHECKOUT / ".venv" / "bin" / "activate").exists():
        pytest.skip("no environment was made beside the project")
    done = subprocess.run(
        ["sh", "-c", ". .venv/bin/activate && command -v referee"],
        cwd=CHECKOUT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == str(CHECKOUT / ".venv" / "bin" / "referee")


@pytest.mark.parametrize(("page", "language", "command"), LONG)
def test_what_takes_long_is_there_to_be_run(page: str, language: str, command: str) -> None:
    words = [word for word in shlex.split(command) if not re.match("[A-Z_]+=", word)]
    if words[0] == "pytest":
        assert (CHECKOUT / words[1]).exists()
        return
    program = words[1:] if words[0] == "python" else ["-m", *words]
    done = subprocess.run([sys.executable, *program, "--help"], cwd=CHECKOUT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_is_not_run_is_still_printed() -> None:
    commands = {command for _, _, command in COMMANDS}
    assert not [command for command in (*NOT_HERE, *SHORTER) if command not in commands]

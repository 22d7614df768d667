"""Text to sound in child processes: the real ones, and children that hang, crash, write nothing or talk nonsense."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.faults import Fault
from referee.voice.synthesis import Manner, Synthesiser
from referee.voice.voices import Voice, voice_for

ANY = Manner(Voice("any", "any", (), "espeak"), 160)


@pytest.fixture
def synthesiser() -> Iterator[Synthesiser]:
    made = Synthesiser()
    yield made
    made.close()


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[Callable[[str], Synthesiser]]:
    """A synthesiser whose child runs this program; each start leaves a line in `starts`."""
    made: list[Synthesiser] = []

    def build(program: str) -> Synthesiser:
        file = tmp_path / "child.py"
        file.write_text(f"import json, os, sys, time\nrequest = json.loads(sys.stdin.readline() or '0')\n{program}\n")
        made.append(Synthesiser((sys.executable, str(file)), patience=0.4))
        return made[-1]

    yield build
    for synthesiser in made:
        synthesiser.close()


def manner(synthesiser: Synthesiser, language: str, rate: int = 160) -> Manner:
    voice = voice_for(language, synthesiser.voices())
    assert voice is not None
    return Manner(voice, rate, 50)


@pytest.mark.parametrize(("language", "words"), [("en", "Blue, north."), ("fr", "Bleu, nord.")])
def test_words_become_sound_without_silence_around(synthesiser: Synthesiser, language: str, words: str) -> None:
    sound = synthesiser.speak(words, manner(synthesiser, language))
    assert 0.3 < sound.seconds < 2
    assert sound.trimmed().seconds == pytest.approx(sound.seconds, abs=0.02)


def test_the_same_words_always_make_the_same_sound(synthesiser: Synthesiser) -> None:
    how = manner(synthesiser, "en")
    lengths = {len(synthesiser.speak("Torpedo, C six.", how).samples) for _ in range(8)}
    assert len(lengths) == 1


def test_a_slower_rate_takes_longer(synthesiser: Synthesiser) -> None:
    quick, slow = (synthesiser.speak("Are you in sector five?", manner(synthesiser, "en", rate)) for rate in (220, 120))
    assert slow.seconds > 1.3 * quick.seconds


@pytest.mark.parametrize(
    "program",
    [
        "time.sleep(60)",
        "os.abort()",
        "sys.exit(3)",
        "print('nonsense')",
        "print('[]')",
        "print(json.dumps({'ok': True}))",
    ],
    ids=["hangs", "crashes", "gives up", "talks nonsense", "another nonsense", "writes nothing"],
)
def test_a_child_that_fails_twice_is_a_fault(broken: Callable[[str], Synthesiser], program: str) -> None:
    with pytest.raises(Fault) as fault:
        broken(program).speak("north", ANY)
    assert fault.value.key == "voice.synthesiser"


def test_a_child_that_fails_once_is_replaced(broken: Callable[[str], Synthesiser], tmp_path: Path) -> None:
    real = Synthesiser()
    how = manner(real, "en")
    real.close()
    once = tmp_path / "once"
    program = (
        f"import subprocess\nif request and not os.path.exists({str(once)!r}):\n"
        f"    open({str(once)!r}, 'w').close(); os.abort()\n"
        "if request: subprocess.run([sys.executable, '-m', 'referee.voice.child', 'espeak'],"
        " input=json.dumps(request), text=True)"
    )
    synthesiser = broken(program)
    synthesiser._patience = 10
    assert synthesiser.speak("north", how).seconds > 0.2
    assert once.exists()


def test_where_nothing_can_speak_no_voice_is_listed(broken: Callable[[str], Synthesiser]) -> None:
    assert broken("sys.exit(1)").voices() == ()


def test_no_child_and_no_file_is_left(synthesiser: Synthesiser) -> None:
    folder = Path(synthesiser._folder.name)
    synthesiser.speak("north", manner(synthesiser, "en"))
    assert list(folder.iterdir()) == []
    spare = synthesiser._spare
    assert spare is not None and spare[1].poll() is None
    synthesiser.close()
    assert spare[1].poll() is not None and not folder.exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="hiding the system's espeak-ng needs root")
def test_the_espeak_of_the_package_serves_where_the_system_has_none(tmp_path: Path) -> None:
    libraries = list(Path("/usr/lib").glob("*/libespeak-ng.so.1"))
    hide = " && ".join(f"mount --bind /dev/null {path.resolve()}" for path in libraries) or "true"
    script = (
        "import ctypes\nfrom referee.voice.synthesis import *\nfrom referee.voice.voices import voice_for\n"
        "try: ctypes.CDLL('libespeak-ng.so.1'); sys.exit('the system still has one')\n"
        "except OSError: pass\n"
        "s = Synthesiser(); voices = s.voices()\n"
        "for l, t in (('fr', 'Bleu, nord.'), ('en', 'Blue, north.')):\n"
        "    assert s.speak(t, Manner(voice_for(l, voices), 160)).seconds > 0.4\n"
        "s.close()"
    )
    command = ["unshare", "-m", "sh", "-c", f'{hide} && exec "$0" -c "$1"', sys.executable, script]
    if subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode:
        pytest.skip("no mount namespaces here")
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stderr

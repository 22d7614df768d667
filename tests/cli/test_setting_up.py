"""The set-up before a game: typed, said, and both; remembered, interrupted, and answered with nonsense."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from referee import shelf
from referee.cli import choosing, last_table
from referee.cli.asking import Asker
from referee.cli.last_table import LastTable
from referee.cli.setting_up import Questions
from referee.cli.setup_ear import Answer, SetupEar, answer_in, ears, grammar_of
from referee.cli.table_options import setup_of
from referee.demo.players import Players
from referee.hearing import levels
from referee.hearing.attention import Attention
from referee.hearing.listener import Listener
from referee.hearing.microphone import Block
from referee.hearing.own_voice import OwnVoice
from referee.language.anyfile import AnyGrammar, Match
from referee.language.messages import catalogue, languages
from referee.rules.crews import TEAMS, Game, Mode
from referee.voice.sound import Sound, write
from tests.hearing.saying import heard, model, said
from tests.virtual_audio import RATE, virtual_audio

ANSWERS = {
    "en": {
        "yes": "yes", "no": "no", "captain sonar": "captain-sonar", "real time": "real-time",
        "turn by turn": "turn-by-turn", "bravo": "bravo", "alpha two": "alpha-2", "number seven": "7", "four": "4",
        "archipelago": "archipelago", "english": "en", "the same as last time": "", "say that again": None,
    },
    "fr": {
        "oui": "yes", "non": "no", "capitaine sonar": "captain-sonar", "temps réel": "real-time",
        "tour par tour": "turn-by-turn", "bravo": "bravo", "bravo deux": "bravo-2", "numéro sept": "7", "quatre": "4",
        "l'archipel": "archipelago", "français": "fr", "comme la dernière fois": "", "répétez": None,
    },
}  # fmt: skip


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


# -- what may be said
@pytest.mark.parametrize("language", languages())
def test_every_answer_can_be_said_in_every_language(language: str) -> None:
    source = AnyGrammar(grammar_of(language)).source
    values = {str(one["out"]) for name in ("answer", "number") for one in source.tree["lists"][name]["values"]}
    named = {one.drawing.name for game in Game for one in shelf.drawings(game) if not one.own}
    asked = {
        *Game,
        *Mode,
        *languages(),
        *(team for game in Game for team in TEAMS[game]),
        "yes",
        "no",
        "random",
        "each",
    }
    assert not (named | asked | {str(number) for number in range(1, 16)}) - values


@pytest.mark.model
@pytest.mark.parametrize("language", languages())
def test_the_model_knows_every_word_of_the_answers(language: str) -> None:
    from referee.language.vocabulary import symbols

    AnyGrammar(grammar_of(language)).network(symbols(model(language)))


@pytest.mark.model
@pytest.mark.parametrize("language", languages())
def test_answers_are_heard_for_what_they_are(language: str) -> None:
    model(language)
    ear = ears([language])[language]
    found = {words: _answers(words, language, ear) for words in ANSWERS[language]}
    assert found == {words: [value] for words, value in ANSWERS[language].items()}
    talk = {"en": "could somebody please pass me the salt", "fr": "quelqu'un peut me passer le sel s'il te plaît"}
    assert _answers(talk[language], language, ear) == []


def _answers(words: str, language: str, ear: object) -> list[str | None]:
    from referee.hearing.examining import Ear

    assert isinstance(ear, Ear)
    answers = map(answer_in, heard(said(words, language), ear))
    return [answer.value for answer in answers if answer]


# -- the dialogue
class Mouth(SetupEar):
    """The real ear, fed with what is said to each question; None leaves the question to the keyboard."""

    def __init__(self, language: str, lines: list[str | None]) -> None:
        super().__init__([language], OwnVoice())
        self._spoken = language
        self._lines = iter(lines)
        self._attention = Attention(Listener(list(ears([language]).values())), self._own)

    def forget(self) -> None:
        super().forget()
        line = next(self._lines, None)
        if line is not None:
            self._say(line)

    def _say(self, line: str) -> None:
        samples = said(line, self._spoken)
        now = time.monotonic()
        for start in range(0, len(samples), 320):
            block = samples[start : start + 320]
            self._hears(self._attention, Block(block, now + 1 + start / RATE))
        assert not self._answers.empty(), f"“{line}” was not heard: the keyboard would be waited for"


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Where to type: what `sys.stdin` reads."""
    reads, types = os.pipe()
    with os.fdopen(reads, encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        yield types
    os.close(types)


def options(**given: object) -> argparse.Namespace:
    nothing = {"scenario": None, "game": None, "mode": None, "first": None, "seed": None, "tutor": False, "rules": "en"}
    lists: dict[str, object] = {name: [] for name in ("team_language", "team_name", "players", "house")}
    return argparse.Namespace(**(nothing | lists | {"mic": ["any"]} | given))


SPOKEN = {
    "en": ["french", "captain sonar", "bravo", "hotel", "four", "no", "yes"],
    "fr": ["français", "captain sonar", "bravo", "hôtel", "quatre", "non", "oui"],
}


@pytest.mark.model
@pytest.mark.parametrize("language", languages())
def test_a_whole_set_up_is_said(language: str, keyboard: int, capsys: pytest.CaptureFixture[str]) -> None:
    model(language)
    lines = [SPOKEN[language][0], *SPOKEN[language][1:3], *SPOKEN[language][4:]]
    real = {"en": "real time", "fr": "temps réel"}[language]
    args = options()
    Questions(args, Asker(None, Mouth(language, [*lines[:3], real, *lines[3:]])), None).ask()
    setup = setup_of(args)
    assert (setup.language, setup.game, setup.scenario, setup.mode) == (
        "fr",
        Game.CAPTAIN_SONAR,
        "bravo",
        Mode.REAL_TIME,
    )
    assert (setup.first, setup.tutor, set(setup.players.values())) == (None, False, {4})
    assert last_table.read() == LastTable("fr", Game.CAPTAIN_SONAR, "bravo", Mode.REAL_TIME, 4, ("any",))
    assert "“bravo”" in capsys.readouterr().out


@pytest.mark.parametrize(("language", "doubt"), [("en", "to be drawn"), ("fr", "à dessiner")])
def test_a_game_is_called_as_on_its_box_and_an_uncertain_chart_says_so_before_it_is_chosen(
    language: str, doubt: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(["sonar fam", "archipelago"])
    monkeypatch.setattr(Asker, "_answer", lambda _, question: print(question.shown) or next(typed, ""))
    args = options(language=language)
    Questions(args, Asker(), None).ask()
    assert (args.game, args.scenario) == ("sonar", "archipelago")
    lines = capsys.readouterr().out.splitlines()
    assert any("Sonar Family" in line for line in lines)
    assert [line.endswith(f"({doubt})") for line in lines if "Umbria" in line or "Jules" in line] == [True, True]
    assert not any(line.endswith(")") for line in lines if "Archipel" in line)


@pytest.mark.model
def test_some_answers_are_typed_and_some_are_said_and_what_names_nothing_is_asked_again(
    keyboard: int, capsys: pytest.CaptureFixture[str]
) -> None:
    model("en")
    os.write(keyboard, b"chess\n")
    mouth = Mouth("en", [None, "bravo", "captain sonar", "hotel", "two", "no", "yes"])
    args = options(language="en")
    Questions(args, Asker(None, mouth), None).ask()
    setup = setup_of(args)
    assert (setup.scenario, setup.mode, set(setup.players.values())) == ("hotel", Mode.REAL_TIME, {2})
    assert capsys.readouterr().out.count(catalogue("en").shown("console.dialogue.not-one")) == 2


@pytest.mark.model
def test_what_was_misheard_is_asked_once_more(keyboard: int) -> None:
    model("en")
    mouth = Mouth("en", ["kilo", "three", "no", "no", "golf", "the same again", "no", "yes"])
    args = options(language="en", game="captain-sonar")
    Questions(args, Asker(None, mouth), None).ask()
    assert (args.scenario, args.mode, args.players) == ("golf", "real-time", ["blue=3", "yellow=3"])


def test_the_referee_does_not_take_its_own_question_for_an_answer() -> None:
    ear = SetupEar(["en"], OwnVoice())
    ear._own.sounds(10.0, 11.0)
    silent = np.zeros(RATE, np.float32)
    attention = Attention(Listener([]), ear._own)
    ear._deaf_until = 0.0
    ear._hears(attention, Block(silent, 10.5))
    assert attention.listener._now == RATE and ear.answer() is None


def test_again_asks_again_and_is_no_answer(keyboard: int, capsys: pytest.CaptureFixture[str]) -> None:
    ear = SetupEar(["en"], OwnVoice())
    asked = Asker(None, ear)
    original = ear.forget

    def said_meanwhile() -> None:
        original()
        for answer in (Answer("again", None), Answer("alpha", "alpha")):
            ear._answers.put(answer)

    ear.forget = said_meanwhile  # type: ignore[method-assign]
    from referee.console.dialogue import Question

    assert asked(Question("Which chart? ", ())) == "alpha"
    assert isinstance(Match("Again", {}, "again"), Match)


# -- remembered
@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"game": "chess"}', '{"language":"en","game":"captain-sonar","scenario":"atlantis","mode":'
     '"real-time","players":4,"microphones":[],"tutor":false}',
     '{"language":"en","game":"captain-sonar","scenario":"golf","mode":"turn-by-turn","players":4,"microphones":[],'
     '"tutor":false}'],
)  # fmt: skip
def test_a_memory_that_is_no_good_is_none(text: str) -> None:
    table = LastTable("fr", Game.SONAR, "umbria", Mode.REAL_TIME, 2, ("a", "b"), tutor=True)
    last_table.keep(table)
    assert last_table.read() == table
    last_table._file().write_text(text, encoding="utf-8")
    assert last_table.read() is None


# -- at a terminal
needs_terminal = pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals of this kind")


@needs_terminal
def test_typed_at_a_terminal_remembered_and_left(tmp_path: Path) -> None:
    from tests.cli.terminal import terminal

    play = ["play", "--plain", "--no-panel", "--text", "--speak", "none"]
    with terminal(play, tmp_path) as first:
        first.until("Quelle langue ? [English] ")
        first.types("2")
        for question, answer in (
            ("Quel jeu", "chess"),
            ("Quel jeu", ""),
            ("Quelle carte", "bravo"),
            ("temps réel ?", "2"),
        ):
            first.until(f"{question}")
            first.types(answer)
        first.until("chaque équipage ?")
        first.types("2")
        first.until("j’explique")
        first.types("non")
        first.until("partir.")
        first.types("plongez")
        first.until("Les deux sous-marins")
        time.sleep(0.3)  # in the very moment before it waits for a line again, Python would miss it
        first.presses_ctrl_c()
        assert first.ends() == 130
    with terminal(play, tmp_path) as second:
        assert "Bravo, temps réel, 2 par équipage" in second.until("[oui] ")
        second.types("")
        second.until("partir.")
    with terminal(play, tmp_path) as third:
        third.until("[oui] ")
        time.sleep(0.3)
        third.presses_ctrl_c()
        assert third.ends() == 130
    with terminal([*play, "alpha", "--game", "captain-sonar", "--mode", "real-time"], tmp_path) as fourth:
        assert "?" not in fourth.until("leave.")


@pytest.mark.audio
def test_it_is_seen_which_microphone_hears_and_one_that_cannot_be_opened_is_left_out(tmp_path: Path) -> None:
    tone = np.sin(np.arange(8 * RATE) * 0.2).astype(np.float32) * 0.3
    write(tmp_path / "tone.wav", Sound(tone, RATE))
    with virtual_audio(["mic", "other"]) as audio:
        voice = audio.start_saying(tmp_path / "tone.wav", "other")
        found = levels.loudness(["", "mic", "other", "speaker", "none such"], 2.0)
        voice.kill()
        voice.wait()
    assert set(found) == {"", "mic", "other"}
    assert choosing._loudest({name or choosing.OWN: level for name, level in found.items()}) == "other"


@needs_terminal
@pytest.mark.audio
@pytest.mark.model
def test_a_question_is_asked_aloud_and_answered_at_a_microphone(tmp_path: Path) -> None:
    from tests.cli.terminal import terminal

    model("en")
    play = ["play", "bravo", "--language", "en", "--plain", "--no-panel", "--mic", "mic", "--players", "blue=2"]
    with virtual_audio(["mic"]) as audio, Players("en") as players:
        audio.echo()  # the room lets the microphone hear the question, too
        write(tmp_path / "answer.wav", players.say(None, "real time").trimmed().at_rate(RATE))
        with audio.record() as loudspeaker, terminal(play, tmp_path) as table:
            table.until("real time? ")
            for _ in range(5):  # said again, as a sound server that stutters may make it necessary
                time.sleep(2.5)
                audio.say(tmp_path / "answer.wav")
                time.sleep(1.0)
                table._read()
                if "explain" in table.shown:
                    break
            assert "“real time”" in table.shown
            assert loudspeaker.first_sound() is not None
            table.types("no")
            table.until("real time, 4 in each crew. Shall we begin? [yes] ")
            table.types("")
            table.until("leave.")

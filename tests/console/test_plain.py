"""The plain table: what all may read, a crew's own lines only when it asks for them, and nothing of what phones do."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee import app
from referee.cli import fronts
from referee.console.commands import Command, command_of
from referee.console.plain import PlainTable
from referee.console.wrapping import to_read, wrapped
from referee.faults import Fault
from referee.language.messages import catalogue, languages
from referee.language.typed import understand
from referee.language.understanding import NotUnderstood
from referee.rules.crews import Game
from referee.table.inputs import Pressed
from referee.table.setup import Setup
from tests.table.tables import order

Make = Callable[..., tuple[app.LiveTable, PlainTable, io.StringIO]]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    with app.new_game(Setup(first=Setup().teams[0]), tmp_path / "a.game") as game:

        def made(secrets: list[str] | None = None) -> tuple[app.LiveTable, PlainTable, io.StringIO]:
            live, out = app.LiveTable(game, time.monotonic), io.StringIO()
            waiting = iter(secrets or [])
            secret = (lambda prompt: (out.write(prompt + "\n"), next(waiting, ""))[1]) if secrets else None
            front = PlainTable(live.session.setup, catalogue("en"), live.feed, live.now, out, secret)
            live.tell(lambda _, reply: front.show(reply))
            return live, front, out

        yield made


def after(out: io.StringIO) -> str:
    return out.getvalue().split("quit to leave.\n")[1]


def test_a_secret_is_noted_the_same_way_whether_it_stands_or_not(make: Make) -> None:
    _, front, out = make()
    front.run(io.StringIO("blue captain: start C7\nblue captain: start D1\nblue captain: nonsense\n"))
    assert after(out) == "Answered for Blue alone: “private Blue” shows it.\n" * 3


def test_what_is_announced_looks_the_same_whatever_its_crew_told(tmp_path: Path) -> None:
    """DAMAGE: of one crew the referee has counted it already; the other is told only now, and alone, what it cost."""
    shown = []
    for counted in (True, False):
        with app.new_game(Setup(first=Setup().teams[0]), tmp_path / f"{counted}.game") as game:
            live, out = app.LiveTable(game, time.monotonic), io.StringIO()
            front = PlainTable(live.session.setup, catalogue("en"), live.feed, live.now, out)
            live.tell(lambda _, reply, front=front: front.show(reply))  # type: ignore[misc]
            front.run(io.StringIO("dive\n"))
            for symbol in range(1, 6):
                front.run(io.StringIO("blue: head north\nyellow: head south\n"))
                if counted:
                    live.feed(Pressed(live.now(), order(f"blue engineer: cross N{symbol}")))
            front.run(io.StringIO("blue: damage\n"))
            shown.append(out.getvalue())
    assert shown[0] == shown[1]


def test_private_alone_asks_whose(make: Make) -> None:
    _, front, out = make()
    front.run(io.StringIO("private\nprivate green\n"))
    assert after(out) == "Whose secrets? Type “private Blue” or “private Yellow”.\n" * 2


def test_help_tells_how_secrets_are_typed_here_and_how_to_leave(make: Make) -> None:
    _, front, out = make()
    front.run(io.StringIO("help\n"))
    assert "both captains say “dive”" in after(out)
    assert "“private Blue”" in after(out) and "“quit”" in after(out) and "“new game”" in after(out)


def test_what_a_phone_does_shows_nowhere(make: Make) -> None:
    live, front, out = make()
    front.run(io.StringIO("dive\n"))
    before = out.getvalue()
    for line in ("blue captain: start E5", "blue captain: head W", "blue captain: head W", "blue mate: mark mine"):
        live.feed(Pressed(live.now(), order(line)))
    assert out.getvalue().removeprefix(before) == "Blue, west.\n"


def test_a_crew_reads_and_types_alone_and_then_all_is_wiped(make: Make) -> None:
    _, front, out = make(["captain: start C7", ""])
    front.run(io.StringIO("blue captain: start D1\nprivate blue\nprivate yellow\n"))
    shown = after(out)
    prompt = "Blue only, not shown, Enter alone to leave: "
    assert f"Blue only: D1 is an island.\n{prompt}\nBlue only: You start at C7." in shown
    assert shown.index("D1 is an island") < shown.index("\033[2J")
    assert "D1" not in shown.split("\033[2J", 1)[1]


def test_who_leaves_a_crews_own_line_has_not_left_the_game(make: Make) -> None:
    _, front, out = make(["captain: start C7", "quit", "captain: start C8"])
    assert front.run(io.StringIO("private blue\nstatus\nquit\nrepeat\n")) is None
    assert "You start at C7." in out.getvalue() and "C8" not in out.getvalue()
    assert out.getvalue().count("Both captains choose a start and dive.") == 1


def test_another_game_is_asked_for_twice_in_a_row_unless_this_one_is_over(make: Make) -> None:
    _, front, _ = make()
    front.before_another = lambda: "Sure?"
    assert front.run(io.StringIO("new game\nstatus\nnew game\nstatus\n")) is None
    assert front.run(io.StringIO("new game\nnew game\n")) == "new"
    front.before_another = str
    assert front.run(io.StringIO("new game\n")) == "new"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", Game)
def test_a_command_is_never_an_order(language: str, game: Game) -> None:
    for command in Command:
        for words in catalogue(language).shown(f"console.command.{command}").split("|"):
            assert command_of(f" {words.upper()}! ") is command
            assert isinstance(understand(words, language, game), NotUnderstood), words
    assert command_of("dive") is None


def test_each_crew_reads_its_own_link_alone_and_afterwards_it_is_wiped(make: Make) -> None:
    _, front, out = make(["", ""])
    front.invite("http://table/#{}".format)
    assert "#" not in out.getvalue() and "“private Blue” or “private Yellow”" in out.getvalue()
    front.run(io.StringIO("private blue\nprivate yellow\n"))
    blue, yellow, after_both = out.getvalue().split("\033[2J")
    assert ("#blue" in blue, "#yellow" in blue) == (True, False)
    assert ("#blue" in yellow, "#yellow" in yellow) == (False, True)
    assert "#" not in after_both


def test_where_nobody_can_be_alone_both_links_are_told(make: Make) -> None:
    _, front, out = make()
    front.invite("http://table/#{}".format)
    assert "#blue" in out.getvalue() and "#yellow" in out.getvalue()


def test_without_a_terminal_nobody_can_be_alone(make: Make) -> None:
    _, front, out = make()
    front.run(io.StringIO("private blue\n"))
    assert "no terminal here" in after(out)


def test_a_mark_that_french_sets_apart_stays_with_its_word() -> None:
    sentence = "La partie n’a pas commencé : les deux capitaines disent « plongez » ; ensuite ?"
    for width in range(14, 80):
        lines = wrapped(sentence, width)
        assert " ".join(lines) == sentence
        assert not any(line.startswith((":", ";", "?", "»")) or line.endswith("«") for line in lines)


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_what_is_missing_is_told_in_whole_words_too(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    live, _, _ = make()
    out = _Terminal()
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr("sys.stdin", io.StringIO())
    live.trouble(Fault("voice.no-device"))
    fronts._plain(live, None, out)
    assert max(map(len, out.getvalue().splitlines())) <= 40


def test_a_sentence_is_broken_for_a_terminal_alone_and_an_option_never(monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = "  ! The microphone hears nothing: choose another with --mic NAME."
    assert to_read(sentence, io.StringIO()) == sentence
    for width in range(20, 66):
        monkeypatch.setenv("COLUMNS", str(width))
        lines = to_read(sentence, _Terminal(), "    ").split("\n")
        assert " ".join(line.strip() for line in lines) == sentence.strip()
        assert max(map(len, lines)) <= width and all(line.startswith("    ") for line in lines[1:])

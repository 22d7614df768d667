"""The public screen, driven by Textual's pilot: what it shows, what it hides, and its keys."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key, Paste
from textual.pilot import Pilot
from textual.widgets import Button, Input, RichLog, Static
from textual.widgets._toast import Toast

from referee import app
from referee.console import sayable
from referee.console.private import help_text
from referee.console.public_screen import Microphone
from referee.console.scan import Invitation, Invite, ScanSheet
from referee.console.table_app import TableApp
from referee.demo.script import script
from referee.journal.keeping import KeptGame
from referee.language.messages import catalogue
from referee.language.typed import understand
from referee.language.understanding import Understood
from referee.panel import invitations
from referee.rules.crews import Game, Mode, Team
from referee.rules.orders import Course, Mine, Resume, Silence, Sonar, Stop, Torpedo, Trigger
from referee.rules.sea import Cell
from referee.table.inputs import Heard, Typed
from referee.table.setup import Setup
from tests.table.tables import order, under_way

Steps = Callable[[TableApp, Pilot[Any]], Awaitable[None]]
SMALL, LARGE = (80, 24), (120, 40)


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Callable[..., app.LiveTable]]:
    games: list[KeptGame[Any]] = []

    def make(**chosen: Any) -> app.LiveTable:
        setup = Setup(**({"first": Setup().teams[0], "mode": Mode.REAL_TIME} | chosen))
        games.append(app.new_game(setup, tmp_path / f"{len(games)}.game"))
        seconds = iter(range(100_000))
        return app.LiveTable(games[-1], lambda: next(seconds) * 0.01)

    yield make
    for game in games:
        game.journal.close()


async def open_sheet(pilot: Pilot[Any]) -> None:
    """Blue's own sheet, when Yellow has looked away."""
    await pilot.press("f3")
    await pilot.click("#blue")
    await pilot.pause()
    await pilot.press("enter")
    await pilot.pause()


def drive(
    table: app.LiveTable,
    steps: Steps,
    size: tuple[int, int] = SMALL,
    *,
    notifications: bool = False,
    invite: Invite | None = None,
    **said: str,
) -> None:
    async def run() -> None:
        front = TableApp(table, "Alpha", **said)
        front.invite(invite)
        table.tell(lambda _, reply: front.heard(reply))
        async with front.run_test(size=size, notifications=notifications) as pilot:
            await steps(front, pilot)

    asyncio.run(run())


async def type_line(front: TableApp, pilot: Pilot[Any], line: str) -> None:
    front.screen.query_one(Input).value = line
    await pilot.press("enter")
    await pilot.pause()


def log(front: TableApp) -> str:
    lines = front.screen_stack[0].query_one(RichLog).lines
    return "\n".join(line.text.strip() for line in lines)


def everything(front: TableApp) -> str:
    """All that stands on the screen that is on top."""
    shown = [str(widget.render()) for widget in front.screen.query(Static)]
    return "\n".join([*shown, log(front) if len(front.screen_stack) == 1 else ""])


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_a_typed_order_is_ruled_on_and_shown(live: Callable[..., app.LiveTable], size: tuple[int, int]) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        for line in ("blue: dive", "yellow: dive", "blue: head north"):
            await type_line(front, pilot, line)
        assert "Blue, north." in log(front)
        assert front.screen.query_one("#line", Input).value == ""
        assert "under way" in everything(front)

    drive(live(), steps, size)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_fits_and_stands_in_the_tables_language(live: Callable[..., app.LiveTable], language: str) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        words = catalogue(language)
        await type_line(front, pilot, "dive")
        await type_line(front, pilot, "blue: stop")
        assert words.shown("console.screen.stop", team=words.shown("table.team.blue")) in everything(front)
        for name in ("#title", "#crews", "#situation", "#log", "#sayable", "#line", "Footer"):
            region = front.screen.query_one(name).region
            assert region.height >= 1, name
            assert region.bottom <= SMALL[1], name
        assert "[" not in everything(front).replace("[pour", "").replace("[for", "")

    drive(live(language=language), steps)


def test_what_was_heard_on_another_thread_is_shown(live: Callable[..., app.LiveTable]) -> None:
    table = live()

    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        await type_line(front, pilot, "dive")
        given = Heard(table.now(), Understood(order("yellow: head S")))
        thread = threading.Thread(target=table.feed, args=(given,))
        thread.start()
        await asyncio.to_thread(thread.join)
        await pilot.pause()
        assert "Yellow, south." in log(front)

    drive(table, steps)


@pytest.mark.parametrize(
    ("typed", "hidden"),
    [
        ("blue captain: st", True), ("blue captain", True), ("yellow engineer: cross W2", True), ("start C7", True),
        ("bleu capitaine : dé", True), ("blue: drop B7", True), ("mark torpedo", True),
        ("we start in C", True), ("blue: mine in B", True), ("silence n", True), ("bleu : barrée O", True),
        ("silence", False), ("mine dropped", False), ("blue, mine i", False), ("on largue une mine", False),
        ("blue: head n", False), ("blue head north", False), ("torpedo C6", False), ("stop", False), ("", False),
        ("blue: surface 4", False), ("marsh", False),
    ],
)  # fmt: skip
def test_a_secret_is_masked_while_it_is_typed(live: Callable[..., app.LiveTable], typed: str, hidden: bool) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        line = front.screen.query_one("#line", Input)
        line.value = typed
        await pilot.pause()
        assert line.password is hidden
        if hidden:
            assert typed not in str(line.render())

    drive(live(language="fr" if "bleu" in typed else "en"), steps)


def test_a_secret_leaves_no_trace_on_the_public_screen(live: Callable[..., app.LiveTable]) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        await type_line(front, pilot, "dive")
        before = (log(front), everything(front).split("\n", 1)[1])
        for secret in (
            "blue captain: start C7",
            "blue captain: start C2",
            "blue captain: what",
            "blue mate: mark mine",
        ):
            await type_line(front, pilot, secret)
            # for a moment, and of all of them the same
            assert {one.message for one in front._notifications} == {"Answered for Blue alone: F3 shows it."}
            front.clear_notifications()
            await pilot.pause()
        assert (log(front), everything(front).split("\n", 1)[1]) == before

    drive(live(), steps)


def test_what_is_said_for_a_moment_covers_no_line_that_is_typed(live: Callable[..., app.LiveTable]) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        await type_line(front, pilot, "blue captain: start C7")
        await pilot.pause()
        await type_line(front, pilot, "blue captain: start E5")
        await pilot.pause()
        (shown,) = front.query(Toast)
        assert shown.region.bottom < front.query_one("#log").region.bottom

    drive(live(), steps, notifications=True)


def test_a_crew_types_and_reads_its_secrets_alone(live: Callable[..., app.LiveTable]) -> None:
    table = live()

    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        await type_line(front, pilot, "blue captain: start C2")
        await pilot.press("f3")
        assert "Whose secrets?" in everything(front)
        await pilot.click("#yellow")
        await pilot.pause()
        assert "Yellow, please look away" in everything(front)
        await pilot.press("enter")
        await pilot.pause()
        assert "No message yet." in everything(front)
        await pilot.press("escape")
        await pilot.press("f3")
        await pilot.click("#blue")
        await pilot.pause()
        assert "island" not in everything(front)
        await pilot.press("enter")
        await pilot.pause()
        assert "C2 is an island." in everything(front)
        await type_line(front, pilot, "captain: start E5")
        assert "You start at E5." in everything(front)
        assert front.screen.query_one("#secret", Input).password
        await pilot.press("escape")
        assert "E5" not in everything(front)

    drive(table, steps)


def test_what_is_said_aloud_from_a_crews_own_sheet_is_answered_there_too(live: Callable[..., app.LiveTable]) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        await open_sheet(pilot)
        await type_line(front, pilot, "dive")
        await type_line(front, pilot, "yellow: dive")
        assert "Blue dives." in everything(front)
        assert "Only Yellow’s own screen may give that order." in everything(front)

    drive(live(), steps)


def test_a_long_line_goes_on_beside_its_moment(live: Callable[..., app.LiveTable]) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        await type_line(front, pilot, "aide")
        lines = [line.text for line in front.screen.query_one(RichLog).lines]
        assert len(lines) > 1 and all(line.startswith(" " * 8) and line.strip() for line in lines[1:])
        assert not any(line.strip().startswith("»") for line in lines)

    for width in (72, 77, 80, 81, 88):
        drive(live(language="fr"), steps, (width, 24))


def test_without_a_microphone_its_key_says_so(live: Callable[..., app.LiveTable]) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        await pilot.press("f2")
        await pilot.pause()
        assert "No microphone is in use here." in log(front)

    drive(live(), steps)


def test_without_phones_their_key_says_how_to_have_them(live: Callable[..., app.LiveTable]) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        await pilot.press("f6")
        await pilot.pause()
        assert "No phones are served." in log(front)

    drive(live(), steps)


def invited(team: Team) -> Invitation:
    link = invitations.link("192.168.200.200", 8180, f"{team}-" + "x" * (23 - len(team)))
    return Invitation(link, invitations.square(link), phones=3)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_one_crews_code_is_shown_at_a_time_once_the_other_has_looked_away(
    live: Callable[..., app.LiveTable], language: str
) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        links = {team: invited(team).link for team in (Team.BLUE, Team.YELLOW)}

        def seen() -> list[Team]:
            return [team for team, link in links.items() if link in everything(front).replace("\n", "")]

        shown = []
        for key in ("enter", "enter", "enter", "f6", "enter", "f6", "enter", "enter"):
            shown.append(seen())
            assert front.screen.query_one("#code").display is bool(seen())
            assert all(
                one.region.bottom <= SMALL[1] and one.region.right <= SMALL[0] for one in front.screen.query("*")
            )
            await pilot.press(key)
            await pilot.pause()
        assert shown == [[], [Team.BLUE], [], [Team.YELLOW], [], [Team.BLUE], [], [Team.YELLOW]]
        assert len(front.screen_stack) == 1, "after the last comes the game"
        await pilot.press("f6")
        await pilot.press("escape")
        assert len(front.screen_stack) == 1

    drive(live(language=language), steps, invite=invited)


def test_what_is_typed_before_the_codes_goes_to_the_line(live: Callable[..., app.LiveTable]) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        assert isinstance(front.screen, ScanSheet), "they are shown when the game begins"
        await pilot.press(*"dive", "enter")
        await pilot.pause()
        assert "Yellow dives." in log(front)
        await pilot.press(*"head", "f6", "enter", "space", "escape", "space", *"n", "f6", *"orth", "enter")
        await pilot.pause()
        assert "Understood" not in log(front)
        assert front.screen.query_one("#line", Input).value == ""
        assert "Blue or Yellow?" in log(front)
        await pilot.press("f6")
        front.screen.post_message(Paste("blue: head north\nblue: dive"))
        await pilot.pause()
        assert front.screen.query_one("#line", Input).value == "blue: head north"

    drive(live(), steps, invite=invited)


def test_a_code_made_anew_is_the_one_that_is_shown(live: Callable[..., app.LiveTable]) -> None:
    made = iter(range(9))

    def anew(team: Team) -> Invitation:
        return Invitation(f"http://table/#{team}-{next(made)}", "##")

    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        for number in range(2):
            await pilot.press("enter")
            await pilot.pause()
            assert f"#blue-{number}" in everything(front)
            await pilot.press("escape")
            await pilot.press("f6")

    drive(live(), steps, invite=anew)


def test_the_table_makes_a_code_anew_only_where_everybody_sees_it(live: Callable[..., app.LiveTable]) -> None:
    renewed: list[Team] = []

    def invite(team: Team) -> Invitation:
        return Invitation(f"http://table/#{team}-{len(renewed)}", "##", renew=lambda: renewed.append(team))

    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        await pilot.press("delete")
        assert not renewed, "no code is shown yet"
        await pilot.press("enter", "delete")
        await pilot.pause()
        assert renewed == [Team.BLUE]
        assert "#blue-1" in everything(front)

    drive(live(), steps, invite=invite)


def test_another_game_asked_for_before_the_codes_is_answered_where_it_is_seen(
    live: Callable[..., app.LiveTable],
) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        await pilot.press("ctrl+n")
        await pilot.pause()
        assert len(front.screen_stack) == 1 and "Sure?" in log(front)

    drive(live(), steps, invite=invited, before_another="Sure?")


def test_a_long_talk_in_private_keeps_its_line_and_its_hints_in_sight(live: Callable[..., app.LiveTable]) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        await open_sheet(pilot)
        for _ in range(12):
            await type_line(front, pilot, "nothing of this is an order")
        assert not front.screen.query_one("#nothing").display
        assert "For example: start C7" in everything(front)
        assert all(one.region.bottom <= SMALL[1] - 2 for one in front.screen.query(".hint"))

    drive(live(), steps)


def test_the_keys(live: Callable[..., app.LiveTable]) -> None:
    table = live()
    switched: list[bool] = []
    table.switch = switched.append
    table.listening = Microphone(0.5)

    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        await type_line(front, pilot, "dive")
        await pilot.press("f1")
        assert "How this screen works" in everything(front)
        await pilot.press("escape")
        await pilot.press("f2")
        assert (switched, "mic off" in everything(front)) == ([False], True)
        assert "F2 switches it on again." in log(front)
        await pilot.press("f2")
        assert switched == [False, True]
        await pilot.press("f4")
        await pilot.press("f4")
        assert "[for Yellow]" in everything(front)
        await type_line(front, pilot, "head south")
        assert "Yellow, south." in log(front)
        await pilot.press("f5")
        await pilot.pause()
        assert "paused" in everything(front)
        await pilot.press("f5")
        await pilot.pause()
        assert "The game goes on." in log(front)
        await type_line(front, pilot, "text")
        assert switched == [False, True, False]

    drive(table, steps)


def test_late_answers_are_asked_for_while_nobody_types(live: Callable[..., app.LiveTable]) -> None:
    table = live()

    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        await type_line(front, pilot, "dive")
        await type_line(front, pilot, "blue: stop")
        table._start -= 9  # nine seconds later
        front._beat()
        await pilot.pause()
        assert "Blue, stop: which system?" in log(front)

    drive(table, steps)


def test_another_game_is_asked_for_twice(live: Callable[..., app.LiveTable]) -> None:
    table = live()

    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        assert "The game before." in log(front)
        for meanwhile in ("line", "time"):
            await pilot.press("ctrl+n")
            await pilot.pause()
            assert (front.is_running, "Sure?" in log(front)) == (True, True)
            if meanwhile == "line":
                await type_line(front, pilot, "status")
            else:
                table._start -= 21
        await type_line(front, pilot, "new game")
        assert front.is_running
        await pilot.press("ctrl+n")
        await pilot.pause()
        assert front.return_value == "new"

    drive(table, steps, first="The game before.", before_another="Sure?")


@pytest.mark.parametrize("word", ["quit", "Exit", "quitter"])
def test_a_word_that_is_typed_leaves(live: Callable[..., app.LiveTable], word: str) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        await open_sheet(pilot)
        await type_line(front, pilot, word)
        assert (front.is_running, len(front.screen_stack)) == (True, 1), "only what one crew saw is hidden"
        await type_line(front, pilot, word)
        assert (front.is_running, front.return_value) == (False, None)

    drive(live(), steps)


# -- what can be said now
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("game", "scenario", "count"),
    [(Game.CAPTAIN_SONAR, "alpha", 8), (Game.SONAR, "umbria", 5), (Game.SONAR, "archipelago", 4)],
)
def test_the_help_sheet_gives_examples_that_are_understood_and_fits(
    language: str, game: Game, scenario: str, count: int
) -> None:
    drawn = app.session(Setup(game=game, scenario=scenario)).referee.game.scenario
    text = help_text(catalogue(language), drawn)
    examples = [one for line in text.splitlines() if line.startswith("  ") for one in line.split(" · ")]
    assert len(examples) == count
    for example in examples:
        assert isinstance(understand(example, language, game), Understood), example
    assert all(len(line) <= 74 for line in text.splitlines())


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("game", "scenario"), [(Game.CAPTAIN_SONAR, "echo"), (Game.SONAR, "archipelago")])
def test_what_the_screen_offers_is_understood(language: str, game: Game, scenario: str) -> None:
    drawn = app.session(Setup(game=game, scenario=scenario)).referee.game.scenario
    orders = sayable.everything(drawn)
    words = catalogue(language)
    for one, phrase in zip(orders, (sayable.phrases([one], words, game)[0] for one in orders), strict=True):
        found = understand(phrase, language, game)
        assert isinstance(found, Understood), phrase
        assert found.announced.order == one, phrase


def test_completion_goes_up_to_what_only_the_table_knows(live: Callable[..., app.LiveTable]) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        for typed, completed in (("torp", "torpedo in "), ("blue: tor", "blue: torpedo in "), ("head s", "head south")):
            line = front.screen.query_one("#line", Input)
            line.value = ""
            await pilot.press(*[{" ": "space", ":": "colon"}.get(letter, letter) for letter in typed])
            await pilot.pause()
            await pilot.press("right")
            assert line.value == completed

    drive(live(), steps)


def test_the_microphone_level_is_drawn(live: Callable[..., app.LiveTable]) -> None:
    table = live()

    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        assert "no mic" in everything(front)
        table.listening = Microphone(1.0)
        front.refresh_screen()
        assert "▇█" in everything(front)

    drive(table, steps)


def test_when_the_game_is_over_the_screen_says_where_both_routes_are(live: Callable[..., app.LiveTable]) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        game = script(Mode.TURN_BY_TURN)
        for line in game.lines:
            for said in ([f"{line.who}: {line.order}"] if line.order else []) + [*line.told]:
                live_table.feed(Typed(live_table.now(), said))
        await pilot.pause()
        front.refresh_screen()
        assert "both routes" in everything(front)

    live_table = live(mode=Mode.TURN_BY_TURN)
    drive(live_table, steps)


def test_both_crews_are_named_not_only_coloured(live: Callable[..., app.LiveTable]) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        assert {"BLUE", "YELLOW"} <= set(everything(front).split())

    drive(live(), steps)


def test_green_is_a_crew_of_the_other_game(live: Callable[..., app.LiveTable]) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        assert Team.GREEN.upper() in everything(front)

    drive(live(game=Game.SONAR, scenario="archipelago", mode=Mode.TURN_BY_TURN), steps)


def test_a_crews_sentence_is_broken_between_words_and_keeps_its_marks(live: Callable[..., app.LiveTable]) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        await open_sheet(pilot)
        await type_line(front, pilot, "route au nord")
        assert "disent\n« plongez »." in everything(front)

    drive(live(language="fr", mode=Mode.TURN_BY_TURN), steps)


def test_systems_are_offered_once_turn_and_pace_allow_one() -> None:
    session = under_way(mode=Mode.TURN_BY_TURN).session
    scenario = session.referee.game.scenario
    offered = []
    for line in ("head N", "head S", "head N", "head S", "head N"):
        session.feed(Typed(session.now + 1, line))
        orders = sayable.now(session.screen, scenario)
        offered.append((Sonar() in orders, Silence() in orders, Trigger(Cell(3, 6)) in orders))
    # a gauge of two spaces after two courses, of five after five; a mine to trigger once one was dropped
    assert offered == [(False, False, False)] * 2 + [(True, False, False)] * 3
    session.feed(Typed(session.now + 1, "blue: mine"))
    session.feed(Typed(session.now + 1, "head S"))
    session.feed(Typed(session.now + 1, "head N"))
    assert Trigger(Cell(3, 6)) in sayable.now(session.screen, scenario)


def test_during_a_lesson_only_what_it_asks_for_is_offered(live: Callable[..., app.LiveTable]) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        offered = front.screen.query_one("#sayable", Static)
        for said in ("head west", "OK", "OK", "OK", "head east"):
            assert str(offered.render()) == f"say or type: {said}"
            await type_line(front, pilot, said)
        assert str(offered.render()) == "say or type: dive"

    drive(live(tutor=True, mode=Mode.TURN_BY_TURN), steps)


def test_a_stop_is_offered_once_something_may_be_charged() -> None:
    session = under_way(mode=Mode.REAL_TIME).session
    scenario = session.referee.game.scenario
    for _ in range(3):
        assert Stop() not in sayable.now(session.screen, scenario)
        session.feed(Typed(session.now + 1, "blue: head N"))
    assert Stop() in sayable.now(session.screen, scenario)
    session.feed(Typed(session.now + 1, "yellow: stop"))
    assert sayable.now(session.screen, scenario) == (Resume(),)
    session.feed(Typed(session.now + 1, "yellow: resume"))
    session.feed(Typed(session.now + 1, "blue: stop"))
    kinds = {type(one) for one in sayable.now(session.screen, scenario)}
    assert kinds == {Mine, Torpedo, Sonar, Resume}


def test_in_real_time_sonar_offers_surfacing_after_stop() -> None:
    session = under_way(mode=Mode.REAL_TIME, game=Game.SONAR, scenario="archipelago").session
    scenario = session.referee.game.scenario
    assert sayable.surface(scenario) not in sayable.now(session.screen, scenario)
    session.feed(Typed(session.now + 1, "blue: stop"))
    assert sayable.surface(scenario) in sayable.now(session.screen, scenario)


@pytest.mark.parametrize("mode", Mode)
def test_a_narrow_screen_shows_an_order_of_each_kind(mode: Mode) -> None:
    session = under_way(mode=mode).session
    orders = sayable.now(session.screen, session.referee.game.scenario)
    shown = sayable.varied(orders)
    kinds = len({type(order) for order in orders})
    assert len({type(order) for order in shown[:kinds]}) == kinds
    assert sorted(map(repr, shown)) == sorted(map(repr, orders))
    assert isinstance(shown[0], Course)


# -- what must not end it
HOSTILE = "[/b]x[link='"
ESCAPE = "\x1b]0;x\x07"


def test_what_a_crew_calls_itself_is_never_markup_nor_a_command(live: Callable[..., app.LiveTable]) -> None:
    table = live(team_names={Team.BLUE: HOSTILE, Team.YELLOW: f"[red]{ESCAPE}"})

    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        for key in ("f4", "f6", "enter", "enter", "escape", "f3"):
            await pilot.press(key)
            await pilot.pause()
        await pilot.click("#blue")
        await pilot.press("enter")
        await type_line(front, pilot, "start A1")
        await pilot.press("escape")
        await type_line(front, pilot, "blue captain: start A2")
        await type_line(front, pilot, "dive")
        assert HOSTILE.upper() in everything(front)
        assert ESCAPE not in everything(front)

    drive(table, steps, notifications=True, invite=invited)


def test_whoever_types_fast_on_the_sheet_with_the_code_types_into_the_line(live: Callable[..., app.LiveTable]) -> None:
    table = live()

    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        assert isinstance(front.screen, ScanSheet)
        sheet = front.screen
        for letter in "dive":  # all of them before the sheet is gone
            sheet.post_message(Key(letter, letter))
        sheet.post_message(Paste(" now\nand more"))
        await pilot.pause()
        assert front.screen.query_one("#line", Input).value == "dive now"
        for _ in range(3):
            front.screen_stack[0].post_message(Key("escape", None))
        await pilot.press("f3", "escape", "escape", "f3")
        for team in ("blue", "yellow"):
            front.screen.query_one(f"#{team}", Button).press()
        await pilot.pause()
        assert front.is_running

    drive(table, steps, invite=invited)


def test_random_keys_never_end_it(live: Callable[..., app.LiveTable]) -> None:
    table = live()
    dice = random.Random(27)
    keys = [
        "f1", "f2", "f3", "f4", "f5", "f6", "escape", "enter", "tab", "shift+tab", "up", "down", "left", "right",
        "ctrl+a", "ctrl+k", "ctrl+v", "ctrl+w", "home", "delete", "backspace", "pageup", "space", "colon", "[", "]",
    ]  # fmt: skip

    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        for _ in range(400):
            await pilot.press(*dice.choices(keys, k=dice.randrange(1, 4)))
        await pilot.pause()
        assert front.is_running

    drive(table, steps, notifications=True, invite=invited)


def test_what_fails_shows_nothing_of_what_it_failed_on(
    live: Callable[..., app.LiveTable], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object) -> None:
        secret = "blue: start C7"
        raise ValueError(secret)

    front = TableApp(live(), "Alpha")
    monkeypatch.setattr("referee.console.public_screen.situation", fails)
    front.run(headless=True)
    shown = capfd.readouterr()
    assert isinstance(front.failed, ValueError)
    assert "C7" not in shown.out + shown.err
    assert "Traceback" not in shown.out + shown.err


# -- the line
def test_the_line_says_what_enter_would_do_and_of_a_secret_nothing(live: Callable[..., app.LiveTable]) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        line = front.screen.query_one("#line", Input)
        for typed, shown in (
            ("t c6", "Enter: torpedo in C6"),
            ("b n", "Enter: Blue: head north"),
            ("blue captain: start C7", "Enter: for the referee alone"),
            ("what a day", "Enter: not understood"),
        ):
            line.value = typed
            await pilot.pause()
            assert shown in everything(front)
        line.value = ""
        await pilot.pause()
        assert "Enter:" not in everything(front)

    drive(live(), steps)


def test_up_recalls_tab_completes_escape_clears_and_no_secret_comes_back(live: Callable[..., app.LiveTable]) -> None:
    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        line = front.screen.query_one("#line", Input)
        for typed in ("dive", "blue captain: start A1", "status"):
            await type_line(front, pilot, typed)
        await pilot.press("up")
        assert line.value == "status"
        await pilot.press("up", "up")
        assert line.value == "dive"
        await pilot.press("down", "escape")
        assert line.value == ""
        await pilot.press(*"torp")
        await pilot.pause()
        await pilot.press("tab")
        assert line.value == "torpedo in "
        assert front.focused is line

    drive(live(), steps)


def test_arrows_are_courses_of_the_crew_that_has_the_line(live: Callable[..., app.LiveTable]) -> None:
    table = live()

    async def steps(front: TableApp, pilot: Pilot[Any]) -> None:
        await type_line(front, pilot, "dive")
        await pilot.press("right", "up")
        assert "Blue," not in log(front), "nobody has it yet"
        await pilot.press("escape", "f4", "right")
        await pilot.pause()
        assert "Blue, east." in log(front)
        await pilot.press("f4", "down")
        await pilot.pause()
        assert "Yellow, south." in log(front)

    drive(table, steps)

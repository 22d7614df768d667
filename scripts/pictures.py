"""Takes the pictures of the pages from the real program: `python scripts/pictures.py`.

The game of the demonstration is played half way; then the public screen and two phones are looked at. The screen is
taken while the next order is said into a microphone, and the order has to be heard: that needs PulseAudio and a speech
model. The phones need Playwright and Chromium (`pip install playwright`).
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import soundfile

from referee import app, shelf
from referee.cli.listening import listening
from referee.console.table_app import TableApp
from referee.demo.players import Players
from referee.demo.script import Line, Script, script
from referee.panel.desk import Desk
from referee.panel.running import PanelServer
from referee.rules import notation
from referee.rules.crews import Mode, Team
from referee.table.inputs import Heard, Typed
from referee.table.outputs import Reply, Verdict
from referee.table.setup import Setup

CHECKOUT = Path(__file__).resolve().parent.parent
PICTURES = CHECKOUT / "docs" / "pictures"
LANGUAGES, ROLES = ("en", "fr"), ("captain", "engineer")
PLAYED = 17  # lines of the script: a hit, a lie and an island are behind the crews
LOUD = 0.6  # of what the screen's bar can show
HEARS = 3.0  # seconds in which an order has long been heard
FLAGS = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"]


def names() -> Iterator[str]:
    """The files it writes."""
    for language in LANGUAGES:
        yield f"screen-{language}.svg"
        yield from (f"{role}-{language}.png" for role in ROLES)


@contextmanager
def table(language: str, played: Script) -> Iterator[app.LiveTable]:
    setup = Setup(played.game, played.scenario, played.mode, language, first=played.first)
    with tempfile.TemporaryDirectory() as folder, app.new_game(setup, Path(folder) / "a.game") as game:
        seconds = iter(range(100_000))
        yield app.LiveTable(game, lambda: float(next(seconds)))


def play(live: app.LiveTable, played: Script) -> None:
    """The first lines, as if each had been heard."""
    for line in played.lines[:PLAYED]:
        said = [f"{line.who}: {line.order}"] if line.order else []
        for text in (*said, *line.told):
            assert notation.parse_line(text), text
            live.feed(Typed(live.now(), text))


def spoken(line: Line, language: str, folder: Path) -> Path:
    """The order as a file, in the voice its crew has in the demonstration."""
    with Players(language) as players:
        sound = players.say(line.who, line.words[language])
    file = folder / "order.wav"
    soundfile.write(file, sound.samples, sound.rate, subtype="PCM_16")
    return file


async def screen(language: str, played: Script) -> None:
    sys.path.insert(0, str(CHECKOUT))
    from tests.virtual_audio import virtual_audio  # noqa: PLC0415 - only here is a microphone needed

    microphone = argparse.Namespace(text=False, json=False, mic=["mic"], headset=False)
    with (
        tempfile.TemporaryDirectory() as folder,
        virtual_audio(["mic"], speaker=False) as audio,
        table(language, played) as live,
        listening(microphone, live),
    ):
        order = spoken(played.lines[PLAYED], language, Path(folder))
        heard: list[Reply] = []
        live.tell(lambda given, reply: heard.append(reply) if isinstance(given, Heard) else None)
        title = shelf.find(played.scenario, played.game).drawing.title(language)
        front = TableApp(live, title)
        front.title = "referee play"
        live.tell(lambda _, reply: front.heard(reply))
        async with front.run_test(size=(96, 30)) as pilot:
            play(live, played)
            await pilot.pause(1)
            saying = audio.start_saying(order)
            while (live.microphone().level or 0) < LOUD and saying.poll() is None:
                await pilot.pause(0.02)
            front.refresh_screen()
            await pilot.pause(0.02)
            front.save_screenshot(f"screen-{language}.svg", str(PICTURES))
            saying.wait(HEARS)
            await pilot.pause(HEARS)
        assert [one.verdict for one in heard] == [Verdict.ACCEPTED], heard


def phones(language: str, played: Script) -> None:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - the screen alone needs neither it nor a browser

    with table(language, played) as live, sync_playwright() as driver:
        server = PanelServer(Desk(live, lambda _: ""))
        live.tell(lambda _, reply: server.heard(reply))
        with server:
            play(live, played)
            browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            for role in ROLES:
                _phone(browser, server, language, role)
            browser.close()


def _phone(browser: Any, server: PanelServer, language: str, role: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale=language, color_scheme="dark")
    page = context.new_page()
    server.begin_again(Team.BLUE)  # the first phone of a crew needs nobody's word
    page.goto(server.invitation(Team.BLUE).replace(server.host, "127.0.0.1"))
    page.check(f"#role-{role}")
    page.click("#play")
    time.sleep(1)
    page.screenshot(path=str(PICTURES / f"{role}-{language}.png"))
    context.close()


def main() -> int:
    PICTURES.mkdir(parents=True, exist_ok=True)
    played = script(Mode.TURN_BY_TURN)
    for language in LANGUAGES:
        asyncio.run(screen(language, played))
        phones(language, played)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The debrief: both routes as they were, only once the game is over, in one file that asks nobody for anything."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from referee import app
from referee.cli.debrief import written
from referee.faults import Fault
from referee.rules.crews import Team
from referee.table.inputs import Typed
from referee.table.setup import Setup

GAME = """
blue captain: start I5; yellow captain: start J1; blue: dive; yellow: dive
blue: head N; blue mate: mark torpedo; blue engineer: cross N1; yellow: head S
blue: head N; blue mate: mark torpedo; blue engineer: cross N3; yellow: head S
blue: head S; blue: head W; blue mate: mark torpedo; blue engineer: cross W3; blue: torpedo J3; yellow: hit direct
yellow: head S; blue: head W; blue mate: mark torpedo; blue engineer: cross W4; yellow: head S
blue: head S; blue mate: mark torpedo; blue engineer: cross S1; yellow: head S
blue: head S; blue mate: mark torpedo; blue engineer: cross S2; blue: torpedo J6
"""


def play(file: Path, lines: str) -> Path:
    with app.new_game(Setup(first=Team.BLUE), file) as kept:
        for second, line in enumerate(re.split(r"[;\n]", lines.strip())):
            kept.feed(Typed(float(second), line.strip()))
    return file


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("debrief") / "g.game", GAME + "; yellow: hit direct")


def data(page: Path) -> Any:
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page.read_text("utf-8"), re.S)
    assert found
    return json.loads(found[1])


def test_what_was_taken_back_leaves_no_trace(tmp_path: Path) -> None:
    """Neither on the route nor in where the submarine could have been: the truth is always among the possible."""
    opening = "blue captain: start D5; blue: dive; yellow: dive"
    once = play(tmp_path / "once.game", f"{opening}; blue: head N; yellow: head S; blue: head E")
    meant = "blue: head W; blue: cancel; blue: head N; yellow: head N; yellow: cancel; yellow: head S"
    twice = play(tmp_path / "twice.game", f"{opening}; {meant}; blue: head S; blue: cancel; blue: head E")
    told = [data(written(game, game.with_suffix(".html"), "en", unfinished=True)) for game in (once, twice)]
    assert told[0]["frames"][-1]["sides"] == told[1]["frames"][-1]["sides"]


def test_it_shows_what_was_and_what_could_be_known(journal: Path, tmp_path: Path) -> None:
    game = data(written(journal, tmp_path / "g.html", "fr"))
    last = game["frames"][-1]
    assert game["winner"] == "blue"
    assert last["sides"]["blue"]["position"] == 4 * 10 + 6  # G5
    assert len(last["sides"]["blue"]["route"]) == 7
    assert [frame["shot"] for frame in game["frames"] if frame["shot"]] == ["J3", "J6"]
    for frame in game["frames"]:
        for side in frame["sides"].values():
            if side["position"] is not None:
                assert int(side["possible"], 16) >> side["position"] & 1, "the truth is always among the possible"
    refused = [frame for frame in game["frames"] if frame["verdict"] == "rejected"]
    assert [frame["order"] for frame in refused] == ["head S"]
    assert "route" in refused[0]["private"][0]


def test_a_game_that_can_go_on_keeps_its_secrets(tmp_path: Path) -> None:
    unfinished = play(tmp_path / "u.game", GAME)
    with pytest.raises(Fault, match="not-over"):
        written(unfinished, tmp_path / "u.html", "en")
    assert not (tmp_path / "u.html").exists()
    assert data(written(unfinished, tmp_path / "u.html", "en", unfinished=True))["winner"] is None


@pytest.mark.parametrize("unfinished", [False, True])
def test_of_a_game_that_is_being_played_no_page_is_made_elsewhere(tmp_path: Path, unfinished: bool) -> None:
    over = play(tmp_path / "o.game", GAME + "; yellow: hit direct")
    with app.resume(over).game as game:
        before = over.read_bytes()
        with pytest.raises(Fault, match="being-played"):
            written(over, tmp_path / "o.html", "en", unfinished=unfinished)
        assert (over.read_bytes(), (tmp_path / "o.html").exists()) == (before, False)
        assert game.feed(Typed(99.0, "yellow: cancel")).verdict == "accepted", "the report may still be taken back"
        with pytest.raises(Fault, match="being-played" if unfinished else "not-over"):
            written(over, tmp_path / "o.html", "en", unfinished=unfinished)
        game.feed(Typed(100.0, "yellow: hit direct"))
        for team in ("blue", "yellow"):
            game.feed(Typed(101.0, f"{team}: debrief"))
        assert written(over, tmp_path / "o.html", "en", unfinished=unfinished).exists(), "both crews agreed"


def test_once_a_page_was_made_nobody_plays_on(tmp_path: Path) -> None:
    over = play(tmp_path / "o.game", GAME + "; yellow: hit direct")
    written(over, tmp_path / "o.html", "en")
    with app.resume(over).game as game:
        assert game.session.screen.stands
        assert game.feed(Typed(99.0, "yellow: cancel")).reason == "cancel/over"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_needs_nothing_else(journal: Path, tmp_path: Path, language: str) -> None:
    text = written(journal, tmp_path / "g.html", language).read_text("utf-8")
    assert not re.findall(r"(?:src|href)=", text)
    assert "https://" not in text
    assert not re.findall(r"<!--[A-Z]+-->", text)
    assert not re.findall(r"\[debrief\.[\w.-]+\]", text)


def test_a_place_that_cannot_be_written(journal: Path, tmp_path: Path) -> None:
    with pytest.raises(Fault, match="cannot-write"):
        written(journal, tmp_path / "no such folder" / "g.html", "en")


@pytest.mark.browser
def test_it_plays_in_a_browser(journal: Path, tmp_path: Path) -> None:
    sync = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("there is no Chromium on this machine")
    file = written(journal, tmp_path / "g.html", "fr")
    with sync.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 360, "height": 740})
        faults: list[str] = []
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri())
        assert page.inner_text("#result") == "Bleu gagne"
        page.evaluate("document.getElementById('slider').value = 4; slider.dispatchEvent(new Event('input'))")
        assert "nord" in page.inner_text("#line")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("ArrowLeft"), page.keyboard.press("ArrowLeft"), page.keyboard.press("ArrowRight")
        assert page.input_value("#slider") == "3"
        page.click("#on"), page.click("#play")
        page.locator("#frame-8.now").wait_for(timeout=8000)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for kind, start in (("svg", b"<svg"), ("png", b"\x89PNG")):
            with page.expect_download() as waiting:
                page.click(f"#{kind}")
            picture = Path(waiting.value.path()).read_bytes()
            assert picture.startswith(start)
            if kind == "svg":
                assert all(word in picture.decode() for word in ("Bleu gagne", ">Bleu<", ">Jaune<", "polyline", "shot"))
        assert page.pdf()[:4] == b"%PDF"
        assert not faults
        assert not [url for url in asked if not url.startswith(("file:", "data:", "blob:"))]
        browser.close()

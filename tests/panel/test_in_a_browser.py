"""Four phones in a real browser: a whole game by taps, in both languages, with a reload, a lost connection, a mistake.

SONAR_SCREENSHOTS=FOLDER keeps pictures of every sheet, to be looked at.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from referee.panel.running import PanelServer
from referee.rules import notation
from referee.rules.crews import Game, Mode, Role, Team
from referee.table.outputs import Reply
from tests.panel.tables import HttpPhone, Table, table

pytestmark = pytest.mark.browser
playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
if CHROMIUM is None:
    pytest.skip("there is no Chromium on this machine", allow_module_level=True)

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-quic"]
WAIT = 8_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


CENTRE = """([column, row]) => {
    const at = new DOMPoint((column + 1.5) * 20, (row + 1.5) * 20);
    const { x, y } = at.matrixTransform(document.querySelector("#sea > svg").getScreenCTM());
    return [x, y];
}"""


class Phone:
    """One phone in somebody's hand."""

    def __init__(
        self, browser: Any, laid: Table, team: Team, roles: str, look: str, *, size: tuple[int, int] = (360, 640)
    ) -> None:
        locale, scheme = look.split()
        self.table = laid
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=locale, color_scheme=scheme, has_touch=True
        )
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.foreign: list[str] = []
        self.touch = self.context.new_cdp_session(self.page)
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("request", lambda request: self._requested(request.url, laid.server.port))
        self.page.goto(laid.server.invitation(team).replace(laid.server.host, "127.0.0.1"))
        self.page.wait_for_selector("#waiting, #play", timeout=WAIT)
        laid.lets_in(team)
        for role in roles.split():
            self.page.check(f"#role-{role}", timeout=WAIT)
        self.tap("play")

    def _requested(self, url: str, port: int) -> None:
        if not url.startswith((f"http://127.0.0.1:{port}/", "data:")):
            self.foreign.append(url)

    def tap(self, *names: str) -> None:
        for name in names:
            self.page.click(f"#{name}", timeout=WAIT)

    def sees(self, text: str) -> None:
        self.page.get_by_text(text).first.wait_for(timeout=WAIT)

    def aims(self, cell: str) -> None:
        self.page.select_option("#aim-column", label=cell[0], timeout=WAIT)
        self.page.select_option("#aim-row", label=cell[1:], timeout=WAIT)

    def points(self, cell: str) -> None:
        """A finger on a space of the chart."""
        self.page.wait_for_selector("#sea > svg", state="attached", timeout=WAIT)
        x, y = self.page.evaluate(CENTRE, [ord(cell[0]) - ord("A"), int(cell[1:]) - 1])
        self.page.touchscreen.tap(x, y)
        self.page.wait_for_selector(".chosen", state="attached", timeout=WAIT)

    def keeps_picture(self, name: str) -> None:
        folder = os.environ.get("SONAR_SCREENSHOTS")
        if folder:
            self.page.screenshot(path=Path(folder) / f"{name}.png")

    def touches(self, points: list[tuple[float, float]], between: Callable[[int], object] = lambda _: None) -> None:
        """A finger put down, moved and lifted; `between` happens after each point."""
        for number, (x, y) in enumerate(points):
            kind = "touchMove" if number else "touchStart"
            self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
            between(number)
        self.touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def has_room(self) -> None:
        """Nothing sticks out at the side."""
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@contextmanager
def four(browser: Any, laid: Table) -> Iterator[list[Phone]]:
    enemy = laid.desk.teams[1]
    both = "captain mate", "engineer radio"
    phones = [Phone(browser, laid, Team.BLUE, roles, "en-US dark") for roles in both]
    phones += [Phone(browser, laid, enemy, roles, "fr-FR light") for roles in both]
    yield phones
    for phone in phones:
        assert not phone.faults
        assert not phone.foreign, "the page asked somebody else"
        phone.context.close()


def course(captain: Phone, crew: Phone | None, heading: str, mark: str | None = None, cross: str | None = None) -> None:
    captain.tap("tab-captain", f"head-{heading}")
    if mark and crew:
        captain.tap("tab-mate", f"gauge-{mark}")
        crew.tap("tab-engineer", f"symbol-{cross}")


def test_a_whole_game_by_taps(browser: Any, tmp_path: Path) -> None:
    with table(tmp_path) as laid, four(browser, laid) as (captain, crew, enemy, their_crew):
        captain.aims("I5")
        captain.keeps_picture("captain-start")
        captain.tap("fire", "do-dive")
        enemy.aims("J1")
        enemy.tap("fire", "do-dive")
        captain.sees("Your turn")
        enemy.sees("Au tour de Bleu")
        assert laid.phone(Team.YELLOW).post("/api/debrief", {})[1]["why"] == "not-over"

        course(captain, crew, "N", "torpedo", "N1")
        captain.sees("Yellow's turn")
        enemy.sees("À vous")
        crew.keeps_picture("engineer-dark")
        course(enemy, None, "S")
        captain.page.reload()
        captain.tap("tab-captain")
        course(captain, crew, "N", "torpedo", "N3")
        course(enemy, None, "S")
        captain.tap("tab-captain", "head-S")  # across the own route
        captain.sees("own route")
        assert not any("route" in message.shown for reply in laid.replies for message in reply.public)

        captain.tap("head-W", "tab-mate")
        captain.context.set_offline(True)
        captain.tap("gauge-torpedo")
        captain.sees("waiting")
        captain.context.set_offline(False)
        captain.sees("Torpedo ready!")
        crew.tap("tab-engineer", "symbol-W3")
        captain.keeps_picture("mate-ready")

        _torpedo(captain, enemy, "J3")
        enemy.keeps_picture("captain-fr-light")
        for heading, cross in (("W", "W4"), ("S", "S1"), ("S", "S2")):
            course(enemy, None, "S")
            course(captain, crew, heading, "torpedo", cross)
        their_crew.tap("tab-radio")
        their_crew.keeps_picture("radio-fr-light")
        _torpedo(captain, enemy, "J6")
        for phone, text in ((captain, "Blue wins"), (their_crew, "Bleu gagne")):
            phone.sees(text)
            phone.has_room()
        assert laid.desk.view(Team.BLUE, "en")["winner"] == "blue"
        enemy.tap("debrief")
        enemy.sees("Votre équipage confirme la fin")
        captain.tap("debrief")
        enemy.tap("debrief")
        enemy.sees("Bleu gagne")
        enemy.page.click("#back")
        enemy.has_room()


def _torpedo(captain: Phone, enemy: Phone, cell: str) -> None:
    """Two taps: one on the chart, one on the tile."""
    captain.tap("tab-captain")
    captain.points(cell)
    captain.tap("aim-torpedo")
    enemy.tap("do-hit-direct")


@contextmanager
def real_time_captain(
    browser: Any, folder: Path, look: str = "en-US dark", size: tuple[int, int] = (360, 640), roles: str = "captain"
) -> Iterator[tuple[Phone, HttpPhone, HttpPhone]]:
    """A captain with a torpedo ready in E6, the rest of the crew, and the enemy."""
    with table(folder, mode=Mode.REAL_TIME) as laid:
        captain = Phone(browser, laid, Team.BLUE, roles, look, size=size)
        crew, enemy = laid.phone(Team.BLUE, "mate", "engineer"), laid.phone(Team.YELLOW, *Role)
        captain.points("A6")
        captain.tap("fire", "do-dive")
        tap(enemy, "dive")
        for place in (1, 2, 4, 6):
            captain.tap("head-E")
            crew.waits_for(lambda view: view["engineer"]["must"] == ["E"])
            tap(crew, f"cross E{place}", "mark torpedo" if place < 6 else "mark mine")
        captain.page.locator("#aim-torpedo.ready").wait_for(timeout=WAIT)
        yield captain, crew, enemy
        assert not captain.faults


SIZES = [(360, 640), (390, 664), (412, 915), (800, 1180)]
IN_SIGHT = """() => [...document.querySelectorAll("button")].filter((one) => one.offsetParent).filter((one) => {
    const box = one.getBoundingClientRect();
    return box.top < 0 || box.left < 0 || box.right > innerWidth || box.bottom > innerHeight || box.height < 44;
}).map((one) => one.id)"""
SCROLLS = "() => { const main = document.querySelector('#main'); return main.scrollHeight > main.clientHeight; }"
COCKPIT = [
    *(f"head-{heading}" for heading in "NWES"), "do-stop", "aim-torpedo", "do-mine", "aim-trigger", "aim-drone",
    "do-sonar", "do-silence", "do-surface",
]  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("look", ["en-US dark", "fr-FR light"])
def test_a_captain_has_everything_before_him(browser: Any, tmp_path: Path, look: str, size: tuple[int, int]) -> None:
    with real_time_captain(browser, tmp_path, look, size) as (captain, _, _):
        captain.keeps_picture(f"cockpit-{look[:2]}-{size[0]}")
        for name in COCKPIT:
            assert captain.page.locator(f"#{name}").is_visible(), name
        assert captain.page.evaluate(IN_SIGHT) == []
        assert not captain.page.evaluate(SCROLLS)
        captain.has_room()
        assert captain.page.locator("#sea").bounding_box()["height"] >= 200
        captain.points("G6")
        assert not captain.page.evaluate(SCROLLS)


def announced(replies: list[Reply]) -> list[str]:
    said = [reply.announced for reply in replies if reply.announced]
    return [notation.line_of(one).partition(": ")[2] for one in said]


def test_every_order_of_a_captain_takes_two_taps_at_most(browser: Any, tmp_path: Path) -> None:
    with real_time_captain(browser, tmp_path) as (captain, crew, enemy):

        def gives(order: str, *taps: str, cell: str | None = None) -> None:
            before = len(captain.table.replies)
            if cell:
                captain.points(cell)
            assert len(taps) + bool(cell) <= 2
            captain.tap(*taps)
            crew.waits_for(lambda _: order in announced(captain.table.replies[before:]))

        gives("stop", "do-stop")
        gives("resume", "do-resume")
        gives("torpedo G6", "aim-torpedo", cell="G6")
        enemy.waits_for(lambda view: view["owed"] is not None)
        tap(enemy, "clear")
        gives("mine", "do-mine", "do-mine")
        gives("drone 5", "aim-drone", "drone-5")
        gives("drone 4", "aim-drone", cell="A6")
        gives("sonar", "do-sonar", "do-sonar")
        gives("silence", "do-silence", "do-silence")
        gives("trigger C5", "aim-trigger", cell="C5")
        gives("head S", "head-S")
        gives("surface 4", "do-surface", "do-surface")


def test_a_slip_of_the_thumb_is_taken_back(browser: Any, tmp_path: Path) -> None:
    with table(tmp_path) as laid:
        phone = Phone(browser, laid, Team.BLUE, "captain mate engineer", "en-US dark")
        phone.points("C6")
        phone.tap("fire", "undo")
        phone.sees("Tap where you start")
        phone.points("C7")
        phone.tap("fire", "do-dive")
        tap(laid.phone(Team.YELLOW, "captain"), "dive")
        phone.tap("head-N", "tab-mate", "gauge-mine", "undo")
        phone.page.locator("#gauge-mine:enabled").wait_for(timeout=WAIT)
        phone.tap("gauge-torpedo", "tab-engineer", "symbol-N2")
        phone.page.locator("#symbol-N2.crossed").wait_for(timeout=WAIT)
        phone.tap("undo")
        phone.page.locator("#symbol-N2:enabled").wait_for(timeout=WAIT)
        phone.tap("symbol-N1", "tab-mate")
        assert not phone.page.locator("#undo").count(), "each sheet takes back its own"
        assert not phone.faults


def test_a_system_that_needs_no_aim_is_not_said_by_one_slip(browser: Any, tmp_path: Path) -> None:
    with real_time_captain(browser, tmp_path) as (captain, _, _):
        before = len(captain.table.replies)
        captain.tap("do-silence")
        captain.page.locator("#do-silence.armed").wait_for(timeout=WAIT)
        captain.page.locator("#do-silence:not(.armed)").wait_for(timeout=WAIT)
        assert not [reply for reply in captain.table.replies[before:] if reply.announced]


@pytest.mark.parametrize(("size", "locale"), [((1280, 720), "en-US"), ((800, 1180), "fr-FR")])
def test_the_room_sees_what_everybody_knows(browser: Any, tmp_path: Path, size: tuple[int, int], locale: str) -> None:
    with table(tmp_path, mode=Mode.REAL_TIME, screen=True) as laid:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale=locale)
        wall, faults = context.new_page(), []
        wall.on("pageerror", lambda fault: faults.append(str(fault)))
        wall.goto(f"http://127.0.0.1:{laid.server.port}/screen")
        blue, yellow = laid.phone(Team.BLUE, *Role), laid.phone(Team.YELLOW, *Role)
        tap(blue, "start C6", "dive")
        tap(yellow, "dive")
        for _ in range(4):
            tap(blue, "head E")
            tap(yellow, "head W")
        tap(blue, "stop", "torpedo I6")
        wall.locator(".fired").wait_for(timeout=WAIT)
        wall.locator(".halt").wait_for(timeout=WAIT)
        assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert wall.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert "C6" not in wall.inner_text("#main")
        if folder := os.environ.get("SONAR_SCREENSHOTS"):
            wall.screenshot(path=Path(folder) / f"room-{locale[:2]}.png")
        assert not faults
        context.close()


def test_securing_the_submarine_with_a_finger(browser: Any, tmp_path: Path) -> None:
    """Surfacing in real time: four sections traced, signed, looked at by the enemy Engineer."""
    with table(tmp_path, mode=Mode.REAL_TIME) as laid, four(browser, laid) as (captain, crew, enemy, their_crew):
        captain.tap("do-dive")
        enemy.tap("do-dive")
        captain.tap("head-N")
        captain.tap("aim-surface", "surface-5")
        crew.tap("tab-engineer")
        for _ in range(3):
            crew.tap("trace-for-me")
        _trace(crew, 3, wobble=40)
        crew.sees("Outside the outline")
        _trace(crew, 3)
        crew.page.locator(".section.done").nth(3).wait_for(timeout=WAIT)
        crew.keeps_picture("hull")
        for section in range(4):
            crew.page.fill(f"#initials-{section}", "AB")
        crew.page.locator("#initials-3").blur()
        crew.tap("show-hull")
        their_crew.tap("tab-engineer")
        their_crew.keeps_picture("hull-to-check")
        their_crew.tap("hull-fine")
        captain.tap("tab-captain", "do-dive")
        captain.page.wait_for_selector("#head-N", timeout=WAIT)


OUTLINE = """(section) => {
    const path = document.querySelectorAll('.hull-drawing path.section')[section];
    const [m, length] = [path.getScreenCTM(), path.getTotalLength()];
    const at = (i) => path.getPointAtLength((i / 60) * length).matrixTransform(m);
    return Array.from({ length: 61 }, (_, i) => [at(i).x, at(i).y]);
}"""


def _trace(phone: Phone, section: int, wobble: int = 0, between: Callable[[int], object] = lambda _: None) -> None:
    """A finger along the outline that the page itself draws."""
    phone.page.locator("#tracing").scroll_into_view_if_needed()
    points = phone.page.evaluate(OUTLINE, section)
    phone.touches([(x, y - (wobble if number else 0)) for number, (x, y) in enumerate(points)], between)


def test_the_enemy_plays_while_a_finger_traces_the_hull(browser: Any, tmp_path: Path) -> None:
    with table(tmp_path, mode=Mode.REAL_TIME) as laid:
        crew = Phone(browser, laid, Team.BLUE, "engineer mate", "en-US dark")
        captain, enemy = laid.phone(Team.BLUE, "captain"), laid.phone(Team.YELLOW, *Role)
        tap(captain, "dive")
        tap(enemy, "dive")
        tap(captain, "surface 5")
        crew.tap("tab-engineer")
        crew.page.wait_for_selector("#tracing", timeout=WAIT)

        def enemy_orders(number: int) -> None:
            if number % 20 == 10:
                tap(enemy, "head W")
                crew.sees("Yellow, west")

        for section in range(4):
            _trace(crew, section, between=enemy_orders)
            crew.page.locator(".section.done").nth(section).wait_for(timeout=WAIT)
            crew.page.fill(f"#initials-{section}", "AB")
        tap(enemy, "head W")
        crew.tap("show-hull")
        assert enemy.view()["hull"]["to-check"]["initials"] == ["AB"] * 4
        assert not crew.faults


def test_the_enemy_plays_while_its_path_is_slid_over_the_chart(browser: Any, tmp_path: Path) -> None:
    with table(tmp_path, mode=Mode.REAL_TIME) as laid:
        operator = Phone(browser, laid, Team.BLUE, "radio", "en-US dark")
        captain, enemy = laid.phone(Team.BLUE, "captain"), laid.phone(Team.YELLOW, *Role)
        tap(captain, "dive")
        tap(enemy, "dive", "head W", "head S")
        operator.sees("Yellow, south")
        box = operator.page.locator("#plot").bounding_box()
        unit = box["width"] / 16.3
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        before = _path_ends_at(operator)
        way = [(x - unit * step / 4, y - unit * step / 4) for step in range(17)]
        operator.touches(way, lambda number: tap(enemy, "head S") if number in (5, 10) else None)
        column, row = _path_ends_at(operator)
        assert (column, row) == (before[0] - 4, before[1] - 4 + 2), (
            "four cells along, and the two courses made meanwhile"
        )

        for far in ((-500, -500), (900, 900), (-500, 900)):
            operator.touches([(x, y), (x + far[0] / 2, y + far[1] / 2), (x + far[0], y + far[1])])
            column, row = _path_ends_at(operator)
            assert 0 <= column < 15 and 0 <= row < 15, "it cannot be lost off the chart"
        tap(enemy, *["head S"] * 3)
        operator.page.locator(".ghost-dot").nth(6).wait_for(timeout=WAIT)
        assert 0 <= _path_ends_at(operator)[1] < 15, "nor does it sail off by itself"
        assert not operator.faults


def _path_ends_at(operator: Phone) -> tuple[int, int]:
    """The column and the row of the last point of the enemy's path."""
    operator.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    end = operator.page.locator(".ghost-end")
    column, row = (float(end.get_attribute(name)) / 20 - 1.5 for name in ("cx", "cy"))
    assert (column, row) == (round(column), round(row)), "it lies on a point of the chart"
    return round(column), round(row)


def test_a_list_being_chosen_from_outlasts_news(browser: Any, tmp_path: Path) -> None:
    with table(tmp_path, mode=Mode.REAL_TIME) as laid:
        captain = Phone(browser, laid, Team.BLUE, "captain", "en-US dark")
        enemy = laid.phone(Team.YELLOW, "captain")
        captain.page.evaluate("window.mine = document.querySelector('#aim-row')")
        captain.page.focus("#aim-row")
        tap(enemy, "dive")
        captain.sees("Yellow dives.")
        assert captain.page.evaluate("document.activeElement === window.mine && window.mine.isConnected")
        captain.tap("type")
        captain.page.fill("#words", "head no")
        tap(enemy, "why")
        tap(laid.phone(Team.BLUE, "mate"), "status")
        assert captain.page.input_value("#words") == "head no"


def test_a_crew_lets_its_phones_in(browser: Any, tmp_path: Path) -> None:
    with table(tmp_path) as laid:
        first = Phone(browser, laid, Team.BLUE, "captain", "en-US dark")
        context = browser.new_context(viewport={"width": 360, "height": 640}, locale="fr-FR")
        page = context.new_page()
        page.goto(laid.server.invitation(Team.BLUE).replace(laid.server.host, "127.0.0.1"))
        page.get_by_text("Ce téléphone est le 2").wait_for(timeout=WAIT)
        first.sees("Phone 2 wants to join your crew.")
        first.keeps_picture("joiner")
        first.has_room()
        first.tap("let-in-2")
        page.wait_for_selector("#play", timeout=WAIT)
        page.check("#role-mate")
        page.click("#play")
        page.wait_for_selector("#gauge-mine", timeout=WAIT)
        first.tap("tab-choose")
        first.page.click("#safety summary")
        first.keeps_picture("crew")
        first.tap("send-away-2")
        page.get_by_text("Ce téléphone n'est pas à la table").wait_for(timeout=WAIT)
        context.close()
        assert not first.faults


def test_a_new_game_finds_the_same_phones_in_the_same_seats(browser: Any, tmp_path: Path) -> None:
    with table(tmp_path) as laid:
        with PanelServer(laid.desk, journal=tmp_path / "one.game") as server:
            phone = Phone(browser, Table(laid.desk, server), Team.BLUE, "captain radio", "fr-FR dark")
            phone.page.wait_for_selector("#do-dive", timeout=WAIT)
        phone.sees("Connexion perdue")
        with PanelServer(laid.desk, journal=tmp_path / "two.game"):
            phone.sees("Préparatifs")
            phone.tap("tab-radio", "tab-captain", "do-dive")
            phone.sees("Bleu plonge")
        assert not phone.faults


def test_a_page_opened_three_times_goes_on_where_it_was_opened_last(browser: Any, tmp_path: Path) -> None:
    with table(tmp_path) as laid:
        phone = Phone(browser, laid, Team.BLUE, "captain", "en-US dark")
        pages = [phone.context.new_page() for _ in range(2)]
        for page in pages:
            page.goto(f"http://127.0.0.1:{laid.server.port}/")
            page.wait_for_selector("#do-dive", timeout=WAIT)
        phone.sees("Open in another place")
        phone.tap("rejoin")
        phone.page.wait_for_selector("#do-dive", timeout=WAIT)
        pages[0].get_by_text("Open in another place").wait_for(timeout=WAIT)


def test_sonar_by_taps_for_two(browser: Any, tmp_path: Path) -> None:
    with table(tmp_path, game=Game.SONAR, language="fr") as laid:
        blue = Phone(browser, laid, Team.BLUE, "captain radio", "fr-FR light")
        green = Phone(browser, laid, Team.GREEN, "captain radio", "en-US dark")
        blue.tap("do-dive")
        green.tap("do-dive")
        for _ in range(2):
            blue.tap("head-E")
            blue.sees("Au tour de Vert")
            green.tap("head-W")
            green.sees("Blue's turn")
        blue.tap("do-sonar", "do-sonar")
        green.page.select_option("#fact-0", label="Row 10", timeout=WAIT)
        green.keeps_picture("sonar-answer")
        green.tap("do-at")
        blue.tap("tab-radio")
        blue.sees("ligne 10")
        blue.keeps_picture("sonar-radio")
        assert not blue.faults + green.faults


def test_a_start_that_is_printed_is_nobodys_to_pick(browser: Any, tmp_path: Path) -> None:
    """Archipelago: where both crews start is on the chart; and nobody fires at himself unwarned."""
    with table(tmp_path, game=Game.SONAR) as laid:
        blue = Phone(browser, laid, Team.BLUE, "captain", "en-US dark")
        green = laid.phone(Team.GREEN, "captain")
        blue.page.locator(".here").wait_for(timeout=WAIT)
        assert not blue.page.locator("#aim-column").count()
        blue.tap("do-dive")
        tap(green, "dive")
        for _ in range(4):
            blue.tap("head-E")
            blue.sees("Green's turn")
            tap(green, "head W")
            blue.sees("Your turn")
        assert blue.page.locator(".route").count() == 1
        blue.tap("aim-missile")
        blue.aims("E1")
        blue.keeps_picture("aiming")
        blue.sees("E1 is so near that it does 1 damage to yourselves.")
        before = len(laid.replies)
        blue.tap("fire")
        blue.sees("Fire all the same")
        blue.keeps_picture("own-blast")
        assert len(laid.replies) == before
        blue.tap("fire")
        blue.page.locator("#latest").wait_for(timeout=WAIT)
        green.waits_for(lambda view: view["owed"] and view["owed"]["cell"] == "E1")
        assert not blue.faults


@pytest.mark.parametrize(
    ("look", "many", "few"),
    [
        ("en-US dark", "They can be on {count} spaces", "They can only be on one of {count} spaces: {first}"),
        ("fr-FR light", "peut être sur {count} cases", "sur l'une de ces {count} cases : {first}"),
    ],
)
def test_a_table_that_is_taught_sees_where_the_enemy_may_be(
    browser: Any, tmp_path: Path, look: str, many: str, few: str
) -> None:
    with table(tmp_path, tutor=True, mode=Mode.REAL_TIME) as laid:
        operator, captain = Phone(browser, laid, Team.BLUE, "radio", look), laid.phone(Team.BLUE, "captain")
        enemy = laid.phone(Team.YELLOW, "captain")
        tap(captain, "dive")
        tap(enemy, "dive", "head W")
        sees_the_spaces(operator, laid, many)
        tap(enemy, "head N", *["head W"] * 4, "stop", "silence")
        operator.keeps_picture(f"radio-taught-{look[:2]}")
        sees_the_spaces(operator, laid, many)
        tap(enemy, *["head S"] * 7, "surface 7")
        sees_the_spaces(operator, laid, few)
        operator.has_room()
        assert not operator.faults


def tap(phone: HttpPhone, *orders: str) -> None:
    for order in orders:
        assert phone.tap(order)[1]["verdict"] == "accepted", order


def sees_the_spaces(operator: Phone, laid: Table, text: str) -> None:
    shown = laid.desk.view(Team.BLUE, "en")["radio"]["possible"]
    operator.sees(text.format(count=len(shown), first=next(iter(shown))))
    assert operator.page.locator(".chart .possible").count() == len(shown)


def test_nobody_is_shown_where_the_enemy_may_be_without_the_tutor(browser: Any, tmp_path: Path) -> None:
    with table(tmp_path, mode=Mode.REAL_TIME) as laid:
        operator = Phone(browser, laid, Team.BLUE, "radio", "en-US dark")
        tap(laid.phone(Team.BLUE, "captain"), "dive")
        tap(laid.phone(Team.YELLOW, "captain"), "dive", "head W")
        operator.sees("Yellow, west")
        assert not operator.page.locator("#possible, .possible").count()


def test_an_old_link_says_what_to_do(browser: Any, tmp_path: Path) -> None:
    with table(tmp_path) as laid:
        page = browser.new_page(locale="fr-FR")
        page.goto(f"http://127.0.0.1:{laid.server.port}/#yesterday")
        page.get_by_text("Scannez de nouveau le code").first.wait_for(timeout=WAIT)
        assert "yesterday" not in page.url, "a code never stays in the address bar"
        page.close()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_no_serious_accessibility_findings(browser: Any, tmp_path: Path, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    with table(tmp_path, tutor=True) as laid:
        phone = Phone(browser, laid, Team.BLUE, "captain mate engineer radio", f"fr-FR {scheme}")
        phone.tap("tab-captain", "do-dive")
        tap(laid.phone(Team.YELLOW, "captain"), "dive")
        phone.tap("tab-radio")
        phone.page.wait_for_selector("#possible", timeout=WAIT)
        for tab in ("captain", "mate", "engineer", "radio", "choose"):
            phone.tap(f"tab-{tab}")
            phone.has_room()
            found = axe.Axe().run(phone.page).response["violations"]
            grave = [
                f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in ("serious", "critical")
            ]
            assert not grave, f"{tab}: {grave}"

"""A plain referee for two crews that tell everything: dictionaries and sets, no bits, no events, no rules code.

It exists to disagree. It reads orders as lines of notation, judges them after the rulebooks in the most literal way and
changes itself. What nobody told, it does not know.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Point = tuple[int, int]
STEPS = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}
CLASSES = {
    "mine": "red",
    "torpedo": "red",
    "drone": "green",
    "sonar": "green",
    "silence": "yellow",
    "scenario": "yellow",
}
LETTERS = "ABCDEFGHIJKLMNO"


def point(text: str) -> Point:
    return LETTERS.index(text[0]) + 1, int(text[1:])


@dataclass
class Sheet:
    """What is printed: rows of text, gauges, symbols with colour and circuit."""

    sea: list[str]
    gauges: dict[str, int]
    colours: dict[str, str]
    circuits: dict[str, list[str]]
    holes: set[Point]
    archers: set[Point]
    ice: bool

    def is_water(self, at: Point) -> bool:
        return 1 <= at[1] <= len(self.sea) and 1 <= at[0] <= len(self.sea[0]) and self.sea[at[1] - 1][at[0] - 1] == " "

    def is_on_chart(self, at: Point) -> bool:
        return 1 <= at[1] <= len(self.sea) and 1 <= at[0] <= len(self.sea[0])

    def sector(self, at: Point) -> int:
        return (at[1] - 1) // 5 * (len(self.sea[0]) // 5) + (at[0] - 1) // 5 + 1


@dataclass
class Boat:
    trail: list[Point]
    mines: set[Point] = field(default_factory=set)
    gauges: dict[str, int] = field(default_factory=dict)
    crossed: set[str] = field(default_factory=set)
    damage: int = 0
    state: str = "under"
    used: bool = False
    mark: int = 0
    cross: list[str] = field(default_factory=list)
    drop: bool = False
    glide: bool = False
    silent: bool = False
    """The mark that is due may not go to silence."""
    shout: int = 0
    glided: bool = False
    marked: bool = False
    crossing: bool = False

    @property
    def at(self) -> Point:
        return self.trail[-1]


class Plain:
    """One game of two crews, by the English or the French book."""

    def __init__(self, sheet: Sheet, starts: dict[str, Point], *, turns: bool, book: str) -> None:
        self.sheet, self.turns, self.french = sheet, turns, book == "fr"
        self.boats = {team: Boat([at], gauges=dict.fromkeys(sheet.gauges, 0)) for team, at in starts.items()}
        self.turn, self.moved, self.left, self.then = "blue", False, 1, 1
        self.stop: str | None = None
        self.asked: tuple[str, str, Point | int | None] | None = None
        self.spent: set[Point] = set()
        self.over = False

    def other(self, team: str) -> str:
        return "yellow" if team == "blue" else "blue"

    def next(self) -> str:
        return self.turn if not self.moved or self.left > 1 else self.other(self.turn)

    # -- why not
    def refusal(self, line: str) -> str | None:
        who, what = line.split(": ")
        team, words = who.split()[0], what.split()
        if self.over:
            return "game/over"
        rule = getattr(self, f"why_{words[0]}", None)
        assert rule is not None, line
        found: str | None = rule(self.boats[team], team, *words[1:])
        return found

    def why_head(self, boat: Boat, team: str, way: str) -> str | None:
        if self.turns and self.next() != team:
            return "turn/not-yours"
        if self.asked:
            return "pace/answer-first"
        if self.stop:
            return "pace/stopped"
        if boat.state != "under" and not self.turns:
            return "pace/surfaced"
        if boat.mark and boat.marked:
            return "pace/first-mate"
        if boat.cross and boat.crossing:
            return "pace/engineer"
        wrong = self.wrong_step(boat, way)
        if wrong and all(self.wrong_step(boat, any_way) for any_way in STEPS):
            return "blackout/must-surface"
        return wrong

    def wrong_step(self, boat: Boat, way: str) -> str | None:
        to = (boat.at[0] + STEPS[way][0], boat.at[1] + STEPS[way][1])
        if not self.sheet.is_on_chart(to):
            return "course/off-chart"
        if not self.sheet.is_water(to):
            return "course/island"
        if to in boat.trail:
            return "course/own-route"
        return "course/own-mine" if to in boat.mines and not self.french else None

    def why_mark(self, boat: Boat, team: str, system: str) -> str | None:
        if not self.turns and boat.state != "under" and not self.french:
            return "pace/surfaced"
        if system == "missile":
            return "system/not-in-game"
        if system not in self.sheet.gauges:
            return "system/not-in-scenario"
        if not boat.mark:
            return "gauge/no-course"
        full = boat.gauges[system] == self.sheet.gauges[system] or (boat.silent and system == "silence")
        return "gauge/full" if full else None

    def why_cross(self, boat: Boat, team: str, symbol: str) -> str | None:
        if not self.turns and boat.state != "under" and not self.french:
            return "pace/surfaced"
        if not boat.cross:
            return "breakdown/no-course"
        if symbol[0] not in boat.cross and "?" not in boat.cross:
            return "breakdown/wrong-panel"
        if symbol not in self.sheet.colours:
            return "breakdown/no-symbol"
        return "breakdown/crossed" if symbol in boat.crossed else None

    def why_system(self, boat: Boat, team: str, system: str) -> str | None:
        if self.turns and not self.french and (self.turn != team or not self.moved):
            return "turn/course-first" if self.next() == team else "turn/not-yours"
        if self.asked:
            return "pace/answer-first"
        if self.stop and self.stop != team:
            return "pace/stopped"
        if boat.state != "under" and not (self.turns and self.next() == team):
            return "turn/not-yours" if self.turns else "pace/surfaced"
        if boat.used and not self.french:
            return "turn/course-first"
        if not self.turns and not self.stop:
            return "pace/stop-first"
        if system not in self.sheet.gauges:
            return "system/not-in-scenario"
        if all(self.wrong_step(boat, way) for way in STEPS):
            return "blackout/must-surface"
        if boat.gauges[system] < self.sheet.gauges[system]:
            return "system/not-charged"
        broken = any(self.sheet.colours[symbol] == CLASSES[system] for symbol in boat.crossed)
        return "system/broken" if broken else None

    def why_torpedo(self, boat: Boat, team: str, cell: str) -> str | None:
        return self.why_system(boat, team, "torpedo") or self.wrong_target(boat, point(cell))

    def wrong_target(self, boat: Boat, target: Point) -> str | None:
        if not self.sheet.is_on_chart(target):
            return "target/off-chart"
        if not self.sheet.is_water(target):
            return "target/island"
        far = abs(target[0] - boat.at[0]) + abs(target[1] - boat.at[1])
        if far > 4 or (far == 0 and not self.french):
            return "target/out-of-range"
        return None if self.swims(boat.at, target, 4) else "target/no-path"

    def swims(self, here: Point, target: Point, left: int) -> bool:
        if here == target:
            return True
        nexts = [(here[0] + x, here[1] + y) for x, y in STEPS.values()] if left else []
        return any(self.sheet.is_water(to) and self.swims(to, target, left - 1) for to in nexts)

    def why_mine(self, boat: Boat, team: str) -> str | None:
        found = self.why_system(boat, team, "mine")
        if found:
            return found
        around = [(boat.at[0] + x, boat.at[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        return None if any(self.wrong_drop(boat, at) is None for at in around) else "mine/on-route"

    def wrong_drop(self, boat: Boat, at: Point) -> str | None:
        if at in boat.mines:
            return "mine/occupied"
        if max(abs(at[0] - boat.at[0]), abs(at[1] - boat.at[1])) != 1 or not self.sheet.is_on_chart(at):
            return "mine/not-adjacent"
        if not self.sheet.is_water(at):
            return "mine/on-island"
        return "mine/on-route" if at in boat.trail else None

    def why_drop(self, boat: Boat, team: str, cell: str) -> str | None:
        return self.wrong_drop(boat, point(cell)) if boat.drop else "mine/none-there"

    def why_trigger(self, boat: Boat, team: str, cell: str) -> str | None:
        if self.asked:
            return "pace/answer-first"
        if self.stop and self.stop != team:
            return "pace/stopped"
        if boat.state != "under" and not (self.turns and self.next() == team):
            return "turn/not-yours" if self.turns else "pace/surfaced"
        if self.french and not self.turns and not self.stop:
            return "pace/stop-first"
        return None if point(cell) in boat.mines else "mine/none-there"

    def why_archer(self, boat: Boat, team: str, cell: str) -> str | None:
        found = self.why_system(boat, team, "scenario")
        if found:
            return found
        if point(cell) not in self.sheet.archers:
            return "archer/none-there"
        return "archer/spent" if point(cell) in self.spent else None

    def why_drone(self, boat: Boat, team: str, sector: str) -> str | None:
        return self.why_system(boat, team, "drone")

    def why_sonar(self, boat: Boat, team: str) -> str | None:
        return self.why_system(boat, team, "sonar")

    def why_silence(self, boat: Boat, team: str) -> str | None:
        return self.why_system(boat, team, "silence")

    def why_glide(self, boat: Boat, team: str, way: str, steps: str) -> str | None:
        if not boat.glide:
            return "silence/not-straight" if boat.glided else "silence/none-activated"
        if int(steps) > 4:
            return "silence/too-far"
        return "silence/blocked" if self.path(boat, way, int(steps)) is None else None

    def path(self, boat: Boat, way: str, steps: int) -> list[Point] | None:
        found = []
        for count in range(1, steps + 1):
            to = (boat.at[0] + STEPS[way][0] * count, boat.at[1] + STEPS[way][1] * count)
            if not self.sheet.is_water(to) or to in boat.trail or (to in boat.mines and not self.french):
                return None
            found.append(to)
        return found

    def why_surface(self, boat: Boat, team: str, sector: str) -> str | None:
        if self.turns and self.next() != team:
            stuck = self.turn == team and self.moved and boat.state == "under"
            if self.asked or self.stop or not stuck or not all(self.wrong_step(boat, way) for way in STEPS):
                return "turn/not-yours"
        if self.asked:
            return "pace/answer-first"
        if self.stop:
            return "pace/stopped"
        if boat.state != "under" and not self.turns:
            return "pace/surfaced"
        return None if self.sheet.sector(boat.at) == int(sector) else "surface/untrue"

    def why_ready(self, boat: Boat, team: str) -> str | None:
        if boat.state != "up":
            return "ready/not-surfaced"
        return self.why_held() or ("dive/by-itself" if self.turns else None)

    def why_dive(self, boat: Boat, team: str) -> str | None:
        if boat.state == "under":
            return "dive/already"
        return self.why_held() or ("dive/by-itself" if self.turns else "dive/not-ready" if boat.state == "up" else None)

    def why_held(self) -> str | None:
        if self.asked:
            return "pace/answer-first"
        return "pace/stopped" if self.stop else None

    def why_stop(self, boat: Boat, team: str) -> str | None:
        if self.asked:
            return "pace/answer-first"
        if self.stop:
            return "pace/stopped"
        if boat.state != "under" and not (self.turns and self.next() == team):
            return "turn/not-yours" if self.turns else "pace/surfaced"
        return None

    def why_resume(self, boat: Boat, team: str) -> str | None:
        if not self.stop:
            return None
        if self.asked:
            return "pace/answer-first"
        return None if self.stop == team else "pace/stopped"

    def why_damage(self, boat: Boat, team: str) -> str | None:
        return None if boat.shout else "damage/untrue"

    def why_yes(self, boat: Boat, team: str) -> str | None:
        return self.answer(boat, team, "drone", lambda sector: self.sheet.sector(boat.at) == sector, "drone/untrue")

    def why_no(self, boat: Boat, team: str) -> str | None:
        return self.answer(boat, team, "drone", lambda sector: self.sheet.sector(boat.at) != sector, "drone/untrue")

    def why_clear(self, boat: Boat, team: str) -> str | None:
        return self.answer(boat, team, "blast", lambda at: self.hurt(boat, at) == 0, "hit/untrue")

    def why_hit(self, boat: Boat, team: str, how: str) -> str | None:
        worth = 2 if how == "direct" else 1
        return self.answer(boat, team, "blast", lambda at: self.hurt(boat, at) == worth, "hit/untrue")

    def answer(self, boat: Boat, team: str, kind: str, is_true: object, untrue: str) -> str | None:
        if self.asked is None or self.asked[0] != kind:
            return "answer/none-pending"
        if self.asked[1] == team:
            return "answer/not-yours"
        return None if is_true(self.asked[2]) else untrue  # type: ignore[operator]

    def why_at(self, boat: Boat, team: str, *facts: str) -> str | None:
        if self.asked is None or self.asked[0] != "sonar":
            return "answer/none-pending"
        if self.asked[1] == team:
            return "answer/not-yours"
        if len(facts) != 4:
            return "sonar/two-facts"
        if facts[0] == facts[2]:
            return "sonar/same-kind"
        truth = {"column": LETTERS[boat.at[0] - 1], "row": str(boat.at[1]), "sector": str(self.sheet.sector(boat.at))}
        true = [truth[facts[0]] == facts[1], truth[facts[2]] == facts[3]]
        return "sonar/both-true" if all(true) else "sonar/both-false" if not any(true) else None

    @staticmethod
    def hurt(boat: Boat, at: object) -> int:
        assert isinstance(at, tuple)
        away = max(abs(boat.at[0] - at[0]), abs(boat.at[1] - at[1]))
        return 2 if away == 0 else 1 if away == 1 else 0

    # -- what then
    def play(self, line: str) -> None:
        who, what = line.split(": ")
        team, words = who.split()[0], what.split()
        getattr(self, f"do_{words[0]}")(self.boats[team], team, *words[1:])
        self.over = any(boat.damage >= 4 for boat in self.boats.values()) and self.asked is None

    def begin_turn(self, team: str) -> None:
        if not self.turns or not self.moved:
            return
        if team == self.turn:
            self.left -= 1
        else:
            self.turn, self.left, self.then = team, self.then, 1
        self.moved, self.boats[team].state = False, "under"

    def do_head(self, boat: Boat, team: str, way: str) -> None:
        self.begin_turn(team)
        boat.trail.append((boat.at[0] + STEPS[way][0], boat.at[1] + STEPS[way][1]))
        self.moved, boat.used, boat.glided = True, False, False
        self.tasks(boat, way, barred=False)

    def tasks(self, boat: Boat, way: str, *, barred: bool) -> None:
        boat.silent = barred
        open_ = [s for s in self.sheet.gauges if not (barred and s == "silence")]
        room = sum(self.sheet.gauges[s] - boat.gauges[s] for s in open_)
        if boat.mark < room:
            boat.mark += 1
        boat.cross.append(way)

    def do_mark(self, boat: Boat, team: str, system: str) -> None:
        boat.gauges[system] += 1
        boat.mark -= 1
        boat.marked = True
        boat.silent = boat.silent and boat.mark > 0

    def do_cross(self, boat: Boat, team: str, symbol: str) -> None:
        boat.cross.remove(symbol[0] if symbol[0] in boat.cross else "?")
        boat.crossing = True
        boat.crossed.add(symbol)
        for circuit in self.sheet.circuits.values():
            if boat.crossed >= set(circuit):
                boat.crossed -= set(circuit)
        panel = {name for name in self.sheet.colours if name[0] == symbol[0]}
        radiation = {name for name, colour in self.sheet.colours.items() if colour == "radiation"}
        if boat.crossed >= panel or boat.crossed >= radiation:
            boat.damage += 1
            boat.shout += 1
            boat.crossed = set()

    def activate(self, boat: Boat, system: str) -> None:
        boat.gauges[system] = 0
        boat.used = True

    def do_torpedo(self, boat: Boat, team: str, cell: str) -> None:
        self.activate(boat, "torpedo")
        self.explode(team, point(cell))
        for one in self.boats.values():
            one.mines.discard(point(cell))

    def do_archer(self, boat: Boat, team: str, cell: str) -> None:
        self.activate(boat, "scenario")
        self.spent.add(point(cell))
        self.explode(team, point(cell))
        for one in self.boats.values():
            one.mines.discard(point(cell))

    def do_trigger(self, boat: Boat, team: str, cell: str) -> None:
        boat.mines.remove(point(cell))
        self.explode(team, point(cell))

    def explode(self, team: str, at: Point) -> None:
        self.asked = ("blast", team, at)

    def do_mine(self, boat: Boat, team: str) -> None:
        self.activate(boat, "mine")
        boat.drop, self.stop = True, None

    def do_drop(self, boat: Boat, team: str, cell: str) -> None:
        boat.mines.add(point(cell))
        boat.drop = False

    def do_drone(self, boat: Boat, team: str, sector: str) -> None:
        self.activate(boat, "drone")
        self.asked = ("drone", team, int(sector))

    def do_sonar(self, boat: Boat, team: str) -> None:
        self.activate(boat, "sonar")
        self.asked = ("sonar", team, None)

    def do_silence(self, boat: Boat, team: str) -> None:
        self.activate(boat, "silence")
        boat.glide, boat.glided, self.stop = True, False, None
        self.tasks(boat, "?", barred=not self.french)

    def do_glide(self, boat: Boat, team: str, way: str, steps: str) -> None:
        boat.trail += self.path(boat, way, int(steps)) or []
        boat.glide, boat.glided = False, True
        if "?" in boat.cross:
            boat.cross[boat.cross.index("?")] = way

    def do_surface(self, boat: Boat, team: str, sector: str) -> None:
        if self.next() == team:
            self.begin_turn(team)
        boat.trail = [boat.at]
        boat.state, boat.cross, boat.glided = "up", [], False
        if self.sheet.ice and boat.at not in self.sheet.holes:
            boat.damage += 1
        if self.turns and boat.damage < 4:
            boat.crossed = set()
            self.moved = True
            self.then = 3 + (self.then if self.then > 1 else 0)
            if not self.french:
                self.left = 1
            self.begin_turn(self.next())

    def do_ready(self, boat: Boat, team: str) -> None:
        boat.state, boat.crossed = "secured", set()

    def do_dive(self, boat: Boat, team: str) -> None:
        boat.state = "under"

    def do_stop(self, boat: Boat, team: str) -> None:
        self.stop = team

    def do_resume(self, boat: Boat, team: str) -> None:
        self.stop = None

    def do_damage(self, boat: Boat, team: str) -> None:
        boat.shout -= 1

    def do_yes(self, boat: Boat, team: str) -> None:
        self.asked, self.stop = None, None

    do_no = do_yes

    def do_at(self, boat: Boat, team: str, *facts: str) -> None:
        self.asked, self.stop = None, None

    def do_clear(self, boat: Boat, team: str, how: str = "") -> None:
        assert self.asked is not None
        caller = self.boats[self.asked[1]]
        boat.damage += self.hurt(boat, self.asked[2])
        caller.damage += self.hurt(caller, self.asked[2])
        self.asked, self.stop = None, None

    do_hit = do_clear

"""What can be said now, for the line that shows it and for completion. Decided from what everybody knows alone: to
offer only what is legal would give secrets away. A system nobody can have charged yet is no secret, and not offered."""

from __future__ import annotations

from collections.abc import Iterable

from referee.deduction import Readiness
from referee.language import sentences
from referee.language.messages import Catalogue
from referee.rules import orders as o
from referee.rules.crews import Game, Mode, System, Team
from referee.rules.orders import Order
from referee.rules.scenario import Scenario
from referee.rules.sea import Cell, Heading
from referee.table.screen import Debt, Phase, Screen

_CELL = Cell(3, 6)
_SECTOR = 4

_COURSES: tuple[Order, ...] = tuple(o.Course(heading) for heading in Heading)
_OF_SYSTEM: dict[System, tuple[Order, ...]] = {
    System.MINE: (o.Mine(), o.Trigger(_CELL)),
    System.TORPEDO: (o.Torpedo(_CELL),),
    System.DRONE: (o.Drone(_SECTOR),),
    System.SONAR: (o.Sonar(),),
    System.SILENCE: (o.Silence(),),
    System.SCENARIO: (o.Archer(_CELL),),
    System.MISSILE: (o.Missile(_CELL),),
}
_SYSTEM_OF = {type(order): system for system, orders in _OF_SYSTEM.items() for order in orders}
_ANSWERS: dict[Game, dict[Debt, tuple[Order, ...]]] = {
    Game.CAPTAIN_SONAR: {
        Debt.DRONE: (o.Yes(), o.No()),
        Debt.SONAR: (o.At((o.Fact(o.FactKind.COLUMN, 12), o.Fact(o.FactKind.SECTOR, _SECTOR))),),
        Debt.HIT: (o.Clear(), o.Hit(direct=False), o.Hit(direct=True)),
        Debt.SECTOR: (o.SectorAnnounced(_SECTOR),),
    },
    Game.SONAR: {
        Debt.SONAR: (o.At((o.Fact(o.FactKind.COLUMN, 6),)),),
        Debt.HIT: (o.Clear(), o.Hit(direct=True)),
        Debt.SECTOR: (o.Surface(cell=_CELL),),
    },
}


def own(key: str, game: Game) -> str:
    """The key of a sentence with examples: Sonar, the family's game, has its own."""
    return f"{key}-family" if game is Game.SONAR else key


def secrets(words: Catalogue, scenario: Scenario) -> str:
    """What a crew may type for the referee alone, for example."""
    return words.shown(sentences.key_of_secrets(scenario.game, starts_are_set=scenario.starts_are_set))


def systems(scenario: Scenario) -> tuple[Order, ...]:
    """The orders of every system this scenario has."""
    used = scenario.energy.cost if scenario.energy else scenario.mate.systems if scenario.mate else ()
    orders = [_OF_SYSTEM[system] for system in used]
    return (*(first for first, *_ in orders), *(order for _, *others in orders for order in others))


def now(screen: Screen, scenario: Scenario) -> tuple[Order, ...]:
    """The orders that make sense for somebody at the table."""
    if screen.paused:
        return (o.Ask(o.Request.CONTINUE),)
    if screen.phase is not Phase.PLAY:
        return (o.Dive(),) if screen.phase is Phase.BEFORE else ()
    answers = [order for owed in screen.owed for order in _ANSWERS[scenario.game].get(owed.what, ())]
    if answers:
        return tuple(answers)
    after_stop = screen.mode is Mode.REAL_TIME and scenario.game is Game.SONAR  # there, surfacing needs STOP, too
    if screen.stop:
        return (*_ready(screen, scenario, [screen.stop]), *([surface(scenario)] if after_stop else []), o.Resume())
    surfaced = any(hull.surfaced for _, hull in screen.hulls)
    waiting = surfaced and screen.mode is Mode.REAL_TIME and scenario.game is Game.CAPTAIN_SONAR
    ready: tuple[Order, ...] = (o.Ready(), o.Dive()) if waiting else ()
    surfacing = () if after_stop else (surface(scenario),)
    return (*_COURSES, *ready, *_activations(screen, scenario), *surfacing)


def _activations(screen: Screen, scenario: Scenario) -> tuple[Order, ...]:
    """What begins a system: STOP in real time; turn by turn the systems, once turn and pace let a crew use one."""
    if screen.mode is Mode.TURN_BY_TURN:
        return _ready(screen, scenario, screen.may_activate)
    under_way = [team for team, hull in screen.hulls if not hull.surfaced]
    surfacing = scenario.game is Game.SONAR
    return (o.Stop(),) if surfacing or _ready(screen, scenario, under_way) else ()


def _ready(screen: Screen, scenario: Scenario, crews: Iterable[Team]) -> tuple[Order, ...]:
    """The orders of every system that one of these crews may have ready."""
    reckoned = [screen.hulls[team].readiness for team in crews]
    return tuple(order for order in systems(scenario) if any(_may(one, order) for one in reckoned))


def _may(readiness: Readiness, order: Order) -> bool:
    return readiness.may_trigger if isinstance(order, o.Trigger) else readiness.may_use(_SYSTEM_OF[type(order)])


def varied(orders: Iterable[Order]) -> tuple[Order, ...]:
    """One of each kind first: a narrow screen shows what there is, not four ways to do the same."""
    known = tuple(orders)
    first = {type(order): order for order in reversed(known)}
    each = tuple(order for order in known if first[type(order)] is order)
    return each + tuple(order for order in known if first[type(order)] is not order)


def surface(scenario: Scenario) -> Order:
    return o.Surface(cell=_CELL) if scenario.game is Game.SONAR else o.Surface(sector=_SECTOR)


def everything(scenario: Scenario) -> tuple[Order, ...]:
    """Every order of this scenario once, for completion."""
    answers = [order for orders in _ANSWERS[scenario.game].values() for order in orders]
    requests = [o.Ask(request) for request in o.Request if request is not o.Request.DONE]
    securing: tuple[Order, ...] = (o.Ready(),) if scenario.game is Game.CAPTAIN_SONAR else ()
    always = (o.Dive(), *securing, o.Ok(), o.Stop(), o.Resume(), surface(scenario))
    return (*_COURSES, *always, *systems(scenario), *answers, *requests)


def phrases(orders: Iterable[Order], words: Catalogue, game: Game) -> tuple[str, ...]:
    """The orders as they are said, each once."""
    return tuple(dict.fromkeys(sentences.of_order(order, words, game).shown for order in orders))


def openings(orders: Iterable[Order], words: Catalogue, game: Game) -> tuple[str, ...]:
    """The orders up to the cell or the number that the table knows and the keyboard does not."""
    return tuple(dict.fromkeys(map(_up_to_the_choice, phrases(orders, words, game))))


def _up_to_the_choice(phrase: str) -> str:
    kept: list[str] = []
    for word in phrase.split():
        if any(letter.isdigit() for letter in word):
            return " ".join(kept) + " "
        kept.append(word)
    return phrase


def looks_private(line: str, crews: Iterable[str], secret_words: Iterable[str]) -> bool:
    """Whether a line being typed is on its way to a crew's secret: a crew and its station, or a secret's verb."""
    words = line.casefold().replace(",", " ").replace(":", " ").split()
    said = words[1:] if words and words[0] in crews else words
    return bool(said) and said[0] in secret_words

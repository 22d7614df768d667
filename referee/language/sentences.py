"""Orders, events and reasons as sentences of a language, for the eye and for the ear.

The words stand in the catalogues; here only the slots are filled: a cell is `C6` to the eye and "C six" to the ear.
Which sentence may be heard by whom is the table's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hassil.numbers import get_rbnf_engine

from referee.language.messages import Catalogue, Sentence
from referee.rules import events as e
from referee.rules import orders as o
from referee.rules.crews import TEAMS, Game, System, Team
from referee.rules.event_lines import name_of
from referee.rules.events import Event
from referee.rules.notation import text_of
from referee.rules.orders import Announced, Fact, FactKind, Order
from referee.rules.reasons import Reason
from referee.rules.sea import LETTERS, Cell

Names = Mapping[Team, str]
"""What the crews are called where they have names of their own."""


def of_event(event: Event, words: Catalogue, game: Game | None = None, names: Names | None = None) -> Sentence:
    """What happened, for whoever may learn of it."""
    told = _Told(words, names or {}, game or _game_of(event))
    return told.sentence(f"events.{_event_key(event, told.game)}", **_event_slots(event, told.game))


def of_order(order: Order, words: Catalogue, game: Game = Game.CAPTAIN_SONAR) -> Sentence:
    """An order as it is said, to be put inside a sentence: "torpedo in C six"."""
    told = _Told(words, {}, game)
    return told.sentence(f"orders.{_order_key(order, game)}", **_order_slots(order))


def of_reason(reason: Reason, announced: Announced, words: Catalogue) -> str:
    """Why an order was refused, the truth, for its crew's own screen alone."""
    key = key_of_reason(reason, announced.order)
    return _Told(words, {}, Game.CAPTAIN_SONAR).sentence(key, **_order_slots(announced.order)).shown


def key_of_reason(reason: Reason, order: o.Order) -> str:
    """The key of the sentence that tells the truth."""
    of_sector = isinstance(order, o.Drone | o.SectorAnnounced) or (isinstance(order, o.Surface) and order.cell is None)
    if reason is Reason.TARGET_OFF_CHART and of_sector:
        return "reasons.target.no-such-sector"
    if reason is Reason.MINE_NONE_THERE and isinstance(order, o.Drop):
        return "reasons.mine.none-dropped"
    if reason is Reason.PACE_STOPPED and isinstance(order, o.Resume):
        return "reasons.pace.stopped-by-them"
    return "reasons." + reason.value.replace("/", ".")


def key_of_secrets(game: Game, *, starts_are_set: bool) -> str:
    """The key of examples of what a crew tells the referee alone: a start only where it is chosen."""
    return f"prompts.secrets.{game}{'-set' if starts_are_set else ''}"


def key_of_missing(near: str | None, words: Catalogue, game: Game) -> str:
    """The key of the sentence that asks for what a near miss lacked; Sonar has words of its own for some."""
    own = [f"prompts.near.{near}-family"] if game is Game.SONAR else []
    known = (key for key in (*own, f"prompts.near.{near}") if near and key in words)
    return next(known, "prompts.near.general" if near else "prompts.general")


def for_the_ear(value: Cell | int, language: str) -> str:
    """`C6` as "C six"; a number as it is written, in a language whose numbers nobody has written down."""
    if isinstance(value, Cell):
        return f"{str(value)[0]} {for_the_ear(value.row, language)}"
    try:
        return str(get_rbnf_engine(language).format_number(value).text)
    except ValueError:
        return str(value)


@dataclass(frozen=True, slots=True)
class _Told:
    """Sentences with their slots put into words."""

    words: Catalogue
    names: Names
    game: Game

    def sentence(self, key: str, **slots: Any) -> Sentence:
        shown = {name: self._put(name, value, aloud=False) for name, value in slots.items()}
        spoken = {name: self._put(name, value, aloud=True) for name, value in slots.items()}
        return Sentence(self.words.shown(key, **shown), self.words.spoken(key, **spoken))

    def _put(self, name: str, value: Any, *, aloud: bool) -> str:
        match name, value:
            case _, Team():
                return self.names.get(value) or self.words.shown(f"table.team.{value}")
            case "damage", int():
                return self._damage(value, aloud=aloud)
            case "facts", _:
                return self._facts(value, aloud=aloud)
            case _, str() if name in _FAMILIES:
                return self.words.shown(f"crews.{name}.{value}")
            case _, Cell() | int() if aloud:
                return for_the_ear(value, self.words.language)
        return str(value)

    def _damage(self, damage: int, *, aloud: bool) -> str:
        key = {0: "none", 1: "one"}.get(damage, "many")
        return self.words.shown(f"crews.damage.{key}", damage=self._put("", damage, aloud=aloud))

    def _facts(self, facts: tuple[Fact, ...], *, aloud: bool) -> str:
        said = [self._fact(fact, aloud=aloud) for fact in facts]
        *before, last = said
        return self.words.shown("crews.fact.and", first=", ".join(before), second=last) if before else last

    def _fact(self, fact: Fact, *, aloud: bool) -> str:
        column = fact.kind is FactKind.COLUMN
        value = LETTERS[fact.value - 1] if column else self._put("", fact.value, aloud=aloud)
        return self.words.shown(f"crews.fact.{fact.kind}", value=value)


_FAMILIES = frozenset({"heading", "move", "system", "ready", "panel", "circuit", "role"})
"""Slots whose values are words of `crews.toml`."""


def _game_of(event: Event) -> Game:
    green = Team.GREEN in (getattr(event, "team", None), getattr(event, "first", None))
    return Game.SONAR if green or isinstance(event, e.MissileLaunched) else Game.CAPTAIN_SONAR


def _event_key(event: Event, game: Game) -> str:
    name = name_of(type(event))
    match event:
        case e.CourseHeld() | e.SilenceGlided() | e.SurfacingCalled() if game is Game.SONAR:
            return f"{name}-sonar"
        case e.GameBegan(first):
            return name if first is None else f"{name}-turn"
        case e.GameEnded(winner):
            return name if winner is not None else f"{name}-draw"
        case e.SubmarineSurfaced(_, sector, cell):
            return f"{name}-cell" if cell is not None else f"{name}-sector" if sector is not None else name
        case e.OkGiven(_, None):
            return f"{name}-crew"
        case e.DroneAnswered(_, inside):
            return f"{name}-{'yes' if inside else 'no'}"
        case e.SubmarineHit(_, direct, _):
            return f"{name}-{'direct' if direct else 'indirect'}"
        case e.HullDamaged():
            return f"{name}.{event.cause}"
        case e.SilenceGlided(_, _, steps) if steps < 2:
            return f"{name}-{('none', 'one')[steps]}"
    return name


def _event_slots(event: Event, game: Game) -> dict[str, Any]:
    slots: dict[str, Any] = {name: getattr(event, name) for name in event.__slots__}
    team = slots.get("team")
    if team is not None and team in TEAMS[game]:
        slots["other"] = next(other for other in TEAMS[game] if other != team)
    if "station" in slots:
        slots["role"] = slots["station"]
    if isinstance(event, e.ChargeAnnounced):
        slots["ready"] = event.system
    if "heading" in slots:
        slots["move"] = slots["heading"]
    return {name: value for name, value in slots.items() if value is not None}


def _order_key(order: Order, game: Game) -> str:
    match order:
        case o.Course():
            return "steer" if game is Game.SONAR else "head"
        case o.Glide():
            return "glide-one" if game is Game.SONAR else "glide"
        case o.Surface(sector, cell):
            return "surface-cell" if cell is not None else "surface-sector" if sector is not None else "surface"
        case o.Hit(direct):
            return "hit-direct" if direct else "hit-indirect"
        case o.Ask(request):
            return f"request.{request}"
        case o.DrawSector():
            return "draw-sector"
        case o.Unaimed(aim):
            return f"unaimed.{aim}"
    return text_of(order).split()[0]


def _order_slots(order: Order) -> dict[str, Any]:
    slots = {name: getattr(order, name) for name in order.__slots__}
    if "heading" in slots:
        slots["move"] = slots["heading"]
    system = _SYSTEM_OF.get(type(order)) or slots.get("system")
    if system is not None:
        slots |= {"system": system, "ready": system}
    return {name: value for name, value in slots.items() if value is not None}


_SYSTEM_OF: dict[type[Order], System] = {
    o.Torpedo: System.TORPEDO, o.Mine: System.MINE, o.Trigger: System.MINE, o.Archer: System.SCENARIO,
    o.Missile: System.MISSILE, o.Drone: System.DRONE, o.Sonar: System.SONAR, o.Silence: System.SILENCE,
}  # fmt: skip

"""One line of text for every order, and back: `blue: torpedo C6`, `blue engineer: cross W2`.

The same in transcripts, the journal, `--json` output and bug reports. ASCII, free of any language.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import assert_never

from referee.rules import orders as o
from referee.rules.crews import Role, System, Team
from referee.rules.sea import LETTERS, Cell, Heading

_PLAIN: dict[str, o.Order] = {
    "dive": o.Dive(), "ready": o.Ready(), "ok": o.Ok(), "stop": o.Stop(), "resume": o.Resume(),
    "surface": o.Surface(), "mine": o.Mine(), "sonar": o.Sonar(), "silence": o.Silence(),
    "yes": o.Yes(), "no": o.No(), "clear": o.Clear(), "damage": o.Damage(),
    "hit indirect": o.Hit(direct=False), "hit direct": o.Hit(direct=True),
    **{request.value: o.Ask(request) for request in o.Request},
    **{f"{aim} ?": o.Unaimed(aim) for aim in o.Aim},
}  # fmt: skip
_PLAIN_TEXT = {order: text for text, order in _PLAIN.items()}

_AT_CELL: dict[str, Callable[[Cell], o.Order]] = {
    "torpedo": o.Torpedo, "trigger": o.Trigger, "archer": o.Archer, "missile": o.Missile,
    "start": o.Start, "drop": o.Drop, "cell": o.Place,
    **{mark.value: partial(o.DrawCell, mark) for mark in o.ChartMark},
}  # fmt: skip


def text_of(order: o.Order) -> str:
    """The notation of an order."""
    if order in _PLAIN_TEXT:
        return _PLAIN_TEXT[order]
    match order:
        case o.Course(heading):
            return f"head {heading}"
        case o.Surface(sector, cell):
            return f"surface {cell if sector is None else sector}"
        case o.SectorAnnounced(sector):
            return f"sector {sector}"
        case o.Torpedo(cell) | o.Trigger(cell) | o.Archer(cell) | o.Missile(cell) | o.Start(cell) | o.Drop(cell):
            return f"{type(order).__name__.lower()} {cell}"
        case o.Drone(sector):
            return f"drone {sector}"
        case o.At(facts):
            return "at " + " ".join(f"{fact.kind} {_value(fact)}" for fact in facts)
        case o.Charged(system):
            return f"charged {system}"
        case o.Mark(system):
            return f"mark {system}"
        case o.Glide(heading, steps):
            return f"glide {heading} {steps}"
        case o.Cross(panel, place):
            return f"cross {panel}{place}"
        case o.Place(cell):
            return f"cell {cell}"
        case o.DrawCell(mark, cell):
            return f"{mark} {cell}"
        case o.DrawSector(sector, cell):
            return f"sector {sector} {cell}"
        case (
            o.Dive() | o.Ready() | o.Ok() | o.Stop() | o.Resume() | o.Mine() | o.Sonar() | o.Silence()
            | o.Yes() | o.No() | o.Clear() | o.Hit() | o.Damage() | o.Ask() | o.Unaimed()
        ):  # fmt: skip
            raise AssertionError(order)  # they are all in the table of plain orders
        case _:
            assert_never(order)


def _value(fact: o.Fact) -> str:
    return LETTERS[fact.value - 1] if fact.kind is o.FactKind.COLUMN else str(fact.value)


def parse(text: str) -> o.Order | None:
    """The order of a line of notation without a crew in front, or None when it is none."""
    words = text.strip().lower().split()
    plain = _PLAIN.get(" ".join(words))
    if plain is not None:
        return plain
    match words:
        case ["head", heading]:
            found = _heading(heading)
            return o.Course(found) if found else None
        case ["surface", where]:
            return _surface(where)
        case ["sector", number]:
            sector = _number(number)
            return o.SectorAnnounced(sector) if sector is not None else None
        case ["sector", number, cell]:
            sector, point = _number(number), Cell.parse(cell)
            return o.DrawSector(sector, point) if sector is not None and point else None
        case ["drone", number]:
            sector = _number(number)
            return o.Drone(sector) if sector is not None else None
        case [("charged" | "mark") as verb, system]:
            return _of_system(verb, system)
        case ["glide", heading, number]:
            found, steps = _heading(heading), _number(number)
            return o.Glide(found, steps) if found and steps is not None else None
        case ["cross", symbol]:
            return _cross(symbol)
        case ["at", *facts]:
            return _at(facts)
        case [verb, cell] if verb in _AT_CELL:
            point = Cell.parse(cell)
            return _AT_CELL[verb](point) if point else None
    return None


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 3 else None


def _heading(text: str) -> Heading | None:
    return next((heading for heading in Heading if heading.value == text.upper()), None)


def _surface(where: str) -> o.Order | None:
    cell, sector = Cell.parse(where), _number(where)
    if cell:
        return o.Surface(cell=cell)
    return o.Surface(sector=sector) if sector is not None else None


def _of_system(verb: str, name: str) -> o.Order | None:
    system = next((system for system in System if system.value == name), None)
    if system is None:
        return None
    return o.Charged(system) if verb == "charged" else o.Mark(system)


def _cross(symbol: str) -> o.Order | None:
    panel = next((panel for panel in o.Panel if panel.value == symbol[:1].upper()), None)
    place = _number(symbol[1:])
    return o.Cross(panel, place) if panel and place is not None else None


def _at(words: list[str]) -> o.Order | None:
    if not words or len(words) % 2:
        return None
    facts = [_fact(kind, value) for kind, value in zip(words[::2], words[1::2], strict=True)]
    known = [fact for fact in facts if fact is not None]
    return at(*known) if len(known) == len(facts) else None


def _fact(kind: str, value: str) -> o.Fact | None:
    if kind == o.FactKind.COLUMN:
        is_letter = len(value) == 1 and value.upper() in LETTERS
        return o.Fact(o.FactKind.COLUMN, LETTERS.index(value.upper()) + 1) if is_letter else None
    number = _number(value)
    named = next((one for one in (o.FactKind.ROW, o.FactKind.SECTOR) if one == kind), None)
    return o.Fact(named, number) if named and number is not None else None


_KINDS = list(o.FactKind)


def at(*facts: o.Fact) -> o.At:
    """A sonar answer with its facts in the notation's order, so that one answer has one notation."""
    return o.At(tuple(sorted(facts, key=lambda fact: (_KINDS.index(fact.kind), fact.value))))


def line_of(announced: o.Announced) -> str:
    """`blue captain: start C7`; without a crew the order alone."""
    who = " ".join(part.value for part in (announced.team, announced.role) if part is not None)
    return f"{who}: {text_of(announced.order)}" if who else text_of(announced.order)


def parse_line(line: str) -> o.Announced | None:
    """A whole line of notation, the crew and the role in front or not."""
    who, colon, what = line.partition(":")
    if not colon:
        order = parse(line)
        return o.Announced(order) if order else None
    words = who.strip().lower().split()
    team = next((team for team in Team if words and team.value == words[0]), None)
    role = next((role for role in Role if len(words) == 2 and role.value == words[1]), None)
    order = parse(what)
    if order is None or team is None or len(words) != 1 + (role is not None):
        return None
    return o.Announced(order, team, role)

"""What a crew's own blasts did to it, as long as it depends on what nobody told (the outcomes of a blast).

A blast is remembered as the places, seen from now, at which it would have done one damage, two and so on. The places
move with the submarine; told late, a start or a silence decides, and what is certain by then is counted by then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.rules.crews import Team
from referee.rules.events import Cause, Event, HullDamaged, OwnDamageReckoned
from referee.rules.waters import shift


@dataclass(frozen=True, slots=True)
class Hurt:
    """One blast that may have hurt its own crew."""

    levels: tuple[int, ...]
    """Where the submarine would be now, had it done at least one damage, at least two."""
    counted: int
    """Damage of it that is counted already."""
    open: int
    """Damage beyond that which it may have done."""
    cause: Cause = Cause.OWN_BLAST

    def moved(self, by: int) -> Hurt:
        return replace(self, levels=tuple(shift(cells, by) for cells in self.levels))

    def at(self, places: int) -> Hurt:
        """The same, once the submarine can only be there."""
        least = sum(not places & ~cells for cells in self.levels)
        most = sum(bool(places & cells) for cells in self.levels)
        return replace(self, counted=max(self.counted, least), open=most - max(self.counted, least))


def moved(hurts: tuple[Hurt, ...], by: int) -> tuple[Hurt, ...]:
    return tuple(one.moved(by) for one in hurts)


def newly_certain(team: Team, hurts: tuple[Hurt, ...], places: int, *, aloud: bool) -> tuple[Event, ...]:
    """What these places decide: damage that nobody has counted, or none."""
    if decided(hurts, places) == hurts:
        return ()
    damage = ((one, one.at(places).counted - one.counted) for one in hurts)
    counted = (HullDamaged(team, more, one.cause, aloud=aloud) for one, more in damage if more)
    return (*counted, OwnDamageReckoned(team))


def still_open(hurts: tuple[Hurt, ...]) -> int:
    return sum(one.open for one in hurts)


def decided(hurts: tuple[Hurt, ...], places: int) -> tuple[Hurt, ...]:
    """What these places leave open."""
    found = (one.at(places) for one in hurts)
    return tuple(one for one in found if one.open > 0)


def text_of(hurts: tuple[Hurt, ...]) -> str:
    """All of them in one word, and back."""
    return "".join(
        f"!{one.counted}.{one.open}.{one.cause}." + ".".join(f"{cells:x}" for cells in one.levels) for one in hurts
    )


def parse(text: str) -> tuple[Hurt, ...]:
    found = [word.split(".") for word in text.split("!")[1:]]
    return tuple(
        Hurt(tuple(int(cells, 16) for cells in levels), int(counted), int(left), Cause(cause))
        for counted, left, cause, *levels in found
    )

"""What an event teaches: which worlds are left of a crew's after it.

Public events of either crew, and what the crew told of itself. Nothing is concluded from what was not said.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.deduction.gauging import gauged
from referee.rules import events as e
from referee.rules.crews import System
from referee.rules.house import Mines, ZeroMarks
from referee.rules.scenario import CLASS_OF, SymbolClass
from referee.rules.sea import Cell, Heading

if TYPE_CHECKING:
    from referee.deduction.breakdowns import Breakdowns
    from referee.deduction.trails import Whereabouts
    from referee.deduction.worlds import Worlds


def learned(worlds: Worlds, event: e.Event) -> Worlds:
    """The worlds that fit the event too."""
    if isinstance(event, e.GameBegan):
        return replace(worlds, began=True)
    team = getattr(event, "team", None)
    if team is None:
        return worlds
    return _of_itself(worlds, event) if team is worlds.team else _of_the_enemy(worlds, event)


def _of_the_enemy(worlds: Worlds, event: e.Event) -> Worlds:
    """What the enemy does aloud asks something of this crew, or destroys its mines."""
    match event:
        case e.DroneLaunched(_, sector):
            return replace(worlds, drone=sector)
        case e.TorpedoLaunched(_, cell) | e.ArcherMineTriggered(_, cell):
            return replace(_swept_by_the_enemy(worlds, cell), blast=cell)
        case e.MineTriggered(_, cell) | e.MissileLaunched(_, cell):
            return replace(worlds, blast=cell)
    return worlds


def _swept_by_the_enemy(worlds: Worlds, cell: Cell) -> Worlds:
    if worlds.house.torpedo_destroys is Mines.ANY_MINE:
        return replace(worlds, where=worlds.where.mine_swept(cell))
    return worlds


def _of_itself(worlds: Worlds, event: e.Event) -> Worlds:
    worlds = replace(worlds, charging=gauged(worlds.charging, event, worlds.house))
    match event:
        case e.CourseHeld(_, heading):
            return _after_course(worlds, heading)
        case e.SilenceActivated():
            return _after_silence(worlds)
        case e.SubmarineSurfaced(_, sector, cell):
            return _after_surfacing(worlds, sector, cell)
        case e.GaugeMarked():
            return replace(worlds, silence_unmarked=False)
        case e.BreakdownCrossed() | e.DamageAnnounced() | e.OwnDamageSettled() | e.HullDamaged():
            return _of_damage(worlds, event)
        case e.StartTold() | e.MinePlaced() | e.SilenceGlided():
            return _of_secrets_told(worlds, event)
        case e.DroneAnswered() | e.SonarAnswered() | e.AllClear() | e.SubmarineHit():
            return _of_answers(worlds, event)
    return _of_systems(worlds, event)


# -- moving
def _after_course(worlds: Worlds, heading: Heading) -> Worlds:
    breakdowns = worlds.breakdowns
    return replace(
        worlds,
        where=worlds.where.course(heading),
        breakdowns=breakdowns.course(heading) if breakdowns else None,
        own_blast=None,
        silence_unmarked=False,
    )


def _after_silence(worlds: Worlds) -> Worlds:
    """Crossed as after a course (Activating Silence)."""
    ready = _activated(worlds, System.SILENCE)
    return replace(
        ready,
        where=ready.where.silence(),
        breakdowns=ready.breakdowns.silence(*_silence_panels(ready)) if ready.breakdowns else None,
        own_blast=None,
        silence_unmarked=True,
    )


def _silence_panels(worlds: Worlds) -> tuple[str | None, ...]:
    """The panels a silence may be crossed in; one that stays put may point anywhere, or cross nothing."""
    if worlds.house.silence_zero and worlds.house.silence_zero_marks is ZeroMarks.BOTH:
        return tuple(Heading)
    ways = tuple(heading for heading in Heading if worlds.where.course(heading).possible)
    return (*ways, None) if worlds.house.silence_zero else ways or tuple(Heading)


def _after_surfacing(worlds: Worlds, sector: int | None, cell: Cell | None) -> Worlds:
    """The route is erased, and every breakdown (Surfacing)."""
    cells = worlds.bearings.sector(sector) if cell is None else worlds.where.waters.bit(cell)
    there = worlds.where.only(cells if sector is not None or cell is not None else -1)
    outside = worlds.scenario.surfacing_damage and there.places & ~there.waters.holes
    return replace(
        worlds,
        where=there.surfaced(),
        breakdowns=worlds.breakdowns.repaired() if worlds.breakdowns else None,
        hurt_itself=worlds.hurt_itself or bool(outside),
    )


# -- the Engineer
def _of_damage(
    worlds: Worlds, event: e.BreakdownCrossed | e.DamageAnnounced | e.OwnDamageSettled | e.HullDamaged
) -> Worlds:
    breakdowns = worlds.breakdowns
    match event:
        case e.BreakdownCrossed(_, panel, place) if breakdowns:
            return replace(worlds, breakdowns=breakdowns.told(panel, place - 1))
        case e.DamageAnnounced() if breakdowns:
            return replace(worlds, breakdowns=breakdowns.announced(by_a_blast=worlds.hurt_itself))
        case e.HullDamaged(_, damage, e.Cause.OWN_BLAST) if worlds.own_blast:
            where = worlds.where.only(worlds.bearings.own_blast(worlds.own_blast, damage))
            return replace(worlds, where=where, own_blast=None)
        case e.OwnDamageSettled():
            return replace(worlds, where=_spared(worlds), own_blast=None, hurt_itself=False)
    return worlds


def _spared(worlds: Worlds) -> Whereabouts:
    """Nothing more was done to it: by a blast that surely struck it, that is said of what was counted already."""
    outside = ~worlds.bearings.struck(worlds.own_blast) if worlds.own_blast else -1
    return worlds.where.only(outside) if worlds.where.places & outside else worlds.where


# -- what the crew tells, and what it answers
def _of_secrets_told(worlds: Worlds, event: e.StartTold | e.MinePlaced | e.SilenceGlided) -> Worlds:
    match event:
        case e.StartTold(_, cell):
            # before the game a start told again takes the place of the first
            where = worlds.where if worlds.began else worlds.where.anew()
            return replace(worlds, where=where.started(cell))
        case e.MinePlaced(_, cell):
            return replace(worlds, where=worlds.where.mine_told(cell))
        case e.SilenceGlided(_, heading, steps):
            return _after_glide(worlds, heading, steps)


def _after_glide(worlds: Worlds, heading: Heading, steps: int) -> Worlds:
    unmarked = steps == 0 and worlds.house.silence_zero_marks is ZeroMarks.NONE and worlds.silence_unmarked
    return replace(
        worlds,
        where=worlds.where.glided(heading, steps),
        charging=worlds.charging.unmade() if unmarked else worlds.charging,
        breakdowns=_crossed_for_the_glide(worlds, heading, steps),
    )


def _crossed_for_the_glide(worlds: Worlds, heading: Heading, steps: int) -> Breakdowns | None:
    """The panel of the way it went; staying put is no way, and whatever was pointed at may have been crossed."""
    if worlds.breakdowns is None or (steps == 0 and worlds.house.silence_zero_marks is ZeroMarks.BOTH):
        return worlds.breakdowns
    return worlds.breakdowns.narrowed(heading if steps else None)


def _of_answers(worlds: Worlds, event: e.DroneAnswered | e.SonarAnswered | e.AllClear | e.SubmarineHit) -> Worlds:
    cells = _where_true(worlds, event)
    return replace(worlds, where=worlds.where.only(cells), drone=None, blast=None)


def _where_true(worlds: Worlds, event: e.DroneAnswered | e.SonarAnswered | e.AllClear | e.SubmarineHit) -> int:
    bearings = worlds.bearings
    match event:
        case e.DroneAnswered(_, inside) if worlds.drone is not None:
            return bearings.drone(worlds.drone, inside=inside)
        case e.SonarAnswered(_, facts):
            return bearings.answer(facts)
        case e.AllClear() if worlds.blast:
            return ~bearings.struck(worlds.blast)
        case e.SubmarineHit(_, direct) if worlds.blast:
            return bearings.hit(worlds.blast, direct=direct)
    return -1


# -- systems
def _of_systems(worlds: Worlds, event: e.Event) -> Worlds:
    match event:
        case e.TorpedoLaunched(_, cell):
            ready = _activated(worlds, System.TORPEDO)
            there = ready.where.only(ready.bearings.torpedo(cell))
            return _after_own_blast(replace(ready, where=there.mine_swept(cell)), cell)
        case e.MissileLaunched(_, cell):
            ready = _activated(worlds, System.MISSILE)
            return _after_own_blast(replace(ready, where=ready.where.only(ready.bearings.missile(cell))), cell)
        case e.ArcherMineTriggered(_, cell):
            ready = _activated(worlds, System.SCENARIO)
            return _after_own_blast(replace(ready, where=ready.where.mine_swept(cell)), cell)
        case e.MineTriggered(_, cell):
            return _after_trigger(worlds, cell)
        case e.MineDropped():
            ready = _activated(worlds, System.MINE)
            return replace(ready, where=ready.where.mine_dropped())
        case e.DroneLaunched():
            return _activated(worlds, System.DRONE)
        case e.SonarActivated():
            return _activated(worlds, System.SONAR)
    return worlds


def _activated(worlds: Worlds, system: System) -> Worlds:
    """The system was unbroken, and a course possible where only then a system is (Activating Systems)."""
    kind = CLASS_OF.get(system)
    return replace(
        worlds,
        where=worlds.where.afloat() if worlds.strict_blackout else worlds.where,
        breakdowns=worlds.breakdowns.working(kind) if worlds.breakdowns and kind else worlds.breakdowns,
    )


def _after_trigger(worlds: Worlds, cell: Cell) -> Worlds:
    """A mine explodes; whether it counts as a system, and works when broken, is the house's to say."""
    house, breakdowns = worlds.house, worlds.breakdowns
    where = worlds.where.afloat() if house.trigger_is_system and worlds.strict_blackout else worlds.where
    if breakdowns and not house.trigger_broken:
        breakdowns = breakdowns.working(SymbolClass.RED)
    return _after_own_blast(replace(worlds, where=where.mine_gone(cell), breakdowns=breakdowns), cell)


def _after_own_blast(worlds: Worlds, cell: Cell) -> Worlds:
    """What it did to the crew itself the crew may say later, of this blast if there is no earlier one to speak of."""
    struck = bool(worlds.where.places & worlds.bearings.struck(cell))
    latest = cell if not worlds.hurt_itself else None
    return replace(worlds, own_blast=latest, hurt_itself=worlds.hurt_itself or struck)

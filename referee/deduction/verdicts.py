"""Whether an order is certainly wrong: refused exactly when none of the crew's worlds allows it.

Turn and pace are no secrets: they are the rules' business and are not looked at here.
"""

from __future__ import annotations

from referee.deduction.trails import Whereabouts
from referee.deduction.worlds import Worlds
from referee.rules import orders as o
from referee.rules.crews import Game, System
from referee.rules.house import IllegalCourse
from referee.rules.reasons import Reason
from referee.rules.scenario import CLASS_OF, SymbolClass
from referee.rules.sea import Cell, Heading
from referee.rules.waters import shift


def verdict(worlds: Worlds, order: o.Order) -> Reason | None:
    """Why the order is illegal in every world that fits what was said and told; None when some world allows it."""
    match order:
        case o.Course(heading):
            return _course(worlds, heading)
        case o.Surface(sector, cell):
            return _surfacing(worlds, sector, cell)
        case o.SectorAnnounced(sector):
            return _surfacing(worlds, sector, None)
        case o.Yes() | o.No():
            return _drone_answer(worlds, inside=isinstance(order, o.Yes))
        case o.At(facts):
            return _sonar_answer(worlds, facts)
        case o.Clear() | o.Hit():
            return _report(worlds, order)
        case o.Charged(system) | o.Mark(system):
            return _gauge(worlds, system, order)
        case o.Damage() | o.Cross():
            return _breakdowns(worlds, order)
        case o.Start() | o.Drop() | o.Glide():
            return _secrets(worlds, order)
    return _system(worlds, order)


# -- courses and surfacing
def _course(worlds: Worlds, heading: Heading) -> Reason | None:
    if worlds.house.illegal_course is IllegalCourse.MUST_SURFACE:
        return None  # where an impossible course is an event of its own, what it leads to is the rules' to say
    if worlds.where.course(heading).possible:
        return None
    return Reason.BLACKOUT_MUST_SURFACE if worlds.must_surface() else _why_not(worlds.where, heading)


def _why_not(where: Whereabouts, heading: Heading) -> Reason:
    """What stops the submarine; of several reasons the one that stops it in the most places."""
    waters, step = where.waters, where.waters.steps[heading]
    route = 0
    for trail, at in where.trails.items():
        route |= at if trail.visited & shift(waters.here, step) else 0
    stopped = {
        Reason.COURSE_OWN_ROUTE: route,
        Reason.COURSE_OFF_CHART: where.places & ~shift(waters.grid, -step),
        Reason.COURSE_ISLAND: where.places & shift(waters.grid & ~waters.water, -step),
        Reason.COURSE_OWN_MINE: where.places & shift(where.told_mines, -step) & ~route,
    }
    reason = max(stopped, key=lambda reason: stopped[reason].bit_count())
    return reason if stopped[reason] else Reason.COURSE_OWN_MINE


def _surfacing(worlds: Worlds, sector: int | None, cell: Cell | None) -> Reason | None:
    if sector is None and cell is None:
        return None
    is_point = cell is not None and worlds.scenario.game is Game.SONAR
    number = sector if cell is None else worlds.scenario.chart.sector(cell)
    cells = worlds.where.waters.bit(cell) if cell is not None and is_point else worlds.bearings.sector(number)
    return None if worlds.where.places & cells else Reason.SURFACE_UNTRUE


# -- answers
def _drone_answer(worlds: Worlds, *, inside: bool) -> Reason | None:
    if worlds.drone is None:
        return None
    cells = worlds.bearings.drone(worlds.drone, inside=inside)
    return None if worlds.where.places & cells else Reason.DRONE_UNTRUE


def _sonar_answer(worlds: Worlds, facts: tuple[o.Fact, ...]) -> Reason | None:
    if worlds.where.places & worlds.bearings.answer(facts):
        return None
    if worlds.scenario.game is Game.SONAR:
        return Reason.SONAR_UNTRUE
    if len(facts) != 2:
        return Reason.SONAR_TWO_FACTS
    if facts[0].kind is facts[1].kind:
        return Reason.SONAR_SAME_KIND
    both = worlds.bearings.fact(facts[0]) & worlds.bearings.fact(facts[1])
    return Reason.SONAR_BOTH_TRUE if worlds.where.places & both else Reason.SONAR_BOTH_FALSE


def _report(worlds: Worlds, report: o.Clear | o.Hit) -> Reason | None:
    if worlds.blast is None:
        return None
    return None if worlds.where.places & worlds.bearings.report(worlds.blast, report) else Reason.HIT_UNTRUE


# -- the First Mate and the Engineer
def _gauge(worlds: Worlds, system: System, order: o.Charged | o.Mark) -> Reason | None:
    charging = worlds.charging
    if system not in charging.gauges:
        return None
    if isinstance(order, o.Charged):
        return None if charging.can_be_full(system) else Reason.SYSTEM_NOT_CHARGED
    if not charging.moment:
        return Reason.GAUGE_NO_COURSE
    return None if charging.can_be_marked(system) else Reason.GAUGE_FULL


def _breakdowns(worlds: Worlds, order: o.Damage | o.Cross) -> Reason | None:
    breakdowns = worlds.breakdowns
    if breakdowns is None:
        return None
    if isinstance(order, o.Damage):
        possible = worlds.hurt_itself or breakdowns.announced(by_a_blast=False).possible
        return None if possible else Reason.DAMAGE_UNTRUE
    return None if breakdowns.told(order.panel, order.place - 1).possible else Reason.BREAKDOWN_CROSSED


# -- what a crew tells in private
def _secrets(worlds: Worlds, order: o.Start | o.Drop | o.Glide) -> Reason | None:
    match order:
        case o.Start(cell):
            fits = not worlds.began or worlds.where.started(cell).possible
            return None if fits else Reason.START_UNTRUE
        case o.Drop(cell):
            return None if worlds.where.mine_told(cell).possible else _no_drop(worlds.where, cell)
        case o.Glide(heading, steps):
            return None if worlds.where.glided(heading, steps).possible else Reason.SILENCE_BLOCKED


def _no_drop(where: Whereabouts, cell: Cell) -> Reason:
    bit = where.waters.bit(cell)
    if where.told_mines & bit:
        return Reason.MINE_OCCUPIED
    if bit & ~where.waters.water:
        return Reason.MINE_ON_ISLAND
    near = where.waters.moved(bit, where.waters.ring) & where.places
    return Reason.MINE_ON_ROUTE if near else Reason.MINE_NOT_ADJACENT


# -- systems
def _system(worlds: Worlds, order: o.Order) -> Reason | None:
    match order:
        case o.Torpedo(cell):
            return _not_ready(worlds, System.TORPEDO) or _torpedo(worlds, cell)
        case o.Missile(cell):
            return _not_ready(worlds, System.MISSILE) or _missile(worlds, cell)
        case o.Mine():
            return _not_ready(worlds, System.MINE) or _mine(worlds)
        case o.Trigger(cell):
            return _trigger(worlds, cell)
        case o.Archer():
            return _not_ready(worlds, System.SCENARIO)
        case o.Drone():
            return _not_ready(worlds, System.DRONE)
        case o.Sonar():
            return _not_ready(worlds, System.SONAR)
        case o.Silence():
            return _not_ready(worlds, System.SILENCE) or _silence(worlds)
    return None


def _able(worlds: Worlds) -> Whereabouts:
    """The worlds in which a system may be activated at all, as far as blackout goes."""
    return worlds.where.afloat() if worlds.strict_blackout else worlds.where


def _not_ready(worlds: Worlds, system: System) -> Reason | None:
    if not _able(worlds).possible:
        return Reason.BLACKOUT_MUST_SURFACE
    if system in worlds.charging.gauges and not worlds.charging.can_be_full(system):
        return Reason.SYSTEM_NOT_CHARGED
    return _broken(worlds, CLASS_OF.get(system))


def _broken(worlds: Worlds, kind: SymbolClass | None) -> Reason | None:
    breakdowns = worlds.breakdowns
    works = breakdowns is None or kind is None or breakdowns.can_work(kind)
    return None if works else Reason.SYSTEM_BROKEN


def _torpedo(worlds: Worlds, cell: Cell) -> Reason | None:
    chart, at = worlds.scenario.chart, _able(worlds).places
    if not chart.is_water(cell):
        return Reason.TARGET_ISLAND if chart.has(cell) else Reason.TARGET_OFF_CHART
    if at & worlds.bearings.torpedo(cell):
        return None
    return Reason.TARGET_NO_PATH if at & worlds.bearings.in_range(cell) else Reason.TARGET_OUT_OF_RANGE


def _missile(worlds: Worlds, cell: Cell) -> Reason | None:
    chart = worlds.scenario.chart
    if not chart.is_water(cell):
        return Reason.TARGET_ISLAND if chart.has(cell) else Reason.TARGET_OFF_CHART
    return None if _able(worlds).places & worlds.bearings.missile(cell) else Reason.TARGET_OTHER_SECTOR


def _mine(worlds: Worlds) -> Reason | None:
    return None if _able(worlds).mine_dropped().possible else Reason.MINE_ON_ROUTE


def _silence(worlds: Worlds) -> Reason | None:
    return None if _able(worlds).silence().possible else Reason.SILENCE_BLOCKED


def _trigger(worlds: Worlds, cell: Cell) -> Reason | None:
    house = worlds.house
    if house.trigger_is_system and not _able(worlds).possible:
        return Reason.BLACKOUT_MUST_SURFACE
    broken = None if house.trigger_broken else _broken(worlds, SymbolClass.RED)
    if broken:
        return broken
    where = _able(worlds) if house.trigger_is_system else worlds.where
    return None if where.mine_gone(cell).possible else Reason.MINE_NONE_THERE

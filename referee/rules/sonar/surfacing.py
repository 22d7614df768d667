"""Surfacing: the exact point is announced, the line erased; on the North Pole it takes a hole in the ice (Surface)."""

from __future__ import annotations

from dataclasses import replace

from referee.rules import events as e
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.sea import Cell
from referee.rules.sonar import pace
from referee.rules.sonar.ending import with_sinkings
from referee.rules.sonar.state import Crew, State
from referee.rules.track import surfaced


def rule_on_surface(state: State, crew: Crew, cell: Cell | None) -> Ruling:
    """With the point in the same breath, or SURFACE first and the point after it."""
    refused = pace.not_running(state) or (None if crew.surfacing else pace.may_act(state, crew))
    if refused:
        return Rejected(refused)
    if cell is None:
        return Accepted(() if crew.surfacing else (e.SurfacingCalled(crew.team),))
    if not crew.track.places & state.frame.waters.bit(cell):
        return Rejected(Reason.SURFACE_UNTRUE)
    events = with_sinkings(state, _up(state, crew, cell), crew.team)
    ended = isinstance(events[-1], e.GameEnded)
    return Accepted(events if ended else (*events, *pace.done(state, crew)))


def _up(state: State, crew: Crew, cell: Cell) -> tuple[e.Event, ...]:
    """Everybody heard the point, so everybody may know what surfacing there costs."""
    damage = state.frame.scenario.surfacing_damage
    up = e.SubmarineSurfaced(crew.team, cell=cell)
    if not damage or cell in state.frame.scenario.chart.holes:
        return (up,)
    return (up, e.HullDamaged(crew.team, damage, e.Cause.SURFACING, aloud=True))


def after_surfacing(state: State, crew: Crew, cell: Cell) -> State:
    waters = state.frame.waters
    crew = replace(
        crew,
        track=surfaced(waters, crew.track.narrowed(waters.bit(cell))),
        heard=surfaced(waters, crew.heard.narrowed(waters.bit(cell))),
        surfacing=False,
        forfeited=False,
    )
    return state.with_crew(crew)

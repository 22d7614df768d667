"""Folding events into the state: each one changes exactly what it says."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from referee.rules import events as e
from referee.rules.captain_sonar import (
    beginning,
    breakdowns,
    course,
    gauges,
    mines,
    silence,
    stations,
    surfacing,
    systems,
    torpedo,
    turns,
)  # fmt: skip
from referee.rules.captain_sonar.state import Crew, Depth, Question, State
from referee.rules.crews import System
from referee.rules.orders import Clear, Hit
from referee.rules.play import Phase, Task
from referee.rules.sea import Cell


def apply(state: State, event: e.Event) -> State:
    """The state after an event."""
    match event:
        case e.CourseHeld(team, heading):
            return course.after_course(state, state.crews[team], heading)
        case e.TurnBegan(team):
            return turns.turn_began(state, team)
        case e.PlayResumed():
            return replace(state, stop=None)
        case e.StopCalled(team):
            return replace(state, stop=team)
        case e.GameBegan():
            return replace(state, phase=Phase.RUNNING)
        case e.GameEnded(winner):
            return replace(state, phase=Phase.OVER, winner=winner, question=None, stop=None)
        case e.SubmarineSunk():
            return state
        case e.SubmarineSurfaced(team, sector):
            return surfacing.after_surfaced(state, state.crews[team], sector)
        case e.TorpedoLaunched() | e.MineTriggered() | e.ArcherMineTriggered() | e.MissileLaunched():
            return _after_blast(state, state.crews[event.team], event)
        case e.DroneLaunched(team, sector):
            asked = replace(state, question=Question(Task.DRONE, team, sector=sector))
            return asked.with_crew(systems.activated(state, state.crews[team], System.DRONE))
        case e.SonarActivated(team):
            asked = replace(state, question=Question(Task.SONAR, team))
            return asked.with_crew(systems.activated(state, state.crews[team], System.SONAR))
        case e.DroneAnswered() | e.SonarAnswered() | e.AllClear() | e.SubmarineHit():
            return _after_answer(state, state.crews[event.team], event)
        case _:
            return state.with_crew(_after_own(state, state.crews[event.team], event))


def _after_blast(state: State, crew: Crew, event: e.Blast) -> State:
    """The gauge is empty, the launcher was in range, the other crew owes its report."""
    cell = event.cell
    match event:
        case e.TorpedoLaunched():
            track = crew.track.narrowed(torpedo.launch_places(state, crew, cell))
            crew = replace(systems.activated(state, crew, System.TORPEDO), track=track)
            state = mines.swept(state.with_crew(crew), crew, cell)
        case e.ArcherMineTriggered():
            crew = systems.activated(state, crew, System.SCENARIO)
            state = mines.swept(state.with_crew(crew), crew, cell)
            state = replace(state, spent=state.spent | {cell})
        case e.MineTriggered():
            crew = replace(
                mines.after_triggered(state, crew, cell), used=crew.used or state.frame.house.trigger_is_system
            )
            state = state.with_crew(crew)
        case e.MissileLaunched():
            pass  # the other game's
    return replace(state, question=Question(Task.BLAST, event.team, cell=cell))


Answer = e.DroneAnswered | e.SonarAnswered | e.AllClear | e.SubmarineHit


def _after_answer(state: State, crew: Crew, event: Answer) -> State:
    """The answer is true, so only where it is true can the submarine be."""
    question = state.question
    track = crew.track.narrowed(_where_true(state, event, question)) if question else crew.track
    damage = event.damage if isinstance(event, e.SubmarineHit) else 0
    return replace(state.with_crew(replace(crew, track=track, damage=crew.damage + damage)), question=None)


def _where_true(state: State, event: Answer, question: Question) -> int:
    bearings = state.frame.bearings
    match event:
        case e.DroneAnswered(_, inside):
            return bearings.drone(question.sector, inside=inside)
        case e.SonarAnswered(_, facts):
            return bearings.answer(facts)
        case e.AllClear():
            return bearings.report(question.cell or _NOWHERE, Clear())
        case e.SubmarineHit(_, direct):
            return bearings.report(question.cell or _NOWHERE, Hit(direct))


_NOWHERE = Cell(0, 0)

Own = (
    e.StartTold | e.DiveCalled | e.CourseForfeited | e.BlackoutFell | e.OkGiven | e.GaugeMarked | e.ChargeAnnounced
    | e.BreakdownCrossed | e.CircuitRepaired | e.BreakdownsErased | e.DamageAnnounced | e.HullDamaged
    | e.OwnDamageUnsettled | e.OwnDamageSettled | e.OwnDamageReckoned | e.SurfacingCalled | e.SubmarineSecured
    | e.SubmarineDived
    | e.MineDropped | e.MinePlaced | e.MineDestroyed | e.SilenceActivated | e.SilenceGlided
)  # fmt: skip


def _after_own(state: State, crew: Crew, event: Own) -> Crew:
    """What happened to one crew alone."""
    mate, engineer = state.frame.mate, state.frame.engineer
    match event:
        case e.GaugeMarked(_, system):
            return replace(crew, gauges=gauges.marked(mate, crew.gauges, system))
        case e.BreakdownCrossed(_, panel, place):
            return replace(crew, breakdowns=breakdowns.crossed(engineer, crew.breakdowns, panel, place))
        case e.OkGiven(_, station):
            return stations.after_ok(state, crew, station)
        case e.CircuitRepaired(_, circuit):
            return replace(crew, breakdowns=breakdowns.repaired(engineer, crew.breakdowns, circuit))
        case e.BreakdownsErased():
            return replace(crew, breakdowns=breakdowns.erased(crew.breakdowns))
        case e.ChargeAnnounced(_, system):
            return replace(crew, gauges=gauges.filled(mate, crew.gauges, system))
        case e.SilenceActivated():
            return silence.after_silence(state, crew)
        case e.SilenceGlided(_, heading, steps):
            return silence.after_glide(state, crew, heading, steps)
        case e.MineDropped():
            return mines.after_dropped(state, crew)
        case e.MinePlaced(_, cell):
            return mines.after_placed(state, crew, cell)
        case e.MineDestroyed(_, cell):
            return mines.without_mine(crew, cell, 0)
        case (
            e.HullDamaged()
            | e.DamageAnnounced()
            | e.OwnDamageUnsettled()
            | e.OwnDamageSettled()
            | e.OwnDamageReckoned()
        ):
            return stations.after_damage(state, crew, event)
        case e.StartTold(_, cell):
            return beginning.after_start(state, crew, cell)
        case e.DiveCalled():
            return replace(crew, dived=True)
        case e.CourseForfeited():
            return replace(crew, forfeited=True)
        case e.SurfacingCalled():
            return replace(crew, depth=Depth.CALLED)
        case e.SubmarineSecured():
            return replace(crew, depth=Depth.SECURED)
        case e.SubmarineDived():
            return replace(crew, depth=Depth.UNDER)
        case e.BlackoutFell():
            return crew  # its cause is in the track already
        case _:
            assert_never(event)

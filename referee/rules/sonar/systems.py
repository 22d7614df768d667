"""The three systems and their energy: sonar, silence, missile (Activate the Sonar, the Silence, Launch a Missile)."""

from __future__ import annotations

from dataclasses import replace

from referee.rules import events as e
from referee.rules.crews import System
from referee.rules.house import MissileAnswer
from referee.rules.play import Task
from referee.rules.reasons import Reason
from referee.rules.rulings import Accepted, Rejected, Ruling
from referee.rules.sea import Cell, Heading
from referee.rules.sonar import navigation, pace
from referee.rules.sonar.ending import with_sinkings
from referee.rules.sonar.state import Crew, Question, State
from referee.rules.track import Track, ahead, glided
from referee.rules.waters import Waters, is_single


def refusal(state: State, crew: Crew, system: System) -> Reason | None:
    """Everything an activation needs before its geometry is looked at."""
    refused = pace.not_running(state) or pace.may_act(state, crew)
    too_little = Reason.ENERGY_TOO_LITTLE if crew.energy < state.frame.sheet.cost[system] else None
    return refused or too_little or navigation.must_surface(state, crew)


def spending(state: State, crew: Crew, system: System) -> Crew:
    return replace(crew, energy=crew.energy - state.frame.sheet.cost[system])


# -- sonar
def rule_on_sonar(state: State, crew: Crew) -> Ruling:
    refused = refusal(state, crew, System.SONAR)
    return Rejected(refused) if refused else Accepted((e.SonarActivated(crew.team),))


def after_sonar(state: State, crew: Crew) -> State:
    return replace(state.with_crew(spending(state, crew, System.SONAR)), question=Question(Task.SONAR, crew.team))


# -- silence
def rule_on_silence(state: State, crew: Crew) -> Ruling:
    """Exactly one space, so somewhere to go there must be."""
    refused = refusal(state, crew, System.SILENCE)
    if refused is None and navigation.is_stuck(state.frame.waters, crew.track):
        refused = Reason.SILENCE_BLOCKED
    return Rejected(refused) if refused else Accepted((e.SilenceActivated(crew.team), *pace.done(state, crew)))


def after_silence(state: State, crew: Crew) -> State:
    waters = state.frame.waters
    crew = replace(
        spending(state, crew, System.SILENCE),
        track=silenced(waters, crew.track),
        heard=silenced(waters, crew.heard),
    )
    if state.frame.house.silence_earns_energy:
        crew = navigation.earning(state, crew)
    return state.with_crew(crew)


def silenced(waters: Waters, track: Track) -> Track:
    """One step nobody has described yet: to any neighbour it may have, the route forgotten."""
    reached = 0
    for heading in Heading:
        reached |= ahead(waters, track, heading, 0)
    return Track(reached, waters.here, drift=None, before=replace(track, before=None))


def rule_on_glide(state: State, crew: Crew, heading: Heading, steps: int) -> Ruling:
    """How silence moved, told in private, at once or later."""
    refused = pace.not_running(state)
    if refused is None and crew.track.before is None:
        refused = Reason.SILENCE_NONE_ACTIVATED
    if refused is None and steps != 1:
        refused = Reason.SILENCE_ONE_STEP
    if refused:
        return Rejected(refused)
    if not glided(state.frame.waters, crew.track, heading, 1, 0).places:
        return Rejected(Reason.SILENCE_BLOCKED)
    return Accepted((e.SilenceGlided(crew.team, heading, steps),))


def after_glide(state: State, crew: Crew, heading: Heading) -> State:
    return state.with_crew(replace(crew, track=glided(state.frame.waters, crew.track, heading, 1, 0)))


# -- missile
def rule_on_missile(state: State, crew: Crew, cell: Cell) -> Ruling:
    refused = refusal(state, crew, System.MISSILE) or _out_of_reach(state, crew, cell)
    if refused:
        return Rejected(refused)
    events = with_sinkings(state, (e.MissileLaunched(crew.team, cell), *_own_blast(state, crew, cell)), crew.team)
    ended = isinstance(events[-1], e.GameEnded)
    if ended and _may_sink_both(state, crew, cell):
        return Accepted(tuple(event for event in events if not isinstance(event, e.SubmarineSunk | e.GameEnded)))
    return Accepted(events if ended or _answer_owed(state) else (*events, *pace.done(state, crew)))


def _out_of_reach(state: State, crew: Crew, cell: Cell) -> Reason | None:
    """Any point of the navigation sector the submarine is in."""
    chart = state.frame.scenario.chart
    if not chart.has(cell):
        return Reason.TARGET_OFF_CHART
    if not chart.is_water(cell):
        return Reason.TARGET_ISLAND
    return None if crew.track.places & state.frame.bearings.missile(cell) else Reason.TARGET_OTHER_SECTOR


def _own_blast(state: State, crew: Crew, cell: Cell) -> tuple[e.Event, ...]:
    """Whoever fires at its own point suffers too."""
    bit, reach = state.frame.waters.bit(cell), state.frame.bearings.missile(cell)
    places = crew.track.places & reach
    if not places & bit:
        return ()
    if not is_single(places):
        return (e.OwnDamageUnsettled(crew.team, 0, 1, cell),)
    aloud = crew.heard.places & reach == bit or state.frame.house.own_damage_aloud
    return (e.HullDamaged(crew.team, 1, e.Cause.OWN_BLAST, aloud),)


def _may_sink_both(state: State, crew: Crew, cell: Cell) -> bool:
    """The enemy's answer decides how the game ends."""
    enemy = state.other(crew)
    last = enemy.damage + enemy.doubt + 1 >= state.frame.scenario.hull
    return last and bool(enemy.track.places & state.frame.waters.bit(cell))


def _answer_owed(state: State) -> bool:
    return state.frame.house.missile_answer is MissileAnswer.OWED


def after_missile(state: State, crew: Crew, cell: Cell) -> State:
    reach = state.frame.bearings.missile(cell)
    crew = replace(
        spending(state, crew, System.MISSILE), track=crew.track.narrowed(reach), heard=crew.heard.narrowed(reach)
    )
    question = Question(Task.BLAST, crew.team, cell, holds=_answer_owed(state))
    return replace(state.with_crew(crew), question=question)

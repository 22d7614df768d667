"""What each event makes of the state. Nothing is decided here."""

from __future__ import annotations

from dataclasses import replace

from referee.rules import events as e
from referee.rules.hurts import Hurt, decided, still_open
from referee.rules.play import Phase
from referee.rules.sonar import answers, beginning, navigation, surfacing, systems
from referee.rules.sonar.state import Crew, State
from referee.rules.track import without_hurts

_CALLS_FOR_STOP = (*e.ACTIVATED, e.SubmarineSurfaced)


def apply(state: State, event: e.Event) -> State:
    """The state after an event; those of the other game change nothing."""
    match event:
        case e.GameBegan(first):
            return replace(state, phase=Phase.RUNNING, turn=first)
        case e.GameEnded(winner):
            return replace(state, phase=Phase.OVER, winner=winner, turn=None, stop=None, question=None)
        case e.TurnBegan(team):
            return replace(state, turn=team)
        case e.StopCalled(team):
            return replace(state, stop=team, resolved=False)
        case e.PlayResumed():
            return replace(state, stop=None, resolved=False)
        case e.SubmarineSunk():
            return state
    resolved = state.resolved or isinstance(event, _CALLS_FOR_STOP)
    return replace(_of_crew(state, state.crews[event.team], event), resolved=resolved and state.stop is not None)


def _of_crew(state: State, crew: Crew, event: e.Event) -> State:
    match event:
        case e.StartTold(_, cell):
            return beginning.after_start(state, crew, cell)
        case e.DiveCalled():
            return state.with_crew(replace(crew, dived=True))
        case e.CourseHeld(_, heading):
            return navigation.after_course(_unanswered(state, crew), crew, heading)
        case e.CourseForfeited():
            return state.with_crew(replace(crew, forfeited=True))
        case e.SonarActivated():
            return systems.after_sonar(_unanswered(state, crew), crew)
        case e.SonarAnswered(_, facts):
            return answers.after_at(state, crew, facts)
        case e.SilenceActivated():
            return systems.after_silence(_unanswered(state, crew), crew)
        case e.SilenceGlided(_, heading, _):
            return systems.after_glide(state, crew, heading)
        case e.MissileLaunched(_, cell):
            return systems.after_missile(_unanswered(state, crew), crew, cell)
        case e.SurfacingCalled():
            return _unanswered(state, crew).with_crew(replace(crew, surfacing=True))
        case e.SubmarineSurfaced(_, _, cell) if cell is not None:
            return surfacing.after_surfacing(_unanswered(state, crew), crew, cell)
        case _:
            return _damage(state, crew, event)


def _damage(state: State, crew: Crew, event: e.Event) -> State:
    match event:
        case e.SubmarineHit(_, _, damage):
            return answers.after_hit(state, crew, damage)
        case e.AllClear():
            return answers.after_clear(state, crew)
        case e.HullDamaged(_, damage, cause, _):
            return answers.after_damage(state, crew, damage, cause)
        case e.OwnDamageUnsettled(_, _, most, cell):
            hurt = Hurt((state.frame.waters.bit(cell) if cell else 0,), 0, most)
            track = replace(crew.track, hurts=(*crew.track.hurts, hurt))
            return state.with_crew(replace(crew, doubt=crew.doubt + most, track=track))
        case e.OwnDamageReckoned():
            left = decided(crew.track.hurts, crew.track.places)
            doubt = crew.doubt - still_open(crew.track.hurts) + still_open(left)
            return state.with_crew(replace(crew, doubt=doubt, track=replace(crew.track, hurts=left)))
        case e.OwnDamageSettled():
            return state.with_crew(replace(crew, doubt=0, track=without_hurts(crew.track)))
        case _:
            return state


def _unanswered(state: State, crew: Crew) -> State:
    """A crew that goes on has nothing to report of the last missile; nothing is concluded from its silence."""
    asked = state.question
    return replace(state, question=None) if asked and asked.asker is not crew.team and not asked.holds else state

"""A crew's whole state on one line, for error reports, tests and its own eyes. Secret."""

from __future__ import annotations

from referee.rules.crews import Team
from referee.rules.sonar.state import Crew, State
from referee.rules.waters import Waters, is_single


def position(state: State, team: Team) -> str:
    """`blue C6 NNE energy 2/4 damage 1/2`: where, the route since it began, energy, damage, what is waited for."""
    crew, frame = state.crews[team], state.frame
    return " ".join(
        word
        for word in (
            team.value,
            _where(frame.waters, crew),
            crew.track.route or "-",
            f"energy {crew.energy}/{frame.sheet.boxes}",
            f"damage {_damage(crew)}/{frame.scenario.hull}",
            *_waiting(crew),
        )
    )


def _where(waters: Waters, crew: Crew) -> str:
    places = crew.track.places
    return str(waters.cells(places)[0]) if is_single(places) else f"{places.bit_count()}-places"


def _damage(crew: Crew) -> str:
    return f"{crew.damage}-{crew.damage + crew.doubt}" if crew.doubt else str(crew.damage)


def _waiting(crew: Crew) -> list[str]:
    flags = {
        "dived": crew.dived,
        "surfacing": crew.surfacing,
        "forfeited": crew.forfeited,
        "silence-untold": crew.track.before is not None,
    }
    return [name for name, is_so in flags.items() if is_so]

"""A crew's whole state on one line, and back: for errors, bug reports and tests. Secret like everything in it.

blue C6/NNE@1,-2 C6/NNE@1,-2 energy 3 damage 1+0 dived
crew where, for what was told and for what was heard; energy; damage + doubt; flags
"""

from __future__ import annotations

from referee.rules import track_lines
from referee.rules.crews import Team
from referee.rules.sonar.state import Crew, Frame

FLAGS = ("dived", "surfacing", "forfeited")


def text_of(frame: Frame, crew: Crew) -> str:
    """The crew on one line."""
    words = (
        crew.team.value,
        track_lines.text_of(frame.waters, crew.track),
        track_lines.text_of(frame.waters, crew.heard),
        f"energy {crew.energy} damage {crew.damage}+{crew.doubt}",
        *(flag for flag in FLAGS if getattr(crew, flag)),
    )
    return " ".join(words)


def parse(frame: Frame, line: str) -> Crew | None:
    """The crew of a line, or None when it is none."""
    try:
        team, track, heard, _, energy, _, hull, *flags = line.split()
        damage, doubt = hull.split("+")
        return Crew(
            Team(team),
            track_lines.parse(frame.waters, track),
            track_lines.parse(frame.waters, heard),
            int(energy),
            damage=int(damage),
            doubt=int(doubt),
            **{FLAGS[FLAGS.index(flag)]: True for flag in flags},
        )
    except (ValueError, KeyError):
        return None

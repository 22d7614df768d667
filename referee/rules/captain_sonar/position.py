"""A crew's whole state on one line, and back: for errors, bug reports and tests.

    blue under C7/NNE@1,-2 B7,C4 2.0.1.0.3:1:0:0.0.0.0.0:t W1,W2:E:-:-:t 1+0!0 -/-/- u

In this order: the crew; its depth; its track (`track_lines.py`); its mines, those nobody told of as `+`, the cells near
the submarine then, `.`, those it may lie in; its gauges (marks, marks due, marks never told, those since each gauge was
emptied, flags); its breakdowns (crossed, due, not told yet, all since one was untold, flags); damage `+` doubtful `!`
not announced; the OKs used, waited for and given; what happened since the last course. Secret like everything in it.
"""

from __future__ import annotations

from referee.rules import track_lines
from referee.rules.captain_sonar.breakdowns import Breakdowns
from referee.rules.captain_sonar.gauges import Gauges
from referee.rules.captain_sonar.state import Crew, Depth, Frame, Oks, UntoldMine
from referee.rules.crews import Role, Team
from referee.rules.sea import Cell

NOTHING = "-"
WAITING = "waiting"  # in the place of the depth, before the crew dived
FLAGS = {"u": "used", "d": "dropped", "r": "resurfaced", "g": "glided", "f": "forfeited", "s": "struck"}
STATIONS = {"m": Role.MATE, "e": Role.ENGINEER}


def text_of(frame: Frame, crew: Crew) -> str:
    """The crew on one line."""
    words = (
        crew.team.value,
        crew.depth.value if crew.dived else WAITING,
        track_lines.text_of(frame.waters, crew.track),
        _mines_text(crew),
        _gauges_text(crew.gauges),
        _breakdowns_text(crew.breakdowns),
        f"{crew.damage}+{crew.doubt}!{crew.unannounced}",
        "/".join(_stations_text(some) for some in (crew.oks.used, crew.oks.due, crew.oks.given)),
        _flags_text(crew),
    )
    return " ".join(words)


def parse(frame: Frame, line: str) -> Crew | None:
    """The crew of a line, or None when it is none."""
    try:
        return _crew(frame, line.split())
    except (ValueError, KeyError, IndexError):
        return None


def _crew(frame: Frame, words: list[str]) -> Crew:
    team, depth, track, mines, gauges, breakdowns, hull, oks, flags = words
    damage, rest = hull.split("+")
    doubt, unannounced = rest.split("!")
    told, *untold = mines.split("+")
    letters, _, fresh = flags.partition("=")
    return Crew(
        Team(team),
        track_lines.parse(frame.waters, track),
        _gauges(gauges),
        _breakdowns(breakdowns),
        dived=depth != WAITING,
        depth=Depth.UNDER if depth == WAITING else Depth(depth),
        mines=tuple(Cell.named(cell) for cell in _listed(told)),
        untold=tuple(_untold(mine) for mine in untold),
        damage=int(damage),
        doubt=int(doubt),
        unannounced=int(unannounced),
        oks=Oks(*(_stations(some) for some in oks.split("/"))),
        fresh=Cell.named(fresh) if fresh else None,
        **{FLAGS[letter]: True for letter in letters if letter != NOTHING},
    )


def _listed(text: str) -> list[str]:
    return [] if text in (NOTHING, "") else text.split(",")


# -- mines, and what the stations told
def _mines_text(crew: Crew) -> str:
    told = ",".join(map(str, crew.mines)) or NOTHING
    return told + "".join(f"+{mine.near:x}.{mine.free:x}" for mine in crew.untold)


def _untold(text: str) -> UntoldMine:
    near, free = text.split(".")
    return UntoldMine(int(near, 16), int(free, 16))


def _gauges_text(gauges: Gauges) -> str:
    marks, since = (".".join(map(str, numbers)) or NOTHING for numbers in (gauges.marks, gauges.since))
    flags = "t" * gauges.told + "b" * gauges.barred
    return f"{marks}:{gauges.due}:{gauges.loose}:{since}:{flags or NOTHING}"


def _gauges(text: str) -> Gauges:
    marks, due, loose, since, flags = text.split(":")
    return Gauges(_numbers(marks), _numbers(since), int(loose), int(due), "t" in flags, "b" in flags)


def _numbers(text: str) -> tuple[int, ...]:
    return () if text == NOTHING else tuple(map(int, text.split(".")))


def _breakdowns_text(breakdowns: Breakdowns) -> str:
    crossed = ",".join(sorted(breakdowns.crossed)) or NOTHING
    flags = "t" * breakdowns.told + "h" * breakdowns.hurt + "d" * breakdowns.announced
    panels = (breakdowns.due, breakdowns.loose, breakdowns.unsure, flags)
    return ":".join((crossed, *(some or NOTHING for some in panels)))


def _breakdowns(text: str) -> Breakdowns:
    crossed, *panels, flags = text.split(":")
    due, loose, unsure = (some.strip(NOTHING) for some in panels)
    return Breakdowns(frozenset(_listed(crossed)), loose, due, "t" in flags, unsure, "h" in flags, flags.count("d"))


# -- pace
def _stations_text(stations: frozenset[Role]) -> str:
    return "".join(letter for letter, role in STATIONS.items() if role in stations) or NOTHING


def _stations(text: str) -> frozenset[Role]:
    return frozenset(STATIONS[letter] for letter in text if letter != NOTHING)


def _flags_text(crew: Crew) -> str:
    letters = "".join(letter for letter, name in FLAGS.items() if getattr(crew, name)) or NOTHING
    return letters if crew.fresh is None else f"{letters}={crew.fresh}"

"""A crew's whole state on one line, and back: for errors, bug reports and tests.

    blue under C7/NNE@1,-2 B7,C4 2.0.1.0.3:1 W1,W2:t 1 - -
    crew depth place/route@drift mines marks:due breakdowns hull oks flags

The place is a cell, `?` for any sea space, or the set of cells in hexadecimal; `~` leads to the track before a silence
nobody described; `@-` is a drift nobody knows. Secret like everything in it.
"""

from __future__ import annotations

from dataclasses import replace

from referee.rules.captain_sonar.breakdowns import Breakdowns
from referee.rules.captain_sonar.gauges import Gauges
from referee.rules.captain_sonar.state import Crew, Depth, Frame, Oks, UntoldMine
from referee.rules.crews import Role, Team
from referee.rules.sea import Cell, Heading
from referee.rules.track import Track, retraced
from referee.rules.waters import Waters, is_single

NOTHING = "-"
WAITING = "waiting"  # in the place of the depth, before the crew dived
FLAGS = {"u": "used", "d": "dropped", "r": "resurfaced", "g": "glided", "f": "forfeited"}
STATIONS = {"m": Role.MATE, "e": Role.ENGINEER}


def text_of(frame: Frame, crew: Crew) -> str:
    """The crew on one line."""
    words = (
        crew.team.value,
        crew.depth.value if crew.dived else WAITING,
        _track_text(frame.waters, crew.track),
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
        _track(frame.waters, track),
        _gauges(gauges),
        _breakdowns(breakdowns),
        dived=depth != WAITING,
        depth=Depth.UNDER if depth == WAITING else Depth(depth),
        mines=tuple(_cell(cell) for cell in _listed(told)),
        untold=tuple(_untold(mine) for mine in untold),
        damage=int(damage),
        doubt=int(doubt),
        unannounced=int(unannounced),
        oks=Oks(*(_stations(some) for some in oks.split("/"))),
        fresh=_cell(fresh) if fresh else None,
        **{FLAGS[letter]: True for letter in letters if letter != NOTHING},
    )


def _listed(text: str) -> list[str]:
    return [] if text in (NOTHING, "") else text.split(",")


def _cell(text: str) -> Cell:
    found = Cell.parse(text)
    if found is None:
        raise ValueError(text)
    return found


# -- the track
def _track_text(waters: Waters, track: Track) -> str:
    text = f"{_places_text(waters, track.places)}/{track.route}@{_drift_text(waters, track.drift)}"
    return text if track.before is None else f"{text}~{_track_text(waters, track.before)}"


def _track(waters: Waters, text: str) -> Track:
    now, tilde, before = text.partition("~")
    where, rest = now.split("/")
    route, drift = rest.split("@")
    if any(Heading(letter) is None for letter in route):
        raise ValueError(route)
    track = Track(_places(waters, where), retraced(waters, route), route, _drift(waters, drift))
    return replace(track, before=_track(waters, before)) if tilde else track


def _places_text(waters: Waters, cells: int) -> str:
    if is_single(cells):
        return str(waters.cells(cells)[0])
    return "?" if cells == waters.water else f"x{cells:x}"


def _places(waters: Waters, text: str) -> int:
    if text == "?":
        return waters.water
    return int(text[1:], 16) if text.startswith("x") else waters.bit(_cell(text))


def _drift_text(waters: Waters, drift: int | None) -> str:
    if drift is None:
        return NOTHING
    down = round(drift / waters.stride)
    return f"{drift - down * waters.stride},{down}"


def _drift(waters: Waters, text: str) -> int | None:
    if text == NOTHING:
        return None
    across, down = text.split(",")
    return int(down) * waters.stride + int(across)


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
    told = "t" if breakdowns.told else NOTHING
    return f"{crossed}:{breakdowns.due or NOTHING}:{breakdowns.loose or NOTHING}:{told}"


def _breakdowns(text: str) -> Breakdowns:
    crossed, due, loose, told = text.split(":")
    return Breakdowns(frozenset(_listed(crossed)), loose.strip(NOTHING), due.strip(NOTHING), told == "t")


# -- pace
def _stations_text(stations: frozenset[Role]) -> str:
    return "".join(letter for letter, role in STATIONS.items() if role in stations) or NOTHING


def _stations(text: str) -> frozenset[Role]:
    return frozenset(STATIONS[letter] for letter in text if letter != NOTHING)


def _flags_text(crew: Crew) -> str:
    letters = "".join(letter for letter, name in FLAGS.items() if getattr(crew, name)) or NOTHING
    return letters if crew.fresh is None else f"{letters}={crew.fresh}"

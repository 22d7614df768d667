"""Which microphones a table listens to: each is shown with how loud it is, so that one sees which one hears."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from referee import devices
from referee.console.dialogue import Choice, Dialogue
from referee.console.public_screen import BARS, fullness
from referee.language.messages import Catalogue
from referee.rules.crews import TEAMS, Game

if TYPE_CHECKING:
    from referee.cli.setup_ear import SetupEar

EACH, OWN = "each", "own"
_LISTENS = 3.0
"""Seconds in which every microphone is listened to."""
_WIDTH = 12
_MUCH = 10.0
"""Decibels."""


def microphones(game: Game, dialogue: Dialogue, ear: SetupEar | None, last: Sequence[str]) -> tuple[str, ...]:
    """One for all, or one for each crew, as `--mic` takes them; none is the system's own. Asked where there is a
    choice."""
    if ear is None:
        return ()
    words = dialogue.sentences
    levels = _listened(words, ear)
    if len(levels) < 3:  # the system's own, and the only one there is
        return ()
    called = {
        OWN: words.shown("console.dialogue.microphone-own"),
        EACH: words.shown("console.dialogue.microphone-each"),
    }
    known = [Choice(name, called.get(name, name)) for name in levels]
    for number, device in enumerate(known, 1):
        dialogue.say(f"  {number}  {_bar(levels[device.value])}  {device.shown}")
    dialogue.say(f"  {len(known) + 1}  {'':{_WIDTH}}  {called[EACH]}")
    before = {team or None: name for team, name in map(_parted, last)}
    standing = EACH if len(before) > 1 else before.get(None) or _loudest(levels)
    picked = dialogue.asked("microphone", [*known, Choice(EACH, called[EACH])], standing)
    if picked == EACH:
        own = [before.get(team) or known[place].value for place, team in enumerate(TEAMS[game], 1)]
        crews = zip(TEAMS[game], own, strict=True)
        return tuple(f"{team}={_of_crew(team, known, dialogue, standing)}" for team, standing in crews)
    ear.switch_to("" if picked == OWN else picked)
    return () if picked == OWN else (picked,)


def _of_crew(team: str, known: Sequence[Choice], dialogue: Dialogue, standing: str) -> str:
    """A crew's own; the numbers are those of the list above."""
    called = dialogue.sentences.shown(f"table.team.{team}")
    found = dialogue.asked("microphone-of", known, standing, team=called)
    return "" if found == OWN else found


def _loudest(levels: Mapping[str, float]) -> str:
    """The one that hears whoever is speaking; the system's own, unless another hears much more."""
    found = max(levels, key=lambda name: levels[name])
    return found if levels[found] > levels.get(OWN, 0.0) + _MUCH else OWN


def _listened(words: Catalogue, ear: SetupEar) -> Mapping[str, float]:
    """Every microphone with its level while somebody speaks."""
    from referee.hearing import levels

    names = levels.names()
    if len(names) < 2:
        return {}
    print(words.shown("console.dialogue.speak-now"), flush=True)
    with ear.away():
        found = levels.loudness(["", *names], _LISTENS)
    return {name or OWN: level for name, level in found.items()}


def _bar(level: float) -> str:
    """As loud as it was: a bar of so many eighths."""
    filled = round(_WIDTH * fullness(level))
    return f"{BARS[-1] * filled or BARS[1]:<{_WIDTH}}"


def still_here(kept: Sequence[str]) -> tuple[str, ...]:
    """Last time's microphones; none of them when one has gone."""
    from referee.hearing import levels

    with devices.quietly():
        names = levels.names() if kept else []
    return tuple(kept) if all(_parted(one)[1] in names for one in kept) else ()


def for_answers(chosen: Iterable[str]) -> str:
    """The one that hears the answers of everybody: the table's, else the system's own."""
    return next((name for team, name in map(_parted, chosen) if not team), "")


def _parted(microphone: str) -> tuple[str, str]:
    """Whose it is, and its name: `--mic` without its channel."""
    team, equals, name = microphone.rpartition("=")
    known = team in {one for teams in TEAMS.values() for one in teams}
    return (team, name) if equals and known else ("", microphone)

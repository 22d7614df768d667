"""Which microphones a table listens to: each is shown with how loud it is, so that one sees which one hears."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from referee.console.dialogue import Choice, Dialogue
from referee.console.public_screen import BARS
from referee.language.messages import Catalogue
from referee.rules.crews import TEAMS, Game

if TYPE_CHECKING:
    from referee.cli.setup_ear import SetupEar

EACH, OWN = "each", "own"
_LISTENS = 3.0
"""Seconds in which every microphone is listened to."""
_QUIETEST = 70.0
"""Decibels below full scale at which a bar is empty."""
_WIDTH = 12


def microphones(game: Game, dialogue: Dialogue, ear: SetupEar | None, last: Sequence[str]) -> tuple[str, ...]:
    """One for all, or one for each crew, as `--mic` takes them; none is the system's own. Asked where there is a
    choice."""
    if ear is None:
        return ()
    words = dialogue.sentences
    devices = _listened(words, ear)
    if len(devices) < 3:  # the system's own, and the only one there is
        return ()
    each = Choice(EACH, words.shown("console.dialogue.microphone-each"))
    before = {team or None: name for team, name in map(_parted, last)}
    standing = EACH if len(before) > 1 else before.get(None, OWN)
    picked = dialogue.chosen("microphone", [*devices, each], standing)
    if picked == EACH:
        return tuple(f"{team}={_of_crew(team, devices, dialogue, before.get(team))}" for team in TEAMS[game])
    ear.switch_to("" if picked == OWN else picked)
    return () if picked == OWN else (picked,)


def _of_crew(team: str, devices: Sequence[Choice], dialogue: Dialogue, last: str | None) -> str:
    called = dialogue.sentences.shown(f"table.team.{team}")
    own = [device for device in devices if device.value != OWN]
    return dialogue.chosen("microphone-of", own, last or own[0].value, team=called)


def _listened(words: Catalogue, ear: SetupEar) -> list[Choice]:
    """Every microphone with its level while somebody speaks."""
    from referee.hearing import levels

    names = levels.names()
    if len(names) < 2:
        return []
    print(words.shown("console.dialogue.speak-now", seconds=round(_LISTENS)), flush=True)
    with ear.away():
        found = levels.loudness(["", *names], _LISTENS)
    called = {"": words.shown("console.dialogue.microphone-own")}
    return [Choice(name or OWN, f"{called.get(name, name)}  {_bar(level)}") for name, level in found.items()]


def _bar(level: float) -> str:
    """As loud as it was: a bar of so many eighths."""
    filled = round(_WIDTH * min(1.0, max(0.0, 1 + level / _QUIETEST)))
    return BARS[-1] * filled or BARS[1]


def still_here(kept: Sequence[str]) -> tuple[str, ...]:
    """Last time's microphones; none of them when one has gone."""
    from referee.hearing import levels

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

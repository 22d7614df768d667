"""The lines of the public screen, from what everybody knows: the clock, both crews, the situation, the microphone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.text import Text

from referee.language.messages import Catalogue
from referee.rules.crews import Team
from referee.rules.scenario import Scenario
from referee.table.screen import Phase, Screen
from referee.table.setup import Setup

COLOUR = {Team.BLUE: "bright_cyan", Team.YELLOW: "bright_yellow", Team.GREEN: "green"}
"""Each name is always written out as well: nobody has to tell colours apart."""

BARS = " ▁▂▃▄▅▆▇█"
_QUIETEST = 70.0
"""Decibels below full scale at which a bar is empty."""


def fullness(decibels: float) -> float:
    """How much of a bar a level fills, 0 to 1."""
    return min(1.0, max(0.0, 1 + decibels / _QUIETEST))


@dataclass(frozen=True, slots=True)
class Microphone:
    """What the screen shows of hearing. `level` is the loudness, 0 to 1; None where there is no microphone."""

    level: float | None = None
    on: bool = True


def clock(seconds: float) -> str:
    whole = int(seconds)
    return (
        f"{whole // 60}:{whole % 60:02}" if whole < 3600 else f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    )


def title(setup: Setup, scenario_title: str, words: Catalogue, now: float, microphone: Microphone) -> Text:
    shown = words.shown
    left = f"{shown(f'console.game.{setup.game}')} · {scenario_title} · {shown(f'console.mode.{setup.mode}')}"
    return Text(f" {clock(now):>7}  {left}   {_microphone(words, microphone)}")


def _microphone(words: Catalogue, microphone: Microphone) -> str:
    if microphone.level is None:
        return words.shown("console.screen.no-microphone")
    if not microphone.on:
        return words.shown("console.screen.microphone-off")
    step = min(len(BARS) - 1, int(microphone.level * len(BARS)))
    return f"{words.shown('console.screen.microphone')} {BARS[1 : step + 1]:<{len(BARS) - 1}}"


def crew(team: Team, screen: Screen, scenario: Scenario, words: Catalogue, name: str) -> Text:
    """One crew as everybody may see it: hull, depth, what was announced ready."""
    hull = screen.hulls[team]
    left = max(0, scenario.hull - hull.damage)
    boxes = "■" * left + "□" * (scenario.hull - left)
    ready = ", ".join(words.shown(f"crews.system.{system}") for system in hull.ready)
    return Text.assemble(
        (name.upper(), f"bold {COLOUR[team]}"),
        f"  {words.shown('console.screen.hull')} {boxes} {left}\n",
        _depth(team, screen, words) + "\n",
        (words.shown("console.screen.ready", systems=ready) if ready else "", "bold"),
    )


def _depth(team: Team, screen: Screen, words: Catalogue) -> str:
    hull = screen.hulls[team]
    if hull.sunk:
        return words.shown("console.screen.sunk")
    if screen.phase is Phase.BEFORE and not hull.dived:
        return words.shown("console.screen.not-dived")
    return words.shown(f"console.screen.{'surfaced' if hull.surfaced else 'submerged'}")


def situation(screen: Screen, words: Catalogue, called: Callable[[Team], str]) -> Text:
    """Whose turn it is, who stopped, who owes an answer."""

    def named(key: str, team: Team) -> str:
        return words.shown(f"console.screen.{key}", team=called(team))

    if screen.paused:
        return Text(words.shown("console.screen.paused"), style="reverse")
    if screen.phase is Phase.OVER:
        return Text(words.shown("console.screen.over"), style="reverse")
    parts = [Text(words.shown("console.screen.before"))] if screen.phase is Phase.BEFORE else []
    if screen.stop:
        parts.append(Text(f" {named('stop', screen.stop)} ", style="bold white on red"))
    parts += [Text(named("owed", owed.team), style="bold") for owed in screen.answers]
    if screen.next_course:
        parts.append(Text(named("turn", screen.next_course), style=f"bold {COLOUR[screen.next_course]}"))
    return Text("   ").join(parts or [Text(words.shown("console.screen.under-way"))])

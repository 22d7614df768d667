"""Every kind of public confirmation as it is really spoken, and the grammar in which our own recogniser hears it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from referee import models
from referee.hearing.graph import graph
from referee.hearing.meanings import of_any
from referee.hearing.recogniser import Recogniser
from referee.hearing.spotting import place
from referee.hearing.spotting import plain as without_marks
from referee.hearing.waveform import RATE
from referee.language.anyfile import AnyGrammar
from referee.language.messages import catalogue
from referee.language.sentences import of_event
from referee.rules import events as e
from referee.rules.crews import TEAMS, Game, System, Team
from referee.rules.sea import Cell, Heading
from referee.voice.sound import Sound


def confirmations(language: str, cells: int = 3) -> tuple[str, ...]:
    """The spoken lines of a game, with every heading and sector, and with `cells` rows of each column."""
    words = catalogue(language)
    return tuple(dict.fromkeys(of_event(event, words, Game.CAPTAIN_SONAR).spoken for event in _events(cells)))


def _events(cells: int) -> Iterator[e.Event]:
    for number, team in enumerate(TEAMS[Game.CAPTAIN_SONAR]):
        yield from (e.CourseHeld(team, heading) for heading in Heading)
        yield from (e.TorpedoLaunched(team, cell) for cell in _cells(cells, 7 * number))
        yield from (e.MineTriggered(team, cell) for cell in _cells(1, 4 * number))
        yield from (e.DroneLaunched(team, sector) for sector in range(1, 10))
        yield from (e.SubmarineSurfaced(team, sector) for sector in range(1, 10))
        yield from (e.DroneAnswered(team, inside) for inside in (True, False))
        yield from (e.SubmarineHit(team, direct, 1 + direct) for direct in (True, False))
        yield from (e.ChargeAnnounced(team, system) for system in (System.MINE, System.TORPEDO, System.SONAR))
        yield from _plain(team)


def _plain(team: Team) -> Iterator[e.Event]:
    yield from (e.DiveCalled(team), e.StopCalled(team), e.MineDropped(team), e.SonarActivated(team))
    yield from (e.SilenceActivated(team), e.SubmarineSecured(team), e.SubmarineDived(team), e.SubmarineSunk(team))
    yield from (e.SurfacingCalled(team), e.AllClear(team), e.GameEnded(team), e.PlayResumed())


def _cells(each: int, shift: int) -> Iterator[Cell]:
    for column in range(1, 16):
        yield from (Cell(column, (column * 4 + shift + step * 5) % 15 + 1) for step in range(each))


def plain(line: str) -> str:
    """A spoken line as the words a model knows."""
    return re.sub(r"[^\w' ]+", " ", line.lower().replace("’", "'").replace("-", " ")).strip()


# how the models write a spoken letter: as in the grammars of the game
_LETTERS = {
    "fr": dict(zip("bcdfghjkl", ["bé", "cé", "dé", "effe", "gé", "hache", "ji", "ka", "elle"], strict=True)),
    "en": {},
}


def _sentence(line: str, language: str) -> str:
    names = _LETTERS[language]
    return " ".join(f"({word}|{names[word]})" if word in names else word for word in plain(line).split())


class Ear:
    """Our own recogniser, for these sentences only."""

    def __init__(self, language: str, lines: tuple[str, ...], folder: Path) -> None:
        file = folder / f"confirmations-{language}.yaml"
        rows = [
            f'  Line{n}: {{data: [{{sentences: ["{_sentence(line, language)}"]}}]}}' for n, line in enumerate(lines)
        ]
        file.write_text("\n".join([f"language: {language}", "intents:", *rows]) + "\n", encoding="utf-8")
        grammar = AnyGrammar(file)
        self._lines = lines
        self._recogniser = Recogniser(graph(models.folder(language), grammar.network(), cache=folder))
        self._read = of_any(grammar)

    def hears(self, sound: Sound) -> str:
        """The line it was, or what it was taken for."""
        samples = sound.at_rate(RATE).samples
        wordings = self._recogniser.decode(samples)
        here = place(wordings, (0.0, len(samples) / RATE), self._read).hypotheses
        close = [one for one in here if here[0].spotted.score - one.spotted.score < _CLOSE]
        if close:
            lines = [self._lines[int(one.meaning.kind.removeprefix("Line"))] for one in close]
            return lines[0] if len(lines) == 1 else "? " + " / ".join(lines)
        # plain words are also how chatter is explained: what counts here is that they were heard as they were said
        words = without_marks(wordings[0].words) if wordings else ()
        return next((line for line in self._lines if tuple(plain(line).split()) == words), f"- {' '.join(words)}")


_CLOSE = 1.5
"""Natural logarithms of likelihood by which one line must be likelier than another."""

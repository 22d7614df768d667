"""Transcripts: games as text, with what everybody heard and saw under each line.

    game: captain-sonar            the setup, up to the first empty line
    scenario: alpha

    blue: head N                   a line somebody typed, in notation or in words
      rejected course/island       what came of it, indented: the verdict, unless it was accepted
      public: Blue, that course …  then what the loudspeaker said, what each crew's screen showed, and what happened
      blue: There is an island …
    # a remark

With `language: en fr` the game is played in both, and each line said carries its language. Reading and writing only;
who plays it gives what was said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from referee import files
from referee.faults import Fault
from referee.rules import notation
from referee.rules.crews import TEAMS, Game, Mode, Team
from referee.table.outputs import Reply, Verdict
from referee.table.refusals import is_private
from referee.table.setup import Setup, odd_value


@dataclass(frozen=True, slots=True)
class Step:
    """A line typed, and the lines expected under it. A remark or an empty line has no `line`."""

    text: str
    expected: tuple[str, ...] = ()

    @property
    def line(self) -> str | None:
        return None if not self.text.strip() or self.text.startswith("#") else self.text


@dataclass(frozen=True, slots=True)
class Transcript:
    """One game, as read from a file."""

    head: tuple[str, ...]
    setups: tuple[Setup, ...]
    """The same game in each language asked for."""
    steps: tuple[Step, ...]

    @property
    def expects_anything(self) -> bool:
        return any(step.expected for step in self.steps)

    def spoken_in(self, language: str) -> Transcript:
        """The same game in this language, and saying so, unless the file names its own."""
        if any(line.startswith("language:") for line in self.head) or language == self.setups[0].language:
            return self
        setups = tuple(replace(setup, language=language) for setup in self.setups)
        return replace(self, head=(*self.head, f"language: {language}"), setups=setups)

    def with_expected(self, played: Iterable[tuple[str, ...]]) -> Transcript:
        """The same lines, with what came of them now."""
        steps = tuple(Step(step.text, lines) for step, lines in zip(self.steps, played, strict=True))
        return Transcript(self.head, self.setups, steps)

    def text(self) -> str:
        lines = [*self.head, ""] if self.head else []
        for step in self.steps:
            lines += [step.text, *(f"  {line}" for line in step.expected)]
        return "\n".join(lines).rstrip("\n") + "\n"


def read(file: Path) -> Transcript:
    """The transcript in a file."""
    try:
        lines = [line.rstrip() for line in files.text(file).splitlines()]
    except UnicodeDecodeError as cause:
        raise Fault("transcript.not-text", file=file) from cause
    except OSError as cause:
        raise Fault("transcript.cannot-read", file=file, why=cause.strerror) from cause
    length = _head_length(lines)
    head, rest = lines[:length], lines[length + (length > 0) :]
    steps = _steps(file, len(lines) - len(rest) + 1, rest)
    return Transcript(tuple(head), tuple(_setups(file, _fields(file, head))), tuple(steps))


def _head_length(lines: list[str]) -> int:
    """The settings end at the first empty line; a file that begins with an order has none."""
    first = next((line for line in lines if not line.startswith("#")), "")
    if first.partition(":")[0] not in _NAMES:
        return 0
    return next((number for number, line in enumerate(lines) if not line), len(lines))


def _fields(file: Path, head: Iterable[str]) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    for number, line in enumerate(head, 1):
        name, colon, value = line.partition(":")
        if line.startswith("#"):
            continue
        if not colon or name not in _NAMES:
            raise Fault("transcript.head", file=file, line=number, text=line, names=", ".join(_NAMES))
        fields.setdefault(name, []).extend(value.split())
    return fields


T = TypeVar("T")
_NAMES = ("game", "scenario", "mode", "language", "rules", "house", "first", "seed", "team-language")


def _setups(file: Path, fields: Mapping[str, list[str]]) -> Iterable[Setup]:
    try:
        for language in fields.get("language", ["en"]):
            setup = _setup(fields, language)
            odd = odd_value(setup)
            if odd is not None:
                raise ValueError(odd)
            yield setup
    except ValueError as cause:
        raise Fault("transcript.value", file=file, value=cause) from cause


def _setup(fields: Mapping[str, list[str]], language: str) -> Setup:
    game = _kept(Game, _one(fields, "game", Game.CAPTAIN_SONAR))
    first = _one(fields, "first", "")
    return Setup(
        game=game,
        scenario=_one(fields, "scenario", "alpha" if game is Game.CAPTAIN_SONAR else "archipelago"),
        mode=_kept(Mode, _one(fields, "mode", Mode.TURN_BY_TURN)),
        language=language,
        team_languages={_kept(Team, team): one for team, one in map(_pair, fields.get("team-language", []))},
        # whatever it is shown in: one transcript is played alike in every language
        book="fr" if _one(fields, "rules", "en") == "fr" else "en",
        house=tuple(map(_pair, fields.get("house", []))),
        first=None if first == "random" else _kept(Team, first) if first else TEAMS[game][0],
        seed=_kept(int, _one(fields, "seed", "0")),
    )


def _one(fields: Mapping[str, list[str]], name: str, otherwise: str) -> str:
    if name not in fields:
        return otherwise
    if not fields[name]:
        raise ValueError(f"{name}:")
    return fields[name][0]


def _kept(kind: Callable[[str], T], text: str) -> T:
    """A value; else a ValueError with what is written there alone, for what Python says of it is English."""
    try:
        return kind(text)
    except ValueError:
        raise ValueError(text) from None


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(text)
    return name, value


def _steps(file: Path, first: int, lines: Iterable[str]) -> Iterable[Step]:
    text: str | None = None
    expected: list[str] = []
    for number, line in enumerate(lines, first):
        if line.startswith(" "):
            if text is None or not text or text.startswith("#"):
                raise Fault("transcript.nothing-above", file=file, line=number, text=line.strip())
            expected.append(line.strip())
            continue
        if text is not None:
            yield Step(text, tuple(expected))
        text, expected = line, []
    if text is not None:
        yield Step(text, tuple(expected))


def shown(replies: Mapping[str, Reply]) -> tuple[str, ...]:
    """What came of one line: the verdict, what was said in each language, what happened."""
    first = next(iter(replies.values()))
    lines = [] if first.verdict is Verdict.ACCEPTED else [f"{first.verdict} {first.reason or ''}".rstrip()]
    for language, reply in replies.items():
        tag = f" {language}" if len(replies) > 1 else ""
        lines += [f"public{tag}: {line.shown}" for line in reply.public]
        lines += [f"{line.team}{tag}: {line.shown}" for line in reply.whispers]
    return (*lines, *(f"event: {event}" for event in first.events))


def seen_by(viewer: str, reply: Reply) -> tuple[str, ...]:
    """What one onlooker saw of an input: `public`, a crew, or `referee`, who sees everything."""
    announced = reply.announced
    whole = viewer == "referee"
    secret = announced is not None and (is_private(announced) or _went_unheard(reply))
    shown = whole or not secret or (announced is not None and announced.team == viewer)
    lines = [notation.line_of(announced)] if announced and shown else []
    if whole and reply.verdict is not Verdict.ACCEPTED:
        lines.append(f"  {reply.verdict} {reply.reason or ''}".rstrip())
    lines += [f"  {line.shown}" for line in reply.public]
    lines += [f"  {line.team}: {line.shown}" for line in reply.whispers if whole or line.team == viewer]
    return (*lines, *(f"  event: {event}" for event in reply.events if whole))


def _went_unheard(reply: Reply) -> bool:
    """A refused tap, and an order of another role: nothing was announced, so nobody else learned of it."""
    return reply.verdict is Verdict.REJECTED and not reply.public

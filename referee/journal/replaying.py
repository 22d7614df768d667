"""A journal played again: every input ruled on anew, and compared with what came of it then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from referee.rules import notation
from referee.table.misheard import is_order
from referee.table.outputs import Reply
from referee.table.refusals import is_private
from referee.table.session import Session

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Broken:
    """The first entry that does not play as it did: its place, and what all may know of it."""

    place: int
    entry: str


def replayed(session: Session[S], entries: Iterable[Mapping[str, Any]]) -> Iterator[Reply | Broken]:
    """What each input came to. It ends after the first entry that does not play as it did."""
    expected: list[str] = []
    for place, entry in enumerate(entries):
        if not is_order(entry):
            continue
        verdict = str(entry.get("verdict"))
        if entry.get("by") == "referee":
            # the referee's own answers follow by themselves from what was asked
            if expected and expected.pop(0) == str(entry.get("in")):
                continue
            yield Broken(place, _known(entry))
            return
        reply = _again(session, entry)
        if reply is None or str(reply.verdict) != verdict:
            yield Broken(place, _known(entry))
            return
        expected = [str(one["in"]) for one in reply.entries if one.get("by") == "referee"]
        yield reply


def inputs(entries: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The entries of which `replayed` tells what they came to: neither the referee's own answers nor its questions."""
    return [entry for entry in entries if is_order(entry) and entry.get("by") != "referee"]


def _known(entry: Mapping[str, Any]) -> str:
    """What was said; of a crew's secret, and of what cannot be read, only whose it is."""
    line = str(entry.get("in", "?"))
    announced = notation.parse_line(line)
    return line if announced is not None and not is_private(announced) else line.partition(":")[0]


def _again(session: Session[S], entry: Mapping[str, Any]) -> Reply | None:
    try:
        return session.again(entry)
    except (TypeError, ValueError, OverflowError):
        return None  # an entry that is no input at all


def resumed(session: Session[S], entries: Iterable[Mapping[str, Any]]) -> Broken | None:
    """Bring a fresh session to where the journal ends; what broke, if something did."""
    for step in replayed(session, entries):
        if isinstance(step, Broken):
            return step
    return None

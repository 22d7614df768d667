"""What a phone said, looked at before anything believes it: sizes, kinds, numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request

from referee.language.messages import languages
from referee.panel.guard import body
from referee.panel.seats import Refused
from referee.rules.crews import Role


def language(wanted: str, otherwise: str) -> str:
    """The language a phone wants, where it is one of ours."""
    return next((one for one in languages() if wanted.lower().startswith(one)), otherwise)


async def said(request: Request) -> Mapping[str, Any]:
    try:
        found = json.loads(await body(request))
    except (ValueError, RecursionError):
        raise Refused("not-understood", 400) from None
    if not isinstance(found, dict):
        raise Refused("not-understood", 400)
    return found


def role_named(name: object) -> Role:
    found = [role for role in Role if role.value == name]
    if not found:
        raise Refused("no-such-role", 400)
    return found[0]


def number(value: object) -> int:
    if type(value) is not int or not 0 < value < 1000:
        raise Refused("not-understood", 400)
    return value


def few(value: object) -> list[object]:
    if not isinstance(value, list) or len(value) > len(Role):
        raise Refused("not-understood", 400)
    return value


SECTIONS = 4
MOST_POINTS = 400
FAR_OUT = 1000
"""A finger may leave the drawing; beyond this it was no finger, and may be a number that no machine can hold."""


def traces(value: object) -> list[list[list[float]]]:
    """The four lines traced by a finger: points between 0 and 1, and nothing else."""
    if not isinstance(value, list) or len(value) != SECTIONS:
        raise Refused("not-understood", 400)
    return [_trace(line) for line in value]


def _trace(line: object) -> list[list[float]]:
    if not isinstance(line, list) or not 2 <= len(line) <= MOST_POINTS:
        raise Refused("not-understood", 400)
    points = [[round(min(1.0, max(0.0, float(x))), 3) for x in point] for point in line if _is_point(point)]
    if len(points) != len(line):
        raise Refused("not-understood", 400)
    return points


def _is_point(point: object) -> bool:
    return (
        isinstance(point, list)
        and len(point) == 2
        and all(type(x) in (int, float) and abs(x) <= FAR_OUT for x in point)
    )


def initials(value: object) -> list[str]:
    if not isinstance(value, list) or len(value) != SECTIONS or not all(isinstance(one, str) for one in value):
        raise Refused("not-understood", 400)
    # what cannot be shown could not be sent on to the Engineer who looks, either
    return ["".join(letter for letter in one[:3] if letter.isprintable()) for one in value]

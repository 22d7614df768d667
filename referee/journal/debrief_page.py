"""The debrief as one file that needs nothing else: no request, no font, no script from anywhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from referee.language.messages import catalogue
from referee.rules.drawing.picture import picture
from referee.rules.sea import Chart

PARTS = Path(__file__).parent / "page"


def page(game: Mapping[str, Any], chart: Chart, title: str, language: str) -> str:
    """The page of one game."""
    words = catalogue(language)
    sentences = {
        key.removeprefix("debrief."): words.shown(key) for key in words if key.startswith(("debrief.", "table.team."))
    }
    sentences |= {f"system.{one}": words.shown(f"crews.system.{one}") for one in game["gauges"]}
    drawn = picture(chart, title, over='<g class="over"></g>')
    values = {
        "TITLE": escape(title),
        "LANGUAGE": language,
        "STYLE": _part("debrief.css"),
        "CHART": drawn,
        "GAME": _json(game),
        "WORDS": _json(sentences),
        "SCRIPT": _part("debrief.js"),
    }
    text = _part("debrief.html")
    for name, value in values.items():
        text = text.replace(f"<!--{name}-->", value)
    return text


def _part(name: str) -> str:
    return (PARTS / name).read_text(encoding="utf-8")


def _json(value: object) -> str:
    """Values inside a script element: no text may close it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")

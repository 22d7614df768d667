"""How a line must be written to a synthesiser, so that it says what is meant. Only what is read wrong stands here; what
is said is the business of the catalogues."""

from __future__ import annotations

import re

# espeak-ng reads "est" as the verb, with a silent t, also where it is the heading
_ESPEAK: dict[str, tuple[tuple[re.Pattern[str], str], ...]] = {
    "fr": ((re.compile(r"(^|\bl['’]|\b(?:cap|cadran|route|plein|vers)\s)est\b(?!-ce)", re.IGNORECASE), r"\1èste"),),
}


def spelled(text: str, language: str, driver: str) -> str:
    """The text as this synthesiser needs it."""
    for wrong, right in _ESPEAK.get(language, ()) if driver == "espeak" else ():
        text = wrong.sub(right, text)
    return text

"""Provisional wording until language's sentences arrive."""

# ruff: noqa: ARG001
from __future__ import annotations

from referee.language.messages import Catalogue, Sentence
from referee.rules import event_lines, notation
from referee.rules.events import Event
from referee.rules.orders import Announced, Order
from referee.rules.reasons import Reason


def of_event(event: Event, words: Catalogue) -> Sentence:
    text = event_lines.text_of(event)
    return Sentence(text, text)


def of_order(order: Order, words: Catalogue) -> Sentence:
    text = notation.text_of(order)
    return Sentence(text, text)


def of_reason(reason: Reason, announced: Announced, words: Catalogue) -> str:
    return str(reason)

"""The ear of the dialogue before a game: answers said into a microphone, by a small grammar of each language.

Without a microphone or a model there is no ear, and nobody is told: the same questions are answered by typing. Loaded
only when asked for: the recogniser takes its second.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee import models, paths
from referee.faults import Fault
from referee.hearing import opening
from referee.hearing.attention import Attention
from referee.hearing.decision import IN_DIALOGUE
from referee.hearing.examining import Ear
from referee.hearing.judgements import Accepted
from referee.hearing.listener import Listener, Overheard
from referee.hearing.microphone import Block, Microphone
from referee.hearing.own_voice import OwnVoice
from referee.language.anyfile import AnyGrammar, Match

AGAIN, DEFAULT = "Again", "Default"
_PATIENCE = 8.0
"""Seconds to wait for an ear that has to be made for the first time."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was said, and the value it stands for: empty for the suggestion, None to hear the question again."""

    words: str
    value: str | None


def grammar_of(language: str) -> Path:
    return paths.grammars() / language / "dialogue" / "setup.yaml"


def ears(languages: Iterable[str]) -> dict[str, Ear]:
    """The ears of these languages, as far as their models and grammars are here."""
    found: dict[str, Ear] = {}
    for language in languages:
        if grammar_of(language).is_file():
            try:
                grammar, model = AnyGrammar(grammar_of(language)), models.folder(language)
                found[language] = opening.ear(grammar, model, prices=IN_DIALOGUE)
            except Fault:
                continue
    return found


def answer_in(overheard: Overheard) -> Answer | None:
    """The answer that was heard; of anything else, nothing."""
    match overheard.judgement:
        case Accepted(meaning, words, _) if isinstance(meaning.value, Match):
            said = " ".join(words)
            if meaning.value.intent == AGAIN:
                return Answer(said, None)
            return Answer(said, "" if meaning.value.intent == DEFAULT else _value(meaning.value.slots))
        case _:
            return None


def _value(slots: Mapping[str, object]) -> str:
    return str(slots.get("answer") or slots.get("number") or "")


class SetupEar:
    """Listens from a thread of its own."""

    def __init__(self, languages: Iterable[str], own: OwnVoice) -> None:
        self._languages = tuple(languages)
        self._own = own
        self._only: str | None = None
        self._microphones: queue.Queue[Microphone | None] = queue.Queue()
        self._microphone: Microphone | None = None
        self._name = ""
        self._deaf_until = 0.0
        self._answers: queue.Queue[Answer] = queue.Queue()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="listening for answers", daemon=True)

    def open(self, name: str) -> bool:
        """Begin to listen to a microphone, the system's own without a name; False where that cannot be."""
        if not any(map(_is_here, self._languages)) or not self._opened(name):
            return False
        self._thread.start()
        return True

    def wait(self) -> None:
        """Until it is ready, or has taken too long."""
        self._ready.wait(_PATIENCE)

    def speaks_only(self, language: str) -> None:
        """The others need no longer be listened for."""
        self._only = language

    def forget(self) -> None:
        """What was said before a question is no answer to it."""
        self._deaf_until = time.monotonic()
        while not self._answers.empty():
            self._answers.get_nowait()

    def answer(self) -> Answer | None:
        """What has been said since, if anything."""
        try:
            return self._answers.get_nowait()
        except queue.Empty:
            return None

    @contextmanager
    def away(self) -> Iterator[None]:
        """Let the microphone go for a while: others want to look at it."""
        self._let_go()
        try:
            yield
        finally:
            self._opened(self._name)

    def switch_to(self, name: str) -> None:
        self._let_go()
        self._opened(name)

    def close(self) -> None:
        self._microphones.put(None)
        self._let_go()
        if self._thread.ident:
            self._thread.join(3.0)

    def _opened(self, name: str) -> bool:
        microphone = Microphone(name or None)
        try:
            microphone.open()
        except Fault:
            return False
        self._name, self._microphone = name, microphone
        self._microphones.put(microphone)
        return True

    def _let_go(self) -> None:
        if self._microphone:
            self._microphone.close()
        self._microphone = None

    # -- its thread
    def _listen(self) -> None:
        found = ears(self._languages)
        self._ready.set()
        if not found:
            return
        self.forget()
        while (microphone := self._microphones.get()) is not None:
            attention = Attention(Listener(list(found.values())), self._own)
            for block in microphone.blocks():
                if self._only in found and len(found) > 1:
                    found = {self._only: found[self._only]}
                    attention.listener = Listener(list(found.values()))
                self._hears(attention, block)

    def _hears(self, attention: Attention, block: Block) -> None:
        if block.began < self._deaf_until:
            attention.ignore(block)
            return
        for caught in attention.feed(block):
            answer = answer_in(caught.overheard)
            if answer is not None:
                self._answers.put(answer)


def _is_here(language: str) -> bool:
    here = any(model.is_here for model in models.all_models() if model.language == language)
    return here and grammar_of(language).is_file()

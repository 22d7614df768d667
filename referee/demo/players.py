"""Players who are not there: each crew speaks with a voice of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import TracebackType

from referee.faults import Fault
from referee.rules.crews import Team
from referee.voice.sound import Sound
from referee.voice.synthesis import Manner, Synthesiser
from referee.voice.voices import voice_for


@dataclass(frozen=True, slots=True)
class Throat:
    """What makes one speaker sound unlike another. Variants are espeak-ng's; other systems keep their own voice."""

    variant: str
    rate: int
    pitch: int


THROATS: dict[Team | None, Throat] = {
    Team.BLUE: Throat("+m3", 130, 45),
    Team.YELLOW: Throat("+f2", 140, 50),
    Team.GREEN: Throat("+f2", 140, 50),
}
_SLOWER = 0.85
_PATIENCE = 20.0  # seconds: a busy machine only makes the demonstration slower
SOMEBODY = Throat("", 150, 50)


class Players:
    """Says their lines. Used by one thread; to be closed."""

    def __init__(self, language: str) -> None:
        self._synthesiser = Synthesiser(patience=_PATIENCE)
        found = voice_for(language, self._synthesiser.voices())
        if found is None:
            raise Fault("voice.no-voice", language=language)
        self._voice = found

    def say(self, who: Team | None, words: str, slower: int = 0) -> Sound:
        throat = THROATS.get(who, SOMEBODY)
        rate = round(throat.rate * _SLOWER**slower)
        if self._voice.driver != "espeak":
            return self._synthesiser.speak(words, Manner(self._voice, rate))
        voice = replace(self._voice, id=f"{self._voice.id}{throat.variant}")
        return self._synthesiser.speak(words, Manner(voice, rate, throat.pitch))

    def __enter__(self) -> Players:
        return self

    def __exit__(self, kind: type[BaseException] | None, what: BaseException | None, at: TracebackType | None) -> None:
        self._synthesiser.close()

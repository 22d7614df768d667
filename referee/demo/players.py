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
    Team.BLUE: Throat("+m3", 150, 45),
    Team.YELLOW: Throat("+f2", 150, 55),
    Team.GREEN: Throat("+f2", 150, 55),
}
SOMEBODY = Throat("", 150, 50)


class Players:
    """Says their lines. Used by one thread; to be closed."""

    def __init__(self, language: str) -> None:
        self._synthesiser = Synthesiser()
        found = voice_for(language, self._synthesiser.voices())
        if found is None:
            raise Fault("voice.no-voice", language=language)
        self._voice = found

    def say(self, who: Team | None, words: str) -> Sound:
        throat = THROATS.get(who, SOMEBODY)
        if self._voice.driver != "espeak":
            return self._synthesiser.speak(words, Manner(self._voice, throat.rate))
        voice = replace(self._voice, id=f"{self._voice.id}{throat.variant}")
        return self._synthesiser.speak(words, Manner(voice, throat.rate, throat.pitch))

    def __enter__(self) -> Players:
        return self

    def __exit__(self, kind: type[BaseException] | None, what: BaseException | None, at: TracebackType | None) -> None:
        self._synthesiser.close()

"""What is learnt before it is said."""

import time

import pytest

from referee.language.messages import catalogue
from referee.language.sentences import of_event
from referee.rules.crews import Game, Team
from referee.rules.events import CourseHeld, Event, SonarActivated, StopCalled
from referee.rules.sea import Heading
from referee.voice.preparing import likely
from referee.voice.reading import Reader, clauses
from referee.voice.speaker import Speaker
from referee.voice.talk import Talk
from tests.voice.test_speaker import Slow


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_commonest_confirmations_are_known_before_they_are_said(language: str) -> None:
    words = catalogue(language)
    known = {clause for clause, _ in likely(words)}
    for team in (Team.BLUE, Team.YELLOW):
        events: list[Event] = [CourseHeld(team, heading) for heading in Heading]
        for event in (*events, StopCalled(team), SonarActivated(team)):
            spoken = of_event(event, words, Game.CAPTAIN_SONAR).spoken
            assert set(clauses(spoken)) <= known, spoken


@pytest.mark.parametrize("language", ["fr", "en"])
def test_nothing_with_an_open_slot_is_learnt(language: str) -> None:
    lines = list(likely(catalogue(language)))
    assert not [clause for clause, _ in lines if "{" in clause]
    assert len(lines) == len(set(lines)) < 600


def test_learning_goes_on_in_the_background_and_ends_with_the_speaker(reader: Reader) -> None:
    speaker = Speaker(reader, Slow(), Talk.ALL)
    speaker.start()
    speaker.prepare([("A sentence nobody said.", "en"), ("Another, of two clauses.", "en")])
    until = time.monotonic() + 10
    while time.monotonic() < until and list(reader.apprentice().learn(["Another, of two clauses."], "en")):
        time.sleep(0.1)
    speaker.prepare((f"Sentence number {n}.", "en") for n in range(10000))
    speaker.close()
    assert reader._shelf.has("A sentence nobody said.", reader.manner("en"))

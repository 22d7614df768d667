"""Nobody is talked over: not even who speaks into a microphone whose ear is still busy with what was said before."""

from referee.table.outputs import Urgency
from referee.voice.floor import Floor, Turn

STOP = Turn.of(Urgency.STOP, (), 10.0)


def waits(floor: Floor, now: float) -> bool:
    return STOP.rest(floor.spoke(now), now) > 0


def test_nobody_has_to_be_waited_for_where_nobody_spoke() -> None:
    floor = Floor()
    assert not waits(floor, 10.0)
    floor.listened(1, 10.0, speaks=False)
    assert not waits(floor, 10.1)


def test_silence_counts_as_far_as_it_was_listened_to() -> None:
    floor = Floor()
    floor.listened(1, 9.9, speaks=True)
    floor.listened(1, 10.0, speaks=False)
    assert waits(floor, 10.0)
    assert waits(floor, 10.4), "the ear is busy: somebody may be going on"
    floor.listened(1, 10.21, speaks=False)
    assert not waits(floor, 10.4)
    floor.listened(1, 10.4, speaks=True)
    assert waits(floor, 10.4)


def test_each_microphone_is_waited_for() -> None:
    floor = Floor()
    floor.listened(1, 9.9, speaks=True)
    floor.listened(2, 10.3, speaks=False)
    assert waits(floor, 10.3)
    floor.listened(1, 10.3, speaks=False)
    assert not waits(floor, 10.3)


def test_one_that_is_away_silences_nobody() -> None:
    floor = Floor()
    floor.listened(1, 9.9, speaks=True)
    assert waits(floor, 10.5)
    assert not waits(floor, 11.0)


def test_a_noise_that_never_ends_is_talked_over_in_the_end() -> None:
    floor = Floor()
    floor.listened(1, 13.0, speaks=True)
    assert not waits(floor, 13.0)

"""Learning phones: the steps that can be told without a voice."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

from models.training.nets import Net, fresh
from models.training.phones import best_path, ways


def test_phones_lie_in_their_order_and_silence_only_where_it_is_heard() -> None:
    """A row of silence, one, silence, two, silence; the middle silence was not made."""
    fits = np.full((7, 5), -5.0, np.float32)
    for at, place in enumerate((0, 1, 1, 3, 3, 3, 4)):
        fits[at, place] = 0.0
    path = best_path(fits, np.array([True, False, True, False, True]))
    assert path.tolist() == [0, 1, 1, 3, 3, 3, 4]


@pytest.mark.skipif(not shutil.which("espeak-ng"), reason="no eSpeak NG program")
def test_words_are_said_as_espeak_says_them_and_as_people_do() -> None:
    french = ways(["six", "c", "charlie", "l'est"], "fr")
    assert french["six"] == (("s", "i", "s"), ("s", "i"))
    assert french["c"] == (("s", "e"),)
    assert ("l", "ɛ", "s", "t") in french["l'est"]
    assert ways(["b"], "en")["b"][0][0] == "b"


@pytest.mark.parametrize("wide", [0, 8])
def test_a_net_learns(wide: int) -> None:
    """Which of two numbers is the larger."""
    chance = np.random.default_rng(1)
    net = Net(fresh([2, wide, 2] if wide else [2, 2]))
    for _ in range(200):
        sounds = chance.standard_normal((50, 2)).astype(np.float32)
        right = net.learn(sounds, sounds.argmax(axis=1), 0.02, 0.0, chance)
    assert right > 0.9

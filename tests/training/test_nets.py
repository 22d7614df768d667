"""Nets put together."""

from __future__ import annotations

import numpy as np

from models.training.nets import fresh, side_by_side
from referee.hearing import nets


def test_two_nets_side_by_side_tell_what_both_tell_in_the_mean() -> None:
    chance = np.random.default_rng(1)
    sounds = chance.standard_normal((20, 6), np.float32)
    one, other = ([(weights + at, bias + at) for weights, bias in fresh([6, 4, 3])] for at in (0.1, -0.3))
    mean = (nets.shares(one, sounds) + nets.shares(other, sounds)) / 2
    together = nets.shares(side_by_side([one, other]), sounds)
    assert np.allclose(together, mean - np.log(np.exp(mean).sum(axis=1, keepdims=True)), atol=1e-5)

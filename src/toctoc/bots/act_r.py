"""Forget as people do, by ACT-R's base-level equation (Anderson, 2007): its one text, plain and compiled.

What was met t seconds ago left a trace t^-d; the sum of all traces says how likely it comes back.
"""

from math import exp, log
from typing import Any

from toctoc.games.compile.playout import LOW, roll

THRESHOLD, NOISE, DECAY = range(3)  # columns of a `recall`: a row of three numbers, as `memory.Recall` has them
MOST = 700.0  # the exponential of more is too large for a number


def trace(age: float, decay: float) -> float:
    """Return what was left by something met `age` seconds ago; what was met just now is a second old."""
    left: float = max(age, 1.0) ** -decay
    return left


def chance(traces: float, threshold: float, noise: float) -> float:
    """Return the probability of recalling something, by the sum of its traces."""
    return 1.0 / (1.0 + exp(min((threshold - log(traces)) / noise, MOST)))


def comes_back(traces: float, recall: Any, rng: Any) -> bool:
    """Draw whether something is recalled this time, by the sum of its traces."""
    return roll(rng, LOW) < LOW * chance(traces, recall[THRESHOLD], recall[NOISE])


def comes_back_once(age: float, recall: Any, rng: Any) -> bool:
    """Draw whether something is recalled that was met once, `age` seconds ago: the same, without a power."""
    activation = -recall[DECAY] * log(max(age, 1.0))
    forgetting = exp(min((recall[THRESHOLD] - activation) / recall[NOISE], MOST))
    return roll(rng, LOW) * (1.0 + forgetting) < LOW

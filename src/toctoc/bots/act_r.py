"""Model forgetting by ACT-R's base-level equation (Anderson, 2007): one source, plain and compiled.

An item that was met t seconds ago has left a trace t^-d. The sum of its traces decides how likely it is recalled.
"""

from math import exp, log
from typing import Any

from toctoc.core.compile.playout import LOW, roll

THRESHOLD, NOISE, DECAY = range(3)  # columns of a `recall`: a row of three numbers, as `memory.Recall` has them
MAX_EXPONENT = 700.0  # the exponential of more overflows


def trace(age: float, decay: float) -> float:
    """Return the trace of an item met `age` seconds ago; the least age is one second."""
    left: float = max(age, 1.0) ** -decay
    return left


def chance(traces: float, threshold: float, noise: float) -> float:
    """Return the probability of recalling an item, by the sum of its traces."""
    return 1.0 / (1.0 + exp(min((threshold - log(traces)) / noise, MAX_EXPONENT)))


def comes_back(traces: float, recall: Any, rng: Any) -> bool:
    """Draw whether an item is recalled this time, by the sum of its traces."""
    return roll(rng, LOW) < LOW * chance(traces, recall[THRESHOLD], recall[NOISE])


def comes_back_once(age: float, recall: Any, rng: Any) -> bool:
    """Draw whether an item is recalled that was met once, `age` seconds ago: the same, without a power."""
    activation = -recall[DECAY] * log(max(age, 1.0))
    forgetting = exp(min((recall[THRESHOLD] - activation) / recall[NOISE], MAX_EXPONENT))
    return roll(rng, LOW) * (1.0 + forgetting) < LOW

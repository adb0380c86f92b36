"""Human forgetting: how likely something seen is recalled, by ACT-R's base-level equation (Anderson, 2007)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf, log
from random import Random


@dataclass(frozen=True, slots=True)
class Recall:
    """threshold: what is less active than this is forgotten as often as not; noise: how blurred that line is."""

    threshold: float = -2.75
    noise: float = 0.4
    decay: float = 0.5

    def chance(self, ages: Sequence[float]) -> float:
        """The chance of recalling what was met so many seconds ago, once or several times."""
        if self.threshold == -inf:
            return 1.0
        activation = log(sum(max(age, 1.0) ** -self.decay for age in ages))
        return 1.0 / (1.0 + exp((self.threshold - activation) / self.noise))

    def recalls(self, ages: Sequence[float], rng: Random) -> bool:
        return rng.random() < self.chance(ages)


PERFECT = Recall(threshold=-inf)

"""What bots remember: human forgetting by ACT-R's base-level equation (Anderson, 2007), and what a memory does."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf, log
from random import Random
from typing import Any, NamedTuple, Protocol

from toctoc.games.game import Event


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


class Decided(NamedTuple):
    """What somebody did in a world; with a mind for each style that the player may have."""

    world: Any
    minds: Sequence[Any]
    seat: int
    action: int


class Memory(Protocol):
    """What a bot remembers, one class a game; `rng` decides what is forgotten."""

    def hear(self, event: Event, rng: Random) -> None: ...

    def believed(self, rng: Random) -> tuple[Any, Any]:
        """The table with holes where the bot does not know, or does not remember; and what it has in mind."""

    def world(self, rng: Random, styles: Sequence[int]) -> tuple[Any, Any]:
        """A full world that fits all that was heard, and what its players, of these styles, have in mind."""

    def decided(self, event: Event, rng: Random) -> list[Decided]:
        """Others' decisions that an event, not heard yet, shows."""

    def made(self, world: Any) -> tuple[Any, int, int] | None:
        """The decision that is on the table face down, if there is one: a world before it, seat and action."""

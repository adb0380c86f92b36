"""Define the memory of a bot, and its recall by the equation of `act_r.py`."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol

from toctoc.bots import act_r
from toctoc.core.game import Event


@dataclass(frozen=True, slots=True)
class Recall:
    """Recall items that were met some time ago, with a probability."""

    threshold: float = -2.75  # of the activation at which recall fails as often as not
    noise: float = 0.4  # scale of the logistic curve around it
    decay: float = 0.5  # exponent by which activation falls with time

    def chance(self, ages: Sequence[float]) -> float:
        """Return the probability of recalling an item that was met `ages` seconds ago, once or several times."""
        traces = sum(act_r.trace(age, self.decay) for age in ages)
        return act_r.chance(traces, self.threshold, self.noise)

    def recalls(self, ages: Sequence[float], rng: Random) -> bool:
        """Draw whether it is recalled this time."""
        return rng.random() < self.chance(ages)


class Decided(NamedTuple):
    """Hold an opponent's decision: the world before it, and a mind for each style that the player may have."""

    world: Any
    minds: Sequence[Any]
    seat: int
    action: int


class Memory(Protocol):
    """Remember for a bot, one class a game; `rng` decides about forgetting."""

    def observe(self, event: Event, rng: Random) -> None:
        """Take in an event."""

    def believed(self, rng: Random) -> tuple[Any, Any]:
        """Return the world as the bot knows and remembers it, with unknown cards, and its mind."""

    def world(self, rng: Random, styles: Sequence[int]) -> tuple[Any, Any]:
        """Sample a full world that fits all that was heard, and the minds of its players of these styles."""

    def decided(self, event: Event, rng: Random) -> list[Decided]:
        """Return others' decisions that `event`, not heard yet, shows."""

    def made(self, world: Any) -> tuple[Any, int, int] | None:
        """Return the decision that lies face down, if there is one: the world before it, seat and action."""

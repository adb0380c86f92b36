"""Define the interface of a bot: the information about its seat, the events that it observes, its decisions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from warnings import warn

from toctoc.core.game import Action, Event, Game, View
from toctoc.core.options import Options

Traits = Sequence[Sequence[float]]  # a row for each seat, in the order of its game's `policy.TRAITS`
TEMPERATURE = 0  # every game's first trait: the softmax temperature of the policy


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Hold all that a bot knows of its seat before a game. The same seed plays the same."""

    game: Game
    players: int
    options: Options
    seat: int
    seed: int


@dataclass(frozen=True, slots=True)
class Reason:
    """Hold why an action was chosen: a code of the language catalogues, and its parameters."""

    code: str
    params: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Decision:
    """Hold a bot's action, its reason, and in a snap window after how many milliseconds it is done.

    A hint by a net has the win probability after each of the likeliest actions, the best first.
    """

    action: Action
    reason: Reason
    after_ms: int | None
    chances: tuple[tuple[Action, float], ...] = ()


class Bot(Protocol):
    """Play a seat: observe the events that the seat is shown, and choose its actions. A bot never sees a state."""

    def observe(self, event: Event) -> None:
        """Receive an event as this seat is shown it."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        """Choose one of the actions in `legal`, of which there is at least one."""


def former_name(module: str, name: str) -> Any:
    """Return `SeatInfo` for its former name, with a warning; raise an `AttributeError` for other names."""
    if name != "Chair":
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    warn("toctoc.bots.Chair is now called SeatInfo", DeprecationWarning, stacklevel=3)
    return SeatInfo


def __getattr__(name: str) -> Any:
    return former_name(__name__, name)

"""Define what a bot is: what it is told, what it is asked, and what it answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from toctoc.games.game import Action, Event, Game, View
from toctoc.games.options import Options

Traits = Sequence[Sequence[float]]  # a row for each seat, in the order of its game's `policy.TRAITS`
TEMPERATURE = 0  # every game's first trait: the softmax temperature of the policy


@dataclass(frozen=True, slots=True)
class Chair:
    """Hold all that a bot is told before a game. The same seed plays the same."""

    game: Game
    players: int
    options: Options
    seat: int
    seed: int


@dataclass(frozen=True, slots=True)
class Reason:
    """Say why an action was chosen: a code whose words are in the language catalogues, and their parameters."""

    code: str
    params: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Decision:
    """Hold a bot's action, its reason, and in a snap window after how many milliseconds it is done.

    A hint by a net has what the likeliest actions lead to, the best first: the own chance to win after each.
    """

    action: Action
    reason: Reason
    after_ms: int | None
    chances: tuple[tuple[Action, float], ...] = ()


class Bot(Protocol):
    """Play a seat: hear what the seat is shown, and answer when the seat is asked. A bot never sees a state."""

    def hear(self, event: Event) -> None:
        """Take in an event as this seat is shown it."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        """Choose one of the actions in `legal`, of which there is at least one."""

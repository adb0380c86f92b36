"""What a bot is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from toctoc.games.game import Action, Event, Game, View
from toctoc.games.options import Options


@dataclass(frozen=True, slots=True)
class Chair:
    """Where a bot sits down; all that it is told beforehand. The same seed plays the same."""

    game: Game
    players: int
    options: Options
    seat: int
    seed: int


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something was done: a code whose words are in the language catalogues, and what goes into them."""

    code: str
    params: Mapping[str, str | int]


class Bot(Protocol):
    """It is told what its seat is shown, and asked what its seat does. It never sees a state."""

    def hear(self, event: Event) -> None: ...

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions; there is at least one."""

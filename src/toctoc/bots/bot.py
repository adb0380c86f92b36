"""What a bot is."""

from collections.abc import Sequence
from typing import Protocol

from toctoc.games.game import Action, Event, View


class Bot(Protocol):
    """It is told what its seat is shown, and asked what its seat does. It never sees a state."""

    def hear(self, event: Event) -> None: ...

    def act(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions; there is at least one."""

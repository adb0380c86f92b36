"""A bot that picks any legal action."""

from collections.abc import Sequence
from random import Random

from toctoc.bots.bot import Chair
from toctoc.games.game import Action, Event, View


class RandomBot:
    def __init__(self, chair: Chair) -> None:
        self.rng = Random(f"{chair.game.name} {chair.seat} {chair.seed}")

    def hear(self, event: Event) -> None:
        """It remembers nothing."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:  # noqa: ARG002  # it does not look either
        return self.rng.choice(legal)

"""A bot that picks any legal action."""

from collections.abc import Sequence
from random import Random

from toctoc.games.game import Action, Event, Game, View


class RandomBot:
    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.rng = Random(f"{game.name} {seat} {seed}")

    def hear(self, event: Event) -> None:
        """It remembers nothing."""

    def act(self, view: View, legal: Sequence[Action]) -> Action:  # noqa: ARG002  # it does not look either
        return self.rng.choice(legal)

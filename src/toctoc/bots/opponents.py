"""What kind of player each opponent seems to be: a running belief over some levels."""

from collections.abc import Sequence
from math import exp, log
from random import Random

from toctoc.bots.bot import Chair
from toctoc.bots.engine import Engine
from toctoc.bots.level import Level
from toctoc.bots.memory import Decided

FADING = 0.97  # how much of the belief is left at each decision seen: people change, and models are wrong


class Opponents:
    def __init__(self, chair: Chair, engine: Engine, styles: Sequence[Level]) -> None:
        self.engine = engine
        self.seats = chair.game.rules.SEATS
        self.traits = [style.traits[chair.game.name] for style in styles]
        self.belief = [[0.0] * len(styles) for _ in range(self.seats)]  # logarithms, up to a constant

    def judge(self, decisions: Sequence[Decided]) -> None:
        """Learn from what others did."""
        if not decisions or len(self.traits) == 1:
            return
        entries = [(done, style) for done in decisions for style in range(len(self.traits))]
        chances = self.engine.judged(
            [(done.world, done.minds[style]) for done, style in entries],
            [[self.traits[style]] * self.seats for _, style in entries],
            [done.seat for done, _ in entries],
            [done.action for done, _ in entries],
        )
        for (done, style), chance in zip(entries, chances, strict=True):
            belief = self.belief[done.seat]
            belief[style] = FADING * belief[style] + log(chance)

    def shares(self, seat: int) -> list[float]:
        """How likely a seat plays like each of the styles."""
        best = max(self.belief[seat])
        weights = [exp(belief - best) for belief in self.belief[seat]]
        return [weight / sum(weights) for weight in weights]

    def draw(self, rng: Random) -> list[int]:
        """A style for every seat, as likely as it seems."""
        return [rng.choices(range(len(self.traits)), self.shares(seat))[0] for seat in range(self.seats)]

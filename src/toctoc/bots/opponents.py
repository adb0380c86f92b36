"""Infer the style of each opponent: a running belief over some levels."""

from collections.abc import Sequence
from math import exp, log
from random import Random

from toctoc.bots.bot import SeatInfo
from toctoc.bots.engine import Engine
from toctoc.bots.level import Level
from toctoc.bots.memory import Decided

FADING = 0.97  # discount of the log-likelihood at each decision seen: people change, and models are wrong


class Opponents:
    """Hold, for every seat, a posterior over `styles`, the levels that an opponent may play like."""

    def __init__(self, seat_info: SeatInfo, engine: Engine, styles: Sequence[Level]) -> None:
        self.engine = engine
        self.seats = seat_info.game.rules.SEATS
        self.traits = [style.traits[seat_info.game.name] for style in styles]
        self.belief = [[0.0] * len(styles) for _ in range(self.seats)]  # log-probabilities, up to a constant

    def learn(self, decisions: Sequence[Decided]) -> None:
        """Update the belief by the likelihood of `decisions` under each style."""
        if not decisions or len(self.traits) == 1:
            return
        entries = [(done, style) for done in decisions for style in range(len(self.traits))]
        chances = self.engine.likelihoods(
            [(done.world, done.minds[style]) for done, style in entries],
            [[self.traits[style]] * self.seats for _, style in entries],
            [done.seat for done, _ in entries],
            [done.action for done, _ in entries],
        )
        for (done, style), chance in zip(entries, chances, strict=True):
            belief = self.belief[done.seat]
            belief[style] = FADING * belief[style] + log(chance)

    def shares(self, seat: int) -> list[float]:
        """Return the probability of each style at `seat`."""
        best = max(self.belief[seat])
        weights = [exp(belief - best) for belief in self.belief[seat]]
        return [weight / sum(weights) for weight in weights]

    def draw(self, rng: Random) -> list[int]:
        """Sample a style for every seat."""
        return [rng.choices(range(len(self.traits)), self.shares(seat))[0] for seat in range(self.seats)]

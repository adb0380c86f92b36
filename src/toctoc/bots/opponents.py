"""What kind of player each opponent seems to be: a running belief over some levels."""

from collections.abc import Sequence
from math import exp, log
from random import Random
from typing import Any

from toctoc.bots.bot import Chair
from toctoc.bots.engine import Engine
from toctoc.bots.level import Level

FADING = 0.97  # how much of the belief is left at each decision seen: people change, and models are wrong


class Opponents:
    def __init__(self, chair: Chair, engine: Engine, styles: Sequence[Level]) -> None:
        self.engine = engine
        self.seats = chair.game.rules.SEATS
        self.traits = [style.traits[chair.game.name] for style in styles]
        self.belief = [[0.0] * len(styles) for _ in range(self.seats)]  # logarithms, up to a constant

    def judge(self, decisions: list[tuple[Any, Any, int, int]]) -> None:
        """Learn from what others did: worlds, minds, seats and actions."""
        if not decisions or len(self.traits) == 1:
            return
        entries = [(d, style) for d in range(len(decisions)) for style in range(len(self.traits))]
        chances = self.engine.judged(
            [(decisions[d][0], _mind(decisions[d][1], style)) for d, style in entries],
            list(range(len(entries))),
            [[self.traits[style]] * self.seats for _, style in entries],
            [decisions[d][2] for d, _ in entries],
            [decisions[d][3] for d, _ in entries],
        )
        for (d, style), chance in zip(entries, chances, strict=True):
            belief = self.belief[decisions[d][2]]
            belief[style] = FADING * belief[style] + log(chance)

    def shares(self, seat: int) -> list[float]:
        """How likely a seat plays like each of the styles."""
        best = max(self.belief[seat])
        weights = [exp(belief - best) for belief in self.belief[seat]]
        return [weight / sum(weights) for weight in weights]

    def draw(self, rng: Random) -> list[int]:
        """A style for every seat, as likely as it seems."""
        return [rng.choices(range(len(self.traits)), self.shares(seat))[0] for seat in range(self.seats)]


def _mind(minds: Any, style: int) -> Any:
    return minds[style] if isinstance(minds, list) else minds

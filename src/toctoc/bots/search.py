"""Looking ahead: the same re-dealt worlds for every action, played on by what the opponents seem to be."""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any

from toctoc.bots.bot import Chair
from toctoc.bots.engine import Engine, engine
from toctoc.bots.level import Level
from toctoc.bots.memory import Memory
from toctoc.bots.opponents import Opponents
from toctoc.games.game import Action

ROUNDS = 3  # after each the worse half of the actions is given up
KEPT = (1 + 1 / 2 + 1 / 4) / ROUNDS  # so many of all pairs of action and world are played out


class Search:
    def __init__(self, chair: Chair, level: Level, ahead: Engine, opponents: Opponents) -> None:
        self.chair = chair
        self.settings = level.search[chair.game.name]
        self.engine = ahead
        self.opponents = opponents
        self.own = level.traits[chair.game.name]  # how it thinks that itself will go on
        settings = self.settings
        self.worlds = settings.worlds if ahead.compiled else settings.plain_worlds
        self.playouts = settings.playouts if ahead.compiled else settings.plain_playouts

    def best(self, memory: Memory, legal: Sequence[Action], rng: Random) -> Action:
        hopes = self.hopes(memory, legal, rng)
        top = max(hopes)
        width = max(self.settings.mix * top, 1e-9)
        weights = [exp((hope - top) / width) for hope in hopes]
        return rng.choices(legal, weights)[0]

    def hopes(self, memory: Memory, legal: Sequence[Action], rng: Random) -> list[float]:
        """The share of a victory that each action promises; very little for one that was given up early."""
        seat = self.chair.seat
        codes = [self.chair.game.action_code(action) for action in legal]
        worlds, traits = [], []
        for _ in range(max(ROUNDS, min(self.worlds, round(self.playouts / (KEPT * len(legal)))))):
            styles = self.opponents.draw(rng)
            worlds.append(memory.world(rng, styles))
            traits.append(
                [self.own if p == seat else self.opponents.traits[style] for p, style in enumerate(styles)]
            )
        weights = self.weights(memory, worlds, traits)
        return self.engine.looked_ahead(
            worlds, traits, weights, seat, codes, self._leanings(memory, codes, rng), self.settings.turns,
            ROUNDS, rng.getrandbits(48),
        )  # fmt: skip

    def _leanings(self, memory: Memory, actions: list[int], rng: Random) -> list[float]:
        """What habit says beforehand, in shares of a victory."""
        if not self.settings.prior:
            return [0.0] * len(actions)
        seat, policy = self.chair.seat, engine(self.chair.game, wants_compiled=False).policy
        traits = [self.own] * self.chair.game.rules.SEATS
        world, mind = memory.believed(rng)
        policy.prepare(world, mind, traits, seat)
        return [self.settings.prior * policy.value(world, mind, traits, seat, action) for action in actions]

    def weights(self, memory: Memory, worlds: list[tuple[Any, Any]], traits: list[Any]) -> list[float]:
        """How well each world explains the decision that is on the table."""
        made = [found for world, _ in worlds if (found := memory.made(world))]
        if not made:
            return [1.0] * len(worlds)
        return self.engine.judged(
            [(before, mind) for (before, _, _), (_, mind) in zip(made, worlds, strict=True)],
            traits, [seat for _, seat, _ in made], [action for _, _, action in made],
        )  # fmt: skip

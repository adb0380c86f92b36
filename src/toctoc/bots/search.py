"""Choose an action by determinized playouts: the same sampled worlds for all actions, with sequential halving."""

from collections.abc import Sequence
from math import exp, log
from random import Random
from typing import TYPE_CHECKING, Any

from toctoc.bots.bot import SeatInfo
from toctoc.bots.engine import Alternatives, Engine, WorldSample, engine
from toctoc.bots.level import Level
from toctoc.bots.memory import Memory
from toctoc.bots.opponents import Opponents
from toctoc.core.game import Action

if TYPE_CHECKING:
    from toctoc.bots.learned import Learned

ROUNDS = 3  # of sequential halving
MIN_RELATIVE_PROBABILITY = 0.01  # of the net's likeliest action: less likely ones are not searched
PLAYED_SHARE = (1 + 1 / 2 + 1 / 4) / ROUNDS  # of all pairs of action and world


class Search:
    """Search for one seat, in worlds consistent with its events; with a net, among its likely actions."""

    def __init__(
        self,
        seat_info: SeatInfo,
        level: Level,
        ahead: Engine,
        opponents: Opponents,
        learned: "Learned | None" = None,
    ) -> None:
        self.seat_info = seat_info
        self.settings = level.search[seat_info.game.name]
        self.engine = ahead
        self.opponents = opponents
        self.learned = learned
        self.own = level.traits[seat_info.game.name]  # its own policy in the playouts
        settings = self.settings
        self.worlds = settings.worlds if ahead.compiled else settings.plain_worlds
        self.playouts = settings.playouts if ahead.compiled else settings.plain_playouts

    def choose(self, memory: Memory, legal: Sequence[Action], rng: Random) -> Action:
        """Sample one of `legal` by softmax over its value; `mix` is the temperature."""
        actions, opinions = self._considered(legal)
        if len(actions) == 1:
            return actions[0]
        values = self.values(memory, actions, rng, opinions)
        top = max(values)
        temperature = max(self.settings.mix * top, 1e-9)
        weights = [exp((value - top) / temperature) for value in values]
        return rng.choices(actions, weights)[0]

    def values(
        self, memory: Memory, legal: Sequence[Action], rng: Random, opinions: list[float] | None = None
    ) -> list[float]:
        """Return the expected share of victory of each action; far below 0 for those that were eliminated.

        The net's opinion of each is added, or else the policy's.
        """
        seat = self.seat_info.seat
        codes = [self.seat_info.game.action_code(action) for action in legal]
        worlds, traits = [], []
        for _ in range(max(ROUNDS, min(self.worlds, round(self.playouts / (PLAYED_SHARE * len(legal)))))):
            styles = self.opponents.draw(rng)
            worlds.append(memory.world(rng, styles))
            traits.append(
                [self.own if p == seat else self.opponents.traits[style] for p, style in enumerate(styles)]
            )
        weights = likely(self.engine, memory, worlds, traits)
        choice = Alternatives(seat, codes, opinions or self._priors(memory, codes, rng))
        sample, seed = WorldSample(worlds, traits, weights), rng.getrandbits(48)
        return self.engine.action_values(sample, choice, self.settings.turns, ROUNDS, seed)

    def _considered(self, legal: Sequence[Action]) -> tuple[Sequence[Action], list[float] | None]:
        """Return the likely actions of the net, and its opinions; without a net all actions, and None."""
        if self.learned is None:
            return legal, None
        pairs = zip(legal, self.learned.weights(legal), strict=True)
        likely = [(action, weight) for action, weight in pairs if weight > MIN_RELATIVE_PROBABILITY]
        if not likely:
            return legal, None
        return [action for action, _ in likely], [self.settings.trust * log(weight) for _, weight in likely]

    def _priors(self, memory: Memory, actions: list[int], rng: Random) -> list[float]:
        """Return the policy's value of each action, times the weight `prior`."""
        if not self.settings.prior:
            return [0.0] * len(actions)
        seat, policy = self.seat_info.seat, engine(self.seat_info.game, wants_compiled=False).policy
        traits = [self.own] * self.seat_info.game.rules.SEATS
        world, mind = memory.believed(rng)
        policy.prepare(world, mind, traits, seat)
        return [self.settings.prior * policy.value(world, mind, traits, seat, action) for action in actions]


def likely(engine: Engine, memory: Memory, worlds: Sequence[tuple[Any, Any]], traits: list[Any]) -> list[float]:
    """Return the likelihood, in each world, of the decision that lies face down; 1 where there is none."""
    made = [found for world, _ in worlds if (found := memory.made(world))]
    if not made:
        return [1.0] * len(worlds)
    return engine.likelihoods(
        [(before, mind) for (before, _, _), (_, mind) in zip(made, worlds, strict=True)],
        traits, [seat for _, seat, _ in made], [action for _, _, action in made],
    )  # fmt: skip

"""A game's thinking in one of the two runtimes: compiled where Numba is there, else plain."""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from toctoc.bots import thinking
from toctoc.games import fields
from toctoc.games.compile import compiled
from toctoc.games.compile.runtime import load
from toctoc.games.game import Game
from toctoc.games.options import complete

GIVEN_UP = -1e9  # the hope of an action that is not looked at any more


@dataclass(frozen=True)
class Engine:
    mind: Any
    policy: Any
    thinking: Any
    compiled: bool

    def judged(
        self,
        worlds: Sequence[tuple[Any, Any]],
        traits: list[Any],
        seats: list[int],
        actions: list[int],
    ) -> list[float]:
        """How likely each action was in its world and mind, for a player of its traits."""
        chances = self._numbers([0.0] * len(actions))
        self.thinking.judge(
            self._states([world for world, _ in worlds]), self._states([mind for _, mind in worlds]),
            self._numbers(traits), self._whole(seats), self._whole(actions), chances,
        )  # fmt: skip
        return [float(chance) for chance in chances]

    def looked_ahead(
        self,
        worlds: Sequence[tuple[Any, Any]],
        traits: list[Any],
        weights: list[float],
        seat: int,
        actions: list[int],
        leanings: list[float],
        turns: int,
        rounds: int,
        seed: int,
    ) -> list[float]:
        """What each action comes to on average, and what one leans to beforehand added.

        After every round of worlds the worse half is given up.
        """
        states, minds = (self._states([pair[part] for pair in worlds]) for part in (0, 1))
        scratch, thought = self._states([worlds[0][0]]), self._states([worlds[0][1]])
        totals, alive = self._numbers([0.0] * len(actions)), self._whole([1] * len(actions))
        codes, shares, rng = self._whole(actions), self._numbers(weights), self._whole([0])
        players = self._numbers(traits)
        borders = [round(len(worlds) * part / rounds) for part in range(rounds + 1)]
        hopes = list(leanings)
        for first, last in pairwise(borders):
            self.thinking.look_ahead(
                states, minds, players, shares, first, last, seat, codes, alive, turns, seed,
                rng, scratch, thought, totals,
            )  # fmt: skip
            seen = sum(weights[:last])
            hopes = [
                float(total) / seen + lean if still else GIVEN_UP
                for total, lean, still in zip(totals, leanings, alive, strict=True)
            ]
            best = sorted((a for a in range(len(actions)) if alive[a]), key=lambda a: -hopes[a])
            if last < len(worlds):
                for a in best[max(2, (len(best) + 1) // 2) :]:
                    alive[a] = 0
                    hopes[a] = GIVEN_UP
        return hopes

    def _states(self, states: list[Any]) -> Any:
        """Worlds, or minds, as this runtime has them."""
        if not self.compiled:
            return list(states)
        import numpy

        packed = bytearray().join(fields.pack(state) for state in states)
        return numpy.frombuffer(packed, compiled.record(type(states[0])))

    def _numbers(self, values: Any) -> Any:
        """Floats in rows, in rows of rows, and so on."""
        if not self.compiled:
            return values
        import numpy

        return numpy.array(values, numpy.float64)

    def _whole(self, values: list[int]) -> Any:
        if not self.compiled:
            return values
        import numpy

        return numpy.array(values, numpy.int64)


@cache
def engine(game: Game, wants_compiled: bool) -> Engine:
    mind = import_module(f"toctoc.bots.{game.name}.mind")
    policy = import_module(f"toctoc.bots.{game.name}.policy")
    if not wants_compiled:
        name = f"{thinking.__name__}_{game.name}"
        plain = load(Path(thinking.__file__), name, rules=game.rules, mind=mind, policy=policy, put=_put)
        return Engine(mind, policy, plain, compiled=False)
    copies = compiled.companions(game.rules, [mind, policy, thinking], _put_record)
    mind, policy, plays = copies
    return Engine(mind, policy, plays, compiled=True)


def best_engine(game: Game) -> Engine:
    return engine(game, compiled.available())


_WARM: set[str] = set()


def warm_up(game: Game, first: Callable[[], None] = lambda: None) -> None:
    """Let Numba compile, or find, all that thinking ahead needs; `first` is called if that is still to be done.

    The first time ever it takes half a minute, later about a second, and once in a process is enough.
    """
    if game.name in _WARM or not compiled.available():
        return
    _WARM.add(game.name)
    first()
    best = best_engine(game)
    rules, dice = game.rules, Random(1)
    traits = [[0.1] * len(best.policy.TRAITS)] * rules.SEATS
    world, mind = fields.blank(rules.State), fields.blank(import_module(f"toctoc.bots.{game.name}.mind").Mind)
    rules.setup(world, *game.settings(rules.SEATS, complete(game.options, {})))
    while (seat := rules.asked(world)) == rules.CHANCE:
        rules.take_chance(world, rules.chance_pick(world, dice.randrange(rules.chance_total(world))))
    actions = [rules.legal_nth(world, seat, n) for n in range(rules.legal_count(world, seat))]
    best.judged([(world, mind)], [traits], [seat], actions[:1])
    best.looked_ahead(
        [(world, mind)], [traits], [1.0], seat, actions, [0.0] * len(actions), turns=1, rounds=1, seed=1
    )
    gc.collect()
    gc.freeze()  # what was compiled stays: else the collector walks over it in the middle of a decision


def _put(scratch: list[Any], states: list[Any], n: int) -> None:
    """The first state becomes a copy of the n-th of others."""
    scratch[0] = fields.clone(states[n])


def _put_record(scratch: Any, states: Any, n: int) -> None:
    """The same for NumPy's records; only compiled."""
    scratch[0] = states[n]

"""Run a game's policy and rollouts in one of the two runtimes: compiled where Numba is there, else plain."""

import gc
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from toctoc.bots import act_r, bot_modules, policy_play, rollouts
from toctoc.core import fields
from toctoc.core.compile import compiled
from toctoc.core.compile.runtime import load
from toctoc.core.game import Game
from toctoc.core.options import complete

ELIMINATED = -1e9  # the value of an action that sequential halving has dropped


@dataclass(frozen=True, slots=True)
class WorldSample:
    """Sampled worlds with their minds, the traits of the players in the playouts, and the worlds' weights."""

    worlds: Sequence[tuple[Any, Any]]
    traits: list[Any]  # of each seat, in `action_values` by world
    weights: Sequence[float] = ()  # none: 1 for every world; `endings` ignores them


@dataclass(frozen=True, slots=True)
class Alternatives:
    """The actions that a search compares for `seat`; `priors` are added to their values."""

    seat: int
    actions: list[int]
    priors: Sequence[float] = ()  # none: 0 for every action


@dataclass(frozen=True)
class Engine:
    """Hold a game's mind, policy, rollouts and policy play, as modules of one runtime."""

    mind: Any
    policy: Any
    rollouts: Any
    observations: Any  # None, like `policy_play`, where a game's bots have no such module
    policy_play: Any
    compiled: bool

    def likelihoods(
        self,
        worlds: Sequence[tuple[Any, Any]],
        traits: list[Any],
        seats: list[int],
        actions: list[int],
    ) -> list[float]:
        """Return the probability of each action, each in a world and mind of its own, under its traits."""
        chances = self._floats([0.0] * len(actions))
        self.rollouts.likelihoods(
            self._states([world for world, _ in worlds]), self._states([mind for _, mind in worlds]),
            self._floats(traits), self._ints(seats), self._ints(actions), chances,
        )  # fmt: skip
        return [float(chance) for chance in chances]

    def endings(
        self, sample: WorldSample, choice: Alternatives, times: int, chapters: int, seed: int
    ) -> list[list[list[float]]]:
        """Return the expected shares of victory by world, action and seat: the mean of `times` playouts.

        They end with the game, or after so many chapters. An action of -1 is none: the world is played on.
        """
        actions, players = choice.actions, sample.worlds[0][0].players
        shares = self._floats([[[0.0] * players for _ in actions] for _ in sample.worlds])
        candidates = rollouts.Candidates(choice.seat, self._ints(actions), self._ints([1] * len(actions)), shares)
        self.rollouts.endings(self._worlds(sample), times, candidates, chapters, seed)
        return [[[float(share) for share in row] for row in rows] for rows in shares]

    def action_values(
        self, sample: WorldSample, choice: Alternatives, turns: int, rounds: int, seed: int
    ) -> list[float]:
        """Return each action's mean evaluation over the weighted worlds, plus its prior.

        The worlds are divided into `rounds`; after each the worse half of the actions is eliminated.
        """
        actions, count = choice.actions, len(sample.worlds)
        totals, alive = self._floats([0.0] * len(actions)), self._ints([1] * len(actions))
        candidates = rollouts.Candidates(choice.seat, self._ints(actions), alive, totals)
        sampled = self._worlds(sample)
        borders = [round(count * part / rounds) for part in range(rounds + 1)]
        priors, weights = choice.priors or [0.0] * len(actions), sample.weights or [1.0] * count
        values = list(priors)
        for first, last in pairwise(borders):
            self.rollouts.rollouts(sampled, first, last, candidates, turns, seed)
            seen = sum(weights[:last])
            values = [
                float(total) / seen + prior if still else ELIMINATED
                for total, prior, still in zip(totals, priors, alive, strict=True)
            ]
            best = sorted((a for a in range(len(actions)) if alive[a]), key=lambda a: -values[a])
            if last < count:
                for a in best[max(2, (len(best) + 1) // 2) :]:
                    alive[a] = 0
                    values[a] = ELIMINATED
        return values

    def _worlds(self, sample: WorldSample) -> rollouts.SampledWorlds:
        """Convert a sample to this runtime."""
        worlds = sample.worlds
        states, minds = (self._states([pair[part] for pair in worlds]) for part in (0, 1))
        state, mind = self._states([worlds[0][0]]), self._states([worlds[0][1]])
        players, shares = self._floats(sample.traits), self._floats(list(sample.weights) or [1.0] * len(worlds))
        return rollouts.SampledWorlds(states, minds, players, shares, state, mind, self._ints([0]))

    def _states(self, states: list[Any]) -> Any:
        """Convert worlds, or minds, to this runtime."""
        if not self.compiled:
            return list(states)
        import numpy

        packed = bytearray().join(fields.pack(state) for state in states)
        return numpy.frombuffer(packed, compiled.record(type(states[0])))

    def _floats(self, values: Any) -> Any:
        """Convert floats, in rows of any depth, to this runtime."""
        if not self.compiled:
            return values
        import numpy

        return numpy.array(values, numpy.float64)

    def _ints(self, values: list[int]) -> Any:
        """Convert integers to this runtime."""
        if not self.compiled:
            return values
        import numpy

        return numpy.array(values, numpy.int64)


_ENGINES: dict[tuple[str, bool], Engine] = {}


def engine(game: Game, wants_compiled: bool) -> Engine:
    """Return `game`'s engine, compiled or plain; it is made once."""
    key = game.name, wants_compiled
    if key not in _ENGINES:
        _ENGINES[key] = _made(game, wants_compiled)
    return _ENGINES[key]


def _made(game: Game, wants_compiled: bool) -> Engine:
    texts = modules(game)
    names = [module.__name__.rsplit(".", 1)[-1] for module in texts]
    if wants_compiled:
        made = dict(zip(names, compiled.compile_modules(game.rules, texts, copy_record), strict=True))
    else:
        made = dict(zip(names, texts, strict=True))
        for text in (rollouts, policy_play):
            if text in texts:
                name = text.__name__.rsplit(".", 1)[-1]
                file = Path(str(text.__file__))
                made[name] = load(file, f"{text.__name__}_{game.name}", rules=game.rules, copy=_copy, **made)
    observations, playing = made.get("observations"), made.get("policy_play")
    return Engine(made["mind"], made["policy"], made["rollouts"], observations, playing, wants_compiled)


def modules(game: Game) -> list[ModuleType]:
    """List the modules to compile besides the rules, each after those that it imports; kernels can follow."""
    policy = bot_modules.part(game, "policy")
    parts = [bot_modules.part(game, name) for name in getattr(policy, "PARTS", ())]
    playing = (
        [act_r, bot_modules.part(game, "observations"), policy_play]
        if bot_modules.has(game, "observations")
        else []
    )
    return [bot_modules.part(game, "mind"), *parts, policy, rollouts, *playing]


def best_engine(game: Game) -> Engine:
    """Return the compiled engine if Numba is installed, else the plain one."""
    return engine(game, compiled.available())


WHOLE = "whole"  # a file beside compiled code: nothing of it is missing
_WARM: set[str] = set()


def can_compile(game: Game) -> bool:
    """Tell whether there is something to compile for searches in `game`, and Numba to do it."""
    return compiled.available() and bot_modules.has_bots(game)


def compiled_folder(game: Game) -> Path:
    """Return the folder with the compiled code for a search in `game`."""
    return compiled.modules_folder(game.rules, modules(game))


def is_compiled(game: Game) -> bool:
    """Tell whether this machine keeps all that a search in `game` needs: `warm_up` then takes about a second."""
    return (compiled_folder(game) / WHOLE).is_file()


def is_warm(game: Game) -> bool:
    """Tell whether this process has loaded all that a search in `game` needs."""
    return game.name in _WARM


def warm_up(game: Game, first: Callable[[], None] = lambda: None) -> None:
    """Compile the search of a game, or load it from the cache; do nothing without Numba.

    The first time on a machine takes half a minute, later ones about a second. Once in a process is enough.

    Args:
        game: The `Game`.
        first: A function to call if there is something to compile or to load.

    Example:
        >>> from toctoc import GAMES
        >>> from toctoc.bots import warm_up
        >>> warm_up(GAMES["toctoctoc"])
    """
    if is_warm(game) or not can_compile(game):
        return
    first()
    best = best_engine(game)
    rules, dice = game.rules, Random(1)
    traits = [[0.1] * len(best.policy.TRAITS)] * rules.SEATS
    world, mind = fields.blank(rules.State), fields.blank(bot_modules.part(game, "mind").Mind)
    rules.setup(world, *game.settings(rules.SEATS, complete(game.options, {})))
    while (seat := rules.asked(world)) == rules.CHANCE:
        rules.take_chance(world, rules.chance_pick(world, dice.randrange(rules.chance_total(world))))
    actions = [rules.legal_nth(world, seat, n) for n in range(rules.legal_count(world, seat))]
    best.likelihoods([(world, mind)], [traits], [seat], actions[:1])
    best.action_values(WorldSample([(world, mind)], [traits]), Alternatives(seat, actions), 1, 1, seed=1)
    best.endings(WorldSample([(world, mind)], traits), Alternatives(seat, actions[:1]), 1, 1, seed=1)
    gc.collect()
    gc.freeze()  # compiled code stays: else the collector walks over it in the middle of a decision
    with suppress(OSError):
        (compiled_folder(game) / WHOLE).touch()
    _WARM.add(game.name)


def _copy(scratch: list[Any], states: list[Any], n: int) -> None:
    """Make scratch[0] a copy of states[n]."""
    scratch[0] = fields.clone(states[n])


def copy_record(scratch: Any, states: Any, n: int) -> None:
    """Make scratch[0] a copy of states[n], where both are NumPy records; only compiled."""
    scratch[0] = states[n]

"""Measure policies by named tasks: a game, players, opponents, a budget for training, and the games that count."""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from toctoc.arena.journal import SimulationJournal
from toctoc.arena.plan import Simulation
from toctoc.arena.pool import Workers
from toctoc.arena.results import wilson
from toctoc.arena.simulation import simulate
from toctoc.arena.tally import Z95, Interval
from toctoc.bots import Bot, Policy, plays
from toctoc.bots.level import LEVELS
from toctoc.bots.programs import named
from toctoc.bots.registry import short_name
from toctoc.core.game_package import package
from toctoc.core.registry import GAMES

from .policies import Act, NetPolicy

if TYPE_CHECKING:
    from .gym_env import Solo

# A version never changes: raise that of a task when its rules or opponents play differently.
# tests/lab/test_tasks.py detects that.
VERSIONS = {"Toctoctoc-4p-comte": 3}
DEFAULT_VERSION = 2
OPPONENTS = LEVELS[-2:]  # the level at all other seats
PLAYERS = 4  # where the game permits
BUDGET = 10_000_000  # decisions of the policy in training
EVALUATION_SEEDS = 1 << 60  # from here on: games that nobody trains with
EVALUATION_GAMES = 10_000
PARALLEL_TABLES = 256  # for policies on arrays


@dataclass(frozen=True, slots=True)
class Task:
    """Describe a task: which games a policy plays, and against whom. `TASKS` has all of them.

    The metric is the share of the victory: the mean over the games of 1 for a victory, a part of 1 for a shared
    one, and 0 otherwise. An equal share is 1 / players.

    Args:
        name: The name, with its version.
        game: The name of the game, with its default options.
        players: The number of players.
        opponents: The bots at the other seats, from the left of the policy on.
        budget: How many decisions a policy may use for training. Nothing enforces it: report what you used.
        seed: The seed of the evaluation. Training uses seeds below `2 ** 60`.
        games: The number of games of a full evaluation.

    Example:
        >>> from toctoc.lab.tasks import TASKS
        >>> task = TASKS["toctoc/Escalier-4p-voyante-v2"]
        >>> task.game, task.players, task.opponents
        ('escalier', 4, ('voyante', 'voyante', 'voyante'))
    """

    name: str
    game: str
    players: int
    opponents: tuple[str, ...]
    budget: int = BUDGET
    seed: int = EVALUATION_SEEDS + DEFAULT_VERSION
    games: int = EVALUATION_GAMES

    def env(self, n: int = PARALLEL_TABLES, seed: int = 0, **arguments: Any) -> "Solo":
        """Return `n` tables of this task to train at, as a Gymnasium vector environment.

        Args:
            n: The number of tables.
            seed: The seed of the games, below `2 ** 60`.
            **arguments: Further arguments of `solo`.

        Raises:
            ValueError: If the seed belongs to evaluations, or as for `solo`.
        """
        from toctoc.lab import solo

        if seed >= EVALUATION_SEEDS:
            raise ValueError(f"seeds from {EVALUATION_SEEDS} on are for evaluation; train with others")
        env: Solo = solo(self.game, list(self.opponents), self.players, n, seed=seed, **arguments)
        return env


@dataclass(frozen=True, slots=True)
class Result:
    """Hold the result of a policy in a task.

    Args:
        task: The name of the task.
        policy: The name of the policy.
        games: The number of games.
        share: Its share of the victory, with a 95 % confidence interval by Wilson's formula.
    """

    task: str
    policy: str
    games: int
    share: Interval


def _tasks() -> dict[str, Task]:
    found = {}
    for game in GAMES.values():
        players = PLAYERS if PLAYERS in game.players else game.players[-1]
        for opponent in OPPONENTS if package(game, "codec") else ():
            if plays(opponent, game.name):
                name = f"{game.name.capitalize()}-{players}p-{opponent}"
                version = VERSIONS.get(name, DEFAULT_VERSION)
                task = Task(
                    f"toctoc/{name}-v{version}", game.name, players, (opponent,) * (players - 1),
                    seed=EVALUATION_SEEDS + version,
                )  # fmt: skip
                found[task.name] = task
    return found


TASKS: Mapping[str, Task] = MappingProxyType(_tasks())


def find(name: str) -> Task:
    """Return the task called `name`, with `toctoc/` before it or not; capital letters do not matter.

    Raises:
        ValueError: If there is no such task.

    Example:
        >>> from toctoc.lab import tasks
        >>> tasks.find("toctoc/TocTocToc-4p-voyante-v2").game
        'toctoctoc'
    """
    for task in TASKS.values():
        if task.name.casefold() in (name.casefold(), f"toctoc/{name}".casefold()):
            return task
    raise ValueError(f"there is no task {name!r}; there are: {', '.join(TASKS)}")


def evaluate(
    task: Task | str,
    policy: str | Policy | type[Bot] | NetPolicy | Act,
    games: int | None = None,
    cores: Workers = None,
    progress: Callable[[int], None] = lambda _: None,
    save: str | PathLike[str] | None = None,
) -> Result:
    """Play the games of a task, and return the policy's share of the victory.

    In game g the policy has seat -g modulo the players. Chance is the same for every policy. A script that
    evaluates bots on several cores needs `if __name__ == "__main__":`.

    Args:
        task: A `Task`, or its name.
        policy: The name of a bot; a `Policy`; a class of bots, in a file; a net of `lab.net`; or a function that
            takes observations and masks of the `codec`, a row for each table, and returns the actions.
        games: The number of games, the first ones of the task; None for all of them.
        cores: The number of processes for bots, None for all cores, or an executor.
        progress: A function to call with the number of games played since its last call.
        save: A journal file for bots; a repeated call continues from it.

    Raises:
        ValueError: If there is no such task, bot or number of games, if the function cannot play against these
            opponents, or if it gets `save`.
        IllegalAction: If the function returns an illegal action.
        BotFailed: If a bot fails.
    """
    wanted = find(task) if isinstance(task, str) else task
    games = wanted.games if games is None else games
    if not 1 <= games <= wanted.games:
        raise ValueError(f"{wanted.name} has 1 to {wanted.games} games, not {games}")
    if isinstance(policy, str | Policy | type):
        name = named(policy.name if isinstance(policy, Policy) else policy)
        share = _share_of_bot(wanted, name, games, cores, progress, save)
        return Result(wanted.name, short_name(name), games, share)
    if save is not None:
        raise ValueError("save is for bots; a function plays all its games at once")
    lineup = wanted.game, wanted.opponents, wanted.players
    share, count = array_share(lineup, policy, wanted.seed, games, progress)
    return Result(wanted.name, getattr(policy, "__name__", type(policy).__name__), count, share)


def _share_of_bot(
    task: Task,
    bot: str,
    games: int,
    cores: Workers,
    progress: Callable[[int], None],
    save: str | PathLike[str] | None,
) -> Interval:
    plan = Simulation.of(task.game, task.players, games, task.seed, {}, [bot, *task.opponents])
    if save is None:
        tally = simulate(plan, progress, cores=cores)
    else:
        with closing(SimulationJournal(Path(save), plan)) as journal:
            tally = simulate(plan, progress, cores=cores, journal=journal)
    assert tally.bots is not None  # bots have played
    share = tally.bots.victories(bot)
    return wilson(share.mean, share.margin / Z95, games)


def array_share(
    lineup: tuple[str, tuple[str, ...], int],
    act: NetPolicy | Act,
    seed: int,
    games: int,
    progress: Callable[[int], None] = lambda _: None,
) -> tuple[Interval, int]:
    """Return the share of the victory of a policy on arrays, and the number of games.

    `lineup` is the game, the opponents and the number of players. Games without a decision of the policy do not
    count.
    """
    from gymnasium.vector import AutoresetMode

    from toctoc.lab import solo

    game, opponents, players = lineup
    mode, by_net = AutoresetMode.SAME_STEP, isinstance(act, NetPolicy)
    env = solo(
        game, list(opponents), players, min(PARALLEL_TABLES, games), seed=seed, autoreset_mode=mode, by_net=by_net
    )
    observations, infos = env.reset()
    shares: list[float] = []
    while (infos["game"] < games).any():
        counts = infos["game"] < games  # the others have played all of theirs
        mask = infos["action_mask"].astype(np.bool_)
        actions = act(env) if isinstance(act, NetPolicy) else act(observations, mask)
        observations, rewards, done, _, infos = env.step(np.asarray(actions))
        ended = rewards[done & counts] + 1 / players
        shares += ended.tolist()
        progress(len(ended))
    error = float(np.std(shares, ddof=1)) / len(shares) ** 0.5 if len(shares) > 1 else 0.0
    return wilson(float(np.mean(shares)), error, len(shares)), len(shares)

"""Play step by step through the APIs of others, each step with the observation and the mask of the seat to act.

Our games and the games of PettingZoo and OpenSpiel, where these are installed, take the same loop and draw actions
in the same way. In OpenSpiel, outcomes of chance are applied one by one and do not count.
"""

from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from benchmarks.measure import Contestant, Count
from toctoc.core.game import Game

OUR_PETTINGZOO, OUR_OPENSPIEL, OPENSPIEL = "PettingZoo, our game", "OpenSpiel, our game", "OpenSpiel, its own game"
OUR_GYMNASIUM = {opponents: f"Gymnasium, our game against {opponents}" for opponents in ("random", "voyante")}
OPENSPIEL_GAMES = ("leduc_poker", "hanabi")
PETTINGZOO, PETTINGZOO_GAMES = "PettingZoo, step by step", (
    "leduc_holdem_v4", "gin_rummy_v4", "hanabi_v5", "texas_holdem_v4", "texas_holdem_no_limit_v6",
)  # fmt: skip
WAYS = (*OUR_GYMNASIUM.values(), OUR_PETTINGZOO, OUR_OPENSPIEL, OPENSPIEL, PETTINGZOO)
STEPS = 200  # before the clock is looked at


def contestants(game: Game, players: int) -> list[Contestant]:
    """Return `game` in those APIs that are installed."""
    found = []
    if find_spec("gymnasium") is not None:
        import_module("toctoc.lab")
        gymnasium: Any = import_module("gymnasium")
        for opponents, way in OUR_GYMNASIUM.items():
            name = f"toctoc/{game.name.capitalize()}-v0"
            alone = gymnasium.make(name, players=players, opponents=opponents, seed=1)
            found.append(_stepped(game.title, players, way, partial(play_gymnasium, alone)))
    if find_spec("pettingzoo") is not None:
        environments: Any = getattr(import_module("toctoc.lab.pettingzoo"), f"{game.name}_v0")
        env = environments.env(players=players)
        env.reset(seed=1)
        found.append(_stepped(game.title, players, OUR_PETTINGZOO, partial(play_pettingzoo, env)))
    if find_spec("pyspiel") is not None:
        import_module("toctoc.lab.openspiel")
        found.append(_openspiel(game.title, f"python_{game.name}(players={players})", OUR_OPENSPIEL))
    return found


def peers() -> list[Contestant]:
    """Return PettingZoo's own games, and OpenSpiel's in C++, those that are installed."""
    found = []
    if find_spec("pettingzoo") is not None and find_spec("rlcard") is not None:
        for name in PETTINGZOO_GAMES:
            if find_spec(f"pettingzoo.classic.{name}") is not None:
                env: Any = import_module(f"pettingzoo.classic.{name}").env()
                env.reset(seed=1)
                players = len(env.possible_agents)
                found.append(_stepped(name, players, PETTINGZOO, partial(play_pettingzoo, env)))
    if find_spec("pyspiel") is not None:
        found += [_openspiel(name, name, OPENSPIEL) for name in OPENSPIEL_GAMES]
    return found


def _openspiel(name: str, loaded: str, way: str) -> Contestant:
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(loaded)
    return _stepped(name, game.num_players(), way, partial(play_openspiel, game))


def _stepped(name: str, players: int, way: str, play: Any) -> Contestant:
    return Contestant(name, players, way, play, lambda amount: Count(amount, amount * STEPS))


def play_gymnasium(env: Any, amount: int) -> None:
    """Take so many steps of the learner with legal actions at random."""
    choice = Random(1).choice
    _, info = env.reset()
    for _ in range(amount * STEPS):
        _, _, over, _, info = env.step(choice(info["action_mask"].nonzero()[0].tolist()))
        if over:
            _, info = env.reset()


def play_pettingzoo(env: Any, amount: int) -> None:
    """Take so many steps with legal actions at random."""
    choice, taken = Random(1).choice, 0
    while taken < amount * STEPS:
        env.reset()
        for _ in env.agent_iter():
            observation, _, over, cut, info = env.last()
            if over or cut:
                env.step(None)
                continue
            mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
            env.step(choice(mask.nonzero()[0].tolist()))
            taken += 1
            if taken == amount * STEPS:
                return


def play_openspiel(game: Any, amount: int) -> None:
    """Take so many steps with legal actions at random, each with an observation."""
    rng, taken = Random(1), 0
    state = game.new_initial_state()
    while taken < amount * STEPS:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.observation_tensor()
            state.apply_action(rng.choice(state.legal_actions()))
            taken += 1

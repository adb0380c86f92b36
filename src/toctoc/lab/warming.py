"""Compile a game beforehand: `toctoc warm-up`, and before the tests."""

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec

from toctoc.arena.plan import Simulation
from toctoc.arena.simulation import compile_policies, play_compiled
from toctoc.bots import bot_modules, warm_up
from toctoc.bots.bulk_play import plays_by_policy
from toctoc.bots.registry import RANDOM, bots_for
from toctoc.codec.coder import codec
from toctoc.core import options
from toctoc.core.game import Game
from toctoc.core.game_package import package

from .single_table import SingleTable
from .tables import Tables

Part = Callable[[], object]


def parts(game: Game) -> list[Part]:
    """Return functions that each use one part of a game compiled: its rules, bots and environments."""
    players = game.players[0]
    found: list[Part] = [partial(play_compiled, Simulation.of(game.name, players, 1, 1, {}), (0, 1))]
    if bot_modules.has_bots(game):
        found.append(partial(warm_up, game))
    policies = [name for name in bots_for(game.name) if name != RANDOM and plays_by_policy(name, game)]
    if policies:
        simulation = Simulation.of(game.name, players, 1, 1, {}, policies[-1:])
        found.append(partial(compile_policies, simulation))
    if package(game, "codec"):
        found += [partial(play_tables, game), partial(play_single_table, game)]
        if policies and find_spec("gymnasium") is not None:
            found.append(partial(play_solo, game))
    return found


def play_tables(game: Game) -> None:
    """Call every compiled function of `Tables`, with one thread."""
    tables = Tables(game, game.players[0], 1)
    tables.step(tables.sample())


def play_single_table(game: Game) -> None:
    """Call every compiled function of a single table, which PettingZoo and OpenSpiel use."""
    table = SingleTable(codec(game, game.players[0]), options.complete(game.options, {}))
    table.seed(1, 1)
    table.take_chance(table.outcomes()[0][0])
    table.draw()
    seat = table.actors()[0]
    table.observe(seat)
    legal = table.legal(seat)
    table.copy().act(seat, legal[0])
    table.play(seat, legal[0])


def play_solo(game: Game) -> None:
    """Call every compiled function of the Gymnasium environments."""
    from .gym_env import solo

    env = solo(game)
    _, infos = env.reset(seed=1)
    env.step(infos["action_mask"].argmax(axis=1))

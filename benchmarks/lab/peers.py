"""Play other environments at random, where they are installed: Pgx in bulk, PettingZoo step by step.

Pgx (JAX) plays a batch of games inside one compiled loop: an action drawn from the mask, a step, and a new game
where one has ended. That is its fastest way; driven from Python each step, it is slower. PettingZoo's games know
no other way than one step after the other.
"""

from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benchmarks.measure import Contestant, Count

from . import adapters

PGX, PETTINGZOO = "Pgx, in bulk", "PettingZoo, step by step"
PGX_GAMES = {"leduc_holdem": 2, "sparrow_mahjong": 3}  # and how many play
PGX_BATCHES = (256, 1000, 4000)
PGX_STEPS = 32  # in one compiled loop
CLASSICS = ("leduc_holdem_v4", "gin_rummy_v4", "hanabi_v5", "texas_holdem_v4", "texas_holdem_no_limit_v6")


def contestants() -> list[Contestant]:
    """Return those that are installed."""
    found = []
    if find_spec("pgx") is not None:
        for game, players in PGX_GAMES.items():
            found += [_pgx(game, players, batch) for batch in PGX_BATCHES]
    if find_spec("pettingzoo") is not None and find_spec("rlcard") is not None:
        found += [_classic(name) for name in CLASSICS if find_spec(f"pettingzoo.classic.{name}") is not None]
    return found


def _pgx(game: str, players: int, batch: int) -> Contestant:
    run, steps = pgx_loop(game, batch), batch * PGX_STEPS
    return Contestant(f"{game}, {batch:,} tables", players, PGX, run, lambda amount: Count(amount, amount * steps))


def pgx_loop(game: str, batch: int) -> Any:
    """Return a function that plays so many compiled loops of a game of Pgx."""
    jax: Any = import_module("jax")
    pgx: Any = import_module("pgx")
    env = pgx.make(game)
    auto_reset: Any = import_module("pgx.experimental").auto_reset
    step, begin = jax.vmap(auto_reset(env.step, env.init)), jax.vmap(env.init)

    def once(carried: Any, _: Any) -> Any:
        state, key = carried
        key, choosing, chance = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        action = jax.random.categorical(choosing, logits, axis=1)
        return (step(state, action, jax.random.split(chance, batch)), key), None

    loop = jax.jit(lambda carried: jax.lax.scan(once, carried, None, length=PGX_STEPS)[0])
    start = begin(jax.random.split(jax.random.PRNGKey(0), batch)), jax.random.PRNGKey(1)

    def play(amount: int) -> None:
        carried = start
        for _ in range(amount):
            carried = loop(carried)
        jax.block_until_ready(carried)

    return play


def _classic(name: str) -> Contestant:
    module = import_module(f"pettingzoo.classic.{name}")
    env = module.env()
    env.reset(seed=1)
    players = len(env.possible_agents)
    play = partial(adapters.play_pettingzoo, env)
    return Contestant(name, players, PETTINGZOO, play, lambda amount: Count(amount, amount * adapters.STEPS))

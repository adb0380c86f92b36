"""Play Pgx's games at random, in bulk, where it is installed.

Pgx (JAX) plays a batch of games inside one compiled loop: an action drawn from the mask, a step, and a new game
where one has ended. That is its fastest way; driven from Python each step, it is slower.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benchmarks.measure import Contestant, Count

WAY = "Pgx, in bulk"
GAMES = {"leduc_holdem": 2, "sparrow_mahjong": 3}  # and how many play
BATCHES = (256, 1000, 4000)
STEPS = 32  # in one compiled loop


def contestants() -> list[Contestant]:
    """Return both games with each batch, if Pgx is installed."""
    if find_spec("pgx") is None:
        return []
    return [_contestant(game, players, batch) for game, players in GAMES.items() for batch in BATCHES]


def _contestant(game: str, players: int, batch: int) -> Contestant:
    run, steps = loop(game, batch), batch * STEPS
    return Contestant(f"{game}, {batch:,} tables", players, WAY, run, lambda amount: Count(amount, amount * steps))


def loop(game: str, batch: int) -> Any:
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

    compiled = jax.jit(lambda carried: jax.lax.scan(once, carried, None, length=STEPS)[0])
    start = begin(jax.random.split(jax.random.PRNGKey(0), batch)), jax.random.PRNGKey(1)

    def play(amount: int) -> None:
        carried = start
        for _ in range(amount):
            carried = compiled(carried)
        jax.block_until_ready(carried)

    return play

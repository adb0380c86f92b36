"""Measure tables on a GPU, beside one core and beside Pgx on the same GPU: python3 run.py bench gpu."""

import os
import time
from dataclasses import asdict
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from benchmarks import machine
from benchmarks.lab import ours, pgx
from benchmarks.measure import SEED, Contestant, Count, Result, best, measure, ratio
from benchmarks.report import Target, TextTable, amount, at_least, goal_table, keep, measured_on, publish
from toctoc.core.game import Game
from toctoc.core.registry import GAMES
from toctoc.games import toctoctoc
from toctoc.lab import Tables

MARKS = "<!-- tables on a GPU: written by the command above -->", "<!-- end of tables on a GPU -->"
PACKAGES = ("numba", "numba-cuda", "cupy-cuda13x", "jax", "pgx")
GPU, CORE = "GPU", "one core"
BATCHES = (1 << 16, 1 << 18, 1 << 20)  # tables side by side
CORE_BATCH = 1024
PGX_BATCHES = (1 << 14, 1 << 17)
STEPS = 16  # of all tables, before the clock is looked at


@click.command(name="gpu")
@click.option("--game", "games", multiple=True, type=click.Choice(list(GAMES)), help="Only this game; repeatable.")
@click.option("--seconds", default=0.5, show_default=True, help="Time of each round.")
@click.option("--rounds", default=3, show_default=True, help="Rounds of each contestant, in turns.")
@click.option("--write", is_flag=True, help="Put the figures into docs/reports/performance.md.")
@click.option(
    "--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Also write them here, as JSON."
)
def main(games: tuple[str, ...], seconds: float, rounds: int, write: bool, file: Path | None) -> None:
    """Measure random games at tables on a GPU: each step with the observation, the mask and a drawn action."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # else JAX takes most of the memory at once
    contestants = []
    for game in [GAMES[name] for name in games or GAMES]:
        players = game.usual_players or game.players[0]
        contestants += [on_gpu(game, players, n) for n in BATCHES]
        contestants.append(on_core(game, players))
    if find_spec("pgx") is not None:
        contestants += [on_pgx(name, count, n) for name, count in pgx.GAMES.items() for n in PGX_BATCHES]
    with Console(stderr=True).status("Starting") as status:
        results = measure(contestants, seconds, rounds, status.update, time.perf_counter)
    rows = [[r.name, str(r.players), r.way, amount(r.decisions_per_second)] for r in results]
    keep([asdict(result) for result in results], file)
    publish(
        [
            measured_on(machine.facts(PACKAGES)),
            TextTable("Tables on a GPU", ["game", "players", "where", "decisions/s"], rows),
            goal_table("Targets (best batch of each side)", targets(results)),
        ],
        MARKS,
        write,
    )


def on_gpu(game: Game, players: int, n: int) -> Contestant:
    tables: list[Any] = []  # made in the first round, and let go with the contestant

    def play(work: int) -> None:
        import cupy

        if not tables:
            tables.append(Tables(game.name, players, n, seed=SEED, device="cuda"))
        actions = tables[0].sample()
        for _ in range(work * STEPS):
            tables[0].sample(actions)
            tables[0].step(actions)
        cupy.cuda.runtime.deviceSynchronize()

    return Contestant(game.title, players, f"{GPU}, {n:,} tables", play, lambda work: Count(1, work * STEPS * n))


def on_core(game: Game, players: int) -> Contestant:
    tables = Tables(game.name, players, CORE_BATCH, seed=SEED)
    play, count = partial(ours.play, tables, CORE_BATCH), partial(ours.count, tables, CORE_BATCH)
    return Contestant(game.title, players, f"{CORE}, {CORE_BATCH:,} tables", play, count)


def on_pgx(name: str, players: int, n: int) -> Contestant:
    run, steps = pgx.loop(name, n), n * pgx.STEPS
    return Contestant(f"Pgx {name}", players, f"{GPU}, {n:,} tables", run, lambda work: Count(work, work * steps))


def targets(results: list[Result]) -> list[Target]:
    """Compare Toc Toc Toc! on the GPU with one core, and with the games of Pgx."""
    own = [r for r in results if r.name == toctoctoc.GAME.title]
    fast = best([r for r in own if r.way.startswith(GPU)])
    found = []
    for what, others, wanted in [
        ("one core", [r for r in own if r.way.startswith(CORE)], 20.0),
        *[(f"Pgx {name}", [r for r in results if r.name == f"Pgx {name}"], 1.0) for name in pgx.GAMES],
    ]:
        other = best(others)
        measured = [ratio(fast, other)] if fast is not None and other is not None else []
        found.append(at_least(wanted, measured, f"{toctoctoc.GAME.title} on the GPU, decisions/s, times {what}"))
    return found

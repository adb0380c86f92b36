"""Measure tables in arrays from the command line: python3 run.py bench lab."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import Console

from benchmarks import machine
from benchmarks.measure import Result, best, measure, ratio
from benchmarks.report import (
    NOTHING,
    Target,
    TextTable,
    amount,
    at_least,
    goal_table,
    keep,
    length,
    measured_on,
    publish,
)
from toctoc.core.game import Game
from toctoc.core.registry import GAMES
from toctoc.games import chocottes, toctoctoc

from . import adapters, ours, pgx

MARKS = "<!-- tables in arrays: written by the command above -->", "<!-- end of tables in arrays -->"
PACKAGES = ("numba", "numpy", "pgx", "jax", "pettingzoo", "open_spiel")
WANTED = {ours.PLAYOUTS: 0.3, "leduc_holdem": 6.0, "sparrow_mahjong": 130.0, adapters.PETTINGZOO: 500.0}
WANTED_OF_CHOCOTTES = 0.15  # of its playouts
WANTED_SPEEDS = {  # decisions/s of the slowest game
    ours.solo_way("voyante"): 400_000,
    **dict.fromkeys(adapters.OUR_GYMNASIUM.values(), 60_000),
    adapters.OUR_PETTINGZOO: 30_000,
    adapters.OUR_OPENSPIEL: 20_000,
}


@click.command(name="lab")
@click.option("--game", "games", multiple=True, type=click.Choice(list(GAMES)), help="Only this game; repeatable.")
@click.option("--players", "numbers", multiple=True, type=int, help="Only so many players; repeatable.")
@click.option("--seconds", default=0.5, show_default=True, help="CPU time of each round.")
@click.option("--rounds", default=5, show_default=True, help="Rounds of each contestant, in turns.")
@click.option("--quick", is_flag=True, help="Two rounds of a hundredth of a second: to see that it works.")
@click.option(
    "--peers/--no-peers", "beside", default=True, help="Measure Pgx and PettingZoo if they are installed."
)
@click.option("--write", is_flag=True, help="Put the figures into docs/reports/performance.md.")
@click.option(
    "--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Also write them here, as JSON."
)
def main(
    games: tuple[str, ...],
    numbers: tuple[int, ...],
    seconds: float,
    rounds: int,
    quick: bool,
    beside: bool,
    write: bool,
    file: Path | None,
) -> None:
    """Measure thousands of tables in arrays, with observations and masks, random playouts, and peers."""
    if quick:
        seconds, rounds = 0.01, 2
    contestants = []
    for game in [GAMES[name] for name in games or GAMES]:
        for players in numbers or [game.usual_players or game.players[0]]:
            contestants += [ours.playouts(game, players), *ours.contestants(game, players)]
            contestants += [*ours.solos(game, players), *adapters.contestants(game, players)]
    if beside:
        contestants += [*pgx.contestants(), *adapters.peers()]
    facts = machine.facts(PACKAGES)
    with Console(stderr=True).status("Starting") as status:
        results = measure(contestants, seconds, rounds, status.update)
    tables = [
        measured_on(facts),
        our_table(results),
        solo_table(results),
        their_table(results),
        adapter_table(results),
        goal_table("Targets (best batch of each side)", targets(results)),
    ]
    keep([asdict(result) for result in results], file)
    publish(tables, MARKS, write)


def is_table(result: Result) -> bool:
    return result.way in [ours.way(batch) for batch in ours.BATCHES]


def our_table(results: Sequence[Result]) -> TextTable:
    """Make a table with a line for each game: its playouts, and its best batch of tables."""
    rows = []
    for playout in [result for result in results if result.way == ours.PLAYOUTS]:
        tables = best(
            [r for r in results if is_table(r) and (r.name, r.players) == (playout.name, playout.players)]
        )
        if tables is not None:
            speeds = [amount(r.decisions_per_second) for r in (playout, tables)]
            row = [playout.name, str(playout.players), length(playout), *speeds, tables.way]
            rows.append([*row, f"{ratio(tables, playout):.2f}"])
    header = [
        "game",
        "players",
        "decisions a game",
        "playouts: decisions/s",
        "tables: decisions/s",
        "best batch",
        "tables / playouts",
    ]
    return TextTable("Tables in arrays and random playouts, one core", header, rows)


def solo_table(results: Sequence[Result]) -> TextTable:
    """Make a table of vector environments: decisions of learners."""
    found = [r for r in results if r.way in map(ours.solo_way, ours.OPPONENTS)]
    rows = [[r.name, str(r.players), r.way, amount(r.decisions_per_second)] for r in found]
    return TextTable("One learner at each table, one core", ["game", "players", "way", "decisions/s"], rows)


def their_table(results: Sequence[Result]) -> TextTable:
    found = [r for r in results if r.way == pgx.WAY]
    rows = [[r.name, r.way, amount(r.decisions_per_second)] for r in found]
    return TextTable(
        "Peers, in the same run", ["game", "API", "steps/s"], rows or [["none installed", *[NOTHING] * 2]]
    )


def adapter_table(results: Sequence[Result]) -> TextTable:
    """Make a table of one game at a time, step by step with observations, through the APIs of others."""
    found = [r for r in results if r.way in adapters.WAYS]
    rows = [[r.name, str(r.players), r.way, amount(r.decisions_per_second)] for r in found]
    header = ["game", "players", "API", "steps/s"]
    return TextTable("One table, step by step", header, rows or [["none installed", *[NOTHING] * 3]])


def targets(results: Sequence[Result]) -> list[Target]:
    """Compare usual tables with their targets, and the slowest game of each API."""
    own = usual(results, toctoctoc.GAME)
    title = toctoctoc.GAME.title
    tables = best([r for r in own if is_table(r)])
    found = []
    for name, wanted in WANTED.items():
        others = [r for r in results if name == r.way or r.name.startswith(f"{name},")]
        other = best([r for r in others if r.way != ours.PLAYOUTS or r in own])
        measured = [ratio(tables, other)] if tables is not None and other is not None else []
        found.append(at_least(wanted, measured, f"tables of {title}, decisions/s, times {name}"))
    own, title = usual(results, chocottes.GAME), chocottes.GAME.title
    tables, other = best([r for r in own if is_table(r)]), best([r for r in own if r.way == ours.PLAYOUTS])
    measured = [ratio(tables, other)] if tables is not None and other is not None else []
    what = f"tables of {title}, decisions/s, times {ours.PLAYOUTS}"
    found.append(at_least(WANTED_OF_CHOCOTTES, measured, what))
    for way, speed in WANTED_SPEEDS.items():
        speeds = [r.decisions_per_second for r in results if r.way == way]
        found.append(at_least(speed, speeds, f"{way}: decisions/s of the slowest game"))
    return found


def usual(results: Sequence[Result], game: Game) -> list[Result]:
    """Return the results of the usual table of `game`."""
    return [r for r in results if (r.name, r.players) == (game.title, game.usual_players)]

"""Time whole games of bots, through matches and by compiled policies: python3 run.py bench bulk-play."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

import click
from rich.console import Console

from toctoc.arena.plan import Batch, Simulation
from toctoc.arena.simulation import BatchResult, play_matches, play_policies
from toctoc.core.compile import compiled
from toctoc.core.registry import GAMES

from . import machine
from .measure import SEED, Contestant, Count, Result, measure, ratio
from .report import TextTable, amount, at_least, goal_table, keep, length, measured_on, publish, speeds

MARKS = "<!-- bulk play figures: written by the command above -->", "<!-- end of the bulk play figures -->"
BOT, WANTED, PLAYERS = "voyante", 100, 4
MATCHES, POLICIES = "bots, through matches", "policies, compiled"
SIZES = {MATCHES: 1, POLICIES: 200}  # games played by one call

Play = Callable[[Simulation, bool, Batch], BatchResult]


@click.command(name="bulk-play")
@click.option("--game", "games", multiple=True, type=click.Choice(list(GAMES)), help="Only this game; repeatable.")
@click.option("--bot", default=BOT, show_default=True, help="Who sits at all seats.")
@click.option("--seconds", default=2.0, show_default=True, help="CPU time of each round.")
@click.option("--rounds", default=5, show_default=True, help="Rounds.")
@click.option("--quick", is_flag=True, help="One round of an instant: to see that it works.")
@click.option("--write", is_flag=True, help="Put the figures into docs/reports/performance.md.")
@click.option(
    "--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Also write them here, as JSON."
)
def main(
    games: tuple[str, ...], bot: str, seconds: float, rounds: int, quick: bool, write: bool, file: Path | None
) -> None:
    """Play games of bots on one core, through matches and by their compiled policies, in turns."""
    if not compiled.available():
        raise click.ClickException("compiled policies need Numba, the extra `fast`")
    facts = machine.facts()
    seconds, rounds = (0.01, 1) if quick else (seconds, rounds)
    with Console(stderr=True).status("Starting") as status:
        results = measure(contestants(games or tuple(GAMES), bot), seconds, rounds, status.update)
    keep([asdict(result) for result in results], file)
    publish(tables(facts, results, bot), MARKS, write)


def contestants(games: Sequence[str], bot: str) -> list[Contestant]:
    """Return both ways for every number of players."""
    return [
        _contestant(Simulation.of(name, players, 1, SEED, {}, [bot]), way, play)
        for name in games
        for players in GAMES[name].players
        for way, play in ((MATCHES, play_matches), (POLICIES, play_policies))
    ]


def _contestant(simulation: Simulation, way: str, play: Play) -> Contestant:
    title = GAMES[simulation.game].title
    work = partial(_play, simulation, play, SIZES[way])
    return Contestant(title, simulation.players, way, work, work)


def _play(simulation: Simulation, play: Play, size: int, batches: int) -> Count:
    """Play some batches of games."""
    decisions = 0
    for batch in range(batches):
        counted, _ = play(simulation, False, (batch * size, size))
        decisions += counted.decisions
    return Count(batches * size, decisions)


def tables(facts: dict[str, str], results: Sequence[Result], bot: str) -> list[TextTable]:
    """Show both ways beside each other, and how much faster the second one is."""
    pairs = list(zip(results[::2], results[1::2], strict=True))
    header = ["game", "players", "decisions a game", "matches: decisions/s", "games/s"]
    header += ["compiled policies: decisions/s", "games/s", "times"]
    rows = [
        [slow.name, str(slow.players), length(fast), *speeds(slow), *speeds(fast), amount(ratio(fast, slow))]
        for slow, fast in pairs
    ]
    four = [ratio(fast, slow) for slow, fast in pairs if slow.players == PLAYERS]
    goal = at_least(WANTED, four, f"compiled policies, times bots through matches, {PLAYERS} players")
    return [
        measured_on(facts),
        TextTable(f"Games of {bot}, one core", header, rows),
        goal_table("Target, by its worst case", [goal]),
    ]

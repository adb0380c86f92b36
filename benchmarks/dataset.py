"""Measure datasets from the command line: python3 run.py bench dataset."""

import time
from dataclasses import asdict, dataclass
from pathlib import Path

import click
from rich.console import Console

from benchmarks import machine
from benchmarks.report import TextTable, amount, goal_table, keep, publish
from benchmarks.targets import Target, at_least, at_most
from toctoc.arena.plan import Simulation
from toctoc.core.registry import GAMES
from toctoc.games import toctoctoc
from toctoc.lab.dataset.plan import POLICY_PART, RANDOM_PART
from toctoc.lab.dataset.writing import make_part

MARKS = "<!-- datasets: written by the command above -->", "<!-- end of datasets -->"
PACKAGES = ("numba", "numpy", "pyarrow")
MOST_BYTES, LEAST_SPEED = 1.3, 3_000_000
RANDOM, POLICY = "at random", "medium"


@dataclass(frozen=True)
class Measured:
    """The figures of a part of a dataset."""

    name: str
    title: str
    players: int
    who: str
    steps: int
    bytes_a_step: float
    steps_a_second: float


def measured(name: str, players: int, who: str, games: int, rounds: int) -> Measured:
    """Make a part over and over, and keep the best time; its bytes are always the same."""
    from pyarrow import BufferReader, parquet

    simulation = Simulation.of(name, players, games, 7, {}, () if who == RANDOM else (who,))
    make_part(simulation, (0, 1))  # compiles
    seconds = []
    for _ in range(rounds):
        begin = time.process_time()
        table, steps = make_part(simulation, (0, games))
        seconds.append(time.process_time() - begin)
    count = parquet.read_metadata(BufferReader(steps)).num_rows
    size = (len(table) + len(steps)) / count
    return Measured(name, GAMES[name].title, players, who, count, size, count / min(seconds))


@click.command(name="dataset")
@click.option("--game", "games", multiple=True, type=click.Choice(list(GAMES)), help="Only this game; repeatable.")
@click.option("--rounds", default=5, show_default=True, help="How often each part is made.")
@click.option("--quick", is_flag=True, help="Once, a few games: to see that it works.")
@click.option("--write", is_flag=True, help="Put the figures into docs/reports/performance.md.")
@click.option(
    "--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Also write them here, as JSON."
)
def main(games: tuple[str, ...], rounds: int, quick: bool, write: bool, file: Path | None) -> None:
    """Measure how fast a part of a dataset is played and written by one core, and how large it is."""
    parts = {RANDOM: 20, POLICY: 2} if quick else {RANDOM: RANDOM_PART, POLICY: POLICY_PART}
    found = []
    with Console(stderr=True).status("Starting") as status:
        for name in games or GAMES:
            players = GAMES[name].usual_players or GAMES[name].players[0]
            for who, count in parts.items():
                status.update(f"{GAMES[name].title}, {who}")
                found.append(measured(name, players, who, count, 1 if quick else rounds))
    facts = machine.facts(PACKAGES)
    tables = [
        TextTable("Measured on", ["what", "value"], [[name, value] for name, value in facts.items()]),
        figures(found),
        goal_table("Targets, games at random", targets(found)),
    ]
    keep([asdict(each) for each in found], file)
    publish(tables, MARKS, write)


def figures(found: list[Measured]) -> TextTable:
    rows = [
        [
            each.title,
            str(each.players),
            each.who,
            *(amount(each.steps), f"{each.bytes_a_step:.2f}", amount(each.steps_a_second)),
        ]
        for each in found
    ]
    header = ["game", "players", "played", "steps of a part", "bytes a step", "steps/s"]
    return TextTable("Datasets, one core, played and written", header, rows)


def targets(found: list[Measured]) -> list[Target]:
    """Compare the usual table of the first game with its targets."""
    title = toctoctoc.GAME.title
    own = [each for each in found if (each.title, each.who) == (title, RANDOM)]
    return [
        at_most(MOST_BYTES, [each.bytes_a_step for each in own], f"bytes a step of {title}"),
        at_least(LEAST_SPEED, [each.steps_a_second for each in own], f"steps/s of {title}"),
    ]

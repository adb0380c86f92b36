"""Request a hundred analyses at once, while people play at the tables: python -m benchmarks.analysis_load."""

import asyncio
import sys
from itertools import product
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import click
import msgspec

from benchmarks.live.figures import Phase
from benchmarks.live.measure import Load, opened, paced_phase
from benchmarks.live.peer import SEATS
from benchmarks.live.toctoc import Toctoc, ToctocTable

from .strength import machine_line, table

HEADER = ["", "moves", "p50 ms", "p99 ms", "worst ms", "server, cores", "others, cores"]


@click.command(name="analysis-load")
@click.option("--tables", default=100, show_default=True, help="At each four people play.")
@click.option("--pace", default=0.5, show_default=True, help="Moves a second at each of them.")
@click.option("--seconds", default=20.0, show_default=True, help="For which they are watched, before and while.")
@click.option("--analyses", default=100, show_default=True, help="That are asked for at once.")
def main(tables: int, pace: float, seconds: float, analyses: int) -> None:
    """Tell how long moves take before, and while the server analyses."""
    rows, asked = asyncio.run(measured(Load(tables, pace, seconds, 15.0), analyses))
    click.echo(f"{machine_line()}\n\n{asked} analyses asked for at once, the first game of each table.\n")
    click.echo(table(HEADER, rows))


async def measured(load: Load, analyses: int) -> tuple[list[list[str]], int]:
    """Play at a steady pace; then go on, and ask meanwhile."""
    peer = Toctoc()
    async with opened(peer, load, lambda what: click.echo(what, err=True)) as (hall, _, _):
        before = await paced_phase(hall, load, lambda _: None)
        asking = asyncio.create_task(asyncio.to_thread(ask, peer.url, peer.tables, analyses))
        during = await paced_phase(hall, load, lambda _: None)
        asked = await asking
    return [row("before", before), row("while they are made", during)], asked


def ask(server: str, tables: list[ToctocTable], most: int) -> int:
    """Ask for analyses of the games that have ended; return how many are wanted."""
    asked = 0
    for seat, is_open, one in product(range(SEATS), (False, True), tables):
        if asked == most:
            break
        body = msgspec.json.encode({"seat": seat, "open": is_open})
        path = f"{server}/api/tables/{one.code}/analysis?game=1"
        try:
            with urlopen(Request(path, body, {"content-type": "application/json"}, method="POST")) as answer:
                asked += answer.status in (200, 202)
        except HTTPError as error:
            if error.code != 409:  # the game of that table is not over
                raise
    return asked


def row(name: str, found: Phase) -> list[str]:
    """Return the figures of a phase."""
    times = [f"{value:.1f}" for value in (found.p50, found.p99, found.worst)]
    cores = [f"{value / found.seconds:.2f}" for value in (found.server_cpu, found.others_cpu)]
    return [name, str(found.moves), *times, *cores]


if __name__ == "__main__":
    sys.exit(main(prog_name="python -m benchmarks.analysis_load"))

"""Measure baselines in the tasks of `toctoc.lab.tasks`: `python -m benchmarks.leaderboard --write`.

It can be stopped and goes on from .leaderboard/. After a change to a bot, remove that folder.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import Console

from toctoc.bots import BOTS, thinks_ahead
from toctoc.bots.bulk_play import plays_by_policy
from toctoc.core.registry import GAMES, find
from toctoc.lab.tasks import TASKS, Result, Task, evaluate

from .report import between
from .strength import interval, machine_line, table

ROOT = Path(__file__).parent.parent
PAGE, KEPT = ROOT / "docs/reports/leaderboard.md", ROOT / ".leaderboard"
BEGIN, END = "<!-- figures: written by the command above -->", "<!-- end of the figures -->"
SEARCHER = "examples/searcher.toml"


@click.command(name="leaderboard")
@click.option("--task", "names", multiple=True, type=click.Choice(list(TASKS)), help="Only this task; repeatable.")
@click.option("--policies", default=4000, show_default=True, help="Games at tables of compiled policies alone.")
@click.option("--nets", default=400, show_default=True, help="Games at tables with a net and without a search.")
@click.option("--searches", default=60, show_default=True, help="Games at tables with a search.")
@click.option("--cores", type=int, help="Processes. [default: all cores]")
@click.option("--write", is_flag=True, help="Put the tables into docs/reports/leaderboard.md.")
def main(names: tuple[str, ...], policies: int, nets: int, searches: int, cores: int | None, write: bool) -> None:
    """Measure random play, the levels and the searcher in each task."""
    KEPT.mkdir(exist_ok=True)
    console, parts = Console(stderr=True), [machine_line()]
    for task in map(TASKS.__getitem__, names or TASKS):
        results = []
        for bot in candidates(task):
            games = min(task.games, {"policy": policies, "net": nets, "search": searches}[cost(task, bot)])
            file = KEPT / f"{task.name.rpartition('/')[2]}-{Path(bot).stem}.jsonl"
            with console.status(f"{task.name}: {bot}, {games} games"):
                results.append(evaluate(task, bot, games, cores, save=file))
        parts.append(markdown(task, results))
    text = "\n\n".join(parts)
    click.echo(text)
    if write:
        PAGE.write_text(between(PAGE.read_text(encoding="utf-8"), BEGIN, END, text), encoding="utf-8")


def candidates(task: Task) -> Iterator[str]:
    """Yield the baselines of a task. A bot among its own kind would have an equal share by symmetry."""
    yield from (bot for bot in (*BOTS, SEARCHER) if bot not in task.opponents)


def cost(task: Task, bot: str) -> str:
    """Return what decides at a table, by the slowest of its bots."""
    table = {bot, *task.opponents}
    if any(thinks_ahead(name, task.game) for name in table):
        return "search"
    return "policy" if all(plays_by_policy(name, find(task.game)) for name in table) else "net"


def markdown(task: Task, results: list[Result]) -> str:
    """Return the table of a task, the best policy first."""
    ranked = sorted(results, key=lambda result: -result.share.value)
    rows = [[result.policy, interval(result.share), f"{result.games:,}"] for result in ranked]
    seats = f"{GAMES[task.game].title}, one policy against {len(task.opponents)} × {task.opponents[0]}"
    heading = f"## {task.name.rpartition('/')[2]}\n\n{seats}. An equal share is {1 / task.players:.2f}."
    return f"{heading}\n\n{table(['policy', 'share of the victory, 95 %', 'games'], rows)}"


if __name__ == "__main__":
    sys.exit(main(prog_name="python -m benchmarks.leaderboard"))

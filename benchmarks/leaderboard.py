"""Measure baselines in the tasks of `toctoc.lab.tasks`: `python3 run.py bench leaderboard --write`.

It can be stopped and goes on from .leaderboard/. After a change to a bot, remove that folder. Rows of trained
policies stay on the page.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import Console

from toctoc.bots import BOTS, thinks_ahead
from toctoc.bots.bulk_play import plays_by_policy
from toctoc.core.registry import GAMES, find
from toctoc.lab.tasks import TASKS, Result, Task, evaluate

from .report import BEGIN, END, REPORTS, ROOT, interval, machine_line, put, rows_in_markdown

PAGE, KEPT = REPORTS / "leaderboard.md", ROOT / ".leaderboard"
SEARCHER = "examples/searcher.toml"
HEADER = ["policy", "share of the victory, 95 %", "games", "training for the task"]
UNTRAINED = "–"


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
    page = PAGE.read_text(encoding="utf-8")
    console, parts = Console(stderr=True), [machine_line()]
    for task in map(TASKS.__getitem__, names or TASKS):
        rows = [row for row in rows_of(page, task) if row[-1] != UNTRAINED]
        for bot in candidates(task):
            games = min(task.games, {"policy": policies, "net": nets, "search": searches}[cost(task, bot)])
            file = KEPT / f"{task.name.rpartition('/')[2]}-{Path(bot).stem}.jsonl"
            with console.status(f"{task.name}: {bot}, {games} games"):
                rows.append(row_of(evaluate(task, bot, games, cores, save=file)))
        parts.append(markdown(task, rows))
    text = "\n\n".join(parts)
    click.echo(text)
    if write:
        put(PAGE, (BEGIN, END), text)


def candidates(task: Task) -> Iterator[str]:
    """Yield the baselines of a task. A bot among its own kind would have an equal share by symmetry."""
    yield from (bot for bot in (*BOTS, SEARCHER) if bot not in task.opponents)


def cost(task: Task, bot: str) -> str:
    """Return what decides at a table, by the slowest of its bots."""
    table = {bot, *task.opponents}
    if any(thinks_ahead(name, task.game) for name in table):
        return "search"
    return "policy" if all(plays_by_policy(name, find(task.game)) for name in table) else "net"


def markdown(task: Task, rows: list[list[str]]) -> str:
    """Return the section of a task."""
    seats = f"{GAMES[task.game].title}, one policy against {len(task.opponents)} × {task.opponents[0]}"
    return f"{heading(task)}\n\n{seats}. An equal share is {1 / task.players:.2f}.\n\n{ranking(rows)}"


def heading(task: Task) -> str:
    return f"## {task.name.rpartition('/')[2]}"


def row_of(result: Result, policy: str = "", training: str = UNTRAINED) -> list[str]:
    return [policy or result.policy, interval(result.share), f"{result.games:,}", training]


def ranking(rows: list[list[str]]) -> str:
    """Return the table of a task, the best policy first."""
    return rows_in_markdown(HEADER, sorted(rows, key=lambda row: row[1], reverse=True))


def rows_of(page: str, task: Task) -> list[list[str]]:
    """Return the rows of a task on the page; none if the task is not there."""
    found = _table(page, task)
    return [line.strip("| ").split(" | ") for line in found[0].splitlines()[2:]] if found else []


def with_row(page: str, task: Task, row: list[str]) -> str:
    """Return the page with a row in the table of a task, in place of an older row of the same policy.

    Raises:
        ValueError: If the task is not on the page.
    """
    found = _table(page, task)
    if found is None:
        raise ValueError(f"the page has no table {heading(task)!r}")
    others = [other for other in rows_of(page, task) if other[0] != row[0]]
    return f"{page[: found.start()]}{ranking([*others, row])}{page[found.end() :]}"


def _table(page: str, task: Task) -> re.Match[str] | None:
    begin = re.search(f"^{re.escape(heading(task))}$", page, re.MULTILINE)
    return re.compile(r"^\|.*\|(\n\|.*\|)*$", re.MULTILINE).search(page, begin.end()) if begin else None

"""Measure the levels against one field with compiled policies, in many games: `python -m benchmarks.ladder`."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

import click

from toctoc.bots import LEVELS
from toctoc.bots.bulk_play import BulkTable, plays_by_policy
from toctoc.bots.policy_play import Results
from toctoc.core.compile import compiled
from toctoc.core.options import complete
from toctoc.core.registry import GAMES, find

from .report import between
from .strength import PAGE, machine_line, table

BEGIN, END = "<!-- ladder: written by the command above -->", "<!-- end of the ladder -->"
SEED = 2026
FIELD = "chasseur"  # the level of all others at the table
AT_ONCE = 1000  # games
SURE = 1.96  # standard errors on either side of a 95 % interval


@dataclass(frozen=True, slots=True)
class Step:
    """The victories of one bot against a table of another."""

    game: str
    players: int
    bot: str
    against: str
    share: float
    error: float  # half of the 95 % interval


@click.command(name="ladder")
@click.option("--game", "games", multiple=True, type=click.Choice(list(GAMES)), help="Only this game; repeatable.")
@click.option("--count", default=20_000, show_default=True, help="Games of every step.")
@click.option("--write", is_flag=True, help="Put the table into docs/reports/strength.md.")
def main(games: tuple[str, ...], count: int, write: bool) -> None:
    """Let one of each level play against the same field, with every number of players."""
    steps = [step for game in games or GAMES for step in ladder(game, count)]
    text = markdown(steps, count)
    click.echo(text)
    if write:
        PAGE.write_text(between(PAGE.read_text(encoding="utf-8"), BEGIN, END, text), encoding="utf-8")


def ladder(game: str, count: int) -> Iterable[Step]:
    """Measure all steps of a game."""
    without_search = [name for name in LEVELS if plays_by_policy(name, find(game))]
    for players in find(game).players:
        for bot in without_search:
            yield measured(game, players, bot, FIELD, count)


def measured(game: str, players: int, bot: str, against: str, count: int) -> Step:
    """Let one bot play against a table of another, at every seat equally often."""
    played = find(game)
    settings = played.settings(players, complete(played.options, {}))
    seated = BulkTable(played, settings, [bot, *[against] * (players - 1)], compiled.available())
    shares: list[float] = []
    for first in range(0, count, AT_ONCE):
        shares += odd_shares(seated.play(SEED, first, min(AT_ONCE, count - first)), first, players)
    mean = sum(shares) / count
    spread = sum((share - mean) ** 2 for share in shares) / (count - 1)
    return Step(game, players, bot, against, mean, SURE * sqrt(spread / count))


def odd_shares(games: Results, first: int, players: int) -> list[float]:
    """Return which share of each victory the first of the line-up has; it moves on by a seat from game to game."""
    return [float(wins[-(first + number) % players]) / float(sum(wins)) for number, wins in enumerate(games.wins)]


def markdown(steps: Iterable[Step], count: int) -> str:
    """Return a table with a line for each game and number of players."""
    found: dict[tuple[str, int], list[str]] = {}
    header: list[str] = []
    for step in steps:
        cells = found.setdefault((step.game, step.players), [])
        cells.append(f"{step.share:.3f} ± {step.error:.3f}")
        if step.bot not in header:
            header.append(step.bot)
    rows = [
        [GAMES[game].title, str(players), f"{1 / players:.3f}", *cells] for (game, players), cells in found.items()
    ]
    caption = f"The share of victories of one bot of a level among {FIELD}, ± 95 %; {count:,} games each."
    return "\n\n".join([caption, table(["game", "players", "parity", *header], rows), machine_line()])


if __name__ == "__main__":
    sys.exit(main(prog_name="python -m benchmarks.ladder"))

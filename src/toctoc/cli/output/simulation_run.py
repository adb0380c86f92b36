"""Run simulations: show their progress, and tell what they came to."""

import json
import time
from concurrent.futures import BrokenExecutor
from contextlib import nullcontext
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from toctoc.arena.simulation import Simulation, simulate
from toctoc.arena.summary import Figure, Tally
from toctoc.cli.failures import CheckFailed
from toctoc.cli.files.saving import saved
from toctoc.cli.output.console import console
from toctoc.cli.output.progress import playing
from toctoc.cli.terminal.paint import QUIET
from toctoc.games.compile import compiled
from toctoc.games.registry import GAMES
from toctoc.lang import Catalogue


def run(
    simulation: Simulation, cores: int | None, file: Path | None, force: bool, as_json: bool, say: Catalogue
) -> None:
    start = time.monotonic()
    try:
        with (
            saved(file, force, say) if file else nullcontext() as save,
            playing(simulation.games, compiled.available() and not file, say) as done,
        ):
            tally = simulate(simulation, done, save, cores)
    except KeyboardInterrupt:
        click.echo("\n" + say("simulate.stopped"), err=True)
        raise
    except BrokenExecutor:
        raise CheckFailed(say("simulate.died")) from None
    seconds = time.monotonic() - start
    if as_json:
        click.echo(json.dumps(as_data(simulation, tally, seconds), ensure_ascii=False, indent=2))
    else:
        tell(console(), simulation, tally, seconds, file, say)


def as_data(simulation: Simulation, tally: Tally, seconds: float) -> dict[str, object]:
    """Return the summary for programs. Only `speed` differs when the same games are played again."""
    length = tally.length()
    return {
        "game": simulation.game,
        "players": simulation.players,
        "options": dict(simulation.options),
        "seed": simulation.seed,
        "games": tally.games,
        "seats": [
            {"seat": seat, "score": _pair(tally.score(seat)), "victories": _pair(tally.victories(seat))}
            for seat in range(tally.players)
        ],
        "decisions": {**_pair(length), "shortest": tally.shortest, "longest": tally.longest},
        "speed": {"seconds": round(seconds, 3), "games_per_second": round(tally.games / seconds, 1)},
    }


def tell(
    screen: Console, simulation: Simulation, tally: Tally, seconds: float, file: Path | None, say: Catalogue
) -> None:
    """Print the summary for people."""
    players, games = say("words.players", n=simulation.players), say("words.games", n=simulation.games)
    title = say.title(GAMES[simulation.game])
    screen.print(
        Text(say("simulate.title", title=title, players=players, games=games, seed=simulation.seed), "bold")
    )
    table = Table(box=None, padding=(0, 2), pad_edge=False, header_style="bold underline")
    for name in ("seat", "score", "victories"):
        table.add_column(say(f"simulate.{name}"), justify="right")
    for seat in range(tally.players):
        table.add_row(str(seat), _figure(tally.score(seat), say), _percentage(tally.victories(seat), say))
    screen.print(table)
    length = _figure(tally.length(), say)
    screen.print(say("simulate.decisions", figure=length, shortest=tally.shortest, longest=tally.longest))
    rate = say.number(tally.games / seconds)
    screen.print(say("simulate.speed", rate=rate, seconds=say.number(seconds, 1)))
    if file:
        screen.print(say("simulate.recorded", file=click.format_filename(file)))
    screen.print(Text(say("simulate.margins"), QUIET), soft_wrap=True)
    screen.print(Text(say("simulate.again", seed=simulation.seed), QUIET))


def _pair(figure: Figure) -> dict[str, float]:
    return {"mean": figure.mean, "margin": figure.margin}


def _figure(figure: Figure, say: Catalogue) -> str:
    return say("simulate.figure", mean=say.number(figure.mean, 2), margin=say.number(figure.margin, 2))


def _percentage(figure: Figure, say: Catalogue) -> str:
    mean, margin = say.number(100 * figure.mean, 2), say.number(100 * figure.margin, 2)
    return say("simulate.percent", value=say("simulate.figure", mean=mean, margin=margin))

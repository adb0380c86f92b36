"""`toctoc dataset`: write every step of many games as tables for other programs."""

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toctoc import extras
from toctoc.cli import params
from toctoc.cli.failures import CheckFailed, Failure
from toctoc.core.registry import GAMES
from toctoc.lang import Catalogue, load

if TYPE_CHECKING:
    from toctoc.arena.plan import Simulation
    from toctoc.arena.pool import Workers
    from toctoc.lab.dataset import Written


@click.command(cls=params.TableCommand)
@params.games_options
@params.path_option("--out", "DIR", required=True)
@params.json_option
@params.lang_option
def command(out: Path, as_json: bool, lang: str, **typed: Any) -> None:
    """Play games of GAME and write every step of them to DIR, as Parquet."""
    from toctoc.cli.workers import workers_for

    say = load(lang)
    wanted = params.GamesOptions(**typed)
    _check_extra(say)
    from toctoc.lab.dataset import seed_in

    seed = seed_in(out) if wanted.seed is None else wanted.seed
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    simulation = wanted.simulation(seed, say)
    with workers_for(wanted.cores, wanted.cluster, say) as workers:
        written = _written(simulation, out, workers, say)
    if as_json:
        data = {"games": written.games, "steps": written.steps, "bytes": written.bytes, "seed": simulation.seed}
        click.echo(json.dumps(data))
    else:
        _tell(simulation, written, click.format_filename(out), say)


def _check_extra(say: Catalogue) -> None:
    """Raise a `Failure` if the extra is not installed."""
    try:
        from toctoc.lab import extra

        extra.check("pyarrow")
    except ImportError:
        raise Failure(say("dataset.missing", how=extras.how("lab"))) from None


def _written(simulation: "Simulation", folder: Path, workers: "Workers", say: Catalogue) -> "Written":
    """Write the dataset; if it stops, say why and where the games are that it has."""
    from concurrent.futures import BrokenExecutor

    from toctoc.arena.bot_play import BotFailed
    from toctoc.cli.progress import playing
    from toctoc.cli.workers import worker_failure
    from toctoc.lab import dataset

    kept = say("dataset.kept", folder=click.format_filename(folder))
    try:
        with _usable(folder, say), playing(simulation.games, say) as done:
            return dataset.write(simulation, folder, workers, done)
    except KeyboardInterrupt:
        click.echo("\n" + say("arena.stopped") + " " + kept, err=True)
        raise
    except BrokenExecutor as error:
        raise CheckFailed(f"{worker_failure(error, say)} {kept}") from None
    except BotFailed as error:
        where = {"game": error.game, "seat": error.seat, "seed": error.seed}
        raise CheckFailed(say("simulate.failed", bot=error.bot, reason=error.why, **where)) from error


@contextmanager
def _usable(folder: Path, say: Catalogue) -> Iterator[None]:
    """Raise a `Failure` with the reason why a folder cannot be written."""
    from toctoc.cli.files.saving import write_errors
    from toctoc.lab import dataset

    shown = click.format_filename(folder)
    try:
        with write_errors(folder, say):
            yield
    except dataset.AnotherDataset as error:
        key = "dataset.another" if error.differing else "dataset.none"
        raise Failure(say(key, folder=shown, names=", ".join(error.differing))) from None
    except dataset.TooManyGames as error:
        raise Failure(say("dataset.more", folder=shown, n=error.games)) from None


def _tell(simulation: "Simulation", written: "Written", folder: str, say: Catalogue) -> None:
    from toctoc.cli.console import console

    words = {"players": say("words.players", n=simulation.players), "games": say("words.games", n=written.games)}
    title = say.title(GAMES[simulation.game])
    screen = console()
    screen.print(say("simulate.title", title=title, seed=simulation.seed, **words))
    steps, each = say.number(written.steps), say.number(written.bytes / written.steps, 2)
    screen.print(say("dataset.steps", steps=steps, each=each, megabytes=say.number(written.bytes / 1e6, 1)))
    screen.print(say("dataset.kept", folder=folder), soft_wrap=True)

"""Run the writing of a dataset: show its progress, and print the result or the reason why it stopped."""

import json
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toctoc import extras
from toctoc.arena.bot_play import BotFailed
from toctoc.arena.plan import Simulation
from toctoc.arena.pool import Workers
from toctoc.cli.console import console
from toctoc.cli.failures import CheckFailed, Failure
from toctoc.cli.files.saving import write_errors
from toctoc.cli.progress import playing
from toctoc.cli.workers import worker_failure
from toctoc.core.registry import GAMES
from toctoc.lang import Catalogue

if TYPE_CHECKING:
    from toctoc.lab.dataset import Written


def check(say: Catalogue) -> None:
    """Raise a `Failure` if the extra is not installed."""
    try:
        from toctoc.lab import extra

        extra.check("pyarrow")
    except ImportError:
        raise Failure(say("dataset.missing", how=extras.how("lab"))) from None


def seed_in(folder: Path) -> int | None:
    """Return the seed of the dataset in `folder`; None if there is none."""
    from toctoc.lab import dataset

    return dataset.seed_in(folder)


def run(simulation: Simulation, folder: Path, workers: Workers, as_json: bool, say: Catalogue) -> None:
    from toctoc.lab import dataset

    shown = click.format_filename(folder)
    try:
        with _usable(folder, say), playing(simulation.games, say) as done:
            written = dataset.write(simulation, folder, workers, done)
    except KeyboardInterrupt:
        click.echo("\n" + say("arena.stopped") + " " + say("dataset.kept", folder=shown), err=True)
        raise
    except BrokenExecutor as error:
        raise CheckFailed(f"{worker_failure(error, say)} {say('dataset.kept', folder=shown)}") from None
    except BotFailed as error:
        where = {"game": error.game, "seat": error.seat, "seed": error.seed}
        raise CheckFailed(say("simulate.failed", bot=error.bot, reason=error.why, **where)) from error
    if as_json:
        data = {"games": written.games, "steps": written.steps, "bytes": written.bytes, "seed": simulation.seed}
        click.echo(json.dumps(data))
    else:
        _tell(simulation, written, shown, say)


@contextmanager
def _usable(folder: Path, say: Catalogue) -> Iterator[None]:
    """Raise a `Failure` with the reason why a folder cannot be written."""
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


def _tell(simulation: Simulation, written: "Written", folder: str, say: Catalogue) -> None:
    words = {"players": say("words.players", n=simulation.players), "games": say("words.games", n=written.games)}
    title = say.title(GAMES[simulation.game])
    screen = console()
    screen.print(say("simulate.title", title=title, seed=simulation.seed, **words))
    steps, each = say.number(written.steps), say.number(written.bytes / written.steps, 2)
    screen.print(say("dataset.steps", steps=steps, each=each, megabytes=say.number(written.bytes / 1e6, 1)))
    screen.print(say("dataset.kept", folder=folder), soft_wrap=True)

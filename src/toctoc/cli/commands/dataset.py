"""`toctoc dataset`: write every step of many games as tables for other programs."""

import secrets
from pathlib import Path
from typing import Any

import click

from toctoc.cli import params
from toctoc.lang import load


@click.command(cls=params.TableCommand)
@params.games_options
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    metavar="DIR",
)
@click.option("--json", "as_json", is_flag=True)
@params.lang_option
def command(out: Path, as_json: bool, lang: str, **typed: Any) -> None:
    """Play games of GAME and write every step of them to DIR, as Parquet."""
    from toctoc.cli.runs import dataset
    from toctoc.cli.workers import workers_for

    say = load(lang)
    wanted = params.GamesOptions(**typed)
    dataset.check(say)
    seed = dataset.seed_in(out) if wanted.seed is None else wanted.seed
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    simulation = wanted.simulation(seed, say)
    with workers_for(wanted.cores, wanted.cluster, say) as workers:
        dataset.run(simulation, out, workers, as_json, say)

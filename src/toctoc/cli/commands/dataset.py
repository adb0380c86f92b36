"""`toctoc dataset`: write every step of many games as tables for other programs."""

import secrets
from pathlib import Path

import click

from toctoc.cli import params
from toctoc.cli.planned_games import games_options, planned
from toctoc.lang import load


@click.command(cls=params.TableCommand)
@games_options
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    metavar="DIR",
)
@click.option("--json", "as_json", is_flag=True)
@params.lang_option
def command(
    game: str,
    bots: list[str] | None,
    players: int | None,
    games: int,
    seed: int | None,
    options: tuple[str, ...],
    cores: int | None,
    cluster: str | None,
    out: Path,
    as_json: bool,
    lang: str,
) -> None:
    """Play games of GAME and write every step of them to DIR, as Parquet."""
    from toctoc.cli.output import dataset_run
    from toctoc.cli.output.crew import crew

    say = load(lang)
    dataset_run.check(say)
    if seed is None:
        seed = dataset_run.seed_in(out)
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    simulation = planned(game, bots, players, games, seed, options, say)
    with crew(cores, cluster, say) as workers:
        dataset_run.run(simulation, out, workers, as_json, say)

"""`toctoc simulate`: play many games, at random or by bots, and count."""

import secrets
from pathlib import Path

import click

from toctoc.cli import params
from toctoc.cli.planned_games import games_options, planned
from toctoc.lang import load


@click.command(cls=params.TableCommand)
@games_options
@click.option(
    "--save",
    type=click.Path(path_type=Path),
    metavar="FILE",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE",
)
@click.option("--force", is_flag=True)
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
    save: Path | None,
    record: Path | None,
    force: bool,
    as_json: bool,
    lang: str,
) -> None:
    """Play games of GAME on all cores, at random or by bots, and tell scores, victories and lengths."""
    from toctoc.cli.output import simulation_run
    from toctoc.cli.output.crew import crew
    from toctoc.journal import seed_in

    say = load(lang)
    if seed is None and save:
        seed = seed_in(save)
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    simulation = planned(game, bots, players, games, seed, options, say)
    if save and record and save.absolute() == record.absolute():
        raise click.UsageError(say("arena.same-file"))
    with crew(cores, cluster, say) as workers:
        how = simulation_run.SimulationOptions(workers, save, record, force, as_json)
        simulation_run.run(simulation, how, say)

"""`toctoc simulate`: play many games, at random or by bots, and count."""

import secrets
from pathlib import Path
from typing import Any

import click

from toctoc.cli import params
from toctoc.lang import load


@click.command(cls=params.TableCommand)
@params.games_options
@params.save_option
@params.record_option
@params.force_option
@params.json_option
@params.lang_option
def command(save: Path | None, record: Path | None, force: bool, as_json: bool, lang: str, **typed: Any) -> None:
    """Play games of GAME on all cores, at random or by bots, and report scores, victories and lengths."""
    from toctoc.cli.commands.simulate.run import SimulationOptions, run
    from toctoc.cli.workers import workers_for
    from toctoc.journal import seed_in

    say = load(lang)
    wanted = params.GamesOptions(**typed)
    seed = seed_in(save) if wanted.seed is None and save else wanted.seed
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    simulation = wanted.simulation(seed, say)
    if save and record and save.absolute() == record.absolute():
        raise click.UsageError(say("arena.same-file"))
    with workers_for(wanted.cores, wanted.cluster, say) as workers:
        how = SimulationOptions(workers, save, record, force, as_json)
        run(simulation, how, say)

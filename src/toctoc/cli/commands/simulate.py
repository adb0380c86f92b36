"""`toctoc simulate`: play many games, at random or by bots, and count."""

import secrets
from pathlib import Path

import click

from toctoc.cli import params
from toctoc.cli.bot_names import BotList, wrong_bots
from toctoc.lang import load

MOST_GAMES = 10**9


@click.command(cls=params.TableCommand)
@click.argument("game", type=params.GameName())
@click.option(
    "--bots",
    type=BotList(),
    metavar="BOT,BOT,...",
)
@params.players_option
@params.games_option(MOST_GAMES, 1000)
@params.seed_option
@params.table_option
@params.cores_option
@params.cluster_option
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
    from toctoc.arena.kept import seed_in
    from toctoc.arena.plan import Simulation
    from toctoc.cli.output import simulation_run
    from toctoc.cli.output.crew import crew

    say = load(lang)
    count = params.checked_players(game, players, say)
    if seed is None and save:
        seed = seed_in(save)
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    chosen = params.chosen_options(game, options, count, say)
    try:
        simulation = Simulation.of(game, count, games, seed, chosen, bots or ())
    except ValueError as error:
        raise click.UsageError(wrong_bots(bots or [], game, count, say) or str(error)) from None
    if save and record and save.absolute() == record.absolute():
        raise click.UsageError(say("arena.same-file"))
    with crew(cores, cluster, say) as workers:
        how = simulation_run.SimulationOptions(workers, save, record, force, as_json)
        simulation_run.run(simulation, how, say)

"""`toctoc simulate`: play many games, at random or by bots, and count."""

import secrets
from pathlib import Path

import click

from toctoc.cli import params
from toctoc.cli.bot_names import BotList, wrong_name
from toctoc.lang import Catalogue, load

MOST_GAMES = 10**9


def _wrong(bots: list[str], game: str, players: int, say: Catalogue) -> str | None:
    """Say what is wrong with the names or the number of bots."""
    if len(bots) > players:
        return say("error.simulate.bots", players=say("words.players", n=players), most=players, n=len(bots))
    return wrong_name(bots, game, say)


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
    record: Path | None,
    force: bool,
    as_json: bool,
    lang: str,
) -> None:
    """Play games of GAME on all cores, at random or by bots, and tell scores, victories and lengths."""
    from toctoc.arena.plan import Simulation
    from toctoc.cli.output import simulation_run
    from toctoc.cli.output.crew import crew

    say = load(lang)
    count = params.checked_players(game, players, say)
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    chosen = params.chosen_options(game, options, count, say)
    try:
        simulation = Simulation.of(game, count, games, seed, chosen, bots or ())
    except ValueError as error:
        raise click.UsageError(_wrong(bots or [], game, count, say) or str(error)) from None
    with crew(cores, cluster, say) as workers:
        simulation_run.run(simulation, workers, record, force, as_json, say)

"""`toctoc simulate`: play many random games and count."""

import secrets
from pathlib import Path

import click

from toctoc.cli import params
from toctoc.lang import load

MOST_GAMES = 10**9


@click.command(cls=params.TableCommand)
@click.argument("game", type=params.GameName())
@params.players_option
@params.games_option(MOST_GAMES, 1000)
@params.seed_option
@params.table_option
@params.cores_option
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
    players: int | None,
    games: int,
    seed: int | None,
    options: tuple[str, ...],
    cores: int | None,
    record: Path | None,
    force: bool,
    as_json: bool,
    lang: str,
) -> None:
    """Play random games of GAME on all cores, and tell scores, victories and lengths."""
    from toctoc.arena.simulation import Simulation
    from toctoc.cli.output import simulation_run

    say = load(lang)
    count = params.checked_players(game, players, say)
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    chosen = params.chosen_options(game, options, count, say)
    simulation = Simulation.of(game, count, games, seed, chosen)
    simulation_run.run(simulation, cores, record, force, as_json, say)

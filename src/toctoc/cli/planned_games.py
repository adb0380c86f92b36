"""Read what many games are to be: the options that `simulate` and `dataset` have in common."""

from typing import TYPE_CHECKING

import click

from toctoc.cli import params
from toctoc.cli.bot_names import BotList, wrong_bots
from toctoc.lang import Catalogue

if TYPE_CHECKING:
    from toctoc.arena.plan import Simulation

MOST_GAMES = 10**9


def games_options(command: params.F) -> params.F:
    """Give a command the options that say which games are played, by whom and where."""
    options = [
        click.argument("game", type=params.GameName()),
        click.option("--bots", type=BotList(), metavar="BOT,BOT,..."),
        params.players_option,
        params.games_option(MOST_GAMES, 1000),
        params.seed_option,
        params.table_option,
        params.cores_option,
        params.cluster_option,
    ]
    for option in reversed(options):
        command = option(command)
    return command


def planned(
    game: str,
    bots: list[str] | None,
    players: int | None,
    games: int,
    seed: int,
    options: tuple[str, ...],
    say: Catalogue,
) -> "Simulation":
    """Return the games that were asked for; a usage error says what is wrong."""
    from toctoc.arena.plan import Simulation

    count = params.checked_players(game, players, say)
    chosen = params.chosen_options(game, options, count, say)
    try:
        return Simulation.of(game, count, games, seed, chosen, bots or ())
    except ValueError as error:
        raise click.UsageError(wrong_bots(bots or [], game, count, say) or str(error)) from None

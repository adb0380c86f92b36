"""`toctoc arena`: tell how strong bots are."""

import secrets
from typing import Any

import click

from toctoc.cli import params
from toctoc.lang import load

MAX_ARENA_GAMES = 10**7
PLOT_ENDINGS = (".png", ".svg")


@click.command(cls=params.TableCommand)
@click.argument("game", type=params.GameName())
@click.option("--field", "-f", type=params.BotList(), metavar="BOT,BOT,...")
@params.players_option
@params.games_option(MAX_ARENA_GAMES, 400)
@click.option("--ladder", is_flag=True)
@click.option("--nemesis", is_flag=True)
@params.seed_option
@params.table_option
@params.cores_option
@params.cluster_option
@params.save_option
@params.record_option
@params.force_option
@params.path_option("--plot", callback=params.ending_in(PLOT_ENDINGS, "error.arena.plot"))
@params.json_option
@params.lang_option
def command(lang: str, **typed: Any) -> None:
    """Let bots play GAME against each other, and report victories, scores and ratings with their uncertainty."""
    from toctoc.cli.commands.arena.run import ArenaOptions, run
    from toctoc.cli.workers import workers_for
    from toctoc.journal import seed_in

    say, wanted = load(lang), ArenaOptions(**typed)
    found = seed_in(wanted.save) if wanted.seed is None and wanted.save else wanted.seed
    tournament = wanted.tournament(secrets.randbelow(1 << 32) if found is None else found, say)
    if wanted.nemesis and not tournament.nemeses():
        raise click.UsageError(say("error.arena.no-nemesis"))
    if wanted.save and wanted.record and wanted.save.absolute() == wanted.record.absolute():
        raise click.UsageError(say("arena.same-file"))
    with workers_for(wanted.cores, wanted.cluster, say) as workers:
        run(tournament, wanted, workers, say)

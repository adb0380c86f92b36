"""`toctoc arena`: tell how strong bots are."""

import secrets
from pathlib import Path
from typing import Any

import click

from toctoc.cli import params
from toctoc.cli.localized_errors import LocalizedBadParameter
from toctoc.lang import load

MAX_ARENA_GAMES = 10**7
PLOT_ENDINGS = (".png", ".svg")


def _picture(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
    if path and path.suffix.lower() not in PLOT_ENDINGS:
        say = load(ctx.params["lang"])
        endings = say("list.comma").join(PLOT_ENDINGS)
        raise LocalizedBadParameter(say("error.arena.plot", endings=endings, name=repr(path.name)), ctx, param)
    return path


@click.command(cls=params.TableCommand)
@click.argument("game", type=params.GameName())
@click.option(
    "--field",
    "-f",
    type=params.BotList(),
    metavar="BOT,BOT,...",
)
@params.players_option
@params.games_option(MAX_ARENA_GAMES, 400)
@click.option("--ladder", is_flag=True)
@click.option(
    "--nemesis",
    is_flag=True,
)
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
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    callback=_picture,
    metavar="FILE",
)
@click.option("--json", "as_json", is_flag=True)
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

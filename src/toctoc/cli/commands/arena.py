"""`toctoc arena`: tell how strong bots are."""

import secrets
from collections.abc import Sequence
from pathlib import Path

import click

from toctoc.cli import params
from toctoc.cli.bot_names import BotList, wrong_name
from toctoc.cli.complaints import Wrong
from toctoc.games.registry import find
from toctoc.lang import Catalogue, load

MOST_GAMES = 10**7
FEWEST = 2  # bots, or there is nothing to compare
PICTURES = (".png", ".svg")


def _picture(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
    if path and path.suffix.lower() not in PICTURES:
        say = load(ctx.params["lang"])
        endings = say("list.comma").join(PICTURES)
        raise Wrong(say("error.arena.plot", endings=endings, name=repr(path.name)), ctx, param)
    return path


def _wrong(field: Sequence[str], game: str, say: Catalogue) -> str | None:
    """Say what is wrong with a field; None where it is not the names or the number of its bots."""
    if len(field) < FEWEST:
        return say("error.arena.field", least=FEWEST, n=len(field))
    if twice := [name for name in field if field.count(name) > 1]:
        return say("error.arena.twice", bot=twice[0])
    return wrong_name(field, game, say)


@click.command(cls=params.TableCommand)
@click.argument("game", type=params.GameName())
@click.option(
    "--field",
    "-f",
    type=BotList(),
    metavar="BOT,BOT,...",
)
@params.players_option
@params.games_option(MOST_GAMES, 400)
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
def command(
    game: str,
    field: list[str] | None,
    players: int | None,
    games: int,
    ladder: bool,
    nemesis: bool,
    seed: int | None,
    options: tuple[str, ...],
    cores: int | None,
    cluster: str | None,
    save: Path | None,
    record: Path | None,
    force: bool,
    plot: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    """Let bots play GAME against each other, and tell victories, scores and ratings with their uncertainty."""
    from toctoc.arena.plan import Tournament, usual_field
    from toctoc.cli.output import arena_run
    from toctoc.cli.output.crew import crew
    from toctoc.journal import seed_in

    say = load(lang)
    if field is None and len(usual_field(game)) < FEWEST:
        raise click.UsageError(say("error.arena.lonely", title=say.title(find(game))))
    count = params.checked_players(game, players, say)
    if seed is None and save:
        seed = seed_in(save)
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    chosen = params.chosen_options(game, options, count, say)
    field = list(field or usual_field(game))
    try:
        tournament = Tournament.of(game, count, field, games, seed, chosen)
    except ValueError as error:
        raise click.UsageError(_wrong(field, game, say) or str(error)) from None
    if nemesis and not tournament.nemeses():
        raise click.UsageError(say("error.arena.no-nemesis"))
    if save and record and save.absolute() == record.absolute():
        raise click.UsageError(say("arena.same-file"))
    with crew(cores, cluster, say) as workers:
        how = arena_run.ArenaOptions(ladder, nemesis, workers, save, record, force, plot, as_json)
        arena_run.run(tournament, how, say)

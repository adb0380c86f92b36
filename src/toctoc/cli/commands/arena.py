"""`toctoc arena`: tell how strong bots are."""

import secrets
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from toctoc.cli import params
from toctoc.games.registry import find
from toctoc.lang import load

MOST_GAMES = 10**7
PICTURES = (".png", ".svg")


class BotList(click.ParamType):  # type: ignore[type-arg]  # older clicks take none
    """Parse names of bots, or the files that describe them, with commas between."""

    name = "field"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:  # noqa: ARG002  # click's signature
        return [name.strip() for name in value.split(",")]

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002  # click's signature
        from toctoc.bots import BOTS

        done, comma, begun = incomplete.rpartition(",")
        left = [name for name in BOTS if name.startswith(begun) and name not in done.split(",")]
        return [CompletionItem(f"{done}{comma}{name}") for name in left]


def _picture(_: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
    if path and path.suffix.lower() not in PICTURES:
        raise click.BadParameter(
            f"a plot is a file that ends in {' or '.join(PICTURES)}, not {path.name!r}", param=param
        )
    return path


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
    save: Path | None,
    record: Path | None,
    force: bool,
    plot: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    """Let bots play GAME against each other, and tell victories, scores and ratings with their uncertainty."""
    from toctoc.arena.notebook import seed_in
    from toctoc.arena.tournament import Tournament, usual_field
    from toctoc.cli.output import arena_run

    say = load(lang)
    if field is None and len(usual_field(game)) < 2:
        raise click.UsageError(f"{find(game).title} has no bots but `random`, so nobody can be compared")
    count = params.checked_players(game, players, say)
    if seed is None and save:
        seed = seed_in(save)
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    chosen = params.chosen_options(game, options, count, say)
    try:
        tournament = Tournament.of(game, count, field or usual_field(game), games, seed, chosen)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if nemesis and not tournament.nemeses():
        raise click.UsageError("nobody in this field has a nemesis")
    if save and record and save.absolute() == record.absolute():
        raise click.UsageError(say("arena.same-file"))
    how = arena_run.ArenaOptions(ladder, nemesis, cores, save, record, force, plot, as_json)
    arena_run.run(tournament, how, say)

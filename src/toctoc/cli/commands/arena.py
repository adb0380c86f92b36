"""`toctoc arena`: tell how strong bots are."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toctoc.cli import params
from toctoc.cli.localized_errors import LocalizedBadParameter
from toctoc.core.registry import find
from toctoc.lang import Catalogue, load

if TYPE_CHECKING:
    from toctoc.arena.plan import Tournament

MAX_ARENA_GAMES = 10**7
FEWEST_BOTS = 2
PLOT_ENDINGS = (".png", ".svg")


def _picture(ctx: click.Context, param: click.Parameter, path: Path | None) -> Path | None:
    if path and path.suffix.lower() not in PLOT_ENDINGS:
        say = load(ctx.params["lang"])
        endings = say("list.comma").join(PLOT_ENDINGS)
        raise LocalizedBadParameter(say("error.arena.plot", endings=endings, name=repr(path.name)), ctx, param)
    return path


def _wrong(field: Sequence[str], game: str, say: Catalogue) -> str | None:
    """Say why a field is refused; None if neither the names nor the number of its bots is the reason."""
    if len(field) < FEWEST_BOTS:
        return say("error.arena.field", least=FEWEST_BOTS, n=len(field))
    if twice := [name for name in field if field.count(name) > 1]:
        return say("error.arena.twice", bot=twice[0])
    return params.wrong_name(field, game, say)


@dataclass(frozen=True, slots=True)
class ArenaCommand:
    """Arguments and options of the command."""

    game: str
    field: list[str] | None
    players: int | None
    games: int
    ladder: bool
    nemesis: bool
    seed: int | None
    options: tuple[str, ...]
    cores: int | None
    cluster: str | None
    save: Path | None
    record: Path | None
    force: bool
    plot: Path | None
    as_json: bool

    def tournament(self, seed: int, say: Catalogue) -> "Tournament":
        """Return the tournament to play with `seed`; a usage error says why there is none."""
        from toctoc.arena.plan import Tournament, usual_field

        if self.field is None and len(usual_field(self.game)) < FEWEST_BOTS:
            raise click.UsageError(say("error.arena.lonely", title=say.title(find(self.game))))
        count = params.checked_players(self.game, self.players, say)
        chosen = params.chosen_options(self.game, self.options, count, say)
        field = list(self.field or usual_field(self.game))
        try:
            return Tournament.of(self.game, count, field, self.games, seed, chosen)
        except ValueError as error:
            raise click.UsageError(_wrong(field, self.game, say) or str(error)) from None


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
    from toctoc.cli.runs import arena
    from toctoc.cli.workers import workers_for
    from toctoc.journal import seed_in

    say, wanted = load(lang), ArenaCommand(**typed)
    found = seed_in(wanted.save) if wanted.seed is None and wanted.save else wanted.seed
    tournament = wanted.tournament(secrets.randbelow(1 << 32) if found is None else found, say)
    if wanted.nemesis and not tournament.nemeses():
        raise click.UsageError(say("error.arena.no-nemesis"))
    if wanted.save and wanted.record and wanted.save.absolute() == wanted.record.absolute():
        raise click.UsageError(say("arena.same-file"))
    with workers_for(wanted.cores, wanted.cluster, say) as workers:
        options = arena.ArenaOptions(
            ladder=wanted.ladder, nemesis=wanted.nemesis, workers=workers, save=wanted.save, record=wanted.record,
            force=wanted.force, plot=wanted.plot, as_json=wanted.as_json,
        )  # fmt: skip
        arena.run(tournament, options, say)

"""`toctoc play`: open a table in the browser, or play against bots in the terminal."""

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from toctoc.cli import params
from toctoc.cli.failures import BAD, CheckFailed
from toctoc.lang import load
from toctoc.server.config import DEFAULTS, LAST_PORT

TERMINAL_PAUSE_SECONDS = 0.9  # after a bot's move
BROWSER_OPTIONS = {"host", "port", "wants_browser"}


@dataclass(frozen=True, slots=True)
class PlayCommand:
    """Arguments and options of the command."""

    game: str | None
    terminal: bool
    host: str
    port: int
    wants_browser: bool
    players: int | None
    options: tuple[str, ...]
    seat: int
    name: str | None
    bots: str | None
    seed: int | None
    record: Path | None
    force: bool
    pause: float
    plain: bool
    fast: bool


@click.command(cls=params.TableCommand)
@click.argument("game", type=params.GameName(), required=False)
@click.option("--terminal", is_flag=True)
@click.option("--host", default=DEFAULTS.host, show_default=True)
@click.option("--port", default=DEFAULTS.port, type=click.IntRange(0, LAST_PORT), show_default=True)
@click.option("--browser/--no-browser", "wants_browser", default=True)
@params.players_option
@params.table_option
@click.option("--seat", type=int, default=0, show_default=True, metavar="S")
@click.option("--name", metavar="TEXT")
@click.option(
    "--bots",
    cls=params.OpponentOption,
    type=params.BotName(),
)
@params.seed_option
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--force", is_flag=True)
@click.option(
    "--pause",
    type=click.FloatRange(0, 60),
    default=TERMINAL_PAUSE_SECONDS,
    show_default=True,
    metavar="SECONDS",
)
@click.option("--plain", is_flag=True)
@click.option("--fast", is_flag=True)
@params.lang_option
@click.pass_context
def command(ctx: click.Context, /, lang: str, **typed: Any) -> None:
    """Open a table in the browser, for you, bots and friends."""
    say, wanted = load(lang), PlayCommand(**typed)
    given = {name for name in ctx.params if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    if not (wanted.terminal or given - BROWSER_OPTIONS - {"lang"}):
        from toctoc.cli.runs.local_server import play_at_home

        play_at_home(wanted.host, wanted.port if "port" in given else None, wanted.wants_browser, say)
        return
    if given & BROWSER_OPTIONS:
        raise click.UsageError(say("play.either"))
    from toctoc.bots import BadLevel, BotError
    from toctoc.cli.terminal import solo

    try:
        game = wanted.game or solo.which_game(say)
        options = solo.PlayOptions(
            game=game,
            players=wanted.players,
            options=wanted.options,
            seat=wanted.seat,
            name=wanted.name,
            bots=solo.opponent(game, wanted.bots, say),
            seed=secrets.randbelow(1 << 32) if wanted.seed is None else wanted.seed,
            in_words=wanted.plain,
            pause_seconds=0 if wanted.fast else wanted.pause,
        )
        solo.host(options, wanted.record, wanted.force, say)
    except BotError as error:
        raise CheckFailed(solo.blame(error, say)) from error
    except BadLevel as error:  # a class that does not sit down
        raise CheckFailed(str(error)) from error
    except (solo.PlayerLeft, EOFError, KeyboardInterrupt) as left:
        click.echo(("" if isinstance(left, solo.PlayerLeft) else "\n") + say("play.unfinished"))
        if isinstance(left, KeyboardInterrupt):
            raise
        if isinstance(left, EOFError) and not solo.interactive():
            ctx.exit(BAD)  # a script that ends before its game

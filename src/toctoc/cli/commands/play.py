"""`toctoc play`: open a table in the browser, or play against bots in the terminal."""

import os
import secrets
import sys
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from toctoc.cli import params
from toctoc.cli.failures import BAD, CheckFailed, Failure, reason
from toctoc.lang import Catalogue, load
from toctoc.server.config import ALL_ADDRESSES, DEFAULTS, LAST_PORT, ServerConfig

if TYPE_CHECKING:
    from toctoc.cli.server import Opened

TERMINAL_PAUSE_SECONDS = 0.9  # after a bot's move
HEALTH_TIMEOUT_SECONDS = 2.0  # of a server on this machine
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
@click.option("--bots", cls=params.OpponentOption, type=params.BotName())
@params.seed_option
@params.record_option
@params.force_option
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
        _play_at_home(wanted.host, wanted.port if "port" in given else None, wanted.wants_browser, say)
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


def _play_at_home(host: str, port: int | None, wants_browser: bool, say: Catalogue) -> None:
    """Serve on `port`; None takes the usual one, or a free one where another program has it.

    The store is in the home of the user, and a running server of it is found again.
    """
    from toctoc.cli import server
    from toctoc.cli.files.stores import InUse

    folder = _data_folder(say)
    config = ServerConfig(store=str(folder / "toctoc.db"), host=host)
    if port is not None:
        config = replace(config, port=port)
    address = folder / "address"  # holds the URL of the server that has the store

    def ready(opened: "Opened") -> None:
        address.write_text(opened.url, encoding="utf-8")
        server.welcome(config, opened, say)
        if host not in ALL_ADDRESSES:
            click.echo(say("play.phones"))
        if wants_browser:
            server.open_browser(opened.url, say)

    try:
        try:
            server.keep_open(config, ready, say)
        except server.Taken:
            if port is not None:
                raise
            server.keep_open(replace(config, port=0), ready, say)
    except server.Missing as missing:
        raise Failure(f"{missing.message}\n{say('play.in-terminal')}") from None
    except InUse:
        running = _running(address)
        if running is None:
            raise
        click.echo(say("play.already", url=running))
        if wants_browser:
            server.open_browser(running, say).join()


def _running(address: Path) -> str | None:
    """Return the address of the other Toctoc, if it was opened this way and answers."""
    import http.client
    from urllib.parse import urlsplit

    with suppress(OSError, http.client.HTTPException):
        url = address.read_text(encoding="utf-8")
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=HEALTH_TIMEOUT_SECONDS)
        with closing(connection):
            connection.request("GET", "/healthz")
            if connection.getresponse().read() == b"well\n":
                return url
    return None


def _data_folder(say: Catalogue) -> Path:
    """Return the folder of this system for the data of programs, made if it is missing."""
    home = Path.home()
    if sys.platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        root = home / "Library" / "Application Support"
    else:
        root = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    folder = root / "toctoc"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = reason(error, say)
        raise Failure(say("error.store", store=click.format_filename(folder), reason=why)) from None
    return folder

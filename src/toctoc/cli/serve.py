"""`toctoc serve`: live tables for browsers and programs."""

import os
import re
import sys
import webbrowser
from pathlib import Path

import click

from toctoc.cli import params
from toctoc.cli.failures import Failure, reason
from toctoc.cli.stores import usable
from toctoc.lang import Catalogue, load

LOUDNESS = ("debug", "info", "warning", "error")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets the whole network in.")
@click.option("--port", default=8080, show_default=True, type=click.IntRange(0, 65535), help="0 takes a free one.")
@click.option("--store", metavar="URL", envvar="TOCTOC_STORE", default="toctoc.db", show_default=True,
              help="Where tables are kept: a file, or sqlite:///FILE.")  # fmt: skip
@click.option("--public-url", metavar="URL", help="Where people reach this server, if a proxy stands before it.")
@click.option("--behind-proxy", is_flag=True, help="Believe the last address in X-Forwarded-For.")
@click.option("--bot", "bots", multiple=True, type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="A bot of your own, described in a TOML file; repeatable.")  # fmt: skip
@click.option("--limit", "limits", multiple=True, metavar="NAME=NUMBER", help="See docs/hosting.md; repeatable.")
@click.option("--open", "wants_browser", is_flag=True, help="Open the browser.")
@click.option(
    "--log", default="warning", show_default=True, type=click.Choice(LOUDNESS), help="How much is logged."
)
@click.option("--grace", default=20.0, hidden=True, help="Seconds before a stand-in plays for who is gone.")
@click.option("--idle", default=60.0, hidden=True, help="Seconds before an empty table leaves the memory.")
@click.option("--pause/--no-pause", default=True, hidden=True, help="Whether bots seem to think.")
@params.lang_option
def command(
    host: str, port: int, store: str, public_url: str | None, behind_proxy: bool, bots: tuple[Path, ...],
    limits: tuple[str, ...], wants_browser: bool, log: str, grace: float, idle: float, pause: bool, lang: str,
) -> None:  # fmt: skip
    """Host live tables, over HTTP and websockets, until Ctrl-C.

    Everything is kept in one file; beside it lies the secret that signs guests' cookies (or set TOCTOC_SECRET).
    """
    say = load(lang)
    try:
        from toctoc.server import serving
    except ImportError as error:
        raise Failure(say("serve.missing", package=str(error.name))) from None
    from toctoc import bots as players
    from toctoc.server.identity import BadSecret, Keys
    from toctoc.server.limits import BadLimit, Limits
    from toctoc.server.logs import start_logging
    from toctoc.storage import locate
    from toctoc.table.timing import PAUSE

    with usable(store, say):
        folder = locate(store).resolve().parent
    if public_url is not None and not re.fullmatch(r"https?://[^/\s]+/?", public_url):
        raise Failure(say("serve.public-url", url=public_url))
    public_url = public_url.rstrip("/") if public_url else None
    try:
        chosen = Limits.load(os.environ, dict(_pair(text, say) for text in limits))
        keys = Keys.load(os.environ, folder)
        own = {players.level(str(file)).name: str(file) for file in bots}
    except BadLimit as error:
        raise Failure(say(f"serve.limit.{error.why}", **error.details)) from None
    except BadSecret as error:
        raise Failure(say(f"serve.secret.{error.why}", **error.details)) from None
    except ValueError as error:  # of a bot's file
        raise Failure(str(error)) from None

    def ready(at: int) -> None:
        _welcome(host, at, public_url, say)
        if wants_browser:
            webbrowser.open(public_url or f"http://localhost:{at}/")

    known = {name: name for name in players.LEVELS} | own
    place = serving.Place(
        store,
        keys,
        chosen,
        known,
        host,
        port,
        public_url,
        behind_proxy,
        int(1000 * grace),
        PAUSE if pause else (0, 0),
        idle,
        ready,
    )
    start_logging(log)
    with usable(store, say):
        try:
            serving.serve(place)
        except serving.NoDoor as error:
            why = say("error.reason.no-address") if (error.errno or 0) < 0 else reason(error, say)
            raise Failure(say("serve.port", host=host, port=port, reason=why)) from None


def _pair(text: str, say: Catalogue) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Failure(say("serve.limit.form", text=text))
    return name, value


def _welcome(host: str, port: int, public_url: str | None, say: Catalogue) -> None:
    from shutil import get_terminal_size

    from toctoc.server.welcome import Words, lan_addresses, lines

    is_open = host in ("0.0.0.0", "::")
    url = public_url or f"http://{'localhost' if is_open or host == '127.0.0.1' else host}:{port}"
    words = Words(say("serve.here"), say("serve.others"), say("serve.scan"))
    lan = lan_addresses() if is_open and public_url is None else ()
    for line in lines(url, lan, get_terminal_size().columns, sys.stdout.isatty(), words):
        click.echo(line)
    click.echo(say("serve.stop"))
    sys.stdout.flush()

"""`toctoc serve`: host live tables for browsers and programs."""

from pathlib import Path

import click

from toctoc.cli import params
from toctoc.cli.hosting import server_start
from toctoc.lang import load

LOUDNESS = ("debug", "info", "warning", "error")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets the whole network in.")
@click.option(
    "--port",
    default=server_start.PORT,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="0 takes a free one.",
)
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
    wanted = server_start.ServerOptions(
        store=store, host=host, port=port, public_url=public_url.rstrip("/") if public_url else None,
        behind_proxy=behind_proxy, bots=bots, limits=limits, log=log, grace=grace, idle=idle, pause=pause,
    )  # fmt: skip

    def ready(url: str) -> None:
        server_start.welcome(wanted, url, say)
        if wants_browser:
            server_start.open_browser(url, say)

    server_start.keep_open(wanted, ready, say)

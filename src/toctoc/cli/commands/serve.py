"""`toctoc serve`: host live tables for browsers and programs."""

from pathlib import Path

import click

from toctoc.cli import params, spoken
from toctoc.cli.hosting import server_start
from toctoc.lang import load
from toctoc.server.features import FEATURES

MOST_PROXIES = 9
MOST_WORKERS = 64
LOUDNESS = ("debug", "info", "warning", "error")


@click.command(cls=spoken.Command)
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option(
    "--port",
    default=server_start.PORT,
    show_default=True,
    type=click.IntRange(0, 65535),
)
@click.option("--store", metavar="URL", envvar="TOCTOC_STORE", default="toctoc.db", show_default=True)  # fmt: skip
@click.option("--public-url", metavar="URL")
@click.option(
    "--behind-proxy", metavar="[N]", default=0, is_flag=False, flag_value=1, type=click.IntRange(0, MOST_PROXIES)
)
@click.option("--node-address", metavar="HOST:PORT", envvar="TOCTOC_NODE_ADDRESS")
@click.option("--workers", default=1, show_default=True, metavar="N", type=click.IntRange(1, MOST_WORKERS))
@click.option("--allowed-host", "allowed_hosts", multiple=True, metavar="NAME")
@click.option("--bot", "bots", multiple=True, type=params.OwnBot())
@click.option("--limit", "limits", multiple=True, metavar="NAME=NUMBER")
@click.option("--without", multiple=True, type=click.Choice(FEATURES))
@click.option("--day-begins", metavar="HH:MM", default="00:00", show_default=True)
@click.option("--admin-token-file", "admin_token", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--new-secret", "wants_new_secret", is_flag=True)
@click.option("--open", "wants_browser", is_flag=True)
@click.option("--log", default="warning", show_default=True, type=click.Choice(LOUDNESS))
@click.option("--grace", default=20.0, hidden=True, help="Seconds before a stand-in plays for who is gone.")
@click.option("--idle", default=60.0, hidden=True, help="Seconds before an empty table leaves the memory.")
@click.option("--pause/--no-pause", default=True, hidden=True, help="Whether bots seem to think.")
@params.lang_option
def command(
    host: str, port: int, store: str, public_url: str | None, behind_proxy: int, node_address: str | None,
    workers: int, allowed_hosts: tuple[str, ...], bots: tuple[str, ...], limits: tuple[str, ...],
    without: tuple[str, ...], day_begins: str, admin_token: Path | None, wants_new_secret: bool,
    wants_browser: bool, log: str, grace: float, idle: float, pause: bool, lang: str,
) -> None:  # fmt: skip
    """Host live tables, over HTTP and websockets, until Ctrl-C."""
    say = load(lang)
    wanted = server_start.ServerOptions(
        store=store, host=host, port=port, public_url=public_url.rstrip("/") if public_url else None,
        behind_proxy=behind_proxy, allowed_hosts=allowed_hosts, bots=bots, limits=limits,
        admin_token=admin_token, wants_new_secret=wants_new_secret, log=log, grace=grace, idle=idle, pause=pause,
        node_address=node_address, workers=workers, without=without, day_begins=day_begins,
    )  # fmt: skip

    def ready(url: str) -> None:
        server_start.welcome(wanted, url, say)
        if wants_browser:
            server_start.open_browser(url, say)

    server_start.keep_open(wanted, ready, say)

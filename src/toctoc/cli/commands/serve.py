"""`toctoc serve`: host live tables for browsers and programs."""

from typing import Any

import click

from toctoc.cli import params, spoken
from toctoc.cli.hosting import server_start
from toctoc.cli.hosting.server_options import options_of
from toctoc.lang import load
from toctoc.server.config import ServerConfig


@click.command(cls=spoken.Command, params=options_of(ServerConfig))
@params.lang_option
def command(lang: str, **settings: Any) -> None:
    """Host live tables, over HTTP and websockets, until Ctrl-C."""
    say = load(lang)
    config = ServerConfig(**settings)

    def ready(url: str) -> None:
        server_start.welcome(config, url, say)
        if config.wants_browser:
            server_start.open_browser(url, say)

    server_start.keep_open(config, ready, say)

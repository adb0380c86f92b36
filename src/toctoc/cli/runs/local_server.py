"""Run a server for the user of this machine: its store is in their home, and a running one is found again."""

import http.client
import os
import sys
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import click

from toctoc.cli.failures import Failure, reason
from toctoc.cli.files.stores import InUse
from toctoc.cli.runs import server
from toctoc.lang import Catalogue
from toctoc.server.config import ALL_ADDRESSES, ServerConfig

HEALTH_TIMEOUT_SECONDS = 2.0  # of a server on this machine


def play_at_home(host: str, port: int | None, wants_browser: bool, say: Catalogue) -> None:
    """Serve on `port`; None takes the usual one, or a free one where another program has it."""
    folder = _data_folder(say)
    config = ServerConfig(store=str(folder / "toctoc.db"), host=host)
    if port is not None:
        config = replace(config, port=port)
    address = folder / "address"  # holds the URL of the server that has the store

    def ready(opened: server.Opened) -> None:
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

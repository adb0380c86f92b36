"""Start a server for a command, and tell people where it is once it is open."""

import errno
import os
import re
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

from toctoc.cli.failures import Failure, reason
from toctoc.cli.files.stores import usable
from toctoc.lang import Catalogue

PORT = 8080
ALL_ADDRESSES = ("0.0.0.0", "::")
TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")  # of day
NODE_ADDRESS = re.compile(r"(?:(?P<host>[^\s:/\[\]]+)|\[(?P<bare>[0-9a-fA-F:.]+)\])(?::(?P<port>[0-9]{1,5}))?")
LAST_PORT = 65535
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """What was asked for on the command line."""

    store: str
    host: str = "127.0.0.1"
    port: int = PORT
    public_url: str | None = None
    behind_proxy: int = 0
    allowed_hosts: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()  # TOML files and classes
    limits: tuple[str, ...] = ()
    wants_new_secret: bool = False
    admin_token: Path | None = None
    log: str = "warning"
    grace: float = 20.0
    idle: float = 60.0
    pause: bool = True
    node_address: str | None = None
    workers: int = 1
    without: tuple[str, ...] = ()
    day_begins: str = "00:00"  # of daily deals, UTC

    def url(self, port: int) -> str:
        """Return the address at which the browsers of this machine find it."""
        host = "localhost" if self.host in (*ALL_ADDRESSES, "127.0.0.1") else self.host
        return self.public_url or f"http://{f'[{host}]' if ':' in host else host}:{port}"


class Missing(Failure):
    """What a server needs is not installed."""


class Taken(Failure):
    """Another program has the port."""


def keep_open(wanted: ServerOptions, ready: Callable[[str], None], say: Catalogue) -> None:
    """Serve until Ctrl-C; call `ready` with the address once people can come. A `Failure` says why not."""
    try:
        from toctoc.server import run
    except ImportError as error:
        raise Missing(say("serve.missing", package=str(error.name))) from None
    from toctoc import bots as players
    from toctoc.server.features.admin.token import Admin
    from toctoc.server.logs import start_logging
    from toctoc.server.security.identity import BadSecret, load_keys
    from toctoc.server.security.limits import BadLimit, Limits
    from toctoc.server.worker_processes import serve_by
    from toctoc.table.names import AVATARS
    from toctoc.table.scheduler import PAUSE

    _check(wanted, say)
    try:
        limits = Limits.load(os.environ, dict(_pair(text, say) for text in wanted.limits))
        with usable(wanted.store, say):
            keys = load_keys(os.environ, wanted.store, wanted.wants_new_secret)
        admin = Admin.load(os.environ, wanted.admin_token)
        own = {players.describe(bot).name: bot for bot in wanted.bots}
        players.listed(own.values(), AVATARS)  # a face that there is not is told now
    except BadLimit as error:
        raise Failure(say(f"serve.limit.{error.why}", **error.details)) from None
    except BadSecret as error:
        raise Failure(say(f"serve.secret.{error.why}", **error.details)) from None
    except ValueError as error:  # of a bot
        raise Failure(str(error)) from None
    config = run.ServerConfig(
        wanted.store, keys, limits, {name: name for name in players.LEVELS} | own, wanted.host, wanted.port,
        wanted.public_url, wanted.behind_proxy, wanted.allowed_hosts, int(1000 * wanted.grace),
        PAUSE if wanted.pause else (0, 0), wanted.idle, admin, _node_address(wanted, say),
        without=wanted.without, day_begins=_seconds(wanted.day_begins), ready=lambda port: ready(wanted.url(port)),
    )  # fmt: skip
    start_logging(wanted.log)
    with usable(wanted.store, say):
        try:
            if wanted.workers > 1:
                serve_by(config, wanted.workers)
            else:
                run.serve(config)
        except run.CannotListen as error:
            why = say("error.reason.no-address") if (error.errno or 0) < 0 else reason(error, say)
            kind = Taken if error.errno == errno.EADDRINUSE else Failure
            raise kind(say("serve.port", host=error.host, port=error.port, reason=why)) from None


def _check(wanted: ServerOptions, say: Catalogue) -> None:
    """Refuse, by a `Failure`, what cannot be served."""
    from toctoc.server.security.trusted_hosts import HOST_NAME
    from toctoc.server.worker_processes import is_possible
    from toctoc.storage import is_database

    if wanted.workers > 1 and not is_database(wanted.store):
        raise Failure(say("serve.workers.file"))
    if wanted.workers > 1 and not is_possible():
        raise Failure(say("serve.workers.system"))
    if wanted.public_url is not None and not re.fullmatch(r"https?://[^/\s]+", wanted.public_url):
        raise Failure(say("serve.public-url", url=wanted.public_url))
    if not TIME.fullmatch(wanted.day_begins):
        raise Failure(say("serve.day-begins", time=wanted.day_begins))
    for name in wanted.allowed_hosts:
        if not HOST_NAME.fullmatch(name):
            raise Failure(say("serve.allowed-host", name=name))


def _seconds(time: str) -> int:
    """Return how many seconds after midnight a time of day is."""
    hours, minutes = time.split(":")
    return 60 * (60 * int(hours) + int(minutes))


def _node_address(wanted: ServerOptions, say: Catalogue) -> tuple[str, int] | None:
    """Return the host and the port by which other nodes reach this one; without a port, any free one will do."""
    if wanted.node_address is None:
        return None
    found = NODE_ADDRESS.fullmatch(wanted.node_address)
    host = (found["bare"] or found["host"]) if found else ""
    port = int(found["port"] or 0) if found else 0
    if not host or host in ALL_ADDRESSES or port > LAST_PORT:
        raise Failure(say("serve.node-address", address=wanted.node_address))
    return host, port


def welcome(wanted: ServerOptions, url: str, say: Catalogue) -> None:
    from shutil import get_terminal_size

    from toctoc.server.banner import Words, lan_addresses, lines

    words = Words(say("serve.here"), say("serve.others"), say("serve.scan"))
    lan = lan_addresses() if wanted.host in ALL_ADDRESSES and wanted.public_url is None else ()
    for line in lines(url, lan, get_terminal_size().columns, sys.stdout.isatty(), words):
        click.echo(line)
    click.echo(say("serve.stop"))
    sys.stdout.flush()


def open_browser(url: str, say: Catalogue) -> threading.Thread:
    """Open the browser in a thread, as some browsers come back only when they are closed."""

    def show() -> None:
        # Without a screen, Python would start a browser for terminals, in ours.
        has_screen = sys.platform in ("win32", "darwin") or any(map(os.environ.get, SCREENS))
        if not (has_screen and webbrowser.open(url)):
            click.echo(say("serve.no-browser", url=url))

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    return thread


def _pair(text: str, say: Catalogue) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Failure(say("serve.limit.form", text=text))
    return name, value

"""Start a server for a command, and tell people where it is once it is open."""

import errno
import logging
import os
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toctoc import extras
from toctoc.cli.failures import Failure, reason
from toctoc.cli.files.stores import usable
from toctoc.cli.localized_errors import did_you_mean
from toctoc.lang import Catalogue
from toctoc.server.config import ALL_ADDRESSES, BadSetting, ServerConfig
from toctoc.storage import is_database, locate
from toctoc.storage.common import DAY_SECONDS

if TYPE_CHECKING:
    from toctoc.server.run import ServerSetup
    from toctoc.server.security.limits import Limits

logger = logging.getLogger("toctoc.server")
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")  # variables, one of which is set where a browser can open


class Missing(Failure):
    """A package that a server needs is not installed."""


class Taken(Failure):
    """Another program has the port."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A server to which clients can connect."""

    url: str
    new_store: Path | None  # if there was none before


def keep_open(config: ServerConfig, ready: Callable[[Opened], None], say: Catalogue) -> None:
    """Serve until Ctrl-C; call `ready` once it is open. A `Failure` says why it cannot be."""
    try:
        from toctoc.server.run import CannotListen, serve
    except ImportError as error:
        raise Missing(say("serve.missing", package=str(error.name), how=extras.how("serve"))) from None
    from toctoc.server.logs import start_logging
    from toctoc.server.security.identity import BadSecret
    from toctoc.storage.sqlite.recovery import accept_loss
    from toctoc.storage.sqlite.upkeep import summary

    start_logging(config.log)
    path = None if is_database(config.store) else _checked_place(config, say)
    new_store = None if path is None or (path.exists() and path.stat().st_size > 0) else path
    if path is not None and config.accepts_loss:
        with usable(config.store, say):
            accept_loss(path)
    setup = _loaded(config, lambda url: ready(Opened(url, new_store)), say)
    if path is not None:
        with usable(config.store, say):
            _warn_of_clock(summary(path).touched)
    with usable(config.store, say):
        try:
            serve(setup)
        except CannotListen as error:
            raise _cannot_listen(error, error.host, error.port, say) from None
        except BadSecret as error:
            raise Failure(say(f"serve.secret.{error.why}", **error.details)) from None


def _cannot_listen(error: OSError, host: str, port: int, say: Catalogue) -> Failure:
    """Return the failure to listen, with its remedy."""
    kind, why, how = Failure, reason(error, say), "serve.port.do"
    if error.errno == errno.EADDRINUSE:
        kind, how = Taken, "serve.port.do.taken"
    elif (error.errno or 0) < 0 or error.errno == errno.EADDRNOTAVAIL:
        why, how = say("error.reason.no-address"), "serve.port.do.no-address"
    return kind(f"{say('serve.port', host=host, port=port, reason=why)} {say(how)}")


def _checked_place(config: ServerConfig, say: Catalogue) -> Path:
    """Return the file of a store; refuse a missing folder, and a name that looks like a slip for another store."""
    from toctoc.cli.files.store_place import check_place
    from toctoc.storage.sqlite.connection import raising_store_errors

    with usable(config.store, say):
        path = locate(config.store).absolute()
        with raising_store_errors(path):
            found = list(check_place(path))
    for finding in found:
        raise Failure(f"{finding.found(say)} {finding.advice(say)}")
    return path


def _warn_of_clock(touched: float) -> None:
    """Log a warning if the last entry of the store is of tomorrow."""
    ahead = touched - time.time()
    if ahead >= DAY_SECONDS:
        logger.warning(
            "the last entry of the store is %d seconds in the future: the clock of this machine is behind", ahead
        )


def _loaded(config: ServerConfig, ready: Callable[[str], None], say: Catalogue) -> "ServerSetup":
    """Load keys, limits and bots of `config`; a `Failure` says which of its values cannot be used."""
    from toctoc import bots as players
    from toctoc.server.features.admin.token import Admin
    from toctoc.server.run import ServerSetup
    from toctoc.server.security.identity import BadSecret, load_keys
    from toctoc.table.text import AVATARS

    try:
        limits = checked_limits(config, say)
        with usable(config.store, say):
            keys = load_keys(os.environ, config.store, config.wants_new_secret)
        admin = Admin.load(os.environ, config.admin_token)
        own: dict[str, str] = {players.describe(bot).name: bot for bot in config.bots}
        players.listed(own.values(), AVATARS)  # refuses an avatar that does not exist
    except BadSecret as error:
        raise Failure(say(f"serve.secret.{error.why}", **error.details)) from None
    except ValueError as error:  # of a bot
        raise Failure(str(error)) from None
    bots = {name: name for name in players.LEVELS} | own
    return ServerSetup(
        config=config, keys=keys, limits=limits, bots=bots, admin=admin, ready=lambda port: ready(config.url(port))
    )


def checked_limits(config: ServerConfig, say: Catalogue) -> "Limits":
    """Return the limits of `config` and of the environment; a `Failure` says which value cannot be used."""
    from toctoc.server.security.limits import BadLimit, Limits

    try:
        _check(config, say)
        return Limits.load(os.environ, dict(_pair(text, say) for text in config.limits))
    except BadSetting as error:
        raise Failure(say(f"serve.{error.code}", **error.details)) from None
    except BadLimit as error:
        message = say(f"serve.limit.{error.why}", **error.details)
        if error.why == "unknown":
            name = str(error.details["name"]).removeprefix("TOCTOC_LIMIT_").lower()
            message += did_you_mean(name, str(error.details["known"]).split(", "), say)
        raise Failure(message) from None


def _check(config: ServerConfig, say: Catalogue) -> None:
    """Raise a `Failure` or a `BadSetting` for a configuration that cannot be served."""
    from toctoc.server.security.trusted_hosts import HOST_NAME

    config.check()
    for name in config.allowed_hosts:
        if not HOST_NAME.fullmatch(name):
            raise Failure(say("serve.allowed-host", name=name))


def welcome(config: ServerConfig, opened: Opened, say: Catalogue) -> None:
    """Print the addresses of the server, and a new store.

    The server goes on if standard output cannot be written, on a full disk.
    """
    try:
        _print_banner(config, opened, say)
    except OSError as error:
        logger.warning("the addresses of the server could not be printed: %s", reason(error, say))
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the rest does not fail, either


def _print_banner(config: ServerConfig, opened: Opened, say: Catalogue) -> None:
    from shutil import get_terminal_size

    from toctoc.server.banner import BannerTexts, lan_addresses, lines

    here, store = say("serve.here"), opened.new_store
    if store is not None:
        here = say("serve.here-new", store=click.format_filename(store))
    words = BannerTexts(here, say("serve.others"), say("serve.scan"))
    lan = lan_addresses() if config.host in ALL_ADDRESSES and config.public_origin is None else ()
    for line in lines(opened.url, lan, get_terminal_size().columns, sys.stdout.isatty(), words):
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

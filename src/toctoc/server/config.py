"""Configuration of a server: the fields of `ServerConfig` are the options of `toctoc serve`.

A field is declared once, here. The command makes its options from these fields (cli/commands/serve.py), and the
server receives the object. The help of a field is `usage.serve.FIELD` in lang/cli, in four languages.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NewType

from toctoc.server.features import FEATURES

BotFile = NewType("BotFile", str)  # a TOML file, or `file.py:Class`
ALL_ADDRESSES = ("0.0.0.0", "::")
LAST_PORT = 65535
LOG_LEVELS = ("debug", "info", "warning", "error")
MAX_HSTS_DAYS = 730
MAX_PROXIES = 9
TIME_OF_DAY = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
NODE_ADDRESS = re.compile(r"(?:(?P<host>[^\s:/\[\]]+)|\[(?P<bare>[0-9a-fA-F:.]+)\])(?::(?P<port>[0-9]{1,5}))?")
PUBLIC_URL = re.compile(r"https?://[^/\s]+")


class BadSetting(ValueError):
    """A value that its field does not take; the text `serve.CODE` of lang/cli explains it with `details`."""

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(f"{code}: {details}")
        self.code, self.details = code, details


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Describe a field of `ServerConfig` to the command line; its type and its default are the field's."""

    option: str | None = None  # as it is typed, where that is not the field's name
    metavar: str | None = None
    environment: str | None = None  # variable that holds the value where the option is not given
    bounds: tuple[int, int] | None = None
    choices: tuple[str, ...] = ()
    bare: object = None  # value of the option where it is typed without one
    hidden: str | None = None  # help of an option that `--help` leaves out


def setting(default: Any, **described: Any) -> Any:
    """Return a field with its default, and a `Setting` of `described`."""
    return field(default=default, metadata={"setting": Setting(**described)})


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """Configuration as a host writes it. The properties parse values, and raise `BadSetting`."""

    host: str = setting("127.0.0.1")
    port: int = setting(8080, bounds=(0, LAST_PORT))
    store: str = setting("toctoc.db", metavar="URL", environment="TOCTOC_STORE")
    public_url: str | None = setting(None, metavar="URL")
    hsts_days: int = setting(30, metavar="DAYS", bounds=(0, MAX_HSTS_DAYS))
    behind_proxy: int = setting(0, metavar="[N]", bounds=(0, MAX_PROXIES), bare=1)
    node_address: str | None = setting(None, metavar="HOST:PORT", environment="TOCTOC_NODE_ADDRESS")
    allowed_hosts: tuple[str, ...] = setting((), option="--allowed-host", metavar="NAME")
    bots: tuple[BotFile, ...] = setting((), option="--bot")
    limits: tuple[str, ...] = setting((), option="--limit", metavar="NAME=NUMBER")
    without: tuple[str, ...] = setting((), choices=FEATURES)
    day_begins: str = setting("00:00", metavar="HH:MM")
    admin_token: Path | None = setting(None, option="--admin-token-file")  # noqa: RUF009  # makes a field
    wants_new_secret: bool = setting(False, option="--new-secret")
    accepts_loss: bool = setting(False, option="--accept-loss")
    wants_browser: bool = setting(False, option="--open")
    log: str = setting("warning", choices=LOG_LEVELS)
    grace_seconds: float = setting(
        20.0, option="--grace", hidden="Seconds without a connection before a stand-in plays."
    )
    idle_seconds: float = setting(
        60.0, option="--idle", hidden="Seconds before an empty table is removed from memory."
    )
    bots_pause: bool = setting(
        True, option="--pause", hidden="Whether bots pause before a move. Without, their time can reveal cards."
    )

    def check(self) -> None:
        """Raise `BadSetting` for the first value that cannot be parsed."""
        _ = self.public_origin, self.day_start_seconds, self.node_endpoint

    def url(self, port: int) -> str:
        """Return the address at which browsers of this machine, or of the public, find a server at `port`."""
        host = "localhost" if self.host in (*ALL_ADDRESSES, "127.0.0.1") else self.host
        return self.public_origin or f"http://{f'[{host}]' if ':' in host else host}:{port}"

    @property
    def public_origin(self) -> str | None:
        """Return `public_url` without a slash at its end."""
        if not self.public_url:
            return None
        origin = self.public_url.rstrip("/")
        if not PUBLIC_URL.fullmatch(origin):
            raise BadSetting("public-url", url=origin)
        return origin

    @property
    def day_start_seconds(self) -> int:
        """Return the beginning of a daily deal, in seconds after midnight, UTC."""
        if not TIME_OF_DAY.fullmatch(self.day_begins):
            raise BadSetting("day-begins", time=self.day_begins)
        hours, minutes = self.day_begins.split(":")
        return 60 * (60 * int(hours) + int(minutes))

    @property
    def node_endpoint(self) -> tuple[str, int] | None:
        """Return host and port of `node_address`; port 0 lets the system choose a free one."""
        if self.node_address is None:
            return None
        found = NODE_ADDRESS.fullmatch(self.node_address)
        host = (found["bare"] or found["host"]) if found else ""
        port = int(found["port"] or 0) if found else 0
        if not host or host in ALL_ADDRESSES or port > LAST_PORT:
            raise BadSetting("node-address", address=self.node_address)
        return host, port

    @property
    def grace_ms(self) -> int:
        """Return `grace_seconds` in milliseconds."""
        return int(1000 * self.grace_seconds)


DEFAULTS = ServerConfig()

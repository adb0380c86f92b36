"""Decide which host names this server answers to, and which origins are its own.

A stranger could point a name of theirs at this machine; a page there could then read and write here as if it were
ours (DNS rebinding). So the server answers only to names that are private, or that the host of the server has
allowed. A name without a dot means another machine in each network: only that of this machine is known.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import urlsplit

ANY_HOST = "*"
HOST_NAME = re.compile(r"\*|\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*", re.IGNORECASE)
# A name or an address, and a port: nothing else may go into the links that we make of this header.
HOST_HEADER = re.compile(
    r"(?:([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?|\[([0-9a-f:.]+(?:%[a-z0-9_.-]+)?)\])(?::([0-9]{1,5}))?",
    re.IGNORECASE | re.ASCII,
)
MAX_PORT = 65_535
# No registry sells these: they are for networks at home and at work (RFC 6761, 6762, 8375, ICANN 2024).
PRIVATE_SUFFIXES = (
    ".localhost", ".local", ".internal", ".home.arpa", ".lan", ".home", ".corp", ".localdomain", ".test",
)  # fmt: skip
DEFAULT_PORTS = {"http": 80, "https": 443}
Origin = tuple[str, str, int | None]  # scheme, name and port


class TrustedHosts:
    """Holds the names of one server."""

    def __init__(self, public_url: str | None = None, allowed: Iterable[str] = ()) -> None:
        self.public = origin(public_url) if public_url else None
        machine = socket.gethostname()
        own = {
            "localhost",
            machine,
            machine.partition(".")[0],
            *allowed,
            *([self.public[1]] if self.public else []),
        }
        names = {name.lower().rstrip(".") for name in own}
        self._suffixes = (*PRIVATE_SUFFIXES, *(name for name in names if name.startswith(".")))
        self._names = names
        self.accepts = lru_cache(1_000)(self._accepts)  # the same few, at every request

    def _accepts(self, host: str) -> bool:
        """Tell whether this server answers to the Host header `host`; old programs send an empty one."""
        if not host:
            return True
        read = HOST_HEADER.fullmatch(host)
        if read is None or not 1 <= int(read[3] or DEFAULT_PORTS["http"]) <= MAX_PORT:
            return False
        name = (read[1] or read[2]).lower()
        if read[1] and (ANY_HOST in self._names or name in self._names or name.endswith(self._suffixes)):
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return (address.version == 6) == bool(read[2])

    def is_own_origin(self, page: str, host: str, scheme: str | None) -> bool:
        """Tell whether the Origin header `page` is this server, reached as `host` by `scheme` (None: unknown)."""
        here = origin(page)
        if here is None:
            return False
        if here == self.public:
            return True
        if self.public and origin(f"{self.public[0]}://{host}") == self.public:
            return False  # reached by its public name, which has one scheme
        schemes = (scheme,) if scheme else tuple(DEFAULT_PORTS)
        return any(here == origin(f"{each}://{host}") for each in schemes)


def origin(url: str) -> Origin | None:
    """Return scheme, host and port of `url`; None if it has no origin."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, port or DEFAULT_PORTS[parts.scheme]

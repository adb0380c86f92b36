"""Which names this server answers to, and which pages are its own.

A name that anybody could own, and point at this machine, would let a stranger's page read and write here as if it
were ours (DNS rebinding). So only names are answered to that nobody else can own, or that the host has allowed.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import urlsplit

EVERY = "*"
NAME = re.compile(r"\*|\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*", re.IGNORECASE)
# No registry sells these: they are for networks at home and at work (RFC 6761, 6762, 8375, ICANN 2024).
PRIVATE = (".localhost", ".local", ".internal", ".home.arpa", ".lan", ".home", ".corp", ".localdomain", ".test")
PORTS = {"http": 80, "https": 443}
Origin = tuple[str, str, int | None]  # scheme, name and port


class Hosts:
    """Knows the names of one server."""

    def __init__(self, public_url: str | None = None, allowed: Iterable[str] = ()) -> None:
        self.public = origin(public_url) if public_url else None
        own = {socket.gethostname(), *allowed, *([self.public[1]] if self.public else [])}
        names = {name.lower().rstrip(".") for name in own}
        self._endings = (*PRIVATE, *(name for name in names if name.startswith(".")))
        self._names = names
        self.knows = lru_cache(1_000)(self._knows)  # the same few, at every request

    def _knows(self, host: str) -> bool:
        """Tell whether this server answers to a Host header; programs of old send none."""
        if not host or EVERY in self._names:
            return True
        try:
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        except ValueError:  # brackets without an address
            return False
        if "." not in name or name in self._names or name.endswith(self._endings):
            return ":" in name or bool(NAME.fullmatch(name))
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def is_ours(self, page: str, host: str, scheme: str | None) -> bool:
        """Tell whether a page's Origin is this server, which was reached by that `scheme`, if it is known."""
        here = origin(page)
        if here is None:
            return False
        if here == self.public:
            return True
        if self.public and origin(f"{self.public[0]}://{host}") == self.public:
            return False  # reached by its public name, and that has one scheme
        schemes = (scheme,) if scheme else tuple(PORTS)
        return any(here == origin(f"{each}://{host}") for each in schemes)


def origin(url: str) -> Origin | None:
    """Return what makes two URLs the same origin; None for what is none."""
    try:
        read = urlsplit(url)
        port = read.port
    except ValueError:
        return None
    if read.scheme not in PORTS or not read.hostname:
        return None
    return read.scheme, read.hostname, port or PORTS[read.scheme]

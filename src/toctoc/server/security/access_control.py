"""The checks that each request passes before it is handled."""

import ipaddress
import time
from collections.abc import Iterable, Mapping, Sized
from dataclasses import dataclass
from http import HTTPStatus

from toctoc.server.errors import HTTPError
from toctoc.server.security import proxies
from toctoc.server.security.connection_limit import ConnectionLimit
from toctoc.server.security.identity import Keys
from toctoc.server.security.limits import Addresses, Limits
from toctoc.server.security.trusted_hosts import TrustedHosts


@dataclass(frozen=True, slots=True)
class Site:
    """How clients reach this server."""

    public_url: str | None = None  # None: the address that each client uses
    proxies: int = 0  # how many of our proxies append to X-Forwarded-For: as many of its last addresses are true
    is_open: bool = False  # whether it listens at all addresses of this machine
    allowed_hosts: tuple[str, ...] = ()  # names to which it answers, besides its own
    hsts_days: int = 0  # for which browsers use TLS only, after a visit over TLS

    @property
    def is_secure(self) -> bool:
        """Tell whether clients reach this server over TLS, so that cookies can be restricted to it."""
        return bool(self.public_url and self.public_url.startswith("https:"))


def is_loopback(address: str) -> bool:
    """Tell whether `address` is one by which a machine reaches itself."""
    try:
        read = ipaddress.ip_address(address)
    except ValueError:
        return False
    return (getattr(read, "ipv4_mapped", None) or read).is_loopback


class AccessControl:
    """Identifies the client of a request, and refuses requests that break a limit."""

    def __init__(self, keys: Keys, limits: Limits, site: Site | None = None) -> None:
        self.keys, self.limits, self.site = keys, limits, site or Site()
        self.addresses = Addresses(limits, time.monotonic)
        self.connections = ConnectionLimit(limits, self.site.proxies > 0)
        self._hosts = TrustedHosts(self.site.public_url, self.site.allowed_hosts)

    def address(self, headers: Mapping[str, str], peer: str) -> str:
        """Return the address of the client: `peer`, or the one that our proxies report."""
        return proxies.client_address(headers, self.site.proxies, peer)

    def scheme(self, headers: Mapping[str, str], own: str = "http") -> str | None:
        """Return the scheme of the client's request; None where our proxies do not report it."""
        return proxies.client_scheme(headers, self.site.proxies, own)

    def is_own_origin(self, headers: Mapping[str, str]) -> bool:
        """Tell whether a request comes from one of our own pages, or from no page at all."""
        origin = headers.get("origin")
        if origin is None:
            return True
        return self._hosts.is_own_origin(origin, headers.get("host", ""), self.scheme(headers))

    def check_inside(self, headers: Mapping[str, str], peer: str, own: str) -> None:
        """Raise `HTTPError` unless the host's own programs have sent a request, which came from `peer` to `own`.

        These are the balancer itself and its neighbours, where clients come through a proxy; else all programs of
        this machine.
        """
        is_here = bool(self.site.proxies) or peer == own or is_loopback(peer)
        if not is_here or proxies.is_forwarded(headers):
            message = "Only programs of the host are answered here: not through a proxy."
            raise HTTPError(HTTPStatus.FORBIDDEN, "server/inside", message)

    def check(self, headers: Mapping[str, str], fields: Iterable[tuple[Sized, Sized]]) -> None:
        """Raise `HTTPError` for an unknown host name, or if the headers (`fields`) are too long."""
        if not self._hosts.accepts(headers.get("host", "")):
            message = "This server does not answer to that host name. Its host can allow it: --allowed-host."
            raise HTTPError(HTTPStatus.MISDIRECTED_REQUEST, "host/unknown", message)
        if sum(len(name) + len(value) for name, value in fields) > self.limits.header_bytes:
            message = f"The headers of a request have at most {self.limits.header_bytes} bytes."
            raise HTTPError(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "request/headers", message)

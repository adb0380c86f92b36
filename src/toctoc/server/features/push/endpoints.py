"""Where pushes may go: to push services alone, never to a machine that only this server can reach.

An endpoint comes from a browser, so it may be anything. Its address is looked up once, and connected to.
"""

import asyncio
import base64
import hashlib
import hmac
import ipaddress
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

LONGEST = 2_000  # characters; those of services have a few hundred
PORT = 443

# The services of Chrome, Edge and Samsung's; Firefox; Safari; old Edge. A name stands for those below it, too.
SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")


class BadEndpoint(ValueError):
    """An endpoint to which nothing is sent; says why, never what it is."""


def topic(endpoint: str) -> str:
    """Return the topic by which a push takes the place of an older one that was not fetched yet."""
    digest = hmac.digest(endpoint.encode(), b"toctoc: your turn", hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode("ascii")[:32]


@dataclass(frozen=True)
class Services:
    """Which push services there are, and how they are reached. Only tests say anything else than the defaults."""

    names: tuple[str, ...] = SERVICES
    is_near: bool = False  # whether they may be in this very network, and at other ports
    trust: ssl.SSLContext | None = None  # who vouches for them; None: whom the machine trusts

    def check(self, endpoint: str) -> SplitResult:
        """Return the parts of an endpoint, or raise a `BadEndpoint`."""
        if len(endpoint) > LONGEST:
            raise BadEndpoint(f"an endpoint has at most {LONGEST} characters")
        if not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint or "\\" in endpoint:
            raise BadEndpoint("an endpoint is a URL, in printable ASCII without spaces")
        try:
            url = urlsplit(endpoint)
            port = url.port
        except ValueError:
            raise BadEndpoint("an endpoint is a URL") from None
        if url.scheme != "https" or "@" in url.netloc or url.fragment:
            raise BadEndpoint("an endpoint begins with https://, and has neither a user nor a fragment")
        if port not in (None, PORT) and not self.is_near:
            raise BadEndpoint(f"an endpoint is at port {PORT}")
        host = url.hostname or ""
        if not any(host == name or host.endswith(f".{name}") for name in self.names):
            raise BadEndpoint(f"this server knows the push services {', '.join(self.names)}, and no others")
        return url

    async def addresses(self, host: str, port: int) -> list[str]:
        """Look a host up; `BadEndpoint` if an address of it is not out in the internet, `OSError` without any."""
        loop = asyncio.get_running_loop()
        found = [str(each[4][0]) for each in await loop.getaddrinfo(host, port, type=1, proto=6)]
        if not self.is_near and not all_global(found):
            raise BadEndpoint("this push service is not out in the internet")
        return found


def all_global(addresses: Iterable[str]) -> bool:
    """Tell whether all addresses are anybody's to reach; an IPv6 one that stands for an IPv4 one as that is."""
    return all(_is_global(address) for address in addresses)


def _is_global(address: str) -> bool:
    try:
        read = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(read, ipaddress.IPv6Address):
        inner = read.ipv4_mapped or read.sixtofour or (read.teredo[1] if read.teredo else None) or _nat64(read)
        if inner is not None:
            return _is_global(str(inner))
    return read.is_global and not read.is_multicast


def _nat64(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """Return the IPv4 address in one of 64:ff9b::/96, which some networks translate."""
    if address in ipaddress.ip_network("64:ff9b::/96"):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return None

"""Check the endpoints of pushes: only known push services, never a machine in this server's own network.

An endpoint comes from a browser, so it may be anything. Its address is looked up once, checked, and connected to.
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

MAX_ENDPOINT_LENGTH = 2_000  # those of services have a few hundred characters
HTTPS_PORT = 443
GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")  # all public addresses of IPv6; others may lead into a network
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")

# Of Chrome, Edge and Samsung's; Firefox; Safari; old Edge. A name includes its subdomains.
PUSH_SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")


class BadEndpoint(ValueError):
    """An endpoint to which nothing is sent. The message never contains it."""


def topic(endpoint: str) -> str:
    """Return the topic with which a push replaces an older one that was not delivered yet."""
    digest = hmac.digest(endpoint.encode(), b"toctoc: your turn", hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode("ascii")[:32]


@dataclass(frozen=True)
class PushServices:
    """The allowed push services, and the way to them. Only tests change the defaults."""

    names: tuple[str, ...] = PUSH_SERVICES
    is_near: bool = False  # whether they may be in this network, and at other ports
    trust: ssl.SSLContext | None = None  # their certificate authorities; None for those of the machine

    def check(self, endpoint: str) -> SplitResult:
        """Return the parts of an endpoint, or raise `BadEndpoint`."""
        if len(endpoint) > MAX_ENDPOINT_LENGTH:
            raise BadEndpoint(f"an endpoint has at most {MAX_ENDPOINT_LENGTH} characters")
        if not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint or "\\" in endpoint:
            raise BadEndpoint("an endpoint is a URL, in printable ASCII without spaces")
        try:
            url = urlsplit(endpoint)
            port = url.port
        except ValueError:
            raise BadEndpoint("an endpoint is a URL") from None
        if url.scheme != "https" or "@" in url.netloc or url.fragment:
            raise BadEndpoint("an endpoint begins with https://, and has neither a user nor a fragment")
        if port not in (None, HTTPS_PORT) and not self.is_near:
            raise BadEndpoint(f"an endpoint is at port {HTTPS_PORT}")
        host = url.hostname or ""
        if not any(host == name or host.endswith(f".{name}") for name in self.names):
            raise BadEndpoint(f"this server knows the push services {', '.join(self.names)}, and no others")
        return url

    async def addresses(self, host: str, port: int) -> list[str]:
        """Return the addresses of `host`; `BadEndpoint` if one is not public, `OSError` if there is none."""
        loop = asyncio.get_running_loop()
        found = [str(each[4][0]) for each in await loop.getaddrinfo(host, port, type=1, proto=6)]
        if not self.is_near and not all_global(found):
            raise BadEndpoint("this push service is not out in the internet")
        return found


def all_global(addresses: Iterable[str]) -> bool:
    """Tell whether all addresses are public; an IPv6 address that embeds an IPv4 one counts as that."""
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
        if read not in GLOBAL_UNICAST:
            return False
    return read.is_global and not read.is_multicast


def _nat64(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """Return the IPv4 address in an address of 64:ff9b::/96, which some networks translate."""
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return None

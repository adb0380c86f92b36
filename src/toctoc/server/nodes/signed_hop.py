"""Sign requests that one node forwards to another, with the secret that all nodes share.

Forwarded requests come to an address of their own, where nothing else is answered. The node that signed a request
has checked and counted it, and names its client. A signature covers the whole request, and is valid for seconds: a
recorded one is of no use for another request, or later.
"""

import hashlib
import hmac
from collections.abc import Mapping
from typing import NamedTuple

from toctoc.server.security.identity import Keys

HOP_HEADER = "toctoc-hop"
NOT_OWNER = "again"  # its value in a response: this node does not own the table either, and has done nothing
VALID_SECONDS = 30  # before and after the time of a signature, by the clock that all nodes share
# Headers that decide what a request means, and for whom.
SIGNED_HEADERS = (
    "authorization", "content-type", "cookie", "host", "if-none-match", "origin", "prefer", "sec-websocket-key",
    "sec-websocket-protocol",
)  # fmt: skip


class Hop(NamedTuple):
    """The client of a forwarded request."""

    address: str  # as `network_of` writes it
    scheme: str  # of the client's request
    body: str = ""  # the digest of the signed body


class SignedRequest(NamedTuple):
    """A request without its body, as both nodes see it."""

    method: str
    target: str
    headers: Mapping[str, str]  # as `join_headers` returns them

    def digest(self) -> str:
        """Return a digest of everything that a signature covers."""
        parts = [self.method, self.target, *(self.headers.get(name, "") for name in SIGNED_HEADERS)]
        return hashlib.sha256("\0".join(parts).encode("latin-1", "replace")).hexdigest()


def digest_of(body: bytes) -> str:
    """Return the digest of a body, as it is signed."""
    return hashlib.sha256(body).hexdigest()


def sign(keys: Keys, hop: Hop, request: SignedRequest, now: float, body: bytes = b"") -> str:
    """Return the header of a request that is forwarded at the time `now`, in seconds since 1970."""
    return _signed(keys, f"{hop.scheme} {hop.address} {int(now)} {digest_of(body)}", request)


def verify(keys: Keys, header: str, request: SignedRequest, now: float) -> Hop | None:
    """Return the client of a forwarded request; None unless one of our nodes has just signed this very request.

    The caller compares the `body` of the client with the digest of the body that arrives.
    """
    try:
        scheme, address, time, body, _ = header.split(" ")
        is_recent = abs(now - int(time)) <= VALID_SECONDS
    except ValueError:
        return None
    expected = _signed(keys, f"{scheme} {address} {time} {body}", request)
    is_valid = hmac.compare_digest(header.encode("latin-1"), expected.encode("latin-1"))
    return Hop(address, scheme, body) if is_valid and is_recent else None


def _signed(keys: Keys, text: str, request: SignedRequest) -> str:
    return f"{text} {keys.seal('hop2', f'{text} {request.digest()}')}"

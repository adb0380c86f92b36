"""Sign requests that one node forwards to another, with the secret that all nodes share.

Forwarded requests come to an address of their own, where nothing else is answered. The node that signed a request
has checked and counted it, and names its client.
"""

import hmac
from typing import NamedTuple

from toctoc.server.security.identity import Keys

HOP_HEADER = "toctoc-hop"
NOT_OWNER = "again"  # its value in a response: this node does not own the table either, and has done nothing


class Hop(NamedTuple):
    """The client of a forwarded request."""

    address: str  # as `network_of` writes it
    scheme: str  # of the client's request


def sign(keys: Keys, hop: Hop, method: str, target: str) -> str:
    """Return the header of a forwarded request."""
    text = f"{hop.scheme} {hop.address}"
    return f"{text} {keys.seal('hop1', f'{text} {method} {target}')}"


def verify(keys: Keys, header: str, method: str, target: str) -> Hop | None:
    """Return the client of a forwarded request; None unless one of our nodes has signed this very request."""
    try:
        scheme, address, _ = header.split(" ")
    except ValueError:
        return None
    hop = Hop(address, scheme)
    is_valid = hmac.compare_digest(header.encode("latin-1"), sign(keys, hop, method, target).encode("latin-1"))
    return hop if is_valid else None

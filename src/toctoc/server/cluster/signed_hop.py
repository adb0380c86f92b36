"""Requests that another node passes on: for whom, signed with the secret that all nodes share.

They come to an address of their own, where nothing else is answered. Whoever signed them has checked and counted
them, and says from where they came.
"""

import hmac
from typing import NamedTuple

from toctoc.server.security.identity import Keys

HEADER = "toctoc-hop"
AGAIN = "again"  # what it says in an answer: this node does not have the table either, and has done nothing


class Hop(NamedTuple):
    """Whose request it is."""

    address: str  # as `place` writes it
    scheme: str  # by which they came


def written(keys: Keys, hop: Hop, method: str, target: str) -> str:
    """Return the header of a request that is passed on."""
    text = f"{hop.scheme} {hop.address}"
    return f"{text} {keys.seal('hop1', f'{text} {method} {target}')}"


def read(keys: Keys, header: str, method: str, target: str) -> Hop | None:
    """Return whose request it is; None if it was not signed by one of ours, for this very request."""
    try:
        scheme, address, _ = header.split(" ")
    except ValueError:
        return None
    hop = Hop(address, scheme)
    is_ours = hmac.compare_digest(header.encode("latin-1"), written(keys, hop, method, target).encode("latin-1"))
    return hop if is_ours else None

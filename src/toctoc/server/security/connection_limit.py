"""The door: TCP connections count from their first byte, and nobody keeps one for nothing."""

import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from toctoc.server.security.limits import Limits, place

SPARE = 100  # descriptors for the store, its log, and whatever the machine's libraries open
QUIET = 60.0  # seconds between two lines of the log that say the same
logger = logging.getLogger("toctoc.door")


class Door:
    """Counts TCP connections: all, and by address where there is no proxy in between."""

    def __init__(
        self, limits: Limits, behind_proxy: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most, self.most_per_address = limits.sockets, limits.sockets_per_address
        self.open = self.refused = 0
        self._by_address: Counter[str] = Counter()
        self._behind_proxy, self._clock = behind_proxy, clock
        self._said: float | None = None

    def enter(self, address: str | None, is_spent: bool = False, is_node: bool = False) -> bool:
        """Tell whether one more connection is accepted, perhaps another node's; it then counts until `leave`."""
        who = place(address)
        is_one_of_many = self._behind_proxy or is_node
        is_crowded = not is_one_of_many and self._by_address[who] >= self.most_per_address
        if is_crowded or is_spent or self.open >= self.most:
            self.refused += 1
            self._complain()
            return False
        self._by_address[who] += 1
        self.open += 1
        return True

    def leave(self, address: str | None) -> None:
        """Count one connection less, once for every `enter` that was allowed."""
        who = place(address)
        self._by_address[who] -= 1
        self.open -= 1
        if not self._by_address[who]:
            del self._by_address[who]

    def _complain(self) -> None:
        if self._said is None or self._clock() - self._said >= QUIET:
            self._said = self._clock()
            most = max(self._by_address.values(), default=0)
            logger.warning(
                "TCP connections are refused: %d are open, up to %d from one address; %d refused so far",
                self.open, most, self.refused,
            )  # fmt: skip


def raise_descriptors(wanted: int) -> int:
    """Let this process open `wanted` files and sockets if it may; return how many sockets that is."""
    try:
        import resource
    except ImportError:  # there is no such limit on Windows
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = resource.RLIM_INFINITY
    aim = wanted + SPARE if hard == endless else min(wanted + SPARE, hard)
    if soft != endless and soft < aim:
        resource.setrlimit(resource.RLIMIT_NOFILE, (aim, hard))
        soft = aim
    return wanted if soft == endless else min(wanted, soft - SPARE)


def address_of(transport: Any) -> str | None:
    """Return the address at the other end of a connection."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else None

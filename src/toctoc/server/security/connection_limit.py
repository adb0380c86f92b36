"""Limit the number of TCP connections, counted from the moment when they are accepted."""

import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from toctoc.server.security.limits import Limits, network_of

SPARE_DESCRIPTORS = 100  # for the store, its log, and files that libraries open
REFUSAL_LOG_SECONDS = 60.0  # between two log lines about refused connections
logger = logging.getLogger("toctoc.connections")


class ConnectionLimit:
    """Counts TCP connections: all of them, and by address where there is no proxy in between."""

    def __init__(
        self, limits: Limits, behind_proxy: bool = False, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.limit, self.limit_per_address = limits.sockets, limits.sockets_per_address
        self.open = self.refused = 0
        self._by_address: Counter[str] = Counter()
        self._behind_proxy, self._clock = behind_proxy, clock
        self._logged: float | None = None

    def acquire(self, address: str | None, is_spent: bool = False, is_node: bool = False) -> bool:
        """Tell whether a connection from `address` is accepted; it then counts until `release`.

        `is_spent` says that the address has no budget left, `is_node` that another node is at that address.
        """
        network = network_of(address)
        is_shared = self._behind_proxy or is_node
        is_crowded = not is_shared and self._by_address[network] >= self.limit_per_address
        if is_crowded or is_spent or self.open >= self.limit:
            self.refused += 1
            self._log_refusal()
            return False
        self._by_address[network] += 1
        self.open += 1
        return True

    def release(self, address: str | None) -> None:
        """Count one connection less, once for every `acquire` that returned True."""
        network = network_of(address)
        self._by_address[network] -= 1
        self.open -= 1
        if not self._by_address[network]:
            del self._by_address[network]

    def _log_refusal(self) -> None:
        if self._logged is None or self._clock() - self._logged >= REFUSAL_LOG_SECONDS:
            self._logged = self._clock()
            most = max(self._by_address.values(), default=0)
            logger.warning(
                "TCP connections are refused: %d are open, up to %d from one address; %d refused so far",
                self.open, most, self.refused,
            )  # fmt: skip


def raise_descriptors(wanted: int) -> int:
    """Raise this process's limit of open files for `wanted` sockets; return the number of sockets it may open."""
    try:
        import resource
    except ImportError:  # there is no such limit on Windows
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = resource.RLIM_INFINITY
    aim = wanted + SPARE_DESCRIPTORS if hard == endless else min(wanted + SPARE_DESCRIPTORS, hard)
    if soft != endless and soft < aim:
        resource.setrlimit(resource.RLIMIT_NOFILE, (aim, hard))
        soft = aim
    return wanted if soft == endless else min(wanted, soft - SPARE_DESCRIPTORS)


def peer_address(transport: Any) -> str | None:
    """Return the address at the other end of `transport`."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else None

"""Keep for a while what never changes: replays and deals of games that are over, and QR codes."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from toctoc import __version__

MOST_BYTES = 16_000_000


class Finished:
    """Keeps replays, deals and QR codes; each is made once, however many ask for it at the same time."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[str, bytes] = OrderedDict()  # by tag, the longest unasked first
        self._bytes = 0
        self._under_way: dict[str, asyncio.Future[bytes]] = {}

    def has(self, tag: str) -> bool:
        """Tell whether it need not be made anew."""
        return tag in self._kept or tag in self._under_way

    async def get(self, tag: str, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return what `make` makes, or has made."""
        if tag in self._kept:
            self._kept.move_to_end(tag)
            return self._kept[tag]
        making = self._under_way.get(tag)
        if making is None:
            making = self._under_way[tag] = asyncio.ensure_future(make())
            making.add_done_callback(lambda made: self._keep(tag, made))
        return await asyncio.shield(making)  # the others still want it if this one leaves

    def forget(self) -> None:
        """Keep nothing of what was made."""
        self._kept.clear()
        self._bytes = 0

    def _keep(self, tag: str, made: "asyncio.Future[bytes]") -> None:
        del self._under_way[tag]
        if made.cancelled() or made.exception() is not None:
            return
        self._kept[tag] = made.result()
        self._bytes += len(made.result())
        while self._bytes > self._most_bytes:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= len(oldest)


def tag_of(kind: str, line: str) -> str:
    """Return the ETag of what this version of the program makes of a record."""
    return f'"{hashlib.sha256(f"{kind} {__version__} {line}".encode()).hexdigest()[:20]}"'

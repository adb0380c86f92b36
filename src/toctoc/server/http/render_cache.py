"""Cache renderings that never change: replays, deals and QR codes."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from toctoc import __version__

MAX_CACHE_BYTES = 16_000_000


class RenderCache:
    """Keeps renderings by their tags; each is made once, also for concurrent requests."""

    def __init__(self, max_bytes: int = MAX_CACHE_BYTES) -> None:
        self._max_bytes = max_bytes
        self._cached: OrderedDict[str, bytes] = OrderedDict()  # the least recently used first
        self._bytes = 0
        self._pending: dict[str, asyncio.Future[bytes]] = {}

    def has(self, tag: str) -> bool:
        """Tell whether the rendering of `tag` is cached or being made."""
        return tag in self._cached or tag in self._pending

    async def get(self, tag: str, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return the rendering of `tag`, made by `make` if it is not cached."""
        if tag in self._cached:
            self._cached.move_to_end(tag)
            return self._cached[tag]
        making = self._pending.get(tag)
        if making is None:
            making = self._pending[tag] = asyncio.ensure_future(make())
            making.add_done_callback(lambda made: self._keep(tag, made))
        return await asyncio.shield(making)  # other requests still need it if this one is cancelled

    def clear(self) -> None:
        """Drop all cached renderings."""
        self._cached.clear()
        self._bytes = 0

    def _keep(self, tag: str, made: "asyncio.Future[bytes]") -> None:
        del self._pending[tag]
        if made.cancelled() or made.exception() is not None:
            return
        self._cached[tag] = made.result()
        self._bytes += len(made.result())
        while self._bytes > self._max_bytes:
            _, oldest = self._cached.popitem(last=False)
            self._bytes -= len(oldest)


def render_tag(kind: str, source: str) -> str:
    """Return the ETag of the rendering of `source` by this version of the program."""
    return f'"{hashlib.sha256(f"{kind} {__version__} {source}".encode()).hexdigest()[:20]}"'

"""Which requests over HTTP are for a table that another node has, and are passed on to it."""

from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus
from typing import Any

from toctoc.server.cluster import http_client as carrying
from toctoc.server.cluster.forwarding import PAGE_PATIENCE, PATIENCE
from toctoc.server.cluster.http_client import Answer, target_of
from toctoc.server.cluster.signed_hop import Hop
from toctoc.server.errors import HTTPError
from toctoc.server.features.matching.matching import chosen
from toctoc.server.live.hub import Elsewhere
from toctoc.server.security.limits import place
from toctoc.server.store_errors import public_message
from toctoc.server.transport.access import Access
from toctoc.storage import StoreError
from toctoc.table.codes import read_code

__all__ = ["NotHere", "PassingOn", "code_in", "target_of"]


class NotHere(HTTPError):
    """Another node has passed on a request, and this one does not have its table either."""


class PassingOn:
    """Passes on what is not for this node."""

    def __init__(self, access: Access) -> None:
        self.access = access

    async def handle(self, scope: Any, receive: Any, send: Any, is_page: bool) -> Any:
        """Answer a request for a table of another node, and return None; else return what to receive it by."""
        forwarding, ask = self.access.forwarding, self._asking(scope["path"])
        if forwarding is None or ask is None:
            return receive
        is_hop = scope["state"].get("is_hop")
        if is_hop and game_in(scope["path"]):
            return receive  # another node has chosen this one to lead people together
        found = await ask()
        if found is None:
            return receive
        if is_hop:
            raise NotHere(HTTPStatus.SERVICE_UNAVAILABLE, "store/busy", public_message(found))
        body = await carrying.read_body(receive, self.access.limits.request_bytes)
        hop = Hop(place(scope["client"][0] if scope["client"] else ""), scope["scheme"])
        request = carrying.asked(forwarding, scope, body, hop)
        try:
            go = partial(carrying.ask, forwarding, request)
            answer = await forwarding.reach(found, ask, go, PAGE_PATIENCE if is_page else PATIENCE)
        except HTTPError:
            if not is_page:
                raise
            answer = None  # a page can be shown without knowing what the table is like
        if isinstance(answer, Answer):
            await carrying.answer(forwarding, answer, send)
            return None
        return carrying.replayed(body, receive)

    def _asking(self, path: str) -> Callable[[], Awaitable[Elsewhere | None]] | None:
        """Return how to find out which other node a path is for; None if any node answers it."""
        if (code := code_in(path)) is not None:
            return partial(self._elsewhere, code)
        if (game := game_in(path)) is not None:
            return partial(self._leading, game)
        return None

    async def _leading(self, game: str) -> Elsewhere | None:
        nodes = self.access.hub.services.store.nodes
        try:
            node = chosen(await nodes.living(), game)
        except StoreError:
            return None
        return Elsewhere(f"for {game}", node) if node not in (None, nodes.own) else None

    async def _elsewhere(self, code: str) -> Elsewhere | None:
        try:
            await self.access.hub.find_code(code)
        except Elsewhere as found:
            return found
        except (HTTPError, StoreError):
            pass  # whoever answers the request will say so
        return None


def code_in(path: str) -> str | None:
    """Return the code of the table that a path is about; None if it is about none."""
    match [part for part in path.split("/") if part]:
        case ["api", "tables", text, *_] | ["api", "admin", "tables", text, *_] | ["t" | "replay", text, *_]:
            return read_code(text)
    return None


def game_in(path: str) -> str | None:
    """Return the game for which a path leads people together; None if it does not."""
    match [part for part in path.split("/") if part]:
        case ["api", "match", game]:
            return game
    return None

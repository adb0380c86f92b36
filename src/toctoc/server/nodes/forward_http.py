"""Forward HTTP requests to the node that has to answer them.

That is the owner of a table, or the node that matches the players of a game.
"""

import hashlib
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Any

from toctoc.server.errors import HTTPError
from toctoc.server.live.outbox import OwnedElsewhere
from toctoc.server.live.table_lookup import LOOKUP_REFUSAL, TableLookup
from toctoc.server.nodes import http_client
from toctoc.server.nodes.forwarding import FORWARD_SECONDS, PAGE_FORWARD_SECONDS, Forwarding
from toctoc.server.nodes.http_client import ForwardedResponse
from toctoc.server.nodes.signed_hop import Hop
from toctoc.server.security.access_control import AccessControl
from toctoc.server.security.limits import network_of
from toctoc.server.security.proxies import decoded_headers
from toctoc.storage import StoreError
from toctoc.table.codes import read_keyed


class HTTPForwarder:
    """Forwards requests that another node has to answer."""

    def __init__(self, lookup: TableLookup, access: AccessControl, forwarding: Forwarding) -> None:
        self._lookup, self._access, self._forwarding = lookup, access, forwarding

    async def handle(self, scope: Any, receive: Any, send: Any, is_page: bool) -> Any:
        """Forward a request and return None; or return the `receive` with which this node answers it.

        `OwnedElsewhere` for a request that another node has forwarded here by mistake.
        """
        is_hop = bool(scope["state"].get("is_hop"))
        find_owner = self._owner_finder(scope, is_hop)
        if find_owner is None:
            return receive
        if is_hop and game_in(scope["path"]):
            return receive  # another node has chosen this one as the leader
        found = await find_owner()
        if found is None:
            return receive
        if is_hop:
            raise found
        body = await http_client.read_body(receive, self._access.limits.request_bytes)
        hop = client_of(scope)
        request = http_client.forwarded_request(self._forwarding, scope, body, hop)
        try:
            go = partial(http_client.send_request, self._forwarding, request)
            patience = PAGE_FORWARD_SECONDS if is_page else FORWARD_SECONDS
            response = await self._forwarding.reach(found, find_owner, go, patience)
        except HTTPError:
            if not is_page:
                raise
            response = None  # a page can be shown without the table
        if isinstance(response, ForwardedResponse):
            await http_client.pass_response(self._forwarding, response, send)
            return None
        return http_client.receive_again(body, receive)

    def _owner_finder(self, scope: Any, is_hop: bool) -> Callable[[], Awaitable[OwnedElsewhere | None]] | None:
        """Return a function that finds the other node that has to answer a request; None if any node can."""
        path = scope["path"]
        if (text := table_in(path)) is not None:
            return partial(self._owner, scope, text, is_hop)
        if (game := game_in(path)) is not None:
            return partial(self._leader, game)
        return None

    async def _leader(self, game: str) -> OwnedElsewhere | None:
        nodes = self._forwarding.nodes
        try:
            node = leader(await nodes.living(), game)
        except StoreError:
            return None
        return OwnedElsewhere(f"for {game}", node) if node is not None and node != nodes.own else None

    async def _owner(self, scope: Any, text: str, is_hop: bool) -> OwnedElsewhere | None:
        headers = decoded_headers(scope["headers"])
        address = scope["client"][0] if scope["client"] else ""
        try:
            if is_hop:
                await self._lookup.find_unlimited(text, address)
            else:
                await self._lookup.find(text, address, lambda table: self._access.keys.guest(headers, table))
        except OwnedElsewhere as found:
            return found
        except HTTPError as refusal:
            scope["state"][LOOKUP_REFUSAL] = refusal  # the handler does not look up, nor count, again
        except StoreError as error:  # the handler of the request will raise it again
            if is_hop and error.code == "store/busy":
                return OwnedElsewhere(text)  # the other node finds out whose the table is
        return None


def client_of(scope: Any) -> Hop:
    """Return the client of a request, as it is signed for other nodes."""
    return Hop(network_of(scope["client"][0] if scope["client"] else ""), scope["scheme"])


def leader(nodes: Collection[str], game: str) -> str | None:
    """Return the node, by its address, that matches players of `game`: all nodes choose the same one."""
    return max(nodes, key=lambda node: hashlib.sha256(f"{game} {node}".encode()).digest(), default=None)


def table_in(path: str) -> str | None:
    """Return the code of the table in `path`, with its key; None without any, and for a page without a key."""
    match [part for part in path.split("/") if part]:
        case ["api", "tables", text, *_] | ["api", "admin", "tables", text, *_]:
            return text if read_keyed(text)[0] else None
        case ["t" | "replay", text, *_]:
            return text if all(read_keyed(text)) else None
    return None


def game_in(path: str) -> str | None:
    """Return the game for which `path` requests a match; None if it does not."""
    match [part for part in path.split("/") if part]:
        case ["api", "match", game]:
            return game
    return None

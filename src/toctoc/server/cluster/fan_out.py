"""Ask every node of a store what the host asks one of them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, TypeVar

import msgspec

from toctoc.server.cluster import http_client as carrying
from toctoc.server.cluster.forwarding import Forwarding, Unreachable
from toctoc.server.cluster.http_client import Asked
from toctoc.server.cluster.signed_hop import Hop
from toctoc.server.errors import HTTPError
from toctoc.server.security.limits import place
from toctoc.server.transport.access import Access

T = TypeVar("T")
logger = logging.getLogger("toctoc.admin")


async def everywhere(
    access: Access, scope: Any, kind: type[T], here: Callable[[], Awaitable[T]], body: bytes = b""
) -> list[T]:
    """Return the answers of all nodes that live, this one's among them; what `here` does where there is one."""
    forwarding = access.forwarding
    if forwarding is None or scope["state"].get("is_hop"):
        return [await here()]
    hop = Hop(place(scope["client"][0] if scope["client"] else ""), scope["scheme"])
    request = carrying.asked(forwarding, scope, body, hop)
    nodes = await access.hub.services.store.nodes.living()
    found = await asyncio.gather(*(_answer(forwarding, request, node, kind) for node in nodes))
    return [answer for answer in found if answer is not None]


async def _answer(forwarding: Forwarding, request: Asked, node: str, kind: type[T]) -> T | None:
    said: list[Any] = []

    async def note(message: Any) -> None:
        said.append(message)

    try:
        await carrying.answer(forwarding, await carrying.ask(forwarding, request, node), note)
        if said[0]["status"] == HTTPStatus.OK:
            return msgspec.json.decode(b"".join(part["body"] for part in said[1:]), type=kind)
        logger.warning(
            "a node refuses what the host asks, with status %d: has it the same token?", said[0]["status"]
        )
    except (Unreachable, HTTPError, OSError, msgspec.MsgspecError):
        logger.warning("a node does not answer what the host asks")
    return None

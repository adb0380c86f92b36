"""Send a request of the host to every living node, and collect the responses."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, TypeVar

import msgspec

from toctoc.server.errors import HTTPError
from toctoc.server.live.outbox import OwnedElsewhere
from toctoc.server.nodes import http_client
from toctoc.server.nodes.forward_http import client_of
from toctoc.server.nodes.forwarding import Forwarding
from toctoc.server.nodes.http_client import ForwardedRequest

T = TypeVar("T")
NO_ANSWER = "a node does not answer what the host asks"
logger = logging.getLogger("toctoc.admin")


async def fan_out(
    forwarding: Forwarding | None, scope: Any, kind: type[T], here: Callable[[], Awaitable[T]], body: bytes = b""
) -> list[T]:
    """Return the responses of all living nodes, each of type `kind`.

    Without other nodes, it is the one of `here`.
    """
    if forwarding is None or scope["state"].get("is_hop"):
        return [await here()]
    request = http_client.forwarded_request(forwarding, scope, body, client_of(scope))
    nodes = await forwarding.nodes.living()
    found = await asyncio.gather(*(_response(forwarding, request, node, kind) for node in nodes))
    return [response for response in found if response is not None]


async def ask_node(forwarding: Forwarding, scope: Any, node: str, kind: type[T]) -> T | None:
    """Return the response of type `kind` of one node to a request without a body; None if it does not answer."""
    request = http_client.forwarded_request(forwarding, scope, b"", client_of(scope))
    return await _response(forwarding, request, node, kind)


async def _response(forwarding: Forwarding, request: ForwardedRequest, node: str, kind: type[T]) -> T | None:
    body = await _body(forwarding, request, node)
    try:
        return None if body is None else msgspec.json.decode(body, type=kind)
    except msgspec.MsgspecError:
        logger.warning(NO_ANSWER)
    return None


async def _body(forwarding: Forwarding, request: ForwardedRequest, node: str) -> bytes | None:
    sent: list[Any] = []

    async def note(message: Any) -> None:
        sent.append(message)

    try:
        response = await http_client.send_request(forwarding, request, node)
        await http_client.pass_response(forwarding, response, note)
        if sent[0]["status"] == HTTPStatus.OK:
            return b"".join(part["body"] for part in sent[1:])
        logger.warning(
            "a node refuses what the host asks, with status %d: has it the same token?", sent[0]["status"]
        )
    except (OwnedElsewhere, HTTPError, OSError):
        logger.warning(NO_ANSWER)
    return None

"""Send HTTP requests to other nodes, and pass on their responses."""

import asyncio
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import h11

from toctoc.server.errors import HTTPError, public_message
from toctoc.server.live.outbox import OwnedElsewhere
from toctoc.server.nodes.forwarding import (
    NODE_ANSWER_SECONDS,
    NODE_CONNECT_SECONDS,
    Forwarding,
    end_when_silent,
    node_address,
)
from toctoc.server.nodes.signed_hop import HOP_HEADER, NOT_OWNER, Hop, SignedRequest, sign
from toctoc.server.security.proxies import decoded_headers
from toctoc.storage import StoreError

SAFE_METHODS = ("GET", "HEAD")
# Headers of one connection, which are not forwarded.
HOP_BY_HOP_HEADERS = {
    b"connection", b"keep-alive", b"proxy-connection", b"te", b"trailer", b"transfer-encoding", b"upgrade",
    b"expect", b"content-length",
}  # fmt: skip
RESPONSE_HEADERS_SET_HERE = {b"date", b"server", b"connection", b"keep-alive"}


@dataclass(frozen=True, slots=True)
class ForwardedRequest:
    """A request as it is sent to another node."""

    method: str
    head: h11.Request
    body: bytes


@dataclass(frozen=True, slots=True)
class ForwardedResponse:
    """The head of a node's response; the body is still to come."""

    head: h11.Response
    line: h11.Connection
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


async def read_body(receive: Any, max_bytes: int) -> bytes:
    """Read the body of a request; `HTTPError` if it is longer than `max_bytes`."""
    body, is_more = b"", True
    while is_more:
        message = await receive()
        body += message.get("body", b"")
        is_more = message.get("more_body", False)
        if len(body) > max_bytes:
            raise HTTPError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "http/413", "Request Entity Too Large")
    return body


def receive_again(body: bytes, receive: Any) -> Any:
    """Return an ASGI `receive` that starts with a `body` that was read already."""
    left = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Any:
        return left.pop() if left else await receive()

    return again


def forwarded_request(forwarding: Forwarding, scope: Any, body: bytes, hop: Hop) -> ForwardedRequest:
    """Return the request of `scope` for another node: signed, and without the headers of its connection."""
    method, target = scope["method"], target_of(scope)
    dropped = {HOP_HEADER.encode(), *HOP_BY_HOP_HEADERS}
    headers = [(name, value) for name, value in scope["headers"] if name not in dropped]
    request = SignedRequest(method, target, decoded_headers(headers))
    signed = sign(forwarding.keys, hop, request, forwarding.nodes.wall(), body)
    headers += [(HOP_HEADER.encode(), signed.encode("latin-1")), (b"connection", b"close")]
    if body or method not in SAFE_METHODS:
        headers.append((b"content-length", str(len(body)).encode()))
    head = h11.Request(method=method, target=target.encode("latin-1"), headers=headers)
    return ForwardedRequest(method, head, body)


def target_of(scope: Any) -> str:
    """Return the target of a request as it was sent: its path and its query."""
    query = scope["query_string"]
    return str((scope["raw_path"] + (b"?" + query if query else b"")).decode("latin-1"))


async def send_request(forwarding: Forwarding, request: ForwardedRequest, node: str) -> ForwardedResponse:
    """Send `request` to `node`; return the head of its response.

    `OSError` and `OwnedElsewhere` as in `Forwarding.reach`; `HTTPError` if the node may have executed the request.
    """
    host, port = node_address(node)
    async with asyncio.timeout(NODE_CONNECT_SECONDS):
        reader, writer = await asyncio.open_connection(host, port)
    end_when_silent(writer.transport)
    forwarding.track(writer.transport, node)
    line = h11.Connection(h11.CLIENT)
    sent = (request.head, *([h11.Data(data=request.body)] if request.body else []), h11.EndOfMessage())
    writer.write(b"".join(line.send(event) or b"" for event in sent))
    try:
        async with asyncio.timeout(NODE_ANSWER_SECONDS):
            head = await _next(line, reader)
    except (OSError, h11.RemoteProtocolError) as error:
        _close(forwarding, writer)
        if request.method in SAFE_METHODS:
            raise ConnectionError(f"{node} does not answer") from error
        busy = public_message(StoreError("store/busy", ""))
        raise HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "store/busy", busy) from error
    except asyncio.CancelledError:
        _close(forwarding, writer)
        raise
    if (HOP_HEADER.encode(), NOT_OWNER.encode()) in head.headers:
        _close(forwarding, writer)
        raise OwnedElsewhere("of this request")
    return ForwardedResponse(head, line, reader, writer)


async def pass_response(forwarding: Forwarding, response: ForwardedResponse, send: Any) -> None:
    """Send the response of a node to the client by `send`, as fast as it is taken."""
    try:
        headers = [(name, value) for name, value in response.head.headers if name not in RESPONSE_HEADERS_SET_HERE]
        start = {"type": "http.response.start", "status": response.head.status_code, "headers": headers}
        await send(start)
        while not isinstance(event := await _next(response.line, response.reader), h11.EndOfMessage):
            await send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        _close(forwarding, response.writer)


async def _next(line: h11.Connection, reader: asyncio.StreamReader) -> Any:
    while (event := line.next_event()) is h11.NEED_DATA:
        line.receive_data(await reader.read(65_536))
    return event


def _close(forwarding: Forwarding, writer: asyncio.StreamWriter) -> None:
    forwarding.untrack(writer.transport)
    writer.close()

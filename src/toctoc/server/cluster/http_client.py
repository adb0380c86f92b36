"""Carry requests over HTTP to the node that has their table, and its answers back."""

import asyncio
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import h11

from toctoc.server.cluster import signed_hop as hops
from toctoc.server.cluster.forwarding import (
    ANSWER_SECONDS,
    CONNECT_SECONDS,
    Forwarding,
    NotThere,
    Unreachable,
    address,
)
from toctoc.server.errors import HTTPError
from toctoc.server.store_errors import public_message
from toctoc.storage import StoreError

READING = ("GET", "HEAD")
# Of one connection, and not of what is carried over it.
OF_THE_LINE = {
    b"connection", b"keep-alive", b"proxy-connection", b"te", b"trailer", b"transfer-encoding", b"upgrade",
    b"expect", b"content-length",
}  # fmt: skip
OURS = {b"date", b"server", b"connection", b"keep-alive"}  # of an answer: what is said anew


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, as it is passed on."""

    method: str
    head: h11.Request
    body: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """What a node answers, of which the body is still to come."""

    head: h11.Response
    line: h11.Connection
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


async def read_body(receive: Any, most: int) -> bytes:
    """Read the body of a request; `HTTPError` if it is too long."""
    body, is_more = b"", True
    while is_more:
        message = await receive()
        body += message.get("body", b"")
        is_more = message.get("more_body", False)
        if len(body) > most:
            raise HTTPError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "http/413", "Request Entity Too Large")
    return body


def replayed(body: bytes, receive: Any) -> Any:
    """Return what an application receives of a request whose body was read already."""
    left = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Any:
        return left.pop() if left else await receive()

    return again


def asked(forwarding: Forwarding, scope: Any, body: bytes, hop: hops.Hop) -> Asked:
    """Return a request as it is passed on: the same, but for what belongs to a connection, and for whom it is."""
    method, target = scope["method"], target_of(scope)
    ours = {hops.HEADER.encode(), *OF_THE_LINE}
    headers = [(name, value) for name, value in scope["headers"] if name not in ours]
    signed = hops.written(forwarding.keys, hop, method, target)
    headers += [(hops.HEADER.encode(), signed.encode("latin-1")), (b"connection", b"close")]
    if body or method not in READING:
        headers.append((b"content-length", str(len(body)).encode()))
    return Asked(method, h11.Request(method=method, target=target.encode("latin-1"), headers=headers), body)


def target_of(scope: Any) -> str:
    """Return the path of a request as it was written, with its query."""
    query = scope["query_string"]
    return str((scope["raw_path"] + (b"?" + query if query else b"")).decode("latin-1"))


async def ask(forwarding: Forwarding, request: Asked, node: str) -> Answer:
    """Send on a request; return the answer once it begins. `Unreachable` if the node has done nothing."""
    host, port = address(node)
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(host, port)
    except OSError as error:
        raise Unreachable(node) from error
    forwarding.enter(writer.transport, node)
    line = h11.Connection(h11.CLIENT)
    sent = (request.head, *([h11.Data(data=request.body)] if request.body else []), h11.EndOfMessage())
    writer.write(b"".join(line.send(event) or b"" for event in sent))
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            head = await _next(line, reader)
    except (OSError, h11.RemoteProtocolError) as error:
        _hang_up(forwarding, writer)
        if request.method in READING:
            raise Unreachable(node) from error
        raise _unsure() from error
    except asyncio.CancelledError:
        _hang_up(forwarding, writer)
        raise
    if (hops.HEADER.encode(), hops.AGAIN.encode()) in head.headers:
        _hang_up(forwarding, writer)
        raise NotThere(node)
    return Answer(head, line, reader, writer)


async def answer(forwarding: Forwarding, found: Answer, send: Any) -> None:
    """Send on what a node answers, as fast as it is taken."""
    try:
        headers = [(name, value) for name, value in found.head.headers if name not in OURS]
        start = {"type": "http.response.start", "status": found.head.status_code, "headers": headers}
        await send(start)
        while not isinstance(event := await _next(found.line, found.reader), h11.EndOfMessage):
            await send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        _hang_up(forwarding, found.writer)


async def _next(line: h11.Connection, reader: asyncio.StreamReader) -> Any:
    while (event := line.next_event()) is h11.NEED_DATA:
        line.receive_data(await reader.read(65_536))
    return event


def _hang_up(forwarding: Forwarding, writer: asyncio.StreamWriter) -> None:
    forwarding.leave(writer.transport)
    writer.close()


def _unsure() -> HTTPError:
    return HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, "store/busy", public_message(StoreError("store/busy", "")))

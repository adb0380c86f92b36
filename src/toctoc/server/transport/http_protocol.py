"""uvicorn's HTTP connections with timeouts, costs, and websockets that are forwarded to the owner of the table."""

import asyncio
import logging
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from toctoc.server.errors import HTTPError, Problem, public_message
from toctoc.server.live.outbox import OwnedElsewhere
from toctoc.server.nodes.forwarding import Forwarding, end_when_silent
from toctoc.server.nodes.signed_hop import HOP_HEADER, NOT_OWNER, Hop, SignedRequest, sign, verify
from toctoc.server.nodes.tcp_tunnel import ClientTunnelEnd, TunnelEnd
from toctoc.server.security.access_control import AccessControl
from toctoc.server.security.connection_limit import peer_address
from toctoc.server.security.limits import TOO_MANY_REQUESTS, network_of
from toctoc.server.security.proxies import decoded_headers
from toctoc.server.security.rate_budget import Cost
from toctoc.server.transport.admission import Admission, Admissions

logger = logging.getLogger("toctoc.socket")
Answer = Admission | HTTPError | OwnedElsewhere


def _refusal(status: HTTPStatus, code: str, message: str, *headers: str) -> bytes:
    body = msgspec.json.encode(Problem(code, message))
    lines = (
        f"HTTP/1.1 {status.value} {status.phrase}", "Content-Type: application/json",
        f"Content-Length: {len(body)}", *headers, "Connection: close",
    )  # fmt: skip
    return "\r\n".join((*lines, "", "")).encode() + body


RETRY_AFTER = "Retry-After: 1"
TOO_MANY_RESPONSE = _refusal(HTTPStatus.TOO_MANY_REQUESTS, "request/too-many", TOO_MANY_REQUESTS, RETRY_AFTER)
UNKNOWN_NODE_RESPONSE = _refusal(
    HTTPStatus.FORBIDDEN, "node/unknown", "Only nodes of the same store are answered here."
)
NOT_OWNER_RESPONSE = _refusal(
    HTTPStatus.SERVICE_UNAVAILABLE, "store/busy", "Another node has this table now.", RETRY_AFTER,
    f"{HOP_HEADER}: {NOT_OWNER}",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ingress:
    """The objects that all connections of a server share; `forwarding` is None without other nodes."""

    access: AccessControl
    admissions: Admissions
    forwarding: Forwarding | None = None


class ClientProtocol(H11Protocol):
    """The connection of a client: uvicorn's own would wait for ever for a whole request."""

    ingress: Ingress
    access: AccessControl
    is_hop = False  # whether another node is at the other end
    is_counted = False
    has_asked = False
    peer: str | None = None
    admitting: "asyncio.Task[None] | None" = None  # referenced until it ends

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        self.peer = peer_address(transport)
        self.is_counted = self.access.connections.acquire(self.peer, self.is_spent(), self.is_hop)
        if not self.is_counted:
            self.transport = transport
            transport.abort()
            return
        super().connection_made(transport)
        self.timeout = self.loop.call_later(self.access.limits.first_request_seconds, transport.close)
        if not self.access.site.proxies and not self.is_hop:
            self.access.addresses.spend(self.peer, Cost.CONNECTION)

    def is_spent(self) -> bool:
        """Tell whether the peer has no budget left; behind a proxy a request must be read to know the client."""
        is_known = not self.access.site.proxies and not self.is_hop
        return is_known and self.access.addresses.is_spent(self.peer)

    def data_received(self, data: bytes) -> None:
        if self.is_spent():
            self.transport.abort()
            return
        super().data_received(data)
        if not self.has_asked and self.cycle is not None:
            self.has_asked = True
            self.timeout.cancel()
            self.timeout = self.loop.call_later(self.access.limits.request_seconds, self.transport.close)

    # --- websockets ----------------------------------------------------------------------------------------------

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.timeout.cancel()
        headers = decoded_headers(self.headers)
        client = self.client_of(event, headers)
        wait = None if client is None else self.charge(client)
        if client is None or wait is None:
            self.transport.write(UNKNOWN_NODE_RESPONSE if client is None else TOO_MANY_RESPONSE)
            self.transport.close()
        else:
            self.admitting = self.loop.create_task(self.upgrade(event, headers, client, wait))

    def client_of(self, event: h11.Request, headers: dict[str, str]) -> Hop | None:  # noqa: ARG002  # other nodes sign it
        """Return the client of a request for a websocket; None if its signature is not valid."""
        return Hop(self.access.address(headers, self.peer or ""), self.access.scheme(headers) or "http")

    def charge(self, client: Hop) -> float | None:
        """Return the delay in seconds before the answer to a request for a websocket; None if it is refused."""
        return self.access.addresses.spend(client.address, Cost.HANDSHAKE)

    async def upgrade(self, event: h11.Request, headers: dict[str, str], client: Hop, wait: float) -> None:
        """Hand the connection over to a websocket, here or at the owner of the table."""
        if wait:
            await asyncio.sleep(wait)
        if self.transport.is_closing():
            return
        answer: TunnelEnd | Answer = await self.admit(event, headers, client)
        if isinstance(answer, OwnedElsewhere) and not self.is_hop:  # else it would go in circles
            answer = await self.forward(event, headers, client, answer)
        if isinstance(answer, TunnelEnd):
            self.join(answer, client)
            return
        if self.transport.is_closing():
            if isinstance(answer, Admission):
                answer.end()
            return
        if isinstance(answer, OwnedElsewhere):
            self.transport.write(NOT_OWNER_RESPONSE)
            self.transport.close()
            return
        self.app_state = {"answer": answer}
        # Firefox and some proxies send "keep-alive, Upgrade", which picows does not understand.
        rest = [(name, value) for name, value in self.headers if name != b"connection"]
        self.headers = [*rest, (b"connection", b"Upgrade")]
        super().handle_websocket_upgrade(event)

    async def admit(self, event: h11.Request, headers: dict[str, str], client: Hop) -> Answer:
        """Admit the sender of a request for a websocket, or return the reason why not."""
        try:
            if not self.is_hop:
                self.access.check(headers, self.headers)
            target = event.target.decode("latin-1")
            return await self.ingress.admissions.admit(target, headers, client.address, self.is_hop)
        except (HTTPError, OwnedElsewhere) as why:
            return why.with_traceback(None)  # its frames refer to this connection and to the table
        except Exception:
            logger.exception("a request for a websocket could not be answered")
            return HTTPError(HTTPStatus.INTERNAL_SERVER_ERROR, "server/error", "Something went wrong.")

    # --- to another node -----------------------------------------------------------------------------------------

    async def forward(
        self, event: h11.Request, headers: dict[str, str], client: Hop, found: OwnedElsewhere
    ) -> TunnelEnd | Answer:
        """Return a tunnel to the owner of the table, counted here; or the answer if there is none any more."""
        forwarding = self.ingress.forwarding
        if forwarding is None:
            return HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, found.code, public_message(found))
        try:
            self.ingress.admissions.count(client.address)
        except HTTPError as why:
            return why
        answer: TunnelEnd | Answer = found
        ask = partial(self.admit, event, headers, client)
        head = self.forwarded_head(event, headers, client, forwarding.nodes.wall())
        try:
            answer = await forwarding.reach(found, ask, partial(forwarding.open_tunnel, head=head))
        except HTTPError as why:
            answer = why
        finally:
            if not isinstance(answer, TunnelEnd):
                self.access.addresses.disconnect(client.address)
        return answer

    def forwarded_head(self, event: h11.Request, headers: dict[str, str], client: Hop, now: float) -> bytes:
        """Return the head of a request as it is forwarded: the same, with a signature of its client."""
        request = SignedRequest(event.method.decode(), event.target.decode("latin-1"), headers)
        signed = sign(self.access.keys, Hop(network_of(client.address), client.scheme), request, now)
        kept = [(name, value) for name, value in self.headers if name != HOP_HEADER.encode()]
        headers_sent = [*kept, (HOP_HEADER.encode(), signed.encode("latin-1"))]
        first = event.method + b" " + event.target + b" HTTP/1.1"
        return b"\r\n".join((first, *(name + b": " + value for name, value in headers_sent), b"", b""))

    def join(self, far: TunnelEnd, client: Hop) -> None:
        """Hand the connection over to a tunnel."""
        ingress, access, peer, is_gone = self.ingress, self.access, self.peer, self.transport.is_closing()

        def left() -> None:
            access.addresses.disconnect(client.address)
            if ingress.forwarding is not None and far.transport is not None:
                ingress.forwarding.untrack(far.transport)
            if not is_gone:
                access.connections.release(peer)

        if is_gone:
            far.abort()
            left()
        else:
            self.connections.discard(self)
            ClientTunnelEnd(self.transport, far, left)

    def shutdown(self) -> None:
        """Close the connection, at once unless a response is under way.

        uvicorn's own raises an error while a request for a websocket waits for its answer: h11 expects a response
        there. The error would end the whole server before its store is closed.
        """
        if self.has_asked and not self.cycle.response_complete:
            self.cycle.keep_alive = False
        else:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.is_counted:
            self.timeout.cancel()
            self.access.connections.release(self.peer)


class NodeProtocol(ClientProtocol):
    """The connection of another node, which has checked and counted the requests that it forwards."""

    is_hop = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        # Room for the headers of a client, and for those that a node adds.
        self.conn = h11.Connection(h11.SERVER, 2 * self.access.limits.header_bytes)
        self.app_state = {"is_hop": True}
        end_when_silent(transport)
        super().connection_made(transport)

    def client_of(self, event: h11.Request, headers: dict[str, str]) -> Hop | None:
        forwarding = self.ingress.forwarding
        if forwarding is None:
            return None
        request = SignedRequest(event.method.decode(), event.target.decode("latin-1"), headers)
        hop = verify(self.access.keys, headers.get(HOP_HEADER, ""), request, forwarding.nodes.wall())
        forwarding.traffic.came += hop is not None
        return hop

    def charge(self, client: Hop) -> float | None:  # noqa: ARG002  # charged by the node that has forwarded it
        return 0.0


def client_protocol(ingress: Ingress) -> type[H11Protocol]:
    """Return the protocol class for connections of clients."""
    return type("OurClientProtocol", (ClientProtocol,), {"ingress": ingress, "access": ingress.access})


def node_protocol(ingress: Ingress) -> type[H11Protocol]:
    """Return the protocol class for connections of other nodes."""
    return type("OurNodeProtocol", (NodeProtocol,), {"ingress": ingress, "access": ingress.access})

"""Make uvicorn's connections our own: impatient, with a price, and led to the node that has the table."""

import asyncio
import logging
from functools import partial
from http import HTTPStatus

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from toctoc.server.cluster import signed_hop as hops
from toctoc.server.cluster.signed_hop import Hop
from toctoc.server.cluster.tcp_tunnel import ClientEnd, End
from toctoc.server.errors import HTTPError
from toctoc.server.http.bodies import Problem
from toctoc.server.live.hub import Elsewhere
from toctoc.server.security import rate_budget as costs
from toctoc.server.security.connection_limit import address_of
from toctoc.server.security.limits import place
from toctoc.server.security.proxies import joined
from toctoc.server.store_errors import public_message
from toctoc.server.transport.access import TOO_MANY, Access
from toctoc.server.transport.admission import Admission, admit, count

logger = logging.getLogger("toctoc.socket")


def _refusal(status: HTTPStatus, code: str, message: str, *headers: str) -> bytes:
    body = msgspec.json.encode(Problem(code, message))
    lines = (
        f"HTTP/1.1 {status.value} {status.phrase}", "Content-Type: application/json",
        f"Content-Length: {len(body)}", *headers, "Connection: close",
    )  # fmt: skip
    return "\r\n".join((*lines, "", "")).encode() + body


AFTER = "Retry-After: 1"
REFUSAL = _refusal(HTTPStatus.TOO_MANY_REQUESTS, "request/too-many", TOO_MANY, AFTER)
STRANGER = _refusal(HTTPStatus.FORBIDDEN, "node/unknown", "Only nodes of the same store are answered here.")
NOT_HERE = _refusal(
    HTTPStatus.SERVICE_UNAVAILABLE, "store/busy", "Another node has this table now.", AFTER,
    f"{hops.HEADER}: {hops.AGAIN}",
)  # fmt: skip


class Requests(H11Protocol):
    """One connection: uvicorn's own would wait for ever for a whole request."""

    access: Access
    is_hop = False  # whether another node is at the other end
    is_counted = False
    has_asked = False
    peer: str | None = None
    admitting: "asyncio.Task[None] | None" = None  # kept until it ends

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        self.peer = address_of(transport)
        self.is_counted = self.access.door.enter(self.peer, self.is_spent(), self.is_hop)
        if not self.is_counted:
            self.transport = transport
            transport.abort()
            return
        super().connection_made(transport)
        self.patience = self.loop.call_later(self.access.limits.first_request_seconds, transport.close)
        if not self.access.behind_proxy and not self.is_hop:
            self.access.addresses.spend(self.peer, costs.CONNECTION)

    def is_spent(self) -> bool:
        """Tell whether nothing is read from there: behind a proxy one must read to know from where."""
        is_known = not self.access.behind_proxy and not self.is_hop
        return is_known and self.access.addresses.is_spent(self.peer)

    def data_received(self, data: bytes) -> None:
        if self.is_spent():
            self.transport.abort()
            return
        super().data_received(data)
        if not self.has_asked and self.cycle is not None:
            self.has_asked = True
            self.patience.cancel()
            self.patience = self.loop.call_later(self.access.limits.request_seconds, self.transport.close)

    # --- websockets ----------------------------------------------------------------------------------------------

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.patience.cancel()
        headers = joined((name.decode("latin-1"), value.decode("latin-1")) for name, value in self.headers)
        hop = self.whose(event, headers)
        wait = None if hop is None else self.price(hop)
        if hop is None or wait is None:
            self.transport.write(STRANGER if hop is None else REFUSAL)
            self.transport.close()
        else:
            self.admitting = self.loop.create_task(self.upgrade(event, headers, hop, wait))

    def whose(self, event: h11.Request, headers: dict[str, str]) -> Hop | None:  # noqa: ARG002  # other nodes sign it
        """Return from where a request for a websocket is; None if that is not to be believed."""
        return Hop(self.access.address(headers, self.peer or ""), self.access.scheme(headers) or "http")

    def price(self, hop: Hop) -> float | None:
        """Return after how many seconds a request for a websocket may be answered, if at all."""
        return self.access.addresses.spend(hop.address, costs.HANDSHAKE)

    async def upgrade(self, event: h11.Request, headers: dict[str, str], hop: Hop, wait: float) -> None:
        """Give the connection to its websocket, which counts from now on, here or at another node."""
        if wait:
            await asyncio.sleep(wait)
        if self.transport.is_closing():
            return
        answer: End | Admission | HTTPError | Elsewhere = await self.admit(event, headers, hop)
        if isinstance(answer, Elsewhere) and not self.is_hop:  # else it would go in circles
            answer = await self.pass_on(event, headers, hop, answer)
        if isinstance(answer, End):
            self.join(answer, hop)
            return
        if self.transport.is_closing():
            if isinstance(answer, Admission):
                answer.end()
            return
        if isinstance(answer, Elsewhere):
            self.transport.write(NOT_HERE)
            self.transport.close()
            return
        self.app_state = {"answer": answer}
        # Firefox and some proxies say "keep-alive, Upgrade", which picows does not understand.
        rest = [(name, value) for name, value in self.headers if name != b"connection"]
        self.headers = [*rest, (b"connection", b"Upgrade")]
        super().handle_websocket_upgrade(event)

    async def admit(
        self, event: h11.Request, headers: dict[str, str], hop: Hop
    ) -> Admission | HTTPError | Elsewhere:
        """Let in whoever sent a request for a websocket, or return why not, or where to."""
        try:
            if not self.is_hop:
                self.access.check_host(headers)
                self.access.check_size(self.headers)
            return await admit(self.access, event.target.decode("latin-1"), headers, hop.address, self.is_hop)
        except (HTTPError, Elsewhere) as why:
            return why.with_traceback(None)  # whose frames refer to this connection and to the table
        except Exception:
            logger.exception("a request for a websocket could not be answered")
            return HTTPError(HTTPStatus.INTERNAL_SERVER_ERROR, "server/error", "Something went wrong.")

    # --- to another node -----------------------------------------------------------------------------------------

    async def pass_on(
        self, event: h11.Request, headers: dict[str, str], hop: Hop, found: Elsewhere
    ) -> End | Admission | HTTPError | Elsewhere:
        """Return a line to the node that has the table, counted here; or what became of the request meanwhile."""
        forwarding = self.access.forwarding
        if forwarding is None:
            return HTTPError(HTTPStatus.SERVICE_UNAVAILABLE, found.code, public_message(found))
        try:
            count(self.access, hop.address)
        except HTTPError as why:
            return why
        answer: End | Admission | HTTPError | Elsewhere = found
        ask, head = partial(self.admit, event, headers, hop), self.passed_on(event, hop)
        try:
            answer = await forwarding.reach(found, ask, partial(forwarding.open, head=head))
        except HTTPError as why:
            answer = why
        finally:
            if not isinstance(answer, End):
                self.access.addresses.disconnect(hop.address)
        return answer

    def passed_on(self, event: h11.Request, hop: Hop) -> bytes:
        """Return the head of a request as it is passed on: the same, with whose it is."""
        method, target = event.method.decode(), event.target.decode("latin-1")
        signed = hops.written(self.access.keys, Hop(place(hop.address), hop.scheme), method, target)
        headers = [(name, value) for name, value in self.headers if name != hops.HEADER.encode()]
        lines = [event.method + b" " + event.target + b" HTTP/1.1"]
        lines += [name + b": " + value for name, value in headers]
        lines.append(f"{hops.HEADER}: {signed}".encode("latin-1"))
        return b"\r\n".join((*lines, b"", b""))

    def join(self, far: End, hop: Hop) -> None:
        """Give the connection to a line that leads to another node."""
        access, peer, is_gone = self.access, self.peer, self.transport.is_closing()

        def left() -> None:
            access.addresses.disconnect(hop.address)
            if access.forwarding is not None and far.transport is not None:
                access.forwarding.leave(far.transport)
            if not is_gone:
                access.door.leave(peer)

        if is_gone:
            far.abort()
            left()
        else:
            self.connections.discard(self)
            ClientEnd(self.transport, far, left)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.is_counted:
            self.patience.cancel()
            self.access.door.leave(self.peer)


class HopRequests(Requests):
    """A connection of another node, which has checked and counted what comes over it."""

    is_hop = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        # What a client may send, and what a node adds to it.
        self.conn = h11.Connection(h11.SERVER, 2 * self.access.limits.header_bytes)
        self.app_state = {"is_hop": True}
        super().connection_made(transport)

    def whose(self, event: h11.Request, headers: dict[str, str]) -> Hop | None:
        target = event.target.decode("latin-1")
        hop = hops.read(self.access.keys, headers.get(hops.HEADER, ""), event.method.decode(), target)
        if hop is not None and self.access.forwarding is not None:
            self.access.forwarding.traffic.came += 1
        return hop

    def price(self, hop: Hop) -> float | None:  # noqa: ARG002  # paid where they came in
        return 0.0


def http_protocol(access: Access) -> type[H11Protocol]:
    """Return the protocol of connections to the tables that `access` leads to."""
    return type("OurRequests", (Requests,), {"access": access})


def hop_protocol(access: Access) -> type[H11Protocol]:
    """Return the protocol of connections of other nodes to them."""
    return type("OurHopRequests", (HopRequests,), {"access": access})

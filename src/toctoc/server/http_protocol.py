"""Make uvicorn's connections for HTTP impatient, and give them a price."""

import asyncio
import logging
from http import HTTPStatus

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from toctoc.server import costs
from toctoc.server.access import TOO_MANY, Access
from toctoc.server.admission import Admission, admit
from toctoc.server.door import address_of
from toctoc.server.errors import HTTPError
from toctoc.server.http.bodies import Problem
from toctoc.server.proxies import joined

BODY = msgspec.json.encode(Problem("request/too-many", TOO_MANY))
REFUSAL = (
    f"HTTP/1.1 {HTTPStatus.TOO_MANY_REQUESTS.value} {HTTPStatus.TOO_MANY_REQUESTS.phrase}\r\n"
    f"Content-Type: application/json\r\nContent-Length: {len(BODY)}\r\nRetry-After: 1\r\nConnection: close\r\n\r\n"
).encode() + BODY
logger = logging.getLogger("toctoc.socket")


class Requests(H11Protocol):
    """One connection: uvicorn's own would wait for ever for a whole request."""

    access: Access
    is_counted = False
    has_asked = False
    peer: str | None = None
    admitting: "asyncio.Task[None] | None" = None  # kept until it ends

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        self.peer = address_of(transport)
        self.is_counted = self.access.door.enter(self.peer, self.is_spent())
        if not self.is_counted:
            self.transport = transport
            transport.abort()
            return
        super().connection_made(transport)
        self.patience = self.loop.call_later(self.access.limits.first_request_seconds, transport.close)
        if not self.access.behind_proxy:
            self.access.addresses.spend(self.peer, costs.CONNECTION)

    def is_spent(self) -> bool:
        """Tell whether nothing is read from there: behind a proxy one must read to know from where."""
        return not self.access.behind_proxy and self.access.addresses.is_spent(self.peer)

    def data_received(self, data: bytes) -> None:
        if self.is_spent():
            self.transport.abort()
            return
        super().data_received(data)
        if not self.has_asked and self.cycle is not None:
            self.has_asked = True
            self.patience.cancel()
            self.patience = self.loop.call_later(self.access.limits.request_seconds, self.transport.close)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.patience.cancel()
        headers = joined((name.decode("latin-1"), value.decode("latin-1")) for name, value in self.headers)
        wait = self.access.addresses.spend(self.access.address(headers, self.peer or ""), costs.HANDSHAKE)
        if wait is None:
            self.transport.write(REFUSAL)
            self.transport.close()
        else:
            self.admitting = self.loop.create_task(self.upgrade(event, headers, wait))

    async def upgrade(self, event: h11.Request, headers: dict[str, str], wait: float) -> None:
        """Give the connection to its websocket, which counts from now on."""
        if wait:
            await asyncio.sleep(wait)
        if self.transport.is_closing():
            return
        answer = await self.admit(event, headers)
        if self.transport.is_closing():
            if isinstance(answer, Admission):
                answer.end()
            return
        self.app_state = {"answer": answer}
        # Firefox and some proxies say "keep-alive, Upgrade", which picows does not understand.
        rest = [(name, value) for name, value in self.headers if name != b"connection"]
        self.headers = [*rest, (b"connection", b"Upgrade")]
        super().handle_websocket_upgrade(event)

    async def admit(self, event: h11.Request, headers: dict[str, str]) -> Admission | HTTPError:
        """Let in whoever sent a request for a websocket, or return why not."""
        try:
            self.access.check_host(headers)
            self.access.check_size(self.headers)
            address = self.access.address(headers, self.peer or "")
            return await admit(self.access, event.target.decode("latin-1"), headers, address)
        except HTTPError as why:
            return why
        except Exception:
            logger.exception("a request for a websocket could not be answered")
            return HTTPError(HTTPStatus.INTERNAL_SERVER_ERROR, "server/error", "Something went wrong.")

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.is_counted:
            self.patience.cancel()
            self.access.door.leave(self.peer)


def http_protocol(access: Access) -> type[H11Protocol]:
    """Return the protocol of connections to the tables that `access` leads to."""
    return type("OurRequests", (Requests,), {"access": access})

"""Parts of picows and uvicorn that are not documented: these tests fail when a new version changes them."""

import asyncio
import signal
from collections.abc import Callable
from typing import Any

import uvicorn
from picows import WSListener, WSUpgradeRequest

from toctoc.server.run import Server
from toctoc.server.transport.picows_adapter import handed_over

REQUEST = (
    b"GET /x HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def test_a_connection_that_was_accepted_elsewhere_is_handed_over_to_picows() -> None:
    async def hand_over() -> tuple[bytes, list[str], list[str | None]]:
        paths: list[str] = []
        is_closed: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

        def listen(request: WSUpgradeRequest) -> WSListener:
            paths.append(request.path.decode())
            return WSListener()

        def accept() -> asyncio.BaseProtocol:
            connection = handed_over(listen, 4_096, is_closed.set_result)
            made = connection.connection_made

            def made_and_read(transport: Any) -> None:
                made(transport)
                connection.data_received(REQUEST)  # as uvicorn has read it

            return Accepting(made_and_read, connection)

        server = await asyncio.get_running_loop().create_server(accept, "127.0.0.1")
        host, port = server.sockets[0].getsockname()
        reader, writer = await asyncio.open_connection(host, port)
        sent = await reader.readuntil(b"\r\n")
        writer.close()
        address = await is_closed
        server.close()
        return sent, paths, [address]

    sent, paths, closed = asyncio.run(hand_over())
    assert sent.startswith(b"HTTP/1.1 101 ")
    assert (paths, closed) == (["/x"], ["127.0.0.1"])


class Accepting(asyncio.Protocol):
    """Hands its connection over at once."""

    def __init__(self, made: Callable[[Any], None], connection: Any) -> None:
        self.made, self.connection = made, connection

    def connection_made(self, transport: Any) -> None:
        transport.set_protocol(self.connection)
        self.made(transport)


def test_a_signal_ends_the_server_and_is_not_raised_again() -> None:
    """Else the process would end before its store is closed."""
    server = Server(uvicorn.Config("unused"), lambda _port: None, None, None)
    before = signal.getsignal(signal.SIGINT)
    with server.capture_signals():
        signal.raise_signal(signal.SIGINT)
    assert server.should_exit
    assert signal.getsignal(signal.SIGINT) is before


def test_a_server_goes_on_after_a_signal_that_is_ignored() -> None:
    """As under `nohup`."""
    server = Server(uvicorn.Config("unused"), lambda _port: None, None, None)
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with server.capture_signals():
            signal.raise_signal(signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
    assert not server.should_exit

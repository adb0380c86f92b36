"""Hand the connection of a client over to the worker that owns its table.

The workers of one machine pass the file descriptor with the head of the request. The owner continues as if it had
accepted the connection itself, so no byte of a websocket passes through a second process.
"""

import asyncio
import socket
from collections.abc import Callable
from typing import Any

MAX_HEAD_BYTES = 65_536
Line = tuple[socket.socket, socket.socket]  # the end at which a worker receives, and the one at which others send


def handover_line() -> Line:
    """Return the line to a worker. Connections wait in it while the worker is restarted."""
    receiving, sending = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    receiving.setblocking(False)
    sending.setblocking(False)
    return receiving, sending


class Handover:
    """Sends connections to the workers by their addresses, and receives those for the worker `own`."""

    def __init__(self, own: str, lines: dict[str, Line]) -> None:
        self._own, self._lines = own, lines
        self._tasks: set[asyncio.Task[None]] = set()

    def send(self, owner: str, transport: asyncio.Transport, head: bytes) -> bool:
        """Hand `transport` over with the bytes that were read from it; return False if the line is full.

        After True, the caller aborts the transport: the connection stays open at its owner.
        """
        transport.pause_reading()
        try:
            descriptor = transport.get_extra_info("socket").fileno()
            socket.send_fds(self._lines[owner][1], [head], [descriptor])
        except OSError:
            transport.resume_reading()
            return False
        return True

    def listen(self, make_protocol: Callable[[], Any]) -> None:
        """Serve the connections that arrive by a new protocol each, until `close`."""
        receiving = self._lines[self._own][0]
        asyncio.get_running_loop().add_reader(receiving, self._receive, receiving, make_protocol)

    def close(self) -> None:
        """Receive no more."""
        asyncio.get_running_loop().remove_reader(self._lines[self._own][0])

    def _receive(self, receiving: socket.socket, make_protocol: Callable[[], Any]) -> None:
        try:
            head, descriptors, _, _ = socket.recv_fds(receiving, MAX_HEAD_BYTES, 1)
        except BlockingIOError:
            return
        if descriptors:
            task = asyncio.get_running_loop().create_task(_continue(descriptors[0], head, make_protocol))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)


async def _continue(descriptor: int, head: bytes, make_protocol: Callable[[], Any]) -> None:
    connection = socket.socket(fileno=descriptor)
    try:
        connection.setblocking(False)
        transport, protocol = await asyncio.get_running_loop().connect_accepted_socket(make_protocol, connection)
    except OSError:  # the client has gone
        connection.close()
        return
    if not transport.is_closing():  # the address may have no budget left
        protocol.data_received(head)

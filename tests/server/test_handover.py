"""A connection that is handed over to another worker."""

import asyncio
import socket

import pytest
import uvloop

from tests.forks import PROCESS_TIMEOUT_S
from toctoc.server.cluster.handover import Handover, handover_line

OWN = "127.0.0.1:1"
HEAD = b"GET / HTTP/1.1\r\n\r\n"


class Owner(asyncio.Protocol):
    """The protocol of the worker that receives the connection; it may refuse one whose address is spent."""

    def __init__(self, refuses: bool) -> None:
        self.refuses = refuses
        self.calls: list[str] = []
        self.lost = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if self.refuses:
            transport.abort()  # type: ignore[attr-defined]  # the transport of a socket

    def data_received(self, data: bytes) -> None:
        self.calls.append(f"received {data!r}")

    def connection_lost(self, _error: Exception | None) -> None:
        self.calls.append("lost")
        self.lost.set()


async def hand_over(owner: Owner) -> None:
    """Hand a connection over whose client goes once the owner has received something; wait for its end."""
    line = handover_line()
    handover = Handover(OWN, {OWN: line})
    with line[0], line[1], socket.create_server(("127.0.0.1", 0)) as listener:
        with socket.create_connection(listener.getsockname()) as client:
            with listener.accept()[0] as accepted:
                socket.send_fds(line[1], [HEAD], [accepted.fileno()])
            handover.listen(lambda: owner)
            async with asyncio.timeout(PROCESS_TIMEOUT_S):
                while not owner.calls:
                    await asyncio.sleep(0)
            client.close()
        async with asyncio.timeout(PROCESS_TIMEOUT_S):
            await owner.lost.wait()
            while handover._tasks:
                await asyncio.sleep(0)
        handover.close()


@pytest.mark.parametrize(
    ("refuses", "calls"), [(False, [f"received {HEAD!r}", "lost"]), (True, ["lost"])], ids=["taken", "refused"]
)
def test_the_owner_receives_the_head_unless_it_refuses_the_connection(refuses: bool, calls: list[str]) -> None:
    async def scene() -> list[str]:
        owner = Owner(refuses)
        await hand_over(owner)
        return owner.calls

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # as the server
        assert runner.run(scene()) == calls

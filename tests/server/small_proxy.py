"""A small reverse proxy, with or without TLS, that can be set up wrongly in the ways in which people do it."""

import asyncio
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

REDIRECT = b"HTTP/1.1 308 Permanent Redirect\r\nLocation: https://localhost/\r\nContent-Length: 0\r\n\r\n"


def certificate(folder: Path, days: int = 90) -> Path:
    """Return the self-signed certificate of localhost, with its key in the same file."""
    pem = folder / "localhost.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
         str(days), "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
         "-keyout", pem, "-out", folder / "certificate.pem"], check=True, capture_output=True,
    )  # fmt: skip
    pem.write_text(pem.read_text() + (folder / "certificate.pem").read_text())
    return pem


class SmallProxy:
    """Forwards to `port`: one request a connection, then bytes both ways.

    `drops` are headers that it does not pass on, `adds` those that it adds; `{client}` is its client's address.
    `answer` is sent instead of forwarding.
    """

    def __init__(
        self, port: int, pem: Path | None = None, drops: tuple[str, ...] = (), adds: tuple[str, ...] = (),
        answer: bytes | None = None,
    ) -> None:  # fmt: skip
        self.target, self.drops, self.adds, self.answer = port, drops, adds, answer
        self.tls = None
        if pem is not None:
            self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.tls.load_cert_chain(pem)
        self.port = 0

    async def _serve(self, ready: threading.Event, end: asyncio.Event) -> None:
        server = await asyncio.start_server(self._joined, "127.0.0.1", 0, ssl=self.tls)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await end.wait()
        server.close()

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")[:-2]
            if self.answer is not None:
                writer.write(self.answer)
            else:
                await self._forward(head, reader, writer)
        writer.close()

    async def _forward(self, head: list[str], reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        client = writer.get_extra_info("peername")[0]
        kept = [line for line in head if line.partition(":")[0].lower() not in self.drops]
        if not any(line.lower().startswith("upgrade:") for line in kept):
            kept = [*(line for line in kept if not line.lower().startswith("connection:")), "Connection: close"]
        added = [line.format(client=client) for line in self.adds]
        there, out = await asyncio.open_connection("127.0.0.1", self.target)
        out.write("\r\n".join([*kept, *added, "", ""]).encode("latin-1"))
        sending = asyncio.create_task(_copy(reader, out))
        await _copy(there, writer)
        sending.cancel()
        out.close()


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while some := await source.read(65_536):
            target.write(some)
            await target.drain()


@contextmanager
def running(proxy: SmallProxy) -> Iterator[SmallProxy]:
    """Run `proxy` in a thread of its own."""
    loop, ready, end = asyncio.new_event_loop(), threading.Event(), asyncio.Event()
    thread = threading.Thread(target=loop.run_until_complete, args=(proxy._serve(ready, end),))
    thread.start()
    try:
        assert ready.wait(60)
        yield proxy
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join()
        loop.close()

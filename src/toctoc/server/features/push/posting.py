"""Send one push: a POST without a body, to the address that was checked. Redirects are not followed."""

import asyncio
import ssl
from contextlib import suppress
from functools import cache
from urllib.parse import SplitResult

from toctoc.server.features.push.endpoints import PORT, BadEndpoint, Services

PATIENCE = 10.0  # seconds for all of it
FIRST_LINE = 1_000  # bytes of an answer that are read at most


async def post(services: Services, endpoint: str, headers: dict[str, str]) -> int:
    """Return the status that answers a push; `OSError` if none does, `BadEndpoint` if it may not go there."""
    url = services.check(endpoint)
    try:
        async with asyncio.timeout(PATIENCE):
            return await _exchange(services, url, headers)
    except (ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        if isinstance(error, BadEndpoint):
            raise
        raise OSError("no answer that can be read") from None


async def _exchange(services: Services, url: SplitResult, headers: dict[str, str]) -> int:
    host, port = url.hostname or "", url.port or PORT
    reader, writer = await _connect(services, host, port)
    try:
        path = f"{url.path or '/'}{f'?{url.query}' if url.query else ''}"
        lines = [f"POST {path} HTTP/1.1", f"Host: {url.netloc}", "Content-Length: 0", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join([*lines, "", ""]).encode("ascii"))
        await writer.drain()
        version, status, *_ = (await reader.readuntil(b"\n")).split()
        if not version.startswith(b"HTTP/1."):
            raise OSError("no HTTP")
        return int(status)
    finally:
        writer.transport.abort()


async def _connect(services: Services, host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return a connection to the first of the checked addresses that answers, with the certificate of the host."""
    trust = services.trust or _usual_trust()
    for address in await services.addresses(host, port):
        with suppress(ConnectionError):
            return await asyncio.open_connection(address, port, ssl=trust, server_hostname=host, limit=FIRST_LINE)
    raise OSError("nobody answers there")


@cache
def _usual_trust() -> ssl.SSLContext:
    return ssl.create_default_context()

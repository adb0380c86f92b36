"""Send one push: a POST without a body, to a checked address. Redirects are not followed."""

import asyncio
import ssl
from contextlib import suppress
from functools import cache
from urllib.parse import SplitResult

from toctoc.server.features.push.endpoints import HTTPS_PORT, BadEndpoint, PushServices

PUSH_TIMEOUT_SECONDS = 10.0  # for the whole exchange
MAX_STATUS_LINE_BYTES = 1_000


async def post(services: PushServices, endpoint: str, headers: dict[str, str]) -> int:
    """Send a push and return the status of the answer; `OSError` without an answer, or `BadEndpoint`."""
    url = services.check(endpoint)
    try:
        async with asyncio.timeout(PUSH_TIMEOUT_SECONDS):
            return await _exchange(services, url, headers)
    except (ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        if isinstance(error, BadEndpoint):
            raise
        raise OSError("no answer that can be read") from None


async def _exchange(services: PushServices, url: SplitResult, headers: dict[str, str]) -> int:
    host, port = url.hostname or "", url.port or HTTPS_PORT
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


async def _connect(
    services: PushServices, host: str, port: int
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return a connection to the first checked address that answers, with a certificate of `host`."""
    trust = services.trust or _usual_trust()
    for address in await services.addresses(host, port):
        with suppress(ConnectionError):
            return await asyncio.open_connection(
                address, port, ssl=trust, server_hostname=host, limit=MAX_STATUS_LINE_BYTES
            )
    raise OSError("nobody answers there")


@cache
def _usual_trust() -> ssl.SSLContext:
    return ssl.create_default_context()

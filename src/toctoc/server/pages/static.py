"""Serve the files of the browser client, compressed and with ETags. They are read once, at the start."""

import asyncio
import gzip
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

CLIENT_FOLDER, UNBUILT_PAGE = files("toctoc.server") / "client", files("toctoc.server") / "unbuilt.html"
INDEX = "/index.html"
API_PATHS = ("/api", "/healthz", "/readyz", "/metrics")  # neither they nor paths below them are pages
HASHED_FILE = re.compile(r"/assets/.|/engine/.+-[0-9a-f]{12}\.")  # with a hash of its content in its name
# A worker has the policy of its own script: only the engine's may compile WebAssembly.
WORKER_FILE = re.compile(r"/assets/engine-worker-[^/]+\.js")
WORKER_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'"
)
CACHE_FOREVER, REVALIDATE, NO_STORE = "public, max-age=31536000, immutable", "no-cache", "no-store"
TEXT_TYPES = {
    "html": "text/html", "js": "text/javascript", "mjs": "text/javascript", "css": "text/css",
    "svg": "image/svg+xml", "txt": "text/plain", "json": "application/json",
    "webmanifest": "application/manifest+json",
}  # fmt: skip
BINARY_TYPES = {
    "png": "image/png", "webp": "image/webp", "jpg": "image/jpeg", "ico": "image/x-icon", "woff2": "font/woff2",
    "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav", "m4a": "audio/mp4", "wasm": "application/wasm",
}  # fmt: skip
MIN_COMPRESSED_BYTES = 400  # for less, compression saves no packet
MAX_INLINE_BYTES = 1 << 20  # above, compression would keep the event loop from the tables


@dataclass(frozen=True, slots=True)
class EncodedFile:
    """A file in one content encoding, with its ETag."""

    content: bytes
    tag: str
    encoding: str | None = None

    @classmethod
    def of(cls, content: bytes, encoding: str | None = None) -> "EncodedFile":
        return cls(content, f'"{hashlib.sha256(content).hexdigest()[:20]}"', encoding)


@dataclass(frozen=True)
class Page:
    """A file of the client, with its headers; `policy` is its own Content-Security-Policy."""

    kind: str
    cache: str
    plain: EncodedFile
    is_compressible: bool
    status: HTTPStatus = HTTPStatus.OK
    vary: str = "Accept-Encoding"
    policy: str | None = None

    @classmethod
    def of(
        cls,
        name: str,
        content: bytes,
        cache: str,
        status: HTTPStatus = HTTPStatus.OK,
        vary: str = "Accept-Encoding",
    ) -> "Page":
        ending = name.rpartition(".")[2]
        text = TEXT_TYPES.get(ending)
        kind = f"{text}; charset=utf-8" if text else BINARY_TYPES.get(ending, "application/octet-stream")
        is_compressible = text is not None or ending == "wasm"
        policy = WORKER_POLICY if WORKER_FILE.fullmatch(name) else None
        return cls(kind, cache, EncodedFile.of(content), is_compressible, status, vary, policy)

    @cached_property
    def zipped(self) -> EncodedFile | None:
        """Return the compressed file; None for a small or binary one. The first request compresses it."""
        if not self.is_compressible or len(self.plain.content) < MIN_COMPRESSED_BYTES:
            return None
        return EncodedFile.of(gzip.compress(self.plain.content, mtime=0), "gzip")

    async def encoded(self, takes_gzip: bool) -> EncodedFile:
        """Return the file, compressed if the browser accepts that; a large one is compressed in a thread."""
        if not takes_gzip:
            return self.plain
        if len(self.plain.content) > MAX_INLINE_BYTES:
            await asyncio.to_thread(lambda: self.zipped)
        return self.zipped or self.plain


class StaticFiles:
    """Serves all paths but those of the API."""

    def __init__(self, client: Traversable = CLIENT_FOLDER, api_paths: tuple[str, ...] = API_PATHS) -> None:
        self.api_paths = api_paths
        self.pages = dict(_read(client, "/")) if client.is_dir() else {}
        if INDEX not in self.pages:
            unbuilt = UNBUILT_PAGE.read_bytes()
            self.pages[INDEX] = Page.of(INDEX, unbuilt, NO_STORE, HTTPStatus.SERVICE_UNAVAILABLE)

    @property
    def index(self) -> Page:
        """Return the page of the client, which is the same file for all paths."""
        return self.pages[INDEX]

    def find(self, scope: Any) -> Page | None:
        """Return the requested file; `index` for a path without an extension, None for the API."""
        path: str = scope["path"]
        if scope["method"] not in ("GET", "HEAD"):
            return None
        if any(path == each or path.startswith(f"{each}/") for each in self.api_paths):
            return None
        return self.pages.get(path) if "." in path else self.pages[INDEX]

    async def send(self, page: Page, scope: Any, send: Any) -> None:
        """Send a file, compressed if the browser accepts that; 304 if it has the file already."""
        asked = {name: value.decode("latin-1") for name, value in scope["headers"]}
        takes_zipped = _takes_gzip(asked.get(b"accept-encoding", ""))
        body = await page.encoded(takes_zipped)
        headers = {
            "ETag": body.tag,
            "Cache-Control": page.cache,
            "Vary": page.vary,
            # The path is not sent to other sites, since it may have a table's code; our own forms keep their
            # origin.
            "Referrer-Policy": "same-origin",
        }
        headers |= {"Content-Security-Policy": page.policy} if page.policy else {}
        status, content = page.status, body.content
        if status == HTTPStatus.OK and has_tag(asked.get(b"if-none-match", ""), body.tag):
            status, content = HTTPStatus.NOT_MODIFIED, b""
        else:
            headers |= {"Content-Type": page.kind, "Content-Length": str(len(content))}
            headers |= {"Content-Encoding": body.encoding} if body.encoding else {}
        encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": encoded})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else content})


def _read(folder: Traversable, path: str) -> Iterator[tuple[str, Page]]:
    """Yield every file below a folder, with its URL path."""
    for each in folder.iterdir():
        name = path + each.name
        if each.is_dir():
            yield from _read(each, f"{name}/")
        else:
            yield (
                name,
                Page.of(name, each.read_bytes(), CACHE_FOREVER if HASHED_FILE.match(name) else REVALIDATE),
            )


def _takes_gzip(accepted: str) -> bool:
    """Tell whether an Accept-Encoding header allows gzip: by any weight but zero."""
    for part in accepted.lower().split(","):
        coding, _, weight = part.replace(" ", "").partition(";q=")
        if coding in ("gzip", "*"):
            return weight.strip("0.") != "" if weight else True
    return False


def has_tag(tags: str, tag: str) -> bool:
    """Tell whether an If-None-Match header has `tag`; proxies that compress mark it as weak."""
    return tags.strip() == "*" or tag in (each.strip().removeprefix("W/") for each in tags.split(","))

"""Serve the browser client: files read once, and sent as browsers like them best: compressed, and not twice."""

import gzip
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

HERE = files("toctoc.server")
CLIENT, UNBUILT = HERE / "client", HERE / "unbuilt.html"
INDEX = "/index.html"
PROGRAMS = ("/api", "/healthz", "/readyz", "/metrics")  # no pages, nor is what is below them
HASHED = "/assets/"  # files with a hash of their content in their names
FOREVER, ASK_AGAIN, NEVER = "public, max-age=31536000, immutable", "no-cache", "no-store"
TEXTS = {
    "html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "txt": "text/plain",
    "json": "application/json", "webmanifest": "application/manifest+json",
}  # fmt: skip
OTHERS = {
    "png": "image/png", "webp": "image/webp", "jpg": "image/jpeg", "ico": "image/x-icon", "woff2": "font/woff2",
    "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav", "m4a": "audio/mp4",
}  # fmt: skip
SMALLEST = 400  # bytes; below, compressing saves no packet


@dataclass(frozen=True, slots=True)
class Body:
    """A file as it is sent in one encoding."""

    content: bytes
    tag: str
    encoding: str | None = None

    @classmethod
    def of(cls, content: bytes, encoding: str | None = None) -> "Body":
        return cls(content, f'"{hashlib.sha256(content).hexdigest()[:20]}"', encoding)


@dataclass(frozen=True)
class Page:
    """Hold a file of the client as it is sent."""

    kind: str
    cache: str
    plain: Body
    is_text: bool
    status: HTTPStatus = HTTPStatus.OK
    vary: str = "Accept-Encoding"

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
        text = TEXTS.get(ending)
        kind = f"{text}; charset=utf-8" if text else OTHERS.get(ending, "application/octet-stream")
        return cls(kind, cache, Body.of(content), text is not None, status, vary)

    @cached_property
    def zipped(self) -> Body | None:
        """Return it compressed, which is done when it is first asked for: a server starts without."""
        if not self.is_text or len(self.plain.content) < SMALLEST:
            return None
        return Body.of(gzip.compress(self.plain.content, mtime=0), "gzip")


class StaticFiles:
    """Serves all that people see of the server: any path but those of programs."""

    def __init__(self, client: Traversable = CLIENT, programs: tuple[str, ...] = PROGRAMS) -> None:
        self.programs = programs
        self.pages = dict(_read(client, "/")) if client.is_dir() else {}
        if INDEX not in self.pages:
            unbuilt = UNBUILT.read_bytes()
            self.pages[INDEX] = Page.of(INDEX, unbuilt, NEVER, HTTPStatus.SERVICE_UNAVAILABLE)

    @property
    def index(self) -> Page:
        """Return the client itself: the file of all pages."""
        return self.pages[INDEX]

    def find(self, scope: Any) -> Page | None:
        """Return the file that is asked for; for another path the client itself, which finds its own way."""
        path: str = scope["path"]
        if scope["method"] not in ("GET", "HEAD"):
            return None
        if any(path == each or path.startswith(f"{each}/") for each in self.programs):
            return None
        return self.pages.get(path) if "." in path else self.pages[INDEX]

    async def send(self, page: Page, scope: Any, send: Any) -> None:
        """Send a file, compressed if the browser takes that, and not at all if it has it already."""
        asked = {name: value.decode("latin-1") for name, value in scope["headers"]}
        takes_zipped = _takes_gzip(asked.get(b"accept-encoding", ""))
        body = (takes_zipped and page.zipped) or page.plain
        headers = {
            "ETag": body.tag,
            "Cache-Control": page.cache,
            "Vary": page.vary,
            # Not even the path goes to others, as a table's code is in it; but our own forms keep their origin.
            "Referrer-Policy": "same-origin",
        }
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
    """Yield every file below a folder, by the path that browsers ask for."""
    for each in folder.iterdir():
        name = path + each.name
        if each.is_dir():
            yield from _read(each, f"{name}/")
        else:
            yield name, Page.of(name, each.read_bytes(), FOREVER if name.startswith(HASHED) else ASK_AGAIN)


def _takes_gzip(accepted: str) -> bool:
    """Tell whether an Accept-Encoding allows it, however it is weighed, unless it is weighed as nothing."""
    for part in accepted.lower().split(","):
        coding, _, weight = part.replace(" ", "").partition(";q=")
        if coding in ("gzip", "*"):
            return weight.strip("0.") != "" if weight else True
    return False


def has_tag(tags: str, tag: str) -> bool:
    """Tell whether an If-None-Match names this tag; proxies that compress mark it as weak."""
    return tags.strip() == "*" or tag in (each.strip().removeprefix("W/") for each in tags.split(","))

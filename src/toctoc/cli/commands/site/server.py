"""Serve the folder of a static site on this machine, as a static host would."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

HOST, PORT = "127.0.0.1", 8091  # always the same: games are stored by address
TYPES = {".wasm": "application/wasm", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}


class SiteHandler(SimpleHTTPRequestHandler):
    """Sends files; 404.html for any other path."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES
    protocol_version = "HTTP/1.1"

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Log nothing: the terminal has the address."""


def site_server(folder: Path, port: int = PORT) -> ThreadingHTTPServer:
    """Return a server of `folder`, at `port` or at a free one; call its `serve_forever`."""
    handler = partial(SiteHandler, directory=str(folder))
    try:
        return ThreadingHTTPServer((HOST, port), handler)
    except OSError:
        return ThreadingHTTPServer((HOST, 0), handler)


def serve_site(folder: Path, ready: Callable[[str], None]) -> None:
    """Serve `folder` until Ctrl-C; call `ready` with the address once it is open."""
    with site_server(folder) as server:
        ready(f"http://{HOST}:{server.server_address[1]}/")
        with suppress(KeyboardInterrupt):
            server.serve_forever()

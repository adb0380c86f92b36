"""The client's files reach browsers whole, compressed and only once; nothing else does."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.scale import each
from toctoc.server.pages.static import StaticFiles
from toctoc.server.transport.middleware import SECURITY_HEADERS

SCRIPT = b"export const ghosts = 21;\n" * 100
FILES = {
    "index.html": b"<!doctype html><title>Toctoc</title>",
    "sw.js": SCRIPT,
    "manifest.webmanifest": b"{}",
    "icons/ghost.png": b"\x89PNG" * 500,
    "assets/index-Ab12.js": SCRIPT,
    "assets/index-Ab12.css": b"body { margin: 0 }",
    "assets/ghost-Ab12.svg": b"<svg/>",
    "assets/letters-Ab12.woff2": b"wOF2",
    "assets/other-Ab12.xyz": b"?",
    "assets/engine-worker-Ab12.js": SCRIPT,
    "engine/engine.json": b"{}",
    "engine/python-0123456789ab.wasm": b"\0asm" * (1 << 19),
    "engine/python-0123456789ab.mjs": SCRIPT,
}


@pytest.fixture
def pages(tmp_path: Path) -> StaticFiles:
    (tmp_path / "secret.txt").write_text("not for browsers")
    for name, content in FILES.items():
        file = tmp_path / "client" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return StaticFiles(tmp_path / "client")


def ask(pages: StaticFiles, path: str, method: str = "GET", encoding: str = "", **headers: str) -> httpx.Response:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        page = pages.find(scope)
        assert page is not None
        await pages.send(page, scope, send)

    async def answer() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://toctoc.test") as http:
            return await http.request(method, path, headers={"Accept-Encoding": encoding, **headers})

    return asyncio.run(answer())


def found(pages: StaticFiles, path: str, method: str = "GET") -> bool:
    return pages.find({"path": path, "method": method}) is not None


@each("path", ["/", "/t/hibou-lampe-42", "/join", "/rules/chocottes", "/apiary", "//elsewhere"])
def test_every_path_of_a_page_is_the_client(pages: StaticFiles, path: str) -> None:
    answer = ask(pages, f"http://toctoc{path}")
    assert (answer.status_code, answer.content) == (200, FILES["index.html"])
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["referrer-policy"] == "same-origin"


@each("path", ["/api", "/api/tables", "/api/openapi.json", "/healthz", "/metrics", "/metrics/x"])
def test_paths_of_programs_are_no_pages(pages: StaticFiles, path: str) -> None:
    assert not found(pages, path)


@each(
    "path",
    ["/../secret.txt", "/assets/../../secret.txt", "/.", "/assets/gone-Ab12.js", "/Index.html", "/\0.js", "."],
)
def test_there_is_nothing_but_the_clients_files(pages: StaticFiles, path: str) -> None:
    assert not found(pages, path)


def test_pages_are_only_read(pages: StaticFiles) -> None:
    assert found(pages, "/", "HEAD")
    assert not found(pages, "/", "POST")


@each(
    "name, kind",
    [
        ("sw.js", "text/javascript; charset=utf-8"),
        ("manifest.webmanifest", "application/manifest+json; charset=utf-8"),
        ("icons/ghost.png", "image/png"),
        ("assets/index-Ab12.css", "text/css; charset=utf-8"),
        ("assets/ghost-Ab12.svg", "image/svg+xml; charset=utf-8"),
        ("assets/letters-Ab12.woff2", "font/woff2"),
        ("assets/other-Ab12.xyz", "application/octet-stream"),
        ("engine/engine.json", "application/json; charset=utf-8"),
        ("engine/python-0123456789ab.wasm", "application/wasm"),
        ("engine/python-0123456789ab.mjs", "text/javascript; charset=utf-8"),
    ],
)
def test_files_have_their_type_and_their_lifetime(pages: StaticFiles, name: str, kind: str) -> None:
    answer = ask(pages, f"/{name}")
    assert answer.content == FILES[name]
    assert answer.headers["content-type"] == kind
    for_ever = "public, max-age=31536000, immutable"
    assert answer.headers["cache-control"] == (
        for_ever if name.startswith("assets/") or "0123456789ab" in name else "no-cache"
    )


@each(
    "accepted, zipped",
    [
        ("gzip, deflate, br", True),
        ("br;q=1.0, GZIP;q=0.8", True),
        ("*", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, *", False),
        ("br", False),
        ("", False),
    ],
)
def test_texts_are_compressed_if_the_browser_accepts_it(pages: StaticFiles, accepted: str, zipped: bool) -> None:
    answer = ask(pages, "/assets/index-Ab12.js", encoding=accepted)
    assert answer.content == SCRIPT  # httpx has unpacked it
    assert answer.headers.get("content-encoding") == ("gzip" if zipped else None)
    assert answer.headers["vary"] == "Accept-Encoding"
    assert (int(answer.headers["content-length"]) < len(SCRIPT) / 10) == zipped


def test_the_engine_is_compressed_and_compiles_in_its_worker_only(pages: StaticFiles) -> None:
    name = "engine/python-0123456789ab.wasm"
    answer = ask(pages, f"/{name}", encoding="gzip")
    assert (answer.headers["content-encoding"], answer.content) == ("gzip", FILES[name])
    policy = ask(pages, "/assets/engine-worker-Ab12.js").headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "wasm" not in SECURITY_HEADERS["Content-Security-Policy"]
    assert "content-security-policy" not in ask(pages, "/assets/index-Ab12.js").headers  # as all other answers


@each("path", ["/icons/ghost.png", "/assets/ghost-Ab12.svg"])
def test_pictures_and_small_files_are_not_compressed(pages: StaticFiles, path: str) -> None:
    assert "content-encoding" not in ask(pages, path, encoding="gzip").headers


def test_a_file_with_a_known_tag_is_not_sent_again(pages: StaticFiles) -> None:
    first = ask(pages, "/sw.js", encoding="gzip")
    tag = first.headers["etag"]
    assert tag != ask(pages, "/sw.js").headers["etag"], "each encoding has its own"
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = ask(pages, "/sw.js", encoding="gzip", **{"If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
        assert "content-type" not in again.headers
    assert ask(pages, "/sw.js", encoding="gzip", **{"If-None-Match": '"other"'}).status_code == 200


def test_the_head_of_a_page_is_that_of_the_page(pages: StaticFiles) -> None:
    head, whole = (ask(pages, "/sw.js", method, encoding="gzip") for method in ("HEAD", "GET"))
    assert head.headers == whole.headers
    assert head.content == b""
    assert int(head.headers["content-length"]) == len(gzip.compress(SCRIPT))


def test_without_a_client_it_is_said_how_to_build_it(tmp_path: Path) -> None:
    answer = ask(StaticFiles(tmp_path / "client"), "/t/hibou-lampe-42", **{"If-None-Match": "*"})
    assert answer.status_code == 503
    assert "<code>python3 run.py serve</code>" in answer.text
    assert answer.headers["cache-control"] == "no-store"


def test_pages_reach_their_own_server_and_no_other() -> None:
    rules = dict(rule.strip().split(" ", 1) for rule in SECURITY_HEADERS["Content-Security-Policy"].split(";"))
    assert rules["default-src"] == rules["connect-src"] == "'self'"  # which covers its websockets
    assert "script-src" not in rules, "no script but our files"

"""Behind real proxies, set up as docs/how-to/proxy.md says: addresses, websockets, and what they log."""

import re
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.forks import PROCESS_TIMEOUT_S
from tests.server import real_proxy
from tests.server.hosting import Guest, Server, limits, problem
from tests.server.real_proxy import Proxied

KNOWN: set[int] = set()  # ports of proxies
CODE = "/api/tables/hibou-lampe-42"
LIMITS = limits(missed_codes_per_hour=1, cost_burst=100_000)

pytestmark = pytest.mark.nightly


def nginx(folder: Path, port: int, target: str) -> list[str]:
    server = real_proxy.block("proxy.md", "server {").replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    return real_proxy.nginx(folder, server.replace("127.0.0.1:8080", target))


def haproxy(folder: Path, port: int, target: str) -> list[str]:
    plain = re.sub(r"bind .*", f"bind 127.0.0.1:{port}", real_proxy.block("proxy.md", "defaults"))
    logged = plain.replace("mode http", "mode http\n    log global\n    option httplog")
    if urlsplit(f"//{target}").port in KNOWN:
        logged = re.sub(r"option httpchk.*", "", logged)  # as the page says for the outer one of two proxies
    text = f"global\n    log stdout format raw local0\n{logged.replace('127.0.0.1:8080', target)}"
    return real_proxy.haproxy(folder, text)


def caddy(folder: Path, port: int, target: str) -> list[str]:
    name = "toctoc.example.org {"
    site = real_proxy.block("proxy.md", name).replace(name, f"http://127.0.0.1:{port} {{")
    (folder / "Caddyfile").write_text(f"{{\nadmin off\n}}\n{site.replace('127.0.0.1:8080', target)}")
    return ["caddy", "run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"]


PROXIES = {"nginx": nginx, "haproxy": haproxy, "caddy": caddy}


def proxied(name: str, folder: Path, target: str) -> AbstractContextManager[Proxied]:
    def configure(folder: Path, port: int) -> list[str]:
        KNOWN.add(port)
        return PROXIES[name](folder, port, urlsplit(target).netloc)

    return real_proxy.proxied(folder, configure)


def miss(url: str, source: str, *forged: str) -> httpx.Response:
    """Ask for a table that there is not, from an address of one's own."""
    lines = [("X-Forwarded-For", each) for each in forged]
    with httpx.Client(transport=httpx.HTTPTransport(local_address=source), timeout=PROCESS_TIMEOUT_S) as http:
        return http.get(f"{url}{CODE}", headers=lines)


def check_addresses(url: str) -> None:
    assert problem(miss(url, "127.0.0.2"), 404) == "table/unknown"
    assert problem(miss(url, "127.0.0.2", "198.51.100.1", "198.51.100.2"), 429) == "table/guessing"
    assert problem(miss(url, "127.0.0.3", "127.0.0.2"), 404) == "table/unknown"


def check_play(proxied: Proxied, table: dict[str, str]) -> None:
    with Guest(proxied, table, origin=proxied.url) as guest:
        assert guest.socket.subprotocol == "toctoc"
        assert guest.ask("sit", seat=0, name="Anna")["type"] == "done"
        assert guest.ask("start", fill="petit-fantome")["type"] == "done"
        guest.play()


@pytest.mark.parametrize("name", PROXIES)
def test_one_proxy(tmp_path: Path, name: str) -> None:
    with (
        Server(tmp_path, "--behind-proxy", *LIMITS) as server,
        proxied(name, tmp_path / name, server.url) as outside,
    ):
        check_addresses(outside.url)
        table = outside.make("escalier")
        check_play(outside, table)
        with outside.http() as http:
            for path in ("/metrics", "/readyz"):
                assert problem(http.get(path), 403) == "server/inside"
                assert httpx.get(f"{server.url}{path}", trust_env=False).status_code == 200, "directly"
            foreign = http.post("/api/guest", headers={"Origin": outside.url.replace("http", "https")})
            assert problem(foreign, 403) == "origin/foreign"
            assert http.post("/api/guest", headers={"Origin": outside.url}).status_code == 204
    logged = outside.proxy_log
    assert table["socket"] in logged
    assert table["token"] not in logged


@pytest.mark.parametrize(("outer", "inner"), [("nginx", "haproxy"), ("haproxy", "nginx")])
def test_two_proxies_one_behind_the_other(tmp_path: Path, outer: str, inner: str) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(Server(tmp_path, "--behind-proxy=2", *LIMITS))
        within = stack.enter_context(proxied(inner, tmp_path / f"inner-{inner}", server.url))
        outside = stack.enter_context(proxied(outer, tmp_path / f"outer-{outer}", within.url))
        check_addresses(outside.url)
        check_play(outside, outside.make("escalier"))

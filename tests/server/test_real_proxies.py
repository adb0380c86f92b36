"""Behind real proxies, set up as docs/how-to/proxy.md says: addresses, websockets, and what they log."""

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.forks import PROCESS_TIMEOUT_S
from tests.ports import free_port
from tests.server.hosting import Guest, Server, problem
from tools import ROOT

PAGE = (ROOT / "docs/how-to/proxy.md").read_text(encoding="utf-8")
KNOWN: set[int] = set()  # ports of proxies
CODE = "/api/tables/hibou-lampe-42"


def configuration(start: str) -> str:
    """A block of the page, by what it starts with."""
    blocks: list[str] = re.findall(r"```\w*\n(.*?)```", PAGE, re.DOTALL)
    return next(block for block in blocks if block.startswith(start))


def nginx(folder: Path, port: int, target: str) -> list[str]:
    server = configuration("server {").replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}}\n"
        f"http {{ access_log {folder}/log; client_body_temp_path {folder}; proxy_temp_path {folder};"
        f" fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};\n"
        f"{server.replace('127.0.0.1:8080', target)} }}\n"
    )
    return ["nginx", "-p", str(folder), "-e", f"{folder}/errors", "-c", f"{folder}/nginx.conf"]


def haproxy(folder: Path, port: int, target: str) -> list[str]:
    plain = re.sub(r"bind .*", f"bind 127.0.0.1:{port}", configuration("defaults"))
    logged = plain.replace("mode http", "mode http\n    log global\n    option httplog")
    if urlsplit(f"//{target}").port in KNOWN:
        logged = re.sub(r" check$|option httpchk.*", "", logged, flags=re.MULTILINE)  # another proxy denies it
    text = f"global\n    log stdout format raw local0\n{logged.replace('127.0.0.1:8080', target)}"
    (folder / "haproxy.cfg").write_text(text)
    return ["haproxy", "-db", "-f", f"{folder}/haproxy.cfg"]


def caddy(folder: Path, port: int, target: str) -> list[str]:
    name = "toctoc.example.org {"
    site = configuration(name).replace(name, f"http://127.0.0.1:{port} {{")
    (folder / "Caddyfile").write_text(f"{{\nadmin off\n}}\n{site.replace('127.0.0.1:8080', target)}")
    return ["caddy", "run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"]


PROXIES: dict[str, Callable[[Path, int, str], list[str]]] = {"nginx": nginx, "haproxy": haproxy, "caddy": caddy}


class Proxied(Server):
    """The same server, reached by way of a proxy."""

    def __init__(self, url: str, log: Path) -> None:
        self.url, self.log = url, log


@contextmanager
def proxied(name: str, folder: Path, target: str) -> Iterator[Proxied]:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed: apt install {name}")
    folder.mkdir()
    port = free_port()
    KNOWN.add(port)
    command = PROXIES[name](folder, port, urlsplit(target).netloc)
    with (folder / "log").open("ab") as log:
        environ = {"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environ)
    try:
        url = f"http://127.0.0.1:{port}"
        _wait_for(url, process, folder / "log")
        yield Proxied(url, folder / "log")
    finally:
        process.terminate()
        process.wait(PROCESS_TIMEOUT_S)


def _wait_for(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    for _ in range(int(PROCESS_TIMEOUT_S / 0.1)):
        assert process.poll() is None, log.read_text()
        try:
            if httpx.get(f"{url}/healthz", trust_env=False, timeout=PROCESS_TIMEOUT_S).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.1)
    raise AssertionError(log.read_text())


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


@pytest.mark.long
@pytest.mark.parametrize("name", PROXIES)
def test_one_proxy(tmp_path: Path, name: str) -> None:
    limits = ("--limit=missed_codes_per_hour=1", "--limit=cost_burst=100000")
    with (
        Server(tmp_path, "--behind-proxy", *limits) as server,
        proxied(name, tmp_path / name, server.url) as outside,
    ):
        check_addresses(outside.url)
        table = outside.make("escalier")
        check_play(outside, table)
        with outside.http() as http:
            for path in ("/metrics", "/readyz"):
                assert http.get(path).status_code == 403
            foreign = http.post("/api/guest", headers={"Origin": outside.url.replace("http", "https")})
            assert problem(foreign, 403) == "origin/foreign"
            assert http.post("/api/guest", headers={"Origin": outside.url}).status_code == 204
    logged = outside.log.read_text()
    assert f"/api/tables/{table['code']}/ws" in logged
    assert table["token"] not in logged


@pytest.mark.long
@pytest.mark.parametrize("outer", ["nginx", "haproxy"])
@pytest.mark.parametrize("inner", ["nginx", "haproxy"])
def test_two_proxies_one_behind_the_other(tmp_path: Path, outer: str, inner: str) -> None:
    limits = ("--limit=missed_codes_per_hour=1", "--limit=cost_burst=100000")
    with ExitStack() as stack:
        server = stack.enter_context(Server(tmp_path, "--behind-proxy=2", *limits))
        within = stack.enter_context(proxied(inner, tmp_path / f"inner-{inner}", server.url))
        outside = stack.enter_context(proxied(outer, tmp_path / f"outer-{outer}", within.url))
        check_addresses(outside.url)
        check_play(outside, outside.make("escalier"))

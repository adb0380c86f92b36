"""`toctoc doctor --url` finds what is wrong between browsers and a real server."""

import json
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.cli.invoke import run
from tests.ports import free_port
from tests.scale import each
from tests.server.hosting import Server
from tests.server.small_proxy import REDIRECT, SmallProxy, certificate, running
from toctoc.cli.commands.doctor.address import Visit, check_address
from toctoc.cli.finding import OK
from toctoc.lang import load
from toctoc.server.config import ServerConfig

FORWARDED = ("X-Forwarded-For: {client}", "X-Forwarded-Proto: https")
SOURCE = "127.0.0.9"  # another address than that of the proxy
BAD_GATEWAY = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\n\r\noops"
PLAIN = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
DAY = 86_400


class Site:
    """A server, and proxies with TLS in front of it."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.pem, self.port, self.opened = certificate(folder), free_port(), ExitStack()
        self.opened.enter_context(Server(folder, "--port", str(self.port), *options))

    def proxy(self, **settings: Any) -> int:
        """Start a proxy; return its port."""
        proxy = SmallProxy(self.port, **{"pem": self.pem, "adds": FORWARDED, **settings})
        return self.opened.enter_context(running(proxy)).port

    def findings(
        self, redirect: bytes = REDIRECT, days: float = 0, public: str | None = None, **settings: Any
    ) -> dict[str, str]:
        """Return the levels of all findings through a new proxy, `days` later."""
        tls = ssl.create_default_context(cafile=str(self.pem.with_name("certificate.pem")))
        visit = Visit(
            f"https://localhost:{self.proxy(**settings)}", ServerConfig(public_url=public), load("en"),
            source=SOURCE, http_port=self.proxy(pem=None, answer=redirect), tls=tls,
            wall=lambda: time.time() + days * DAY,
        )  # fmt: skip
        return {each.name: each.level for each in check_address(visit)}

    def faults(self, **settings: Any) -> dict[str, str]:
        return {name: level for name, level in self.findings(**settings).items() if level != OK}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"), "--public-url", "https://localhost", "--behind-proxy")
    with site.opened:
        yield site


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that knows nothing of its proxy."""
    site = Site(tmp_path_factory.mktemp("bare"))
    with site.opened:
        yield site


def test_a_good_set_up_has_no_fault_and_every_check_speaks(site: Site) -> None:
    assert site.findings() == dict.fromkeys(
        (
            "certificate-good", "health", "redirect", "client", "cookie", "websocket", "policy", "hsts",
            "compression", "date-same",
        ),
        OK,
    )  # fmt: skip


@each(
    "settings, faults",
    [
        ({"drops": ("upgrade",)}, {"websocket-lost": "problem"}),
        ({"drops": ("accept-encoding",)}, {"compression-none": "warning"}),
        ({"adds": FORWARDED[1:]}, {"address-invented": "problem"}),
        ({"adds": FORWARDED[:1]}, {"scheme": "warning"}),
        ({"drops": ("host",), "adds": (*FORWARDED, "Host: play.example.org")}, {"host-unknown": "problem"}),
        ({"answer": BAD_GATEWAY}, {"health-bad": "problem"}),
        ({"redirect": PLAIN}, {"redirect-none": "problem"}),
        ({"days": 80}, {"certificate-ends": "warning", "date": "warning"}),
        ({"public": "https://elsewhere.example"}, {"other-url": "warning"}),
    ],
)
def test_each_fault_of_a_proxy_is_found(site: Site, settings: dict[str, Any], faults: dict[str, str]) -> None:
    assert site.faults(**settings) == faults


def test_a_server_that_does_not_know_its_proxy_is_found(bare: Site) -> None:
    found = bare.faults()
    assert found == {
        "address-proxy": "problem",
        "origin": "problem",
        "websocket-lost": "problem",
        "hsts-none": "warning",
    }


def test_a_self_signed_certificate_is_a_problem_and_the_other_checks_go_on(site: Site) -> None:
    result = run("doctor", "--port", "0", "--store", site.pem.with_name("new.db"), "--json", "--lang", "en",
                 "--url", f"https://localhost:{site.proxy()}/")  # fmt: skip
    found = {each["name"]: each for each in json.loads(result.stdout)}
    assert result.exit_code == 1
    assert found["certificate"]["found"] == "Browsers do not trust the certificate: self-signed certificate."
    assert found["certificate"]["advice"].endswith("docs/how-to/proxy.md of Toctoc’s sources.")
    assert found["websocket"]["level"] == OK
    assert "toctoc-guest" not in result.stdout


def test_an_address_without_a_server_is_one_problem(tmp_path: Path) -> None:
    for url in (f"http://127.0.0.1:{free_port()}", "https://no-such-name.invalid"):
        result = run("doctor", "--port", "0", "--store", tmp_path / "new.db", "--lang", "en", "--url", url)
        assert result.exit_code == 1
        assert f"{url} cannot be reached: " in result.stdout
        assert "Problems: 1," in result.stdout


def test_a_server_tells_clients_how_it_sees_them(site: Site) -> None:
    seen = Visit(f"http://127.0.0.1:{site.port}", ServerConfig(), load("en")).ask(
        "/api/client", {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https"}
    )
    assert seen.data == {"address": "198.51.100.7", "scheme": "https"}


def test_an_address_is_written_without_a_path() -> None:
    assert run("doctor", "--url", "play.example.org").exit_code == 2

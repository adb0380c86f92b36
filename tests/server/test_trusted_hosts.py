"""To which names a server answers, and which pages are its own."""

import socket
from pathlib import Path

import httpx

from tests.scale import each
from tests.server.hosting import Server, problem
from toctoc.server.security.trusted_hosts import TrustedHosts

PUBLIC = "https://toctoc.example.org"
MALFORMED = (
    "{}:evil", "{}:", "{}:0", "{}:65536", "{}:99999", "{}:-1", "{}:+80", "{}:8 0", "{}:８０", "{}:80:80", "x@{}",
    "{}@x", "{}/x", "{}?", "{}#", "{}\\", " {}", "{}..",
)  # fmt: skip
NAMES_OF_OTHERS = (
    "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "local.evil.example", "evil", "evil:8080",
)  # fmt: skip


@each("host",
    [
        "", "localhost", "localhost:8080", "127.0.0.1:8080", "[::1]:8080", "192.168.1.20", "[fe80::1]:8080",
        "raspberry.local", "nas.lan:8080", "toctoc.home.arpa", "RASPBERRY.Local.",
        socket.gethostname(), f"{socket.gethostname().upper()}:8080", socket.gethostname().partition(".")[0],
    ],
)  # fmt: skip
def test_local_names_are_accepted(host: str) -> None:
    assert TrustedHosts().accepts(host)


@each(
    "host",
    [
        *NAMES_OF_OTHERS,
        "[::",
        "a b",
        "@x.y",
        *(name.format(each) for each in ("localhost", "127.0.0.1", "nas.lan", "[::1]") for name in MALFORMED),
        "::1",
        "[127.0.0.1]",
        "[::1",
        "[::1%<x>]",
    ],
)
def test_other_names_are_refused(host: str) -> None:
    assert not TrustedHosts().accepts(host)
    assert not TrustedHosts(PUBLIC).accepts(host)
    is_name = host in NAMES_OF_OTHERS
    assert TrustedHosts(None, ["*"]).accepts(host) == is_name


def test_the_public_name_and_allowed_names_are_accepted() -> None:
    assert TrustedHosts(PUBLIC).accepts("toctoc.example.org")
    assert TrustedHosts(PUBLIC).accepts("TOCTOC.example.org:443")
    assert TrustedHosts(None, ["nas"]).accepts("nas:8080")
    hosts = TrustedHosts(None, ["tables.example.org", ".school.example"])
    assert [hosts.accepts(name) for name in ("tables.example.org", "a.school.example", "b.a.school.example")] == [
        True
    ] * 3
    assert not hosts.accepts("aschool.example")
    assert TrustedHosts(None, ["*"]).accepts("any.example")


@each(
    "page, host, scheme, is_ours",
    [
        (PUBLIC, "toctoc.example.org", "https", True),
        (PUBLIC, "127.0.0.1:8080", "http", True),
        ("http://toctoc.example.org", "toctoc.example.org", "https", False),
        ("http://toctoc.example.org", "toctoc.example.org", None, False),
        ("https://toctoc.example.org:8443", "toctoc.example.org", "https", False),
        ("https://toctoc.example.org:443", "toctoc.example.org", "https", True),
        ("http://127.0.0.1:8080", "127.0.0.1:8080", "http", True),
        ("https://127.0.0.1:8080", "127.0.0.1:8080", "http", False),
        ("http://127.0.0.1:8081", "127.0.0.1:8080", "http", False),
        ("null", "127.0.0.1:8080", "http", False),
        ("http://[", "127.0.0.1:8080", "http", False),
        ("http://x:y", "x:y", "http", False),
        ("file://", "", "http", False),
    ],
)
def test_a_page_is_ours_by_scheme_name_and_port(page: str, host: str, scheme: str | None, is_ours: bool) -> None:
    assert TrustedHosts(PUBLIC).is_own_origin(page, host, scheme) == is_ours


def test_without_a_public_url_a_proxy_that_does_not_say_its_scheme_is_trusted_with_both() -> None:
    assert TrustedHosts().is_own_origin("https://a.lan", "a.lan", None)
    assert TrustedHosts().is_own_origin("http://a.lan", "a.lan", None)
    assert not TrustedHosts().is_own_origin("http://b.lan", "a.lan", None)


def test_a_server_answers_to_no_name_that_it_was_not_given(tmp_path: Path) -> None:
    def ask(http: httpx.Client, host: str, path: str = "/api/games") -> httpx.Response:
        return http.get(path, headers={"Host": host})

    with Server(tmp_path, "--allowed-host", "tables.example.org") as server, server.http() as http:
        for path in ("/api/games", "/", "/metrics"):
            refused = ask(http, "evil.example", path)
            assert problem(refused, 421) == "host/unknown"
        assert "--allowed-host" in refused.json()["message"]
        code = server.make("escalier")["code"]
        for host in ("localhost:evil", "localhost:99999", "x@localhost"):
            assert problem(ask(http, host, f"/api/tables/{code}/invitation"), 421) == "host/unknown"
        assert server.complaints() == []
        assert ask(http, "tables.example.org").status_code == 200
        assert ask(http, "tables.example.org", "/").status_code == 200

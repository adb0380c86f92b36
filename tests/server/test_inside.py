"""Test that /metrics and /readyz are answered to programs of the host only, with and without a proxy."""

from pathlib import Path

import httpx
import pytest

from tests.server.hosting import Server, problem
from tests.server.local_server import SECRET
from toctoc.server.errors import HTTPError
from toctoc.server.security.access_control import AccessControl, Site
from toctoc.server.security.identity import Keys
from toctoc.server.security.limits import Limits
from toctoc.server.security.proxies import FORWARDING_HEADERS

PATHS = ("/metrics", "/readyz")
SPELLINGS = ("{}", "{}/", "{}//", "{}%2f", "{}/?x", "{}?")  # the router takes them all
UNUSUAL = ("/{}", "//{}/", "/%2f{}", "{}/.", "{};", "/.{}", "/x/..{}")  # it may take them one day
HERE, ELSEWHERE = ("127.0.0.1", "127.0.0.9", "::1", "::ffff:127.0.0.1", "192.0.2.1"), ("192.0.2.7", "", "unknown")


def is_answered(proxies: int, peer: str, **headers: str) -> bool:
    """Return whether a server at 192.0.2.1 answers a request of `peer`."""
    access = AccessControl(Keys(SECRET), Limits(), Site(proxies=proxies))
    try:
        access.check_inside({name.replace("_", "-"): value for name, value in headers.items()}, peer, "192.0.2.1")
    except HTTPError:
        return False
    return True


def test_only_programs_of_the_host_are_told_how_the_server_is() -> None:
    assert all(is_answered(0, peer) for peer in HERE)
    assert not any(is_answered(0, peer) for peer in ELSEWHERE)
    assert all(is_answered(1, peer) for peer in (*HERE, *ELSEWHERE))
    for name in FORWARDING_HEADERS:
        assert not any(is_answered(proxies, peer, **{name: "x"}) for proxies in (0, 1) for peer in HERE)


@pytest.mark.parametrize("options", [(), ("--behind-proxy",)])
def test_a_running_server_answers_directly_and_not_through_a_proxy(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    with Server(tmp_path, *options) as server, server.http() as http:
        for path in PATHS:
            assert httpx.head(f"{server.url}{path}", trust_env=False).status_code in (200, 405)
            for spelling in SPELLINGS:
                url = server.url + spelling.format(path)
                assert http.get(url).status_code == 200
                for header in ("X-Forwarded-For", "Via"):
                    assert problem(http.get(url, headers={header: "127.0.0.1"}), 403) == "server/inside"
            for spelling in UNUSUAL:
                answer = http.get(server.url + spelling.format(path), headers={"Via": "127.0.0.1"})
                assert answer.status_code in (403, 404)
        assert http.get("/healthz", headers={"X-Forwarded-For": "192.0.2.7"}).status_code == 200

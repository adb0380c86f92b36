"""Links that others can use, wherever whoever shows them has found the server."""

import pytest

from tests.scale import each
from toctoc.core.errors import Refused
from toctoc.server.pages import links
from toctoc.server.security.access_control import Site

LAN = ["192.168.1.5", "fd00::5"]


@pytest.fixture(autouse=True)
def _in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "lan_addresses", lambda: LAN)


def link(host: str, public_url: str | None = None, is_open: bool = True) -> str:
    return links.link(Site(public_url, is_open=is_open), f"http://{host}", "hibou-lampe-42")


@each("host", ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "0.0.0.0:8080", "x.localhost:8080"])
def test_a_link_replaces_local_names_by_the_network_address(host: str) -> None:
    assert link(host) == "http://192.168.1.5:8080/t/hibou-lampe-42"


@each("host", ["192.168.1.9:8080", "toctoc.local", "[fd00::7]:8080"])
def test_a_link_keeps_names_that_others_can_reach(host: str) -> None:
    assert link(host) == f"http://{host}/t/hibou-lampe-42"


def test_a_link_of_a_local_server_or_without_a_network_keeps_the_local_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert link("localhost:8080", is_open=False) == "http://localhost:8080/t/hibou-lampe-42"
    monkeypatch.setattr(links, "lan_addresses", list)
    assert link("localhost:8080") == "http://localhost:8080/t/hibou-lampe-42"


def test_the_public_address_goes_first() -> None:
    assert link("localhost:8080", "https://toctoc.example") == "https://toctoc.example/t/hibou-lampe-42"


@each("host", ["x" * 261, "[::1", "localhost:port", "127.0.0.1:99999999"])
def test_an_invalid_host_is_refused(host: str) -> None:
    with pytest.raises(Refused) as why:
        link(host)
    assert why.value.code == "device/host"


def test_the_longest_link_that_is_made_has_a_picture() -> None:
    longest = link("x" * 260) + "#" + "x" * 400
    assert links.qr_code(longest).startswith(b"<svg")

"""The server trusts as many hops as there are proxies, and no header that a client could write."""

import asyncio
from pathlib import Path

import pytest

from tests.scale import each
from tests.server.hosting import Server, problem
from tests.server.test_access import PUBLIC, browsers
from toctoc.server.security.limits import UNKNOWN_ADDRESS, Limits, network_of
from toctoc.server.security.proxies import client_address, client_scheme, join_headers

LINES = [("X-Forwarded-For", "6.6.6.6"), ("Host", "x"), ("x-forwarded-for", "198.51.100.1, 192.0.2.7")]


@each("hops, expected", [(0, "peer"), (1, "192.0.2.7"), (2, "198.51.100.1"), (3, "6.6.6.6"), (4, "6.6.6.6")])
def test_addresses_are_counted_from_the_last_over_all_lines(hops: int, expected: str) -> None:
    assert client_address(join_headers(LINES), hops, "peer") == expected


@each("line", ["", ",", " , "])
def test_a_proxy_that_says_nothing_is_the_sender(line: str) -> None:
    assert client_address({"x-forwarded-for": line}, 1, "peer") == "peer"


def test_cookies_in_several_lines_are_one() -> None:
    assert join_headers([("Cookie", "a=1"), ("cookie", "b=2")]) == {"cookie": "a=1; b=2"}


@each(
    "written, counted",
    [
        ("192.0.2.1:50123", "192.0.2.1"),
        ("[2001:db8::1]:50123", "2001:db8::/64"),
        ("[2001:db8::1]", "2001:db8::/64"),
        ("2001:db8::1", "2001:db8::/64"),
        ("[2001", UNKNOWN_ADDRESS),
        ("unknown", UNKNOWN_ADDRESS),
        ("_hidden:7", UNKNOWN_ADDRESS),
    ],
)
def test_addresses_are_read_as_proxies_write_them(written: str, counted: str) -> None:
    assert network_of(written) == counted


def test_the_scheme_is_the_proxys_word_if_there_is_one() -> None:
    assert client_scheme({"x-forwarded-proto": "https"}, 0, "http") == "http"
    assert client_scheme({"x-forwarded-proto": "HTTPS"}, 1, "http") == "https"
    assert client_scheme({"x-forwarded-proto": "https, http"}, 2, "http") == "https"
    assert client_scheme({}, 1, "http") is None


def test_addresses_that_a_client_invents_are_ignored(tmp_path: Path) -> None:
    async def codes() -> list[str]:
        limits = Limits(missed_codes_per_hour=1)
        async with browsers(tmp_path, limits, proxies=2) as browser, browser() as http:
            found = []
            for invented in ("203.0.113.1", "203.0.113.2"):
                lines = [("X-Forwarded-For", invented), ("X-Forwarded-For", "198.51.100.1, 192.0.2.7")]
                found.append((await http.get("/api/tables/hibou-lampe-42", headers=lines)).json()["code"])
        return found

    assert asyncio.run(codes()) == ["table/unknown", "table/guessing"]


def test_links_have_the_scheme_that_the_proxy_saw(tmp_path: Path) -> None:
    async def link() -> str:
        async with browsers(tmp_path, proxies=1, public_url=None) as browser, browser() as http:
            http.headers.update({"Host": "tables.lan", "X-Forwarded-Proto": "https"})
            code = (await http.post("/api/tables", json={"game": "escalier"})).json()["code"]
            return str((await http.get(f"/api/tables/{code}/invitation")).json()["link"])

    assert asyncio.run(link()).startswith("https://tables.lan/t/")


@pytest.mark.parametrize(("option", "hops"), [("--behind-proxy", 1), ("--behind-proxy=2", 2)])
def test_the_option_counts_the_proxies(tmp_path: Path, option: str, hops: int) -> None:
    limits = ("--limit=missed_codes_per_hour=1",)
    with Server(tmp_path, option, *limits) as server, server.http() as http:
        told = [("198.51.100.1", "192.0.2.7"), ("198.51.100.2", "192.0.2.7")]
        said = [
            http.get("/api/tables/hibou-lampe-42", headers={"X-Forwarded-For": ", ".join(addresses)})
            for addresses in told
        ]
        second = (429, "table/guessing") if hops == 1 else (404, "table/unknown")
        assert problem(said[0], 404) == "table/unknown"
        assert problem(said[1], second[0]) == second[1]


def test_a_public_server_is_not_fooled_by_its_name(tmp_path: Path) -> None:
    async def asked(**headers: str) -> tuple[int, str]:
        async with browsers(tmp_path) as browser, browser() as http:
            answer = await http.post("/api/guest", headers=headers)
            return answer.status_code, answer.json()["code"] if answer.content else ""

    assert asyncio.run(asked(Origin=PUBLIC)) == (204, "")
    assert asyncio.run(asked(Origin=PUBLIC.replace("https", "http"))) == (403, "origin/foreign")
    assert asyncio.run(asked(Host="rebound.example")) == (421, "host/unknown")

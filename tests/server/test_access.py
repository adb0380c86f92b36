"""Behind a proxy with TLS, and as time passes: the application itself, on a clock that the test turns."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.local_server import LocalServer, services
from toctoc.server.security.access_control import Site
from toctoc.server.security.limits import Limits
from toctoc.storage import open_store
from toctoc.table.effects import REHOME_TOKEN_SECONDS

PUBLIC = "https://toctoc.example"


@asynccontextmanager
async def browsers(
    folder: Path,
    limits: Limits | None = None,
    proxies: int = 0,
    clock: Callable[[], float] = time.time,
    public_url: str | None = PUBLIC,
    hsts_days: int = 0,
) -> AsyncIterator[Any]:
    """A function that makes browsers."""
    store = await open_store(str(folder / "toctoc.db"))
    site = Site(public_url, proxies, hsts_days=hsts_days)
    server = LocalServer(services(store, asyncio.get_running_loop(), wall=clock), limits or Limits(), site)
    transport = httpx.ASGITransport(server.app, client=("192.0.2.1", 1))
    try:
        yield lambda: httpx.AsyncClient(transport=transport, base_url=PUBLIC)
    finally:
        await store.close()


@pytest.mark.parametrize(("public_url", "days", "header"), [
    (PUBLIC, 30, "max-age=2592000"), (PUBLIC, 0, None), ("http://toctoc.example", 30, None), (None, 30, None),
])  # fmt: skip
def test_HSTS_is_sent_with_a_public_https_address_only(
    tmp_path: Path, public_url: str | None, days: int, header: str | None
) -> None:
    async def look() -> None:
        async with browsers(tmp_path, public_url=public_url, hsts_days=days) as browser, browser() as http:
            for path in ("/api/games", "/api/tables/no-such-1", "/healthz"):
                assert (await http.get(path)).headers.get("strict-transport-security") == header

    asyncio.run(look())


def test_behind_tls_cookies_are_secure_and_links_are_public(tmp_path: Path) -> None:
    async def look() -> None:
        async with browsers(tmp_path) as browser, browser() as http:
            made = await http.post("/api/tables", json={"game": "escalier"}, headers={"Origin": PUBLIC})
            assert "Secure" in made.headers["set-cookie"].split("; ")
            shown = await http.post(f"/api/tables/{made.json()['code']}/device")
            place = f"{made.json()['code']}-{made.json()['key']}"
            assert shown.json()["link"].startswith(f"{PUBLIC}/t/{place}#move1.")

    asyncio.run(look())


def test_a_link_to_another_device_expires(tmp_path: Path) -> None:
    now = 1_000_000.0

    async def look() -> None:
        nonlocal now
        async with browsers(tmp_path, clock=lambda: now) as browser, browser() as laptop, browser() as phone:
            code = (await laptop.post("/api/tables", json={"game": "escalier"})).json()["code"]
            token = (await laptop.post(f"/api/tables/{code}/device")).json()["token"]
            now += REHOME_TOKEN_SECONDS
            late = await phone.post(f"/api/tables/{code}/device/take", json={"token": token})
            assert (late.status_code, late.json()["code"]) == (400, "device/bad-token")
            now -= 1
            in_time = await phone.post(f"/api/tables/{code}/device/take", json={"token": token})
            assert in_time.status_code == 200

    asyncio.run(look())


def test_a_link_is_for_its_own_table_and_for_a_device_without_a_seat_there(tmp_path: Path) -> None:
    async def look() -> None:
        async with browsers(tmp_path) as browser, browser() as laptop, browser() as phone:
            code = (await laptop.post("/api/tables", json={"game": "escalier"})).json()["code"]
            other = (await phone.post("/api/tables", json={"game": "escalier"})).json()["code"]
            token = (await laptop.post(f"/api/tables/{code}/device")).json()["token"]
            elsewhere = await phone.post(f"/api/tables/{other}/device/take", json={"token": token})
            assert elsewhere.json()["code"] == "device/bad-token"

    asyncio.run(look())


def test_a_used_link_and_all_older_ones_stay_used_after_a_restart(tmp_path: Path) -> None:
    """Though its guest has the seat again: whoever has looked at the screen cannot take it."""
    now = 1_000.0

    async def look() -> None:
        nonlocal now
        links, cookies = [], []
        async with browsers(tmp_path, clock=lambda: now) as browser, browser() as laptop, browser() as phone:
            code = (await laptop.post("/api/tables", json={"game": "escalier"})).json()["code"]
            device, take = f"/api/tables/{code}/device", f"/api/tables/{code}/device/take"
            for _ in range(2):
                links.append((await laptop.post(device)).json()["token"])
                now += 1
            assert (await phone.post(take, json={"token": links[-1]})).status_code == 200
            links.append((await phone.post(device)).json()["token"])
            assert (await laptop.post(take, json={"token": links[-1]})).status_code == 200
            links.append((await laptop.post(device)).json()["token"])
            assert (await laptop.post(take, json={"token": links[-1]})).status_code == 200, "by its own device"
            cookies.append(laptop.cookies)
        async with browsers(tmp_path, clock=lambda: now) as browser, browser() as thief, browser() as laptop:
            for token in links:
                answer = await thief.post(take, json={"token": token})
                assert (answer.status_code, answer.json()["code"]) == (400, "device/bad-token")
            laptop.cookies = cookies[0]
            now += 1
            new = await laptop.post(device)
            assert new.status_code == 201, "the seat is where it was"
            assert (await thief.post(take, json={"token": new.json()["token"]})).status_code == 200

    asyncio.run(look())


def test_forwarded_addresses_count_only_behind_a_proxy(tmp_path: Path) -> None:
    async def misses(behind_proxy: int) -> list[str]:
        codes = []
        limits = Limits(missed_codes_per_hour=1)
        async with browsers(tmp_path, limits, proxies=behind_proxy) as browser, browser() as http:
            for address in ("198.51.100.1", "198.51.100.2", "6.6.6.6, 198.51.100.2"):
                headers = {"X-Forwarded-For": address}
                codes.append((await http.get("/api/tables/hibou-lampe-42", headers=headers)).json()["code"])
        return codes

    assert asyncio.run(misses(1)) == ["table/unknown", "table/unknown", "table/guessing"]
    assert asyncio.run(misses(0)) == ["table/unknown", "table/guessing", "table/guessing"]

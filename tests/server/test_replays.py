"""A replay over HTTP, of whatever the store holds."""

import asyncio
from pathlib import Path
from unittest.mock import AsyncMock

import httpx
import pytest

from tests.cli.invoke import changed, written
from tests.server.harness import ServerHarness
from tests.server.local_server import CODE
from toctoc.server.bot_pools.fair_queue import QueueLimits
from toctoc.server.http.render_cache import RenderCache
from toctoc.table import replay
from toctoc.table.log import Settings

PATH = f"/api/tables/{CODE}/replay"


def test_a_game_by_other_rules_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    line = changed(written("escalier"), lambda data: data.update(rules=99))
    monkeypatch.setattr(harness.hub.services.store, "record", AsyncMock(return_value=line), raising=False)
    harness.get(PATH)
    (*_, answer) = harness.heard["http"]
    assert b"record/old" in answer[2]
    assert b"409" in answer[2]


@pytest.mark.parametrize("what", ["replay", "deal"])
def test_a_full_pool_of_replays_refuses_for_a_moment(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    record = AsyncMock(return_value=written("escalier"))
    monkeypatch.setattr(harness.hub.services.store, "record", record, raising=False)
    replays = harness.replays
    replays.busy, replays.limits = replays.threads, QueueLimits(waiting=0)  # busy, and none may wait
    harness.get(f"/api/tables/{CODE}/{what}")
    replays.busy = 0
    harness.get(f"/api/tables/{CODE}/{what}")
    refused, answered = (message for _, _, message in harness.heard["http"])
    assert b"record/busy" in refused
    assert b"503" in refused
    assert b"'status': 200" in answered


@pytest.mark.parametrize(
    ("kind", "name"), [("replay", "encoded_replay"), ("deal", "encoded_picks"), ("record", "")]
)
def test_replays_are_made_once_and_cached_by_browsers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, name: str
) -> None:
    made: list[str] = []

    def make(line: str) -> bytes:
        made.append(line)
        return b"{}"

    async def look() -> None:
        transport = httpx.ASGITransport(harness.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://toctoc.test") as http:
            path = f"/api/tables/{CODE}/{kind}"
            first, second = await asyncio.gather(http.get(f"{path}?game=1"), http.get(f"{path}?game=1"))
            last = await http.get(path)
            assert {first.status_code, second.status_code, last.status_code} == {200}
            assert first.headers["cache-control"] == "private, max-age=31536000, immutable"
            assert last.headers["cache-control"] == "no-cache", "another game may be the last one soon"
            assert first.headers["etag"] == last.headers["etag"]
            again = await http.get(path, headers={"If-None-Match": first.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")

    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    record = AsyncMock(return_value=written("escalier"))
    monkeypatch.setattr(harness.hub.services.store, "record", record, raising=False)
    if name:
        monkeypatch.setattr(replay, name, make)
    asyncio.run(look())
    assert len(made) == (1 if name else 0)


def test_the_cache_is_bounded() -> None:
    async def four_bytes() -> bytes:
        return bytes(4)

    async def ask() -> list[bool]:
        finished = RenderCache(max_bytes=10)
        for tag in "abc":
            assert await finished.get(tag, four_bytes) == bytes(4)
        return [finished.has(tag) for tag in "abc"]

    assert asyncio.run(ask()) == [False, True, True]


def test_a_failure_is_not_cached() -> None:
    async def fail() -> bytes:
        raise ValueError("no")

    async def ask() -> bool:
        finished = RenderCache()
        with pytest.raises(ValueError, match="no"):
            await finished.get("a", fail)
        return finished.has("a")

    assert not asyncio.run(ask())

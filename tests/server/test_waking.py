"""A table is read without keeping anybody waiting: once, however many come, and again when a write has failed."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.harness import ServerHarness
from tests.server.local_server import TABLE
from toctoc.server.live.live_table import LiveTable
from toctoc.storage import Done, StoredTable, StoreError, Write
from toctoc.table import commands
from toctoc.table.log import Settings


def test_one_query_wakes_a_table_for_all_its_clients(tmp_path: Path) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    harness.hub.drop(harness.live)
    store, looks = harness.store, list[str]()
    load = store.load

    async def count(table: str) -> object:
        looks.append(table)
        return await load(table)

    store.load = count  # type: ignore[method-assign, assignment]

    async def come() -> list[LiveTable | None]:
        return await asyncio.gather(*(harness.hub.find(TABLE) for _ in range(5)))

    first, *others = harness.ask(come())
    assert first is not None
    assert all(other is first for other in others)
    assert looks == [TABLE]
    assert harness.ask(harness.hub.find("no such table")) is None
    assert harness.ask(harness.hub.find("no such table")) is None, "it is asked for anew"


def test_commands_are_refused_and_clients_welcomed_while_a_table_is_read_again(tmp_path: Path) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    harness.come("anna")
    store, write = harness.store, harness.store.write

    def fail(_: Write, done: Done) -> None:
        harness.queue.put(lambda: done(StoreError("store/full", "no space is left")))
        store.write = write  # type: ignore[method-assign]

    store.write = fail  # type: ignore[method-assign, assignment]
    settle, harness.settle = harness.settle, lambda: None  # type: ignore[method-assign]
    harness.tell("anna", commands.Sit("first", 0, "Anna"))
    harness.queue.get()()  # the answer of the store: the table is about to be read again
    harness.tell("anna", commands.Sit("second", 1, "Anna"))
    harness.come("bob")
    assert b"welcome" not in b"".join(said for _, _, said in harness.heard.get("bob", []))
    harness.settle = settle  # type: ignore[method-assign]
    harness.settle()
    heard = b"".join(said for _, _, said in harness.heard["anna"])
    assert heard.count(b'"store/full"') == 2
    [welcome] = [said for _, _, said in harness.heard["bob"] if b"welcome" in said]
    assert b"Anna" not in welcome, "as it is stored"
    harness.tell("anna", commands.Sit("third", 1, "Anna"))
    assert harness.live.table.state.seats[1].name == "Anna"


def test_a_table_with_damaged_data_is_dropped(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    harness = ServerHarness(tmp_path, "escalier", Settings(2))
    harness.come("anna")
    store, write, load = harness.store, harness.store.write, harness.store.load

    def fail(_: Write, done: Done) -> None:
        harness.queue.put(lambda: done(StoreError("store/full", "no space is left")))
        store.write = write  # type: ignore[method-assign]

    async def load_half(table: str) -> StoredTable:
        stored = await load(table)
        assert stored is not None
        return replace(stored, entries=tuple(entry[: len(entry) // 2] for entry in stored.entries))

    store.write, store.load = fail, load_half  # type: ignore[method-assign, assignment]
    harness.tell("anna", commands.Sit("first", 0, "Anna"))
    assert TABLE not in harness.hub.tables
    assert b'"store/full"' in b"".join(said for _, _, said in harness.heard["anna"])
    assert [record.levelname for record in caplog.records] == ["ERROR"]

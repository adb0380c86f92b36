"""A store that an earlier version wrote is opened, its tables wake, and go on to be written as now."""

import asyncio
import json
from pathlib import Path
from queue import SimpleQueue

import pytest

from tests.table.test_stored import stored
from toctoc.games.registry import OURS
from toctoc.storage.sqlite import SqliteStore
from toctoc.storage.store import Head, StoreError, Write
from toctoc.table.table import Table


def write(store: SqliteStore, step: Write) -> None:
    answers: SimpleQueue[StoreError | None] = SimpleQueue()
    store.write(step, answers.put)
    assert answers.get(timeout=60) is None


@pytest.mark.parametrize("game", OURS)
def test_a_table_of_an_earlier_version_wakes_and_is_snapped_anew(tmp_path: Path, game: str) -> None:
    old = stored(game)
    entries, number = [entry.encode() for entry in old["log"]], old["snapshot"]["version"]
    snapshot, head = old["snapshot"]["text"].encode(), Head("table", "hibou-lampe-42", game, False, False, 0.0)
    store = SqliteStore(tmp_path / "store.db", lambda tell: tell())
    write(store, Write("table", 1, tuple(entries[:number]), head, snapshot))
    write(store, Write("table", number + 1, tuple(entries[number:])))
    asyncio.run(store.close())
    store = SqliteStore(tmp_path / "store.db", lambda tell: tell())
    found = asyncio.run(store.load("table"))
    assert found is not None
    assert (found.number, found.snapshot) == (number, snapshot)
    table = Table.restore(found.snapshot, found.entries)
    assert table.s.version == len(entries)
    new = table.snapshot()
    write(store, Write("table", len(entries) + 1, (), None, new))
    asyncio.run(store.close())
    store = SqliteStore(tmp_path / "store.db", lambda tell: tell())
    again = asyncio.run(store.load("table"))
    asyncio.run(store.close())
    assert again is not None
    assert (again.number, again.entries) == (len(entries), ())
    assert "ids" not in json.loads(new)
    assert Table.restore(again.snapshot, again.entries).snapshot() == new

"""A store that an earlier version wrote is opened, its tables wake, and go on to be written as now."""

import asyncio
import json
import sqlite3
from itertools import count
from pathlib import Path
from queue import SimpleQueue

import pytest

from tests.table.test_stored import stored
from toctoc import record
from toctoc.core.registry import BUILT_IN
from toctoc.storage.sqlite.store import SqliteStore
from toctoc.storage.store import Head, StoreError, Write
from toctoc.table.table import Table

SCHEMA = Path(__file__).with_name("version1.sql")


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a server of the first version, with a table of every game, closed in order."""
    path = tmp_path_factory.mktemp("earlier") / "toctoc.db"
    db = sqlite3.connect(path)
    db.executescript(SCHEMA.read_text(encoding="utf-8"))
    db.execute("PRAGMA journal_mode = WAL")
    keys = count(1)
    for table, game in enumerate(BUILT_IN, 1):
        old, previous = stored(game), None
        db.execute("INSERT INTO tables VALUES (?, ?, ?, ?, 1, 0)", (table, game, f"hibou-{game}-42", game))
        for number, entry in enumerate(old["log"], 1):
            key = next(keys)
            row = (key, table, number, previous, entry.encode())
            db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", row)
            previous = key
        db.execute("INSERT INTO ends VALUES (?, ?, ?, 1700000000.5)", (table, len(old["log"]), previous))
        snapshot = (table, old["snapshot"]["version"], old["snapshot"]["text"].encode())
        db.execute("INSERT INTO snapshots VALUES (?, ?, ?)", snapshot)
        for played, line in enumerate(old["records"], 1):
            db.execute("INSERT INTO records VALUES (NULL, ?, ?, 1700000000, ?)", (game, played, line))
    db.commit()
    db.close()
    return path


def write(store: SqliteStore, step: Write) -> None:
    answers: SimpleQueue[StoreError | None] = SimpleQueue()
    store.write(step, answers.put)
    assert answers.get(timeout=60) is None


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_table_of_an_earlier_version_wakes_and_is_snapped_anew(earlier: Path, game: str) -> None:
    old = stored(game)
    entries, number = [entry.encode() for entry in old["log"]], old["snapshot"]["version"]
    store = SqliteStore(earlier, lambda tell: tell())
    assert asyncio.run(store.find(f"hibou-{game}-42")) == game
    found = asyncio.run(store.load(game))
    assert found is not None
    assert found.head == Head(game, f"hibou-{game}-42", game, listed=True, closed=False, touched=1700000000.5)
    assert (found.number, found.snapshot) == (number, old["snapshot"]["text"].encode())
    assert found.entries == tuple(entries[number:])
    table = Table.restore(found.snapshot, found.entries)
    assert table.state.version == len(entries)
    new = table.snapshot()
    write(store, Write(game, len(entries) + 1, (), None, new))
    asyncio.run(store.close())
    store = SqliteStore(earlier, lambda tell: tell())
    again = asyncio.run(store.load(game))
    line = asyncio.run(store.record(game, 1))
    asyncio.run(store.close())
    assert again is not None
    assert (again.number, again.entries) == (len(entries), ())
    assert "ids" not in json.loads(new)
    assert Table.restore(again.snapshot, again.entries).snapshot() == new
    assert line == old["records"][0]
    assert record.verify(record.read(old["records"][0])).over

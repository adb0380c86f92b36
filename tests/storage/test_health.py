"""A store reports its health: whether it is writable and reachable, its last write, its space."""

import threading
from pathlib import Path

import pytest

from tests.storage.helpers import NOW, Home, Opened, new, opened, stored
from toctoc.storage.sqlite import upkeep
from toctoc.storage.store import Health, StoreError


def probed(store: Opened) -> str | None:
    """The code of what went wrong."""
    over, codes = threading.Event(), list[str | None]()

    def note(error: StoreError | None) -> None:
        codes.append(error.code if error else None)
        over.set()

    store.probe(note)
    over.wait()
    return codes[0]


def test_a_probe_is_a_commit(home: Home) -> None:
    with home.opened() as store:
        assert store.health().last_commit is None
        assert probed(store) is None
        assert store.health() == Health(True, store.health().free_bytes, NOW)
        assert store.commits == 1
        stored(store, new("a"))
        assert probed(store) is None
        assert [head.table for head in store.heads()] == ["a"]
    assert probed(store) == "store/busy", "it is closed"


def test_a_probe_is_a_real_commit_that_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "toctoc.db"
    with opened(path) as store:
        stored(store, new("a"))
        before, size = store.writer.commits, path.with_name("toctoc.db-wal").stat().st_size
        assert probed(store) is None
        assert store.writer.commits == before + 1
        assert path.with_name("toctoc.db-wal").stat().st_size > size, "something was written"
        assert [head.table for head in store.heads()] == ["a"]
        store.writer.db.execute("PRAGMA query_only = ON")
        assert probed(store) == "store/broken"
        store.writer.db.execute("PRAGMA query_only = OFF")
        assert probed(store) is None
    assert probed(store) == "store/busy", "it is closed"


def test_health_has_the_last_commit_and_the_free_space(tmp_path: Path) -> None:
    with opened(tmp_path / "toctoc.db") as store:
        assert store.health().last_commit is None
        stored(store, new("a"))
        assert store.health().last_commit == NOW
        assert (store.health().free_bytes or 0) > 0


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_file_that_is_gone_is_missed(tmp_path: Path, is_replaced: bool) -> None:
    path = tmp_path / "toctoc.db"
    with opened(path) as store:
        assert store.health().is_there
        path.rename(tmp_path / "elsewhere.db")
        if is_replaced:
            path.touch()
        assert not store.health().is_there


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with opened(folder / "toctoc.db") as store:
        folder.rename(tmp_path / "elsewhere")
        assert store.health()[:2] == (False, None)


def test_whether_a_store_has_tables(tmp_path: Path) -> None:
    path = tmp_path / "toctoc.db"
    assert not upkeep.summary(path).has_tables
    path.touch()
    assert not upkeep.summary(path).has_tables
    with opened(path) as store:
        assert not upkeep.summary(path).has_tables
        stored(store, new("a"))
        assert upkeep.summary(path).has_tables

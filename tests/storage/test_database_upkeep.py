"""Records and pruning in PostgreSQL, with a node at work: as in a file."""

from functools import partial

import pytest

from tests.storage.helpers import NOW, entries, log, new, step, stored
from tests.storage.postgres import Cluster, DatabaseHome
from toctoc.storage.common import DAY_SECONDS as DAY
from toctoc.storage.common import Pruned
from toctoc.storage.store import StoreError, Write

OLD = NOW - 31 * DAY


@pytest.fixture
def base(cluster: Cluster) -> DatabaseHome:
    """Three tables, of which two are old, with a record each, and the last with two."""
    base = DatabaseHome(cluster)
    for table, now in (("old", OLD), ("older", OLD - DAY), ("today", NOW)):
        with base.opened(partial(float, now)) as store:
            stored(store, new(table, now), Write(table, 2, (b"x",), None, b"snapshot", (1, f"{table} 1")))
    with base.opened() as store:
        store.claim("today")
        stored(store, Write("today", 3, (), record=(2, "today 2")))
    return base


def test_records_come_in_the_order_of_their_games_however_many_they_are(
    base: DatabaseHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    from toctoc.storage.postgres import queries, upkeep

    monkeypatch.setattr(queries, "RECORDS_PER_READ", 3)
    assert list(upkeep.records(base.url)) == ["old 1", "older 1", "today 1", "today 2"]


def test_old_tables_are_pruned_and_their_records_on_request(base: DatabaseHome) -> None:
    from toctoc.storage.postgres import upkeep

    clock = lambda: NOW  # noqa: E731
    with base.opened() as store:
        assert upkeep.prunable(base.url, 30, clock) == Pruned(2, 2)
        assert upkeep.prune(base.url, 30, clock=clock) == Pruned(2, 0)
        assert [head.table for head in store.heads()] == ["today"]
        assert store.load("old") is None
        for table in ("entries", "snapshots", "ends"):
            assert base.execute(f"SELECT DISTINCT table_id FROM {table}") == [("today",)]
        assert len(store.records()) == 4
        assert upkeep.prune(base.url, 30, with_records=True, clock=clock) == Pruned(0, 2)
        assert store.records() == ["today 1", "today 2"]


def test_a_table_that_was_pruned_under_its_node_takes_nothing_more(base: DatabaseHome) -> None:
    from toctoc.storage.postgres import upkeep

    with base.opened(lambda: OLD) as store:
        assert store.claim("old") is None
        assert upkeep.prune(base.url, 30, clock=lambda: NOW) == Pruned(2, 0)
        assert stored(store, step("old", 3), new("b", OLD)) == ["store/stale", None]
        assert store.load("old") is None
        assert log(store, "b") == entries("b", 1)


def test_a_database_that_is_no_store_is_reported_and_unchanged(cluster: Cluster) -> None:
    from toctoc.storage.postgres import upkeep

    base = DatabaseHome(cluster)
    with pytest.raises(StoreError) as caught:
        list(upkeep.records(base.url))
    assert caught.value.why == "not-a-store"
    assert base.execute("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()") == [(0,)]
    for version, why in ((99, "newer"), (3, "too-old")):
        with base.opened():
            pass
        [(now,)] = base.execute("SELECT version FROM toctoc_store")
        base.execute(f"UPDATE toctoc_store SET version = {version}")
        with pytest.raises(StoreError) as caught:
            upkeep.prunable(base.url, 30)
        assert caught.value.why == why
        base.execute(f"UPDATE toctoc_store SET version = {now}")

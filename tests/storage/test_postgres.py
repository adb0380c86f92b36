"""Test a store in PostgreSQL: lost connections, restarts, databases of other programs."""

import asyncio
import re
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import pytest

from tests.storage.helpers import Opened, answer, both, entries, entry, head, log, new, step, stored, together
from tests.storage.postgres import KILL, Cluster, DatabaseHome, execute, why_not
from toctoc import extras
from toctoc.storage import open_store
from toctoc.storage.common import newest_version
from toctoc.storage.postgres.schema import MIGRATIONS
from toctoc.storage.store import StoreError, Write


@pytest.fixture
def base(cluster: Cluster) -> DatabaseHome:
    return DatabaseHome(cluster)


@pytest.fixture(scope="module")
def durable() -> Iterator[Cluster]:
    """One as it is run in earnest, which a test may stop in any way."""
    if (why := why_not()) is not None:
        pytest.skip(why)
    cluster = Cluster({})
    yield cluster
    cluster.close()


def refused(url: str) -> tuple[str, str]:
    """Why a database cannot be opened."""
    from toctoc.storage.postgres.store import PostgresStore

    with pytest.raises(StoreError) as caught:
        answer(PostgresStore.open(url))
    assert "secret" not in str(caught.value)
    return caught.value.code, caught.value.why


# --- one statement a commit ----------------------------------------------------------------------------------


def test_a_batch_is_one_statement(base: DatabaseHome) -> None:
    with base.opened() as store:
        together(store, *map(new, "abcdefgh"))
        seen: list[int] = []
        append = store.store.writer._append

        async def count(db: Any, stamp: int, runs: Sequence[Any], now: float) -> bool:
            seen.append(len(runs))
            return bool(await append(db, stamp, runs, now))

        store.store.writer._append = count
        before = store.commits
        writes = [step(table, 2, 3) for table in "abcdefgh"]
        ended = Write("a", 5, (b"x",), head("a", closed=True), b"snapshot", (1, "line"))
        assert together(store, *writes, ended, new("z")) == [None] * 10
        assert store.commits == before + 1
        assert seen == [1, 9], "the first is of the write that kept the writer waiting"


def test_commits_wait_for_the_disk_whatever_the_database_says(base: DatabaseHome) -> None:
    base.execute("ALTER DATABASE postgres SET synchronous_commit = off")
    assert base.execute("SHOW synchronous_commit") == [("off",)]
    with base.opened() as store:
        db = answer(store.store.writer.connection.get())
        assert answer(db.fetchval("SHOW synchronous_commit")) == "on"
    base.execute("ALTER DATABASE postgres RESET synchronous_commit")


def test_no_question_starts_more_processes(base: DatabaseHome) -> None:
    """The list of tables elsewhere takes 1 ms among 250,000, and 28 ms with two helpers."""
    with base.opened() as store:
        db = answer(store.store.writer.connection.get())
        assert answer(db.fetchval("SHOW max_parallel_workers_per_gather")) == "0"


# --- lines that break ----------------------------------------------------------------------------------------


def test_a_line_that_broke_is_mended_before_anybody_notices(base: DatabaseHome) -> None:
    with base.opened() as store:
        stored(store, new("a"))
        assert log(store, "a") == entries("a", 1)
        for number in (2, 3, 4):
            base.execute(KILL)
            assert stored(store, step("a", number)) == [None]
            assert log(store, "a") == entries("a", number), "the readers' lines, too"


class Breaking:
    """A writer's line that breaks around its next commit: before it, or before its answer."""

    def __init__(self, store: Any, is_committed: bool) -> None:
        self.writer, self.is_committed = store.writer, is_committed
        self.append = store.writer._append
        self.writer._append = self
        self.times = 0

    async def __call__(self, db: Any, stamp: int, runs: Sequence[Any], now: float) -> bool:
        self.times += 1
        if self.times > 1:
            return bool(await self.append(db, stamp, runs, now))
        if self.is_committed:
            await self.append(db, stamp, runs, now)
        raise ConnectionResetError("cut")


@pytest.mark.parametrize("is_committed", [False, True])
def test_a_write_with_a_lost_answer_is_stored_once_and_acknowledged(
    base: DatabaseHome, is_committed: bool
) -> None:
    with base.opened() as store:
        stored(store, new("a"))
        breaking = Breaking(store.store, is_committed)
        answers: list[StoreError | None] = []
        over = threading.Event()
        store.write(Write("a", 2, (entry("a", 2),), record=(1, "line")), answers.append)
        store.write(new("b"), both(answers, over))
        over.wait()
        assert answers == [None, None]
        assert breaking.times >= 2
        assert log(store, "a") == entries("a", 2)
        assert log(store, "b") == entries("b", 1)
        assert store.records() == ["line"]
        assert stored(store, step("a", 3), step("b", 2)) == [None, None]


def test_a_write_that_comes_too_late_is_not_taken_for_stored_when_its_line_breaks(base: DatabaseHome) -> None:
    with base.opened() as store:
        stored(store, new("a"), step("a", 2))
        Breaking(store.store, is_committed=False)
        errors: list[StoreError | None] = []
        over = threading.Event()
        other = Write("a", 2, (b"something else",))
        store.write(other, both(errors, over))
        over.wait()
        assert [error and error.code for error in errors] == ["store/stale"]
        assert log(store, "a") == entries("a", 2)


# --- a server that stops -------------------------------------------------------------------------------------


class Player:
    """Writes at a table without pause, until something fails."""

    def __init__(self, store: Opened, table: str) -> None:
        self.store, self.table = store, table
        self.number = 0  # acknowledged
        self.error: StoreError | None = None
        self.going = True
        self.over = threading.Event()
        store.write(new(table), self.next)

    def next(self, error: StoreError | None) -> None:
        self.error = error
        if error is not None:
            self.over.set()
            return
        self.number += 1
        if self.going:
            self.store.write(step(self.table, self.number + 1), self.next)
        else:
            self.over.set()


@pytest.mark.nightly
def test_a_crash_of_the_server_loses_nothing_and_play_goes_on(durable: Cluster) -> None:
    home = DatabaseHome(durable)
    with home.opened(retry_seconds=600, lease_seconds=600) as store:
        players = [Player(store, table) for table in "abcdefgh"]
        for _ in range(2):
            known = {player.table: player.number for player in players}
            while any(player.number < known[player.table] + 20 for player in players):
                assert [player.error for player in players] == [None] * len(players)
                threading.Event().wait(0.01)
            durable.stop(signal.SIGQUIT)
            durable.start()
        for player in players:
            player.going = False
        for player in players:
            assert player.over.wait(600)
            assert player.error is None
            assert log(store, player.table) == entries(player.table, player.number)


@pytest.mark.nightly
def test_without_a_server_nothing_is_acknowledged_and_then_it_goes_on(durable: Cluster) -> None:
    home = DatabaseHome(durable)
    with home.opened(retry_seconds=0.2, lease_seconds=600) as store:
        stored(store, new("a"))
        durable.stop()
        assert together(store, step("a", 2), new("b")) == ["store/busy"] * 2
        with pytest.raises(StoreError) as caught:
            store.load("a")
        assert caught.value.code == "store/busy"
        durable.start()
        assert log(store, "a") == entries("a", 1)
        assert store.load("b") is None
        assert together(store, step("a", 2), new("b")) == [None, None]
    assert refused(f"postgresql://toctoc:secret@127.0.0.1:{durable.port}/nowhere") == (
        "store/broken",
        "no-database",
    )
    durable.stop()
    assert refused(f"postgresql://toctoc:secret@127.0.0.1:{durable.port}/nowhere") == ("store/busy", "unreachable")
    durable.start()


# --- somebody else's -----------------------------------------------------------------------------------------


def test_a_foreign_lock_is_waited_for_only_briefly(base: DatabaseHome, monkeypatch: pytest.MonkeyPatch) -> None:
    from toctoc.storage.postgres import connection

    monkeypatch.setitem(connection.SETTINGS, "lock_timeout", "50")
    with base.opened() as store:
        stored(store, new("a"))
        locked, free = threading.Event(), threading.Event()

        async def lock() -> None:
            import asyncpg

            db = await asyncpg.connect(base.url)
            async with db.transaction():
                await db.execute("LOCK TABLE ends IN EXCLUSIVE MODE")
                locked.set()
                while not free.is_set():
                    await asyncio.sleep(0.01)
            await db.close()

        thread = threading.Thread(target=asyncio.run, args=[lock()])
        thread.start()
        locked.wait()
        assert together(store, step("a", 2), new("b")) == ["store/busy"] * 2
        assert log(store, "a") == entries("a", 1), "readers do not wait"
        free.set()
        thread.join()
        assert together(store, step("a", 2), new("b")) == [None, None]


def test_a_disk_that_is_full(base: DatabaseHome, caplog: pytest.LogCaptureFixture) -> None:
    """The database says so as it does of a full disk, when a snapshot is to be stored."""
    with base.opened() as store:
        stored(store, new("a"))
        base.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$"
        )
        base.execute(
            "CREATE TRIGGER full_disk BEFORE INSERT ON snapshots FOR EACH ROW EXECUTE FUNCTION full_disk()"
        )
        writes = [step("a", 2), new("b"), Write("a", 3, (b"x",), snapshot=b"s", record=(1, "line"))]
        for _ in range(2):
            assert together(store, *writes) == ["store/full"] * 3
            assert log(store, "a") == entries("a", 1)
            assert store.load("b") is None
            assert store.records() == []
        assert "no space is left" in caplog.text
        base.execute("DROP TRIGGER full_disk ON snapshots")
        assert together(store, *writes) == [None] * 3


def test_nodes_that_start_together_make_the_store_once(base: DatabaseHome) -> None:
    with ExitStack() as opened:
        nodes: list[Opened] = []

        def start() -> None:
            nodes.append(opened.enter_context(base.opened()))

        threads = [threading.Thread(target=start) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len({node.store.node for node in nodes}) == 4  # type: ignore[attr-defined]
        assert base.execute("SELECT version FROM toctoc_store") == [(newest_version(MIGRATIONS),)]


def test_a_database_that_is_no_store_stays_unchanged(base: DatabaseHome) -> None:
    base.execute("CREATE TABLE songs (name TEXT)")
    assert refused(base.url) == ("store/broken", "not-a-store")
    assert base.execute("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()") == [(1,)]


def test_a_newer_store_and_one_of_another_alphabet_are_refused(base: DatabaseHome) -> None:
    with base.opened():
        pass
    base.execute("UPDATE toctoc_store SET version = 99")
    assert refused(base.url) == ("store/broken", "newer")
    base.cluster.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    assert refused(base.cluster.url("latin")) == ("store/broken", "encoding")


def test_a_store_is_opened_by_its_address(base: DatabaseHome, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Opened(answer(open_store(base.url)))
    assert stored(store, new("a")) == [None]
    store.close()
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match=re.escape(extras.how("postgres"))):
        answer(open_store(base.url))


def test_a_refused_login_is_reported(base: DatabaseHome) -> None:
    assert refused(base.url.replace("toctoc@", "nobody:secret@")) == ("store/broken", "login")
    assert refused("postgresql://toctoc:secret@127.0.0.1:0x/x") == ("store/broken", "address")
    assert answer(execute(base.url, "SELECT 1")) == [(1,)]


def test_a_line_that_broke_halfway_is_a_broken_line(base: DatabaseHome) -> None:
    """asyncpg says then that another operation is in progress."""
    import asyncpg

    with base.opened() as store:
        tables: list[str] = []
        append = store.store.writer._append

        async def halfway(db: Any, stamp: int, runs: Sequence[Any], now: float) -> bool:
            tables.extend(run.table for run in runs)
            if tables.count("a") == 1 and "a" in (run.table for run in runs):
                raise asyncpg.InternalClientError("cannot switch to state 12; another operation is in progress")
            return bool(await append(db, stamp, runs, now))

        store.store.writer._append = halfway
        assert stored(store, new("a")) == [None]
        assert store.load("a") is not None

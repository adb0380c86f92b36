"""Documents are kept by kind and id, changed one after the other, and gone when their time is over."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Report
from tests.scale import spread
from tests.storage.helpers import NOW, FileHome, Home, Opened, answer, new, opened, stored, together
from tests.storage.postgres import Cluster, DatabaseHome
from tests.storage.putting import body
from toctoc.storage.common import DAY_SECONDS, Pruned
from toctoc.storage.sqlite import upkeep
from toctoc.storage.store import Document, StoreError, Write

ROOT = Path(__file__).parents[2]
NOTE = Document("note", "a", b"\0one")


def put(store: Opened, document: Document, replaces: int | None = None) -> int | str:
    """The version that a document has now, or why it was not kept."""
    try:
        return answer(store.documents.put(document, replaces))
    except StoreError as error:
        return error.code


def get(store: Opened, id: str, kind: str = "note") -> Document | None:
    return answer(store.documents.get(kind, id))


def ids(store: Opened, kind: str = "note", **how: Any) -> list[str]:
    return [each.id for each in answer(store.documents.some(kind, **how))]


def test_a_document_comes_back_as_it_was_kept(home: Home) -> None:
    kept = Document("note", "é ☃", b"\0two", 1, NOW + 60.5, "table")
    with home.opened() as store:
        assert [put(store, NOTE), put(store, kept)] == [1, 1]
        assert [get(store, "a"), get(store, "é ☃"), get(store, "b"), get(store, "a", "other")] == [
            NOTE, kept, None, None,
        ]  # fmt: skip
    with home.opened() as store:
        assert [get(store, "a"), get(store, "é ☃")] == [NOTE, kept]
        assert put(store, NOTE._replace(body=b"")) == 2
        assert get(store, "a") == Document("note", "a", b"", 2)


def test_a_change_is_of_the_version_that_it_replaces_or_of_none(home: Home) -> None:
    with home.opened() as store:
        assert put(store, NOTE, 1) == "store/stale"
        assert put(store, NOTE, 0) == 1
        assert put(store, NOTE._replace(body=b"mine"), 0) == "store/stale"
        assert put(store, NOTE._replace(body=b"two"), 1) == 2
        assert put(store, NOTE._replace(body=b"late"), 1) == "store/stale"
        assert get(store, "a") == Document("note", "a", b"two", 2)


def test_of_many_simultaneous_changes_one_succeeds(home: Home) -> None:
    async def race(store: Opened) -> list[int | BaseException]:
        changes = [NOTE._replace(body=b"%d" % n) for n in range(8)]
        puts = [store.documents.put(change, 0) for change in changes]
        others = [store.documents.put(change._replace(id=f"b{n}")) for n, change in enumerate(changes)]
        return await asyncio.gather(*puts, *others, return_exceptions=True)

    with home.opened() as store:
        results = answer(race(store))
        first, others = results[:8], results[8:]
        assert others == [1] * 8, "what is nobody's fault is stored"
        winners = [n for n, result in enumerate(first) if result == 1]
        assert len(winners) == 1
        assert sum(isinstance(result, StoreError) and result.why == "changed" for result in first) == 7
        assert get(store, "a") == NOTE._replace(body=b"%d" % winners[0])


def test_documents_of_a_kind_come_in_order_some_at_a_time(home: Home) -> None:
    with home.opened() as store:
        for id in ("b/2", "a", "b/1", "b/10", "c", "B"):
            put(store, Document("note", id, b""))
        put(store, Document("other", "b/3", b""))
        assert ids(store) == ["B", "a", "b/1", "b/10", "b/2", "c"]
        assert ids(store, prefix="b/") == ["b/1", "b/10", "b/2"]
        assert ids(store, prefix="b/", after="b/1", most=1) == ["b/10"]
        assert answer(store.documents.count("note")) == 6
        assert answer(store.documents.count("note", "b/")) == 3
        assert answer(store.documents.count("none")) == 0


def test_a_deleted_document_is_gone_and_may_be_made_anew(home: Home) -> None:
    with home.opened() as store:
        put(store, NOTE)
        put(store, NOTE._replace(id="b"))
        assert answer(store.documents.delete("note", "a"))
        assert not answer(store.documents.delete("note", "a"))
        assert ids(store) == ["b"]
        assert put(store, NOTE, 0) == 1


def test_a_deleted_document_is_overwritten_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "toctoc.db"
    with opened(path) as store:
        put(store, NOTE._replace(body=b"to be forgotten"))
    assert b"to be forgotten" in path.read_bytes()
    with opened(path) as store:
        answer(store.documents.delete("note", "a"))
    assert b"to be forgotten" not in path.read_bytes()


def test_a_document_whose_time_is_over_is_not_there(home: Home) -> None:
    with home.opened() as store:
        put(store, NOTE._replace(expires=NOW + 1))
        put(store, NOTE._replace(id="b", expires=NOW + 9))
        put(store, NOTE._replace(id="c"))
        assert answer(store.documents.expire()) == 0
    with home.opened(lambda: NOW + 1) as store:
        assert get(store, "a") is None
        assert ids(store) == ["b", "c"]
        assert answer(store.documents.count("note")) == 2
        assert not answer(store.documents.delete("note", "a")), "it was not there"
    with home.opened(lambda: NOW + 9) as store:
        assert put(store, NOTE._replace(id="b", body=b"new"), 1) == "store/stale"
        assert put(store, NOTE._replace(id="b", body=b"new"), 0) == 1
        put(store, NOTE._replace(id="d", expires=NOW + 2))
        assert answer(store.documents.expire()) >= 1
        assert answer(store.documents.expire()) == 0
        assert ids(store) == ["b", "c"]


def test_documents_of_a_table_go_with_it(home: Home) -> None:
    with home.opened() as store:
        stored(store, new("t"), new("u"))
        for id, table in (("a", "t"), ("b", "u"), ("c", None)):
            put(store, NOTE._replace(id=id, table=table))
        assert stored(store, Write("t", 0, (), removes=True)) == [None]
        assert ids(store) == ["b", "c"]


def test_a_step_keeps_documents_with_it_or_neither_and_none_twice(home: Home) -> None:
    first, second = (NOTE._replace(body=body, table="t", expires=NOW + 5) for body in (b"first", b"second"))
    with home.opened() as store:
        stored(store, new("t"), new("u"))
        both = [Write("t", 2, (b"x",), record=(1, "a game"), documents=(first,)), Write("u", 2, (b"x",))]
        assert together(store, *both) == [None, None]
        assert get(store, "a") == first
        assert stored(store, Write("t", 2, (b"x",), documents=(NOTE._replace(id="b"),))) == ["store/stale"]
        assert get(store, "b") is None, "nor is anything stored with what is not"
        assert stored(store, Write("t", 3, (b"x",), documents=(second, NOTE._replace(id="c")))) == [None]
        assert [get(store, "a"), get(store, "c")] == [first, NOTE._replace(id="c")], "the first one counts"


def pruning(home: Home) -> Callable[..., Pruned]:
    if isinstance(home, FileHome):
        return lambda *how: upkeep.prune(home.file, *how)
    from toctoc.storage.postgres import upkeep as database

    return lambda *how: database.prune(home.url, *how)


def test_pruning_removes_expired_documents_and_those_of_tables_without_a_record(home: Home) -> None:
    then = NOW - 40 * DAY_SECONDS
    with home.opened(lambda: then) as store:
        for table in "tu":
            stored(store, new(table, then))
            put(store, NOTE._replace(id=table, table=table))
        stored(store, Write("t", 2, (b"x",), record=(1, "a game")))
        put(store, NOTE._replace(id="over", expires=NOW))
        put(store, NOTE._replace(id="kept", expires=NOW + 1))
    prune = pruning(home)
    assert prune(30, False, lambda: NOW) == Pruned(2, 0)
    with home.opened(lambda: then) as store:
        assert ids(store) == ["kept", "t"]
    assert prune(30, True, lambda: NOW) == Pruned(0, 1)
    with home.opened(lambda: then) as store:
        assert ids(store) == ["kept"]


def test_a_backup_has_the_documents(tmp_path: Path) -> None:
    with opened(tmp_path / "toctoc.db") as store:
        put(store, NOTE)
        upkeep.backup(tmp_path / "toctoc.db", tmp_path / "copy.db")
    with opened(tmp_path / "copy.db") as copy:
        assert get(copy, "a") == NOTE


def test_a_closed_store_says_so(home: Home) -> None:
    with home.opened() as store:
        pass
    assert put(store, NOTE) == "store/busy"


def test_a_put_that_is_retried_after_a_lost_answer_is_stored_once(cluster: Cluster) -> None:
    with DatabaseHome(cluster).opened() as store:
        put(store, NOTE)
        documents = store.store.documents
        query, queries = documents.readers, []

        async def twice(statement: Any, *values: Any) -> Any:
            queries.append(statement)
            await query(statement, *values)
            return await query(statement, *values)

        documents.readers = twice
        assert put(store, NOTE._replace(body=b"two"), 1) == 2
        assert len(queries) == 1
        documents.readers = query
        assert get(store, "a") == Document("note", "a", b"two", 2)


def test_nodes_read_documents_of_other_nodes(cluster: Cluster) -> None:
    home = DatabaseHome(cluster)
    with home.opened() as here, home.opened() as there:
        assert put(here, NOTE, 0) == 1
        assert put(there, NOTE, 0) == "store/stale"
        assert put(there, NOTE._replace(body=b"two"), 1) == 2
        assert get(here, "a") == Document("note", "a", b"two", 2)


@pytest.mark.kills
@pytest.mark.parametrize("home", ["sqlite", pytest.param("postgres", marks=pytest.mark.nightly)], indirect=True)
def test_an_acknowledged_document_survives_kill_9(home: Home, report: Report) -> None:
    said = 0
    kills = spread((40, 1, 90, 7, 300, 2, 60, 15, 1, 150), 1)  # after so many answers
    for answers in kills:
        command = [sys.executable, "-m", "tests.storage.putting", home.url]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for count, line in enumerate(process.stdout, 1):
                said = int(line)
                if count == answers:
                    process.kill()
        with home.opened() as store:
            found = get(store, "a")
            assert found is not None
            assert said <= found.version <= said + 1
            assert found.body == body(found.version)
    report("kill -9 of a process that changes a document", len(kills))

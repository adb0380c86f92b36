"""A file is migrated to a database whole, however often that is killed; nothing that differs is passed over."""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Report
from tests.scale import spread
from tests.storage.helpers import NOW, Opened, answer, entries, entry, head, log, new, opened, step, stored
from tests.storage.postgres import Cluster, DatabaseHome
from toctoc.storage.common import DAY_SECONDS, FINGERPRINT
from toctoc.storage.sqlite import upkeep
from toctoc.storage.store import Document, StoreError, Write

ROOT = Path(__file__).parents[2]
SECRET = "secret of the file"
LONG = "z"  # the table with more entries than are copied at once
LONG_LOG = 450
TABLES = f"abcdefg{LONG}"
DOCUMENTS = [
    *(Document("note", f"{number:03}", b"\0body") for number in range(120)),
    Document("other", "a", b"", 1, NOW + 7.5, "b"),
]


@pytest.fixture
def base(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> DatabaseHome:
    monkeypatch.setattr("toctoc.storage.migrate.ENTRIES_PER_PAGE", 200)
    return DatabaseHome(cluster)


@pytest.fixture
def file(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(filled, tmp_path))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables with and without snapshots and records, one closed, and records of a table that is gone."""
    path = tmp_path_factory.mktemp("filled") / "toctoc.db"
    with opened(path, lambda: NOW - 100 * DAY_SECONDS) as store:
        stored(store, new("gone", NOW - 100 * DAY_SECONDS), Write("gone", 2, (), record=(1, "gone 1")))
    upkeep.prune(path, 30, clock=lambda: NOW)
    with opened(path) as store:
        for number, table in enumerate(TABLES, 1):
            stored(store, new(table, NOW + number / 7), step(table, 2, number))
        stored(
            store,
            Write("b", 4, (b"\0x",), head("b", listed=True), b"\0snapshot", (1, "b 1")),
            Write("c", 5, (), head("c", closed=True, touched=NOW + 0.3), b"another"),
            Write("b", 5, (b"y",), record=(2, "b 2, with “quotes”")),
            step(LONG, 2 + len(TABLES), LONG_LOG),
        )
        for document in DOCUMENTS:
            answer(store.documents.put(document))
    return path


def migrated(file: Path, base: DatabaseHome, secret: str | None = SECRET, **more: Any) -> tuple[object, ...]:
    from toctoc.storage.migrate import migrate_store
    from toctoc.storage.sqlite.export_reader import export_reader

    with export_reader(file) as source:
        wants_new = more.get("wants_new_secret", False)
        tell = more.get("tell", lambda *_: None)
        return asyncio.run(migrate_store(source, base.url, secret, wants_new, tell))[:2]


def refusal(file: Path, base: DatabaseHome, **more: Any) -> tuple[str, dict[str, str]]:
    """Why two stores do not go together."""
    from toctoc.storage.migrate import CannotMigrate

    with pytest.raises(CannotMigrate) as caught:
        migrated(file, base, **more)
    return caught.value.why, caught.value.details


def kept(store: Opened) -> list[Any]:
    """All that a store keeps, but whole logs."""
    documents = [document for kind in ("note", "other") for document in answer(store.documents.some(kind))]
    return [*(store.load(table) for table in TABLES), store.records(), sorted(store.heads(), key=str), documents]


def check(file: Path, base: DatabaseHome) -> None:
    """See that a database keeps what the file keeps, whole logs included."""
    with opened(file) as source:
        expected = kept(source)
    with base.opened() as store:
        assert kept(store) == expected
    for number, table in enumerate(TABLES, 1):
        found = [
            each
            for (each,) in base.execute(f"SELECT entry FROM entries WHERE table_id = '{table}' ORDER BY number")
        ]
        assert found[: number + 1] == entries(table, number + 1)
    assert len(found) == 1 + len(TABLES) + LONG_LOG


def test_everything_is_migrated_and_the_file_stays_as_it_was(file: Path, base: DatabaseHome) -> None:
    before = file.read_bytes()
    told: list[tuple[int, int]] = []
    assert migrated(file, base, tell=lambda *steps: told.append(steps)) == (len(TABLES), 3)
    assert told == [(done, 2 * len(TABLES)) for done in range(2 * len(TABLES) + 1)]
    assert file.read_bytes() == before
    check(file, base)
    with base.opened() as store:
        assert store.record("gone", 1) == "gone 1"
        assert store.claim("a") is None
        assert stored(store, step("a", 3)) == [None]
    assert migrated(file, base) == (len(TABLES), 3), "it may be typed again, though somebody plays there by now"
    with base.opened() as store:
        assert log(store, "a") == entries("a", 3)


def killed(file: Path, base: DatabaseHome, steps: int) -> None:
    """Migrate, and be killed after so many steps."""
    command = [sys.executable, "-m", "tests.storage.migrating", str(file), base.url]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for count, _ in enumerate(process.stdout, 1):
            if count == steps:
                process.kill()


@pytest.mark.kills
def test_a_killed_migration_continues_where_it_was(file: Path, base: DatabaseHome, report: Report) -> None:
    there = 0
    kills = spread(range(3, 18), 2)  # after so many steps
    for steps in kills:
        killed(file, base, steps)
        tables = {table for (table,) in base.execute("SELECT id FROM tables")}
        assert tables <= set(TABLES)
        assert len(tables) >= max(there, min(steps, len(TABLES)) - 1), "what is there stays there"
        there = len(tables)
        for table in tables:  # each is there with all that it has
            [(end, count)] = base.execute(
                f"SELECT number, (SELECT count(*) FROM entries WHERE table_id = '{table}') FROM ends "
                f"WHERE table_id = '{table}'"
            )
            assert end == count
    report("kill -9 of a migration to PostgreSQL", len(kills))
    migrated(file, base)
    check(file, base)


def test_tables_changed_in_the_file_are_copied_anew(file: Path, base: DatabaseHome) -> None:
    migrated(file, base)
    with opened(file) as store:
        stored(store, step("a", 3), Write("b", 6, (b"z",), None, b"newer", (3, "b 3")), new("new"))
    assert migrated(file, base) == (len(TABLES) + 1, 4)
    check(file, base)
    with base.opened() as store:
        assert log(store, "a") == entries("a", 3)
        assert store.find("code-new") == "new"


def test_a_table_that_went_on_in_both_is_refused(file: Path, base: DatabaseHome) -> None:
    migrated(file, base)
    with base.opened() as store:
        store.claim("a")
        stored(store, Write("a", 3, (b"in the database",)))
    with opened(file) as source:
        stored(source, step("a", 3))
    assert refusal(file, base) == ("differs", {"code": "code-a"})
    with base.opened() as store:
        assert log(store, "a") == [*entries("a", 2), b"in the database"], "nobody's moves are thrown away"


CHANGES: list[tuple[str, str, tuple[str, dict[str, str]]]] = [
    ("entries", "SET entry = 'x' WHERE table_id = 'z' AND number = 400", ("differs", {"code": "code-z"})),
    ("entries", "SET number = 99 WHERE table_id = 'g' AND number = 3", ("differs", {"code": "code-g"})),
    ("snapshots", "SET snapshot = 'x' WHERE table_id = 'b'", ("differs", {"code": "code-b"})),
    ("records", "SET line = 'x' WHERE game = 2", ("records", {})),
    ("records", "SET written = 0 WHERE game = 2", ("records", {})),
]


def test_every_difference_is_found(file: Path, base: DatabaseHome) -> None:
    migrated(file, base)
    for table, change, expected in CHANGES:
        base.execute(f"CREATE TABLE kept AS SELECT * FROM {table}")
        base.execute(f"UPDATE {table} {change}")
        assert refusal(file, base) == expected
        base.execute(f"DELETE FROM {table}")
        base.execute(f"INSERT INTO {table} OVERRIDING SYSTEM VALUE SELECT * FROM kept")
        base.execute("DROP TABLE kept")
    migrated(file, base)


def test_tables_of_others_stay_unless_they_have_the_same_codes(file: Path, base: DatabaseHome) -> None:
    with base.opened() as store:
        stored(store, new("other"), Write("other", 2, (), record=(1, "other 1")))
    assert migrated(file, base) == (len(TABLES), 3)
    with base.opened() as store:
        assert log(store, "other") == entries("other", 1)
        assert store.records()[0] == "other 1"
    elsewhere = DatabaseHome(base.cluster)
    with elsewhere.opened() as store:
        stored(store, Write("other", 1, (entry("other", 1),), replace(head("a"), table="other")))
    assert refusal(file, elsewhere) == ("codes", {"codes": "code-a"})
    assert elsewhere.execute("SELECT id FROM tables") == [("other",)]


def test_documents_that_went_on_in_one_of_both_are_the_later_ones(file: Path, base: DatabaseHome) -> None:
    migrated(file, base)
    with base.opened() as store, opened(file) as source:
        answer(store.documents.put(Document("note", "000", b"there")))
        answer(source.documents.put(Document("note", "001", b"here")))
    migrated(file, base)
    with base.opened() as store:
        found = [answer(store.documents.get("note", id)) for id in ("000", "001", "002")]
    assert found == [Document("note", "000", b"there", 2), Document("note", "001", b"here", 2), DOCUMENTS[2]]
    with base.opened() as store, opened(file) as source:
        answer(store.documents.put(Document("note", "002", b"there")))
        answer(source.documents.put(Document("note", "002", b"here")))
    assert refusal(file, base) == ("documents", {})


def test_the_secret_is_copied_too_unless_there_is_another(file: Path, base: DatabaseHome) -> None:
    migrated(file, base, secret=None)
    assert base.execute("SELECT secret FROM secrets") == []
    migrated(file, base)
    assert base.execute("SELECT secret FROM secrets") == [("secret of the file",)]
    elsewhere = DatabaseHome(base.cluster)
    with elsewhere.opened():
        pass
    elsewhere.execute("INSERT INTO secrets (secret) VALUES ('of others')")
    assert refusal(file, elsewhere) == ("secret", {})
    assert elsewhere.execute("SELECT id FROM tables") == []
    assert migrated(file, elsewhere, wants_new_secret=True) == (len(TABLES), 3)
    assert elsewhere.execute("SELECT secret FROM secrets") == [("of others",)]


FINGERPRINTS = "SELECT body FROM documents WHERE kind = 'secret'"


def test_the_fingerprint_is_copied_also_without_its_secret(file: Path, base: DatabaseHome) -> None:
    with opened(file) as source:
        answer(source.documents.put(Document(*FINGERPRINT, b"ours")))
    migrated(file, base, secret=None)
    assert base.execute(FINGERPRINTS) == [(b"ours",)]
    migrated(file, base)
    assert base.execute(FINGERPRINTS) == [(b"ours",)]
    elsewhere = DatabaseHome(base.cluster)
    with elsewhere.opened() as store:
        answer(store.documents.put(Document(*FINGERPRINT, b"of others")))
    for secret in (None, SECRET):
        assert refusal(file, elsewhere, secret=secret) == ("secret", {})
    assert elsewhere.execute("SELECT id FROM tables") == []
    assert elsewhere.execute("SELECT secret FROM secrets") == []
    assert migrated(file, elsewhere, secret=None, wants_new_secret=True) == (len(TABLES), 3)
    assert elsewhere.execute(FINGERPRINTS) == [(b"of others",)]


def test_a_file_that_a_server_has_is_not_migrated(file: Path, base: DatabaseHome) -> None:
    with opened(file), pytest.raises(StoreError) as caught:
        migrated(file, base)
    assert caught.value.why == "in-use"


def damage(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2 // 4096 * 4096])


@pytest.mark.parametrize(("spoil", "why"), [(Path.unlink, "missing"), (damage, "damaged")])
def test_an_unreadable_file_is_not_migrated(
    file: Path, base: DatabaseHome, spoil: Callable[[Path], None], why: str
) -> None:
    spoil(file)
    with pytest.raises(StoreError) as caught:
        migrated(file, base)
    assert caught.value.why == why

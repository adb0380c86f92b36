"""`toctoc drill` rehearses the restore of a backup, and the upgrade of every earlier version's store."""

import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.invoke import run
from tests.corpus import VERSIONS, load_store
from tests.server.local_server import SECRET  # of the corpus, too
from tests.storage.postgres import Cluster, cluster
from toctoc.server.security.identity import Keys
from toctoc.storage import without_password

__all__ = ["cluster"]  # a fixture


def with_secret(path: Path) -> None:
    secret = path.with_name("toctoc-secret")
    secret.write_text(SECRET)
    secret.chmod(0o600)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "toctoc.db"
    load_store(VERSIONS[-1], path)
    with_secret(path)
    return path


def change(store: Path, statement: str) -> None:
    db = sqlite3.connect(store)
    db.execute(statement)
    db.commit()
    db.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_the_store_of_every_version_is_restored_and_not_changed(tmp_path: Path, version: str) -> None:
    path = tmp_path / "toctoc.db"
    load_store(version, path)
    with_secret(path)
    before = path.read_bytes()
    result = run("drill", path, "--lang", "en")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "can be restored: " in result.stdout
    assert path.read_bytes() == before


def test_a_missing_secret_is_a_fault(store: Path) -> None:
    store.with_name("toctoc-secret").unlink()
    result = run("drill", store, "--lang", "en")
    assert result.exit_code == 1
    assert "has no toctoc-secret. Without it, all guests lose their seats." in result.stderr


def belongs_to(store: Path, secret: str) -> None:
    """Let a store have the fingerprint of a secret, as a server would leave it."""
    row = f"'secret', 'fingerprint', 1, X'{fingerprint(secret).encode().hex()}'"
    change(store, f"REPLACE INTO documents (kind, id, version, body) VALUES ({row})")


def fingerprint(secret: str) -> str:
    return Keys(secret).fingerprint.decode()


def test_the_secret_of_another_store_is_a_fault(store: Path) -> None:
    belongs_to(store, "x" * 64)
    result = run("drill", store, "--lang", "en")
    assert (result.exit_code, "toctoc-secret is not that of" in result.stderr) == (1, True)
    assert run("drill", store, TOCTOC_SECRET="x" * 64).exit_code == 0
    store.with_name("toctoc-secret").write_text("x" * 64)
    assert run("drill", store).exit_code == 0
    store.with_name("toctoc-secret").chmod(0o644)
    result = run("drill", store, "--lang", "en")
    assert (result.exit_code, "can be read by others" in result.stderr) == (1, True)


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE entries SET entry = '[]' WHERE key = (SELECT MIN(key) FROM entries)", "Table "),
        ("UPDATE records SET line = '{}' WHERE key = (SELECT MIN(key) FROM records)", "Record 1 of table "),
    ],
)
def test_every_fault_is_named(store: Path, statement: str, fault: str) -> None:
    change(store, statement)
    result = run("drill", store, "--lang", "en")
    assert result.exit_code == 1
    assert result.stderr.startswith(fault)
    assert "has faults" in result.stdout


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.write_text("not a store at all" * 100)
    assert run("drill", other, "--lang", "en").exit_code == 2


@contextmanager
def databases(cluster: Cluster, *names: str) -> Iterator[list[str]]:
    """The URLs of new databases."""
    try:
        for name in names:
            cluster.execute(f"CREATE DATABASE {name}")
        yield list(map(cluster.url, names))
    finally:
        for name in names:
            cluster.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def test_a_dump_is_restored_into_a_scratch_database(store: Path, cluster: Cluster, tmp_path: Path) -> None:
    dump, junk = tmp_path / "monday.dump", tmp_path / "junk.dump"
    junk.write_text("no dump at all")
    with databases(cluster, "drill_source", "drill_scratch") as (source, scratch):
        migrated = run("migrate", store, source)
        assert migrated.exit_code == 0, migrated.stderr
        command: list[str | Path] = [cluster.programs / "pg_dump", "--format=custom", f"--file={dump}", source]
        subprocess.run(command, check=True, capture_output=True)

        def drill(*options: str | Path) -> tuple[int, str]:
            result = run("drill", scratch, "--lang", "en", *options)
            return result.exit_code, result.stderr + result.stdout

        drills: list[tuple[int, str, tuple[str | Path, ...]]] = [
            (2, "this is not a Toctoc store", ()),
            (2, "pg_restore could not restore the dump", ("--dump", junk)),
            (0, " can be restored: ", ("--dump", dump)),
            (0, " can be restored: ", ()),
            (2, "it is not empty", ("--dump", dump)),
        ]
        for code, said, options in drills:
            found, text = drill(*options)
            assert (found, said in text) == (code, True), text
        other = fingerprint("x" * 64)
        foreign = f"UPDATE documents SET body = '{other}' WHERE kind = 'secret'"
        faults = {
            foreign: (1, f"The secret in {without_password(scratch)} is not that of"),
            "DELETE FROM secrets": (1, "has no secret. Without it, all guests lose their seats."),
            "UPDATE entries SET entry = '[]' WHERE number = 1": (1, "Table "),
            "DELETE FROM entries WHERE number = 2": (1, "Table "),
            "UPDATE records SET line = '{}'": (1, "Record 1 of table "),
            "INSERT INTO nodes (address, seen) VALUES ('', clock_timestamp())": (2, "another Toctoc is using it"),
        }
        for statement, (code, said) in faults.items():
            cluster.execute(statement, scratch)
            found, text = drill()
            assert (found, said in text) == (code, True), text
        assert run("drill", store, "--dump", dump, "--lang", "en").exit_code == 2

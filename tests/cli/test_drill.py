"""`toctoc drill` rehearses the restore of a backup, and the upgrade of every earlier version's store."""

import sqlite3
from pathlib import Path

import pytest

from tests.cli.invoke import run
from tests.corpus import VERSIONS, load_store


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "toctoc.db"
    load_store(VERSIONS[-1], path)
    (tmp_path / "toctoc-secret").write_text("s" * 64)
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
    (tmp_path / "toctoc-secret").write_text("s" * 64)
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

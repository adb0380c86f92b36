"""Test the opening of stores: foreign files are refused, old schemas are upgraded."""

import asyncio
import os
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest

from tests.scale import each
from tests.storage.helpers import entries, log, new, opened, step, stored
from toctoc.storage import locate, open_store
from toctoc.storage.common import newest_version
from toctoc.storage.sqlite.connection import APPLICATION_ID, connect
from toctoc.storage.sqlite.schema import MIGRATIONS, check, migrate
from toctoc.storage.store import StoreError


def refused(path: Path, migrations: Path = MIGRATIONS) -> tuple[str, str]:
    """Why a file cannot be opened."""
    with pytest.raises(StoreError) as caught, opened(path, migrations=migrations):
        pass
    assert str(path) in str(caught.value)
    return caught.value.code, caught.value.why


def number(path: Path) -> tuple[int, int]:
    db = sqlite3.connect(path)
    [(version,)], [(application,)] = db.execute("PRAGMA user_version"), db.execute("PRAGMA application_id")
    db.close()
    return version, application


@each(
    "url, path",
    [
        ("/srv/toctoc.db", "/srv/toctoc.db"),
        ("toctoc.db", "toctoc.db"),
        ("sqlite:///toctoc.db", "toctoc.db"),
        ("sqlite:////srv/toctoc.db", "/srv/toctoc.db"),
        ("C:\\toctoc.db", "C:\\toctoc.db"),
    ],
)
def test_a_store_has_a_url_or_a_path(url: str, path: str) -> None:
    assert locate(url) == Path(path)


@each("url", ["mysql://host/db", "sqlite:toctoc.db", "sqlite://", "sqlite:///", "", "x://y"])
def test_other_urls_are_refused_with_the_valid_forms(url: str) -> None:
    with pytest.raises(StoreError, match="there are sqlite:///FILE, a plain FILE and postgresql://") as caught:
        asyncio.run(open_store(url))
    assert caught.value.why == "scheme"


def test_a_file_that_is_no_store_stays_unchanged(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("Dear diary, " * 100)
    other = tmp_path / "other.db"
    db = sqlite3.connect(other)
    db.execute("CREATE TABLE songs (name)")
    db.close()
    before = text.read_bytes(), other.read_bytes()
    assert refused(text) == ("store/broken", "not-a-store")
    assert refused(other) == ("store/broken", "not-a-store")
    assert (text.read_bytes(), other.read_bytes()) == before
    assert refused(tmp_path) == ("store/broken", "folder")
    assert refused(tmp_path / "nowhere" / "toctoc.db") == ("store/broken", "no-folder")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may do everything")
def test_a_file_that_may_not_be_written(tmp_path: Path) -> None:
    path = tmp_path / "toctoc.db"
    with opened(path):
        pass
    path.chmod(0o400)
    assert refused(path) == ("store/broken", "permission")
    path.chmod(0o000)
    assert refused(path) == ("store/broken", "permission")


def test_a_store_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "toctoc.db"
    with opened(path) as store:
        stored(store, new("a"))
        files = sorted(tmp_path.iterdir())
        assert len(files) == 4
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_store_has_one_owner(tmp_path: Path) -> None:
    path = tmp_path / "toctoc.db"
    link = tmp_path / "link.db"
    with opened(path) as store:
        assert refused(path) == ("store/busy", "in-use")
        link.symlink_to(path)
        with pytest.raises(StoreError, match=f"process {os.getpid()}") as caught, opened(link):
            pass
        assert caught.value.why == "in-use"
        assert stored(store, new("a")) == [None]
    with opened(path) as store:
        assert log(store, "a") == entries("a", 1)


def test_a_new_store_is_of_the_newest_version(tmp_path: Path) -> None:
    with opened(tmp_path / "toctoc.db"):
        assert number(tmp_path / "toctoc.db") == (newest_version(MIGRATIONS), APPLICATION_ID)


@pytest.fixture
def second(tmp_path: Path) -> Path:
    """Migrations with one more, to be written by the test."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    return folder / f"{newest_version(MIGRATIONS) + 1:04}.sql"


def test_an_older_store_is_brought_up_to_date(tmp_path: Path, second: Path) -> None:
    path = tmp_path / "toctoc.db"
    with opened(path) as store:
        stored(store, new("a"), step("a", 2))
    second.write_text(
        "ALTER TABLE tables ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue';\n"
        "-- a trigger has semicolons inside\n"
        "CREATE TRIGGER t AFTER DELETE ON tables BEGIN DELETE FROM ends; DELETE FROM entries; END;\n"
    )
    with opened(path, migrations=second.parent) as store:
        assert log(store, "a") == entries("a", 2)
        assert stored(store, step("a", 3), new("b")) == [None, None]
        assert number(path)[0] == newest_version(MIGRATIONS) + 1
    with opened(path, migrations=second.parent) as store:
        assert log(store, "a") == entries("a", 3)
    assert refused(path) == ("store/broken", "newer")
    assert number(path)[0] == newest_version(MIGRATIONS) + 1


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, second: Path) -> None:
    path = tmp_path / "toctoc.db"
    with opened(path) as store:
        stored(store, new("a"))
    second.write_text("DELETE FROM tables; INSERT INTO nonsense VALUES (1);")
    assert refused(path, second.parent) == ("store/broken", "broken")
    with opened(path) as store:
        assert log(store, "a") == entries("a", 1)
    assert number(path)[0] == newest_version(MIGRATIONS)


def test_tools_leave_an_older_store_to_the_server(tmp_path: Path, second: Path) -> None:
    path = tmp_path / "toctoc.db"
    with opened(path):
        pass
    second.write_text("SELECT 1;")
    db = connect(path)
    with pytest.raises(StoreError, match="toctoc serve") as caught:
        check(db, path, second.parent)
    assert caught.value.why == "older"
    migrate(db, path, second.parent)
    check(db, path, second.parent)
    db.close()


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "toctoc.db"
    path.touch()
    with opened(path) as store:
        assert stored(store, new("a")) == [None]

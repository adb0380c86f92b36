"""`toctoc doctor` checks a host's set-up, says what to do, and changes nothing."""

import errno
import os
import re
import shutil
import socket
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from tests.cli.invoke import run
from tests.cli.test_drill import belongs_to, fingerprint
from tests.corpus import VERSIONS, load_store
from tests.ports import free_port
from tests.scale import each
from tests.server.hosting import Server
from tests.server.local_server import SECRET  # of the corpus, too
from tests.storage.postgres import GUARDED, PASSWORD, Cluster, DatabaseHome, cluster
from tests.storage.test_integrity import damage
from toctoc.cli import finding
from toctoc.cli.commands import doctor
from toctoc.cli.commands.doctor import local, packages
from toctoc.cli.commands.doctor.local import Host, check_host
from toctoc.cli.files import store_place
from toctoc.cli.finding import OK, PROBLEM, WARNING
from toctoc.lang import load
from toctoc.server.config import ServerConfig
from toctoc.server.security.limits import Limits
from toctoc.storage.common import newest_version
from toctoc.storage.sqlite import schema
from toctoc.storage.sqlite.upkeep import summary

__all__ = ["cluster"]  # a fixture
SAY = load("en")
NOBODY = 65_534
DAY = 86_400


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A good store of this version, with its secret."""
    path = tmp_path / "store" / "toctoc.db"
    path.parent.mkdir()
    load_store(VERSIONS[-1], path)
    change(path, "PRAGMA journal_mode = WAL")  # as every server leaves it
    change(path, "UPDATE ends SET touched = ?", time.time())
    path.chmod(0o600)
    secret = path.with_name("toctoc-secret")
    secret.write_text(SECRET)
    secret.chmod(0o600)
    return path


def levels(store: Path | str, limits: Limits | None = None, **more: Any) -> dict[str, str]:
    """Return the levels of all findings, by their names."""
    port = more.pop("port", 0)
    config = ServerConfig(store=str(store), port=port)
    machine: dict[str, Any] = {"environ": {}, "open_files": lambda: None, "mounts": str}
    host = Host(config=config, limits=limits or Limits(), say=SAY, **machine | more)
    found = list(check_host(host))
    for one in found:  # every text has its values
        assert one.found(SAY)
        assert (one.advice(SAY) is None) == (one.level == OK)
    return {one.name: one.level for one in found}


def faults(store: Path | str, **more: Any) -> dict[str, str]:
    return {name: level for name, level in levels(store, **more).items() if level != OK}


def change(store: Path, statement: str, *values: object) -> None:
    db = sqlite3.connect(store)
    db.execute(statement, values)
    db.commit()
    db.close()


def content(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def test_a_good_host_has_no_fault_and_nothing_is_changed(store: Path) -> None:
    before = content(store.parent)
    result = run("doctor", "--store", store, "--port", "0", "--lang", "en")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "problem " not in result.stdout
    assert f"{store} is readable and undamaged." in result.stdout
    assert content(store.parent) == before
    assert SECRET not in result.stdout


def test_a_new_host_has_no_fault_and_stays_new(tmp_path: Path) -> None:
    assert faults(tmp_path / "toctoc.db") == {}
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_where_a_server_ran_is_a_lost_store(store: Path) -> None:
    store.write_bytes(b"")
    assert faults(store) == {"store-empty": PROBLEM}
    result = run("serve", "--store", store, "--port", "0", "--lang", "en")
    assert result.exit_code
    assert "Restore a backup." in result.stderr
    store.with_name("toctoc-secret").unlink()
    for lock in store.parent.glob("*.lock"):
        lock.unlink()
    assert levels(store)["store-new"] == OK


def test_a_link_leads_to_the_secret_and_the_log_beside_the_store(
    store: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    link = tmp_path_factory.mktemp("link") / "linked.db"
    link.symlink_to(store)
    assert levels(link)["secret"] == OK
    store.with_name(f"{store.name}-wal").write_bytes(b"\0" * 10_000)
    assert faults(link)["log-damaged"] == PROBLEM


def test_a_running_server_is_known_and_its_store_untouched(tmp_path: Path) -> None:
    port = free_port()
    with Server(tmp_path, "--port", str(port)) as server:
        server.make("escalier")
        found = levels(tmp_path / "toctoc.db", port=port)
        assert found["port-own"] == found["store-good"] == found["clock"] == OK
        assert set(found.values()) == {OK}
        server.make("escalier")  # it can still write
        (tmp_path / "toctoc.db").rename(tmp_path / "moved.db")
        assert faults(tmp_path / "toctoc.db", port=port)["not-ready"] == PROBLEM


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a killed server."""
    folder = tmp_path_factory.mktemp("killed")
    with Server(folder) as server:
        for _ in range(3):
            server.make("escalier")
    return folder


@pytest.mark.parametrize("has_index", [True, False])
def test_the_log_of_a_killed_server_is_read_and_its_damage_found(
    killed: Path, tmp_path: Path, has_index: bool
) -> None:
    folder = shutil.copytree(killed, tmp_path / "copy")
    store, log, index = (folder / f"toctoc.db{end}" for end in ("", "-wal", "-shm"))
    if not has_index:
        index.unlink()
    before = content(folder)
    assert faults(store) == {}
    after = content(folder)
    if has_index:  # which every reader may write
        after[index.name] = before[index.name]
    assert after == before
    data = bytearray(log.read_bytes())
    data[32 + 24 + 100] ^= 0xFF  # in the first frame
    log.write_bytes(data)
    index.unlink(missing_ok=True)  # so that it is read again
    assert faults(store)["log-damaged"] == PROBLEM


def test_a_damaged_store_is_a_problem(store: Path) -> None:
    damage(store)
    assert faults(store) == {"store": PROBLEM}


def test_an_older_store_is_a_warning(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    newer = Path(shutil.copytree(schema.MIGRATIONS, tmp_path / "migrations"))
    (newer / f"{newest_version(newer) + 1:04}.sql").write_text("SELECT 1;")
    for module in (schema, local):
        monkeypatch.setattr(module, "MIGRATIONS", newer)
    assert faults(store) == {"store-older": WARNING}


def test_a_store_from_the_future_shows_a_wrong_clock(store: Path) -> None:
    assert faults(store, wall=lambda: time.time() - 3600) == {"clock-behind": PROBLEM}


@pytest.fixture
def read_only() -> Iterator[Path]:
    """A folder that this user may not write; root becomes nobody for the test."""
    folder = Path(tempfile.mkdtemp(prefix="toctoc-doctor-"))
    (folder / "closed.db").touch(0o000)
    folder.chmod(0o555)
    is_root = os.geteuid() == 0
    if is_root:
        os.setresuid(NOBODY, NOBODY, 0)
    yield folder
    if is_root:
        os.setresuid(0, 0, 0)
    folder.chmod(0o700)
    shutil.rmtree(folder)


def test_a_folder_that_cannot_be_written_is_a_problem(read_only: Path) -> None:
    assert faults(read_only / "toctoc.db") == {"folder-read-only": PROBLEM}


def test_the_user_of_the_server_is_named_where_that_helps(read_only: Path) -> None:
    found = run("doctor", "--store", read_only / "closed.db", "--port", "0", "--lang", "en").stdout
    [line] = [line for line in found.splitlines() if "closed.db cannot be used: that is not permitted" in line]
    assert "Run this command as the user of the server." in line


def test_the_user_of_the_server_is_not_named_for_other_faults(store: Path) -> None:
    damage(store)
    found = run("doctor", "--store", store, "--port", "0", "--lang", "en").stdout
    assert "it is damaged; restore a backup. `toctoc serve` would not start." in found
    assert "user of the server" not in found


def test_a_check_that_fails_names_the_user_only_if_it_was_forbidden(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(code: int) -> dict[str, str]:
        def usage(_: object) -> None:
            raise OSError(code, os.strerror(code))

        monkeypatch.setattr(shutil, "disk_usage", usage)
        return faults(store)

    assert failing(errno.EIO) == {"failed": PROBLEM}
    assert failing(errno.EACCES) == {"forbidden": PROBLEM}


def test_a_folder_that_is_missing_is_a_problem(tmp_path: Path) -> None:
    assert faults(tmp_path / "none" / "toctoc.db")["folder-missing"] == PROBLEM


def test_the_disk_is_measured(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free = shutil.disk_usage(store.parent).free
    assert faults(store, limits=Limits(space_bytes=10 * free)) == {"disk-full": PROBLEM}
    limits = Limits(space_bytes=1000)
    usage = shutil.disk_usage(store.parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=store.stat().st_size + 999))
    assert faults(store, limits=limits) == {"disk-low": WARNING}


def test_a_network_disk_is_a_warning(store: Path) -> None:
    lines = "21 1 0:20 / / rw - ext4 /dev/sda rw\n22 21 0:21 / {} rw shared:1 - nfs4 nas:/x rw\n"
    assert faults(store, mounts=lambda: lines.format(store.parent)) == {"network-disk": WARNING}
    assert faults(store, mounts=lambda: lines.format("/elsewhere")) == {}


def test_the_secret_is_there_private_and_long_enough(store: Path) -> None:
    secret = store.with_name("toctoc-secret")
    secret.chmod(0o644)
    assert faults(store) == {"secret-bad": PROBLEM}
    assert faults(store, environ={"TOCTOC_SECRET": "hush"}) == {"secret-bad": PROBLEM}
    assert faults(store, environ={"TOCTOC_SECRET": SECRET}) == {}
    assert summary(store).has_tables
    secret.unlink()
    assert faults(store) == {"secret-lost": PROBLEM}
    result = run("doctor", "--store", store, "--port", "0", "--lang", "en", TOCTOC_SECRET="hush")
    assert "hush" not in result.stdout


def test_the_secret_of_another_store_is_a_problem(store: Path) -> None:
    belongs_to(store, "x" * 64)
    assert faults(store) == {"secret-bad": PROBLEM}
    assert faults(store, environ={"TOCTOC_SECRET": SECRET}) == {"secret-bad": PROBLEM}
    assert faults(store, environ={"TOCTOC_SECRET": "x" * 64}) == {}
    result = run("doctor", "--store", store, "--port", "0", "--lang", "en")
    assert f"toctoc-secret is not that of {store}" in result.stdout


def test_a_store_that_others_can_read_is_a_warning(store: Path) -> None:
    store.chmod(0o644)
    assert faults(store) == {"store-open": WARNING}


@pytest.mark.parametrize(("allowed", "expected"), [(None, {}), (25_100, {}), (25_099, WARNING), (250, PROBLEM)])
def test_the_limit_of_open_files_is_compared_with_the_sockets(
    store: Path, allowed: int | None, expected: Any
) -> None:
    assert faults(store, open_files=lambda: allowed) == ({"open-files-few": expected} if expected else {})


def test_a_port_of_another_program_is_a_problem(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "LOCAL_TIMEOUT_SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert faults(store, port=port) == {"port-taken": PROBLEM}
    assert levels(store, port=port)["port-free"] == OK


def test_backups_are_young_and_there(store: Path) -> None:
    folder = store.parent  # as on a rented machine, where they lie beside the store
    assert faults(store, backups=folder) == {"backup-none": PROBLEM}
    (folder / "backup-1.db").write_bytes(b"x")
    assert faults(store, backups=folder) == {}
    assert faults(store, backups=folder, wall=lambda: time.time() + 3 * DAY) == {"backup-old": WARNING}


def test_a_wrong_option_is_a_problem_among_others(store: Path) -> None:
    result = run("doctor", "--store", store, "--port", "0", "--limit", "tabels=5", "--lang", "en")
    assert result.exit_code == 1
    assert "There is no limit tabels" in result.stdout
    assert "undamaged" in result.stdout


@each(
    "version, versions, expected",
    [
        ("2.3.1", ">=2.3.1,<2.4", True),
        ("2.4.0", ">=2.3.1,<2.4", False),
        ("2.3", ">=2.3.1", False),
        ("10", ">=9.1", True),
        ("3.0", ">=3", True),
        ("3.11.2rc1", ">=3.11", True),
        ("1", "", True),
    ],
)
def test_versions_are_compared_by_their_numbers(version: str, versions: str, expected: bool) -> None:
    assert packages.satisfies(version, versions) is expected


def test_packages_that_are_missing_or_old_are_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["click>=99", "rich>=1", "no-such-package; extra == 'serve'", "asyncpg>=99; extra == 'postgres'"]
    monkeypatch.setattr(metadata, "requires", lambda _: lines)
    assert [(each.level, each.name, each.values["package"]) for each in packages.check_packages(("serve",))] == [
        (PROBLEM, "package", "click"),
        (PROBLEM, "package-missing", "no-such-package"),
    ]
    assert run("doctor", "--lang", "en").stdout.count("\n") == 3  # no other check, and the total


def test_a_database_is_checked_and_its_password_not_printed(cluster: Cluster) -> None:
    home = DatabaseHome(cluster)
    assert faults(home.url) == {}
    with home.opened(time.time):
        pass
    assert faults(home.url) == {}
    assert "database" in levels(home.url)
    assert faults(home.url, wall=lambda: time.time() - 60) == {"clocks": WARNING}
    mark = f"'secret', 'fingerprint', 1, 0, '{fingerprint(SECRET)}'"
    for statement, level in (
        ("INSERT INTO secrets (secret) VALUES (repeat('s', 32))", OK),
        (f"INSERT INTO documents (kind, id, version, stamp, body) VALUES ({mark})", OK),
        ("UPDATE secrets SET secret = repeat('x', 64)", PROBLEM),
    ):
        home.execute(statement)
        assert levels(home.url).get("secret-bad", OK) == level
    url = f"postgresql://{GUARDED}:not-{PASSWORD}@127.0.0.1:{cluster.port}/postgres"
    result = run("doctor", "--store", url, "--port", "0", "--lang", "en")
    assert result.exit_code == 1
    assert "PostgreSQL does not let this user in" in result.stdout
    assert "The database holds the secret" not in result.stdout
    assert PASSWORD not in result.stdout


def test_every_text_is_used_and_every_fault_has_its_advice() -> None:
    sources = [*Path(doctor.__file__).parent.glob("*.py"), Path(store_place.__file__), Path(finding.__file__)]
    code = "".join(each.read_text() for each in sources)
    texts = {key.removeprefix("doctor.") for key in SAY.texts if key.startswith("doctor.")}
    names = {name for name in texts if "." not in name}
    assert {name for name in names if not re.search(rf'"(doctor\.)?{name}"', code)} == set()
    assert {name.removeprefix("do.") for name in texts if name.startswith("do.")} <= names

"""A real PostgreSQL for the tests: on a port and in a folder of its own, run by somebody who may do little."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.ports import free_port
from tests.storage.helpers import NOW, Opened, answer
from tools.postgres import programs

LEASE = 40.0  # seconds: hearts may beat slowly on a busy machine
NOBODIES = ("postgres", "nobody")  # PostgreSQL refuses to be run by root
QUICK = {"fsync": "off", "full_page_writes": "off"}  # for tests that stop nothing halfway
USER = "toctoc"
GUARDED, PASSWORD = "guarded", "open-sesame"  # somebody who must know it
RIGHTS = f"host all {GUARDED} 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n"
KILL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'toctoc'"
MEMORY = Path("/dev/shm")  # where there is one, tests that stop nothing halfway need no disk


def why_not() -> str | None:
    """Why there can be no PostgreSQL here."""
    try:
        import asyncpg  # noqa: F401
    except ImportError:
        return "asyncpg is missing: install the extra `postgres`"
    if programs() is None:
        return "PostgreSQL is missing: apt-get install --no-install-recommends postgresql"
    if os.geteuid() == 0 and nobody() is None:
        return f"PostgreSQL is not run by root, and there is no user {' or '.join(NOBODIES)}"
    return None


def nobody() -> str | None:
    """Who runs it where the tests are root's."""
    known = {user.pw_name for user in pwd.getpwall()}
    return next((name for name in NOBODIES if name in known), None)


class Cluster:
    """A PostgreSQL that can be stopped and started again."""

    def __init__(self, settings: Mapping[str, str] = QUICK) -> None:
        where = MEMORY if settings == QUICK and os.access(MEMORY, os.W_OK) else None
        self.folder = Path(tempfile.mkdtemp(prefix="toctoc-postgres-", dir=where))
        self.settings = settings
        self.port = free_port()
        self.numbers = count(1)
        self.process: subprocess.Popen[bytes] | None = None
        found = programs()
        assert found is not None
        self.programs, self.who = found, dict[str, Any]()
        if os.geteuid() == 0:
            user = pwd.getpwnam(nobody() or "")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self.who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        make = ["initdb", "-D", "data", "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        make.append("--wal-segsize=1")
        self._run(make)
        (self.folder / "data/pg_hba.conf").write_text(RIGHTS)
        self.start()
        self.execute(f"CREATE ROLE {GUARDED} LOGIN PASSWORD '{PASSWORD}'")

    def _run(self, command: list[str]) -> None:
        subprocess.run(
            [self.programs / command[0], *command[1:]],
            cwd=self.folder,
            check=True,
            capture_output=True,
            **self.who,
        )

    def start(self) -> None:
        options = {
            "listen_addresses": "127.0.0.1", "port": str(self.port), "unix_socket_directories": "",
            "shared_buffers": "16MB", "max_connections": "60", "autovacuum": "off", **self.settings,
        }  # fmt: skip
        words = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", "data", *words], cwd=self.folder, stderr=log, **self.who
            )
        deadline = time.monotonic() + 60
        while subprocess.call(
            [self.programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)], cwd=self.folder
        ):
            assert self.process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: in order, but at once, or as in a crash by SIGQUIT."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(60)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    def new_store(self) -> str:
        """The address of an empty schema, which is as good as a database and made at once."""
        name = f"test{next(self.numbers)}"
        self.execute(f"CREATE SCHEMA {name}")
        return f"{self.url()}?search_path={name}"

    def execute(self, statement: str, url: str = "") -> list[Any]:
        return answer(execute(url or self.url(), statement))


async def execute(url: str, statement: str) -> list[Any]:
    """Do something to a database, past all stores."""
    import asyncpg

    db = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await db.fetch(statement)]
    finally:
        await db.close()


async def script(url: str, statements: str) -> None:
    """Do several things to a database, past all stores."""
    import asyncpg

    db = await asyncpg.connect(url)
    try:
        await db.execute(statements)
    finally:
        await db.close()


class DatabaseHome:
    """A schema of a test's own."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.url = cluster.new_store()

    def opened(
        self, clock: Callable[[], float] = lambda: NOW, url: str = "", **more: Any
    ) -> AbstractContextManager["OpenedDatabase"]:
        return _opened(url or self.url, clock, **more)

    def execute(self, statement: str) -> list[Any]:
        return self.cluster.execute(statement, self.url)


class OpenedDatabase(Opened):
    """A node."""

    store: Any  # with asyncpg missing, there is no such class


@contextmanager
def _opened(url: str, clock: Callable[[], float], **more: Any) -> Iterator[OpenedDatabase]:
    from toctoc.storage.postgres.store import PostgresStore

    lease = more.pop("lease_seconds", LEASE)
    store = OpenedDatabase(answer(PostgresStore.open(url, clock=clock, lease_seconds=lease, **more)))
    try:
        yield store
    finally:
        store.close()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """One for all tests of a process that stop nothing halfway."""
    if (why := why_not()) is not None:
        pytest.skip(why)
    cluster = Cluster()
    yield cluster
    cluster.close()

"""Read the resource use of a PostgreSQL, and give each setting an empty schema of its own."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from benchmarks.live.process import cpu_seconds

from .figures import Used

SCHEMA = "toctoc_bench"
SIZE = "SELECT COALESCE(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class WHERE relkind = 'r'"
OURS = f"{SIZE} AND relnamespace = '{SCHEMA}'::regnamespace"
WAL = "SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint"


class Database:
    """Watch a PostgreSQL while nodes use it."""

    def __init__(self, db: Any, url: str, about: str, postmaster: int | None) -> None:
        self.db, self.about, self.postmaster = db, about, postmaster
        self.url = f"{url}{'&' if '?' in url else '?'}search_path={SCHEMA}"  # of the data of each setting

    async def used(self) -> Used:
        cpu = None if self.postmaster is None else family_seconds(self.postmaster)
        return Used(cpu, await self.db.fetchval(WAL), await self.db.fetchval(OURS))


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    """Make an empty schema, and remove it at the end."""
    import asyncpg

    db = await asyncpg.connect(url)
    try:
        about = f"PostgreSQL {await db.fetchval('SHOW server_version')}"
        settings = [f"{name} {await db.fetchval(f'SHOW {name}')}" for name in ("fsync", "full_page_writes")]
        await db.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
        await db.execute(f"CREATE SCHEMA {SCHEMA}")
        pid = await db.fetchval("SELECT pg_backend_pid()")
        yield Database(db, url, ", ".join([about, *settings]), postmaster(pid))
        await db.execute(f"DROP SCHEMA {SCHEMA} CASCADE")
    finally:
        await db.close()


def postmaster(backend: int) -> int | None:
    """Return the process that has started a backend; None if it is on another machine."""
    try:
        name = Path(f"/proc/{backend}/comm").read_text("ascii").strip()
        return parent(backend) if name == "postgres" else None
    except OSError:
        return None


def parent(pid: int) -> int:
    return int(_fields(pid)[1])


def family_seconds(pid: int) -> float:
    """Return the CPU time of a process and its children, those that have ended included."""
    ended = sum(map(int, _fields(pid)[13:15])) / os.sysconf("SC_CLK_TCK")
    return cpu_seconds(pid) + ended + sum(cpu_seconds(child) for child in children(pid))


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]


def _fields(pid: int) -> list[str]:
    """Return the fields of a process from its state on."""
    return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()

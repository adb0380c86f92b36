"""Which version a database has, and the numbered steps that bring it up to date."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from toctoc.storage.postgres.connection import Connection, Line, raising_store_errors
from toctoc.storage.schema import steps
from toctoc.storage.store import StoreError

MIGRATIONS = Path(__file__).with_name("migrations")
LOCK = 0x746F6374  # "toct": nodes that start together bring the database up to date one after the other

FOUND = """
    SELECT to_regclass('toctoc_store') IS NOT NULL, pg_encoding_to_char(encoding)
    FROM pg_database WHERE datname = current_database()
"""
OTHERS = "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"


@asynccontextmanager
async def migrated(url: str) -> AsyncIterator[Connection]:
    """Open a database for a while, up to date; a `StoreError` says why that cannot be, or what failed."""
    line = Line(url)
    try:
        db = await line.get()
        await migrate(db, line.name)
        with raising_store_errors(line.name):
            yield db
    finally:
        await line.close()


async def migrate(db: Connection, name: str, folder: Path = MIGRATIONS) -> None:
    """Bring a database up to date, all or nothing; refuse one that is not ours or newer than this program."""
    files = steps(folder)
    with raising_store_errors(name):
        async with db.transaction():
            await db.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
            found = await _version(db, name)
            if found > len(files):
                raise _newer(name, found, len(files))
            for file in files[found:]:
                await db.execute(file.read_text(encoding="utf-8"))
            if found < len(files):
                await db.execute("UPDATE toctoc_store SET version = $1", len(files))


async def check(db: Connection, name: str) -> None:
    """Refuse a database that this program cannot read as it is."""
    newest = len(steps(MIGRATIONS))
    with raising_store_errors(name):
        is_ours, _ = await db.fetchrow(FOUND)
        if not is_ours:
            raise StoreError("store/broken", f"{name} is no store of Toctoc", "not-a-store")
        found = await _version(db, name)
    if found > newest:
        raise _newer(name, found, newest)
    if found < newest:
        message = f"{name} has version {found}, not {newest}; `toctoc serve` brings it up to date"
        raise StoreError("store/broken", message, "older")


def _newer(name: str, found: int, newest: int) -> StoreError:
    message = (
        f"{name} has version {found}, and this Toctoc knows stores up to version {newest}; use a newer Toctoc"
    )
    return StoreError("store/broken", message, "newer")


async def _version(db: Connection, name: str) -> int:
    is_ours, encoding = await db.fetchrow(FOUND)
    if is_ours:
        return int(await db.fetchval("SELECT version FROM toctoc_store"))
    if encoding != "UTF8":
        message = f"{name} keeps texts as {encoding}; make a database with ENCODING 'UTF8'"
        raise StoreError("store/broken", message, "encoding")
    if await db.fetchval(OTHERS):
        raise StoreError("store/broken", f"{name} is a database, but no store of Toctoc", "not-a-store")
    await db.execute("CREATE TABLE toctoc_store (version INTEGER NOT NULL)")
    await db.execute("INSERT INTO toctoc_store VALUES (0)")
    return 0

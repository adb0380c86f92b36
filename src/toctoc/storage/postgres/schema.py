"""Schema version, migrations and shared secret of a PostgreSQL store."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from toctoc.storage.common import check_version, migration_files, newest_version, older
from toctoc.storage.postgres.connection import Connection, Reconnecting, raising_store_errors
from toctoc.storage.store import StoreError

MIGRATIONS = Path(__file__).with_name("migrations")
MIGRATION_LOCK = 0x746F6374  # "toct": nodes that start together migrate one after the other

CREATE_VERSION = "CREATE TABLE toctoc_store (version INTEGER NOT NULL)"
STORE_AND_ENCODING = """
    SELECT to_regclass('toctoc_store') IS NOT NULL, pg_encoding_to_char(encoding)
    FROM pg_database WHERE datname = current_database()
"""
TABLE_COUNT = "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"


@asynccontextmanager
async def migrated(url: str) -> AsyncIterator[Connection]:
    """Open a migrated database for a block of statements; errors inside the block are raised as `StoreError`."""
    connection = Reconnecting(url)
    try:
        db = await connection.get()
        await migrate(db, connection.name)
        with raising_store_errors(connection.name):
            yield db
    finally:
        await connection.close()


async def migrate(db: Connection, name: str, folder: Path = MIGRATIONS) -> None:
    """Apply the missing migrations, all or nothing; refuse another program's database, and an unknown version."""
    files = migration_files(folder)
    with raising_store_errors(name):
        async with db.transaction():
            await db.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
            found = await _version(db, name)
            check_version(name, found, max(files))
            for number, file in files.items():
                if number > found:
                    await db.execute(file.read_text(encoding="utf-8"))
                    await db.execute("UPDATE toctoc_store SET version = $1", number)


async def check(db: Connection, name: str) -> None:
    """Refuse a database of another version than this program's."""
    newest = newest_version(MIGRATIONS)
    with raising_store_errors(name):
        is_ours, _ = await db.fetchrow(STORE_AND_ENCODING)
        if not is_ours:
            raise StoreError("store/broken", f"{name} is not a store of Toctoc", "not-a-store")
        found = await _version(db, name)
    check_version(name, found, newest)
    if found < newest:
        raise older(name, found, newest)


async def _version(db: Connection, name: str) -> int:
    is_ours, encoding = await db.fetchrow(STORE_AND_ENCODING)
    if is_ours:
        return int(await db.fetchval("SELECT version FROM toctoc_store"))
    if encoding != "UTF8":
        message = f"{name} keeps texts as {encoding}; make a database with ENCODING 'UTF8'"
        raise StoreError("store/broken", message, "encoding")
    if await db.fetchval(TABLE_COUNT):
        raise StoreError("store/broken", f"{name} is a database, but not a store of Toctoc", "not-a-store")
    await db.execute(CREATE_VERSION)
    await db.execute("INSERT INTO toctoc_store VALUES (0)")
    return 0


# --- the shared secret -----------------------------------------------------------------------------------------

# The secret is stored before the first table: a transaction that sees tables sees the secret, if there is one.
KEEP_SECRET = """
    INSERT INTO secrets (secret) SELECT $1 WHERE $2 OR NOT EXISTS (SELECT 1 FROM tables)
    ON CONFLICT DO NOTHING
"""
READ_SECRET = "SELECT secret FROM secrets"
READ_FINGERPRINT = "SELECT body FROM documents WHERE kind = $1 AND id = $2"


async def shared_secret(url: str, fresh: str, even_with_tables: bool) -> str | None:
    """Return the secret of a database, after storing `fresh` if there is none.

    A new secret invalidates the tokens of all guests. So a database that has tables but no secret returns None,
    unless `even_with_tables`.
    """
    async with migrated(url) as db:
        return await keep_secret(db, fresh, even_with_tables)


async def keep_secret(db: Connection, fresh: str, even_with_tables: bool) -> str | None:
    """Return the stored secret, after storing `fresh` if there is none."""
    await db.execute(KEEP_SECRET, fresh, even_with_tables)
    found: str | None = await db.fetchval(READ_SECRET)
    return found

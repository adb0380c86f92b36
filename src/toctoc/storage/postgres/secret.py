"""Keep the secret that signs what guests hold: one for all nodes, made by the first of them."""

from toctoc.storage.postgres.connection import Connection
from toctoc.storage.postgres.schema import migrated

# Tables come after the secret that signs for their guests: whoever sees tables sees the secret, if there is one.
KEEP = """
    INSERT INTO secrets (secret) SELECT $1 WHERE $2 OR NOT EXISTS (SELECT 1 FROM tables)
    ON CONFLICT DO NOTHING
"""
READ = "SELECT secret FROM secrets"


async def shared_secret(url: str, fresh: str, even_with_tables: bool) -> str | None:
    """Return the secret of a database, which is `fresh` from now on if there is none.

    With another secret the guests of its tables are strangers: without one but with tables, this returns None
    unless `even_with_tables`.
    """
    async with migrated(url) as db:
        return await keep(db, fresh, even_with_tables)


async def keep(db: Connection, fresh: str, even_with_tables: bool) -> str | None:
    """Return the secret that is kept, after keeping this one if there is none."""
    await db.execute(KEEP, fresh, even_with_tables)
    found: str | None = await db.fetchval(READ)
    return found

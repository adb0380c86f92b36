"""Take a table out of a database."""

from toctoc.storage.postgres.connection import Connection

REMOVE = """
    WITH gone AS (DELETE FROM ends WHERE table_id = $1 AND owner = $2 AND epoch = $3 RETURNING table_id),
        entered AS (DELETE FROM entries WHERE table_id IN (SELECT table_id FROM gone)),
        snapped AS (DELETE FROM snapshots WHERE table_id IN (SELECT table_id FROM gone)),
        recorded AS (DELETE FROM records WHERE table_id IN (SELECT table_id FROM gone)),
        headed AS (DELETE FROM tables WHERE id IN (SELECT table_id FROM gone))
    SELECT count(*) FROM gone
"""


async def remove(db: Connection, table: str, node: int, epoch: int) -> bool:
    """Remove a table that a node has, with its log and its records; tell whether the node has it."""
    return bool(await db.fetchval(REMOVE, table, node, epoch))

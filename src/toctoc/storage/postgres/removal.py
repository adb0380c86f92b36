"""Take a table out of a database, if a node has it: its id, the node and its epoch are the arguments."""

REMOVE = """
    WITH gone AS (DELETE FROM ends WHERE table_id = $1 AND owner = $2 AND epoch = $3 RETURNING table_id),
        entered AS (DELETE FROM entries WHERE table_id IN (SELECT table_id FROM gone)),
        snapped AS (DELETE FROM snapshots WHERE table_id IN (SELECT table_id FROM gone)),
        recorded AS (DELETE FROM records WHERE table_id IN (SELECT table_id FROM gone)),
        documented AS (DELETE FROM documents WHERE table_id IN (SELECT table_id FROM gone)),
        headed AS (DELETE FROM tables WHERE id IN (SELECT table_id FROM gone))
    SELECT count(*) FROM gone
"""

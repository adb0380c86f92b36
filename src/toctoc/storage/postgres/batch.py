"""Commit many writes in one statement and one round trip, all or nothing.

Consecutive writes of one table form a run. The statement moves the ends of all tables of the batch. It divides by
zero, and so stores nothing, unless each end was where its run begins and this node owns the table.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from toctoc.storage.store import Done, StoreError, Write

# Arguments: the node, the stamp, the number of runs; then columns of rows (`columns`).
APPEND = """
    WITH moved AS (
        UPDATE ends SET number = run.last, touched = run.touched, stamp = $2
        FROM unnest($4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::float8[])
            AS run (id, first, last, epoch, touched)
        WHERE table_id = run.id AND number = run.first - 1 AND owner = $1 AND ends.epoch = run.epoch
        RETURNING 1
    ), made AS (
        INSERT INTO ends (table_id, number, touched, owner, epoch, stamp)
        SELECT id, last, touched, $1, 1, $2 FROM unnest($9::text[], $10::bigint[], $11::float8[])
            AS new (id, last, touched)
        ON CONFLICT DO NOTHING RETURNING 1
    ), headed AS (
        INSERT INTO tables (id, code, game, listed, closed, lobby)
        SELECT * FROM unnest($12::text[], $13::text[], $14::text[], $15::boolean[], $16::boolean[], $27::bytea[])
        ON CONFLICT (id) DO UPDATE SET
            code = excluded.code, game = excluded.game, listed = excluded.listed, closed = excluded.closed,
            lobby = excluded.lobby
    ), appended AS (
        INSERT INTO entries (table_id, number, entry)
        SELECT * FROM unnest($17::text[], $18::bigint[], $19::bytea[])
    ), snapped AS (
        INSERT INTO snapshots (table_id, number, snapshot)
        SELECT * FROM unnest($20::text[], $21::bigint[], $22::bytea[])
        ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, snapshot = excluded.snapshot
    ), recorded AS (
        INSERT INTO records (table_id, game, written, line)
        SELECT * FROM unnest($23::text[], $24::bigint[], $25::float8[], $26::text[])
    ), documented AS (
        INSERT INTO documents (kind, id, expires, table_id, body, version, stamp)
        SELECT *, 1, 0 FROM unnest($28::text[], $29::text[], $30::float8[], $31::text[], $32::bytea[])
        ON CONFLICT DO NOTHING
    )
    SELECT 1 / ((SELECT count(*) FROM moved) + (SELECT count(*) FROM made) = $3::bigint)::integer
"""
GET_ENDS = "SELECT table_id, number, owner, epoch, stamp FROM ends WHERE table_id = ANY($1)"
# Removes a table that this node owns. Arguments: the table, the node, the epoch.
REMOVE_TABLE = """
    WITH gone AS (DELETE FROM ends WHERE table_id = $1 AND owner = $2 AND epoch = $3 RETURNING table_id),
        entered AS (DELETE FROM entries WHERE table_id IN (SELECT table_id FROM gone)),
        snapped AS (DELETE FROM snapshots WHERE table_id IN (SELECT table_id FROM gone)),
        recorded AS (DELETE FROM records WHERE table_id IN (SELECT table_id FROM gone)),
        documented AS (DELETE FROM documents WHERE table_id IN (SELECT table_id FROM gone)),
        headed AS (DELETE FROM tables WHERE id IN (SELECT table_id FROM gone))
    SELECT count(*) FROM gone
"""
FIRST_EPOCH = 1  # of the node that creates a table


@dataclass(slots=True)
class Job:
    """A queued write, with the ownership at that time, and its result."""

    write: Write
    done: Done
    epoch: int  # in which this node owns the table; 0 if it does not
    is_new: bool = False  # whether this write creates the table
    result: StoreError | None = None
    order: int = 0  # position in the queue

    def refuse(self, error: StoreError) -> None:
        """Set `error` as the result."""
        self.result = error
        self.write.fail()


PROBE = Write("", 1, ())  # only tests whether a commit is possible


class TableEnd(NamedTuple):
    """The last entry of a table in the database, and the owner."""

    number: int
    owner: int | None
    epoch: int
    stamp: int


@dataclass(slots=True)
class Run:
    """Consecutive writes of one table."""

    table: str
    first: int
    epoch: int
    is_new: bool
    last: int  # the number of the last entry
    jobs: list[Job]

    @staticmethod
    def of(job: Job) -> "Run":
        """Return a run of one job."""
        write = job.write
        return Run(write.table, write.first, job.epoch, job.is_new, write.first + len(write.entries) - 1, [job])

    def takes(self, job: Job) -> bool:
        """Append `job` if it continues the run; tell whether it does."""
        write = job.write
        if write.first != self.last + 1 or job.epoch != self.epoch or write.chain is not self.jobs[0].write.chain:
            return False
        self.jobs.append(job)
        self.last += len(write.entries)
        return True

    @property
    def follows_failure(self) -> bool:
        """Tell whether an earlier write of its chain has failed: all jobs of a run have one chain."""
        return self.jobs[0].write.follows_failure

    def fits(self, end: TableEnd | None, node: int) -> bool:
        """Tell whether the run continues a table that ends at `end`."""
        if end is None or self.is_new:
            return end is None and self.is_new
        return end.number == self.first - 1 and self.is_owned(end, node)

    def is_owned(self, end: TableEnd, node: int) -> bool:
        """Tell whether `node` still owns the table, in the epoch of the run."""
        return (end.owner, end.epoch) == (node, self.epoch)

    def is_stored(self, end: TableEnd | None, node: int, stamp: int) -> bool:
        """Tell whether the batch with this `stamp` has stored the run."""
        return end is not None and self.is_owned(end, node) and (end.number, end.stamp) == (self.last, stamp)


def columns(runs: Sequence[Run], now: float) -> list[list[Any]]:
    """Return the arguments of `APPEND` from the fourth on."""
    moved: list[tuple[Any, ...]] = []
    made: list[tuple[Any, ...]] = []
    heads: dict[str, tuple[Any, ...]] = {}
    lobbies: dict[str, tuple[Any, ...]] = {}  # of the same tables
    entries: list[tuple[Any, ...]] = []
    snapshots: dict[str, tuple[Any, ...]] = {}
    records: list[tuple[int, tuple[Any, ...]]] = []
    documents: list[tuple[Any, ...]] = []
    for run in runs:
        table, number, touched = run.table, run.first - 1, now
        for job in run.jobs:
            write, touched = job.write, now
            if write.head is not None:
                head = write.head
                touched = head.touched
                heads[table] = (table, head.code, head.game, head.listed, head.closed)
                lobbies[table] = (head.lobby,)
            for entry in write.entries:
                number += 1
                entries.append((table, number, entry))
            if write.snapshot is not None:
                snapshots[table] = (table, number, write.snapshot)
            if write.record is not None:
                records.append((job.order, (table, write.record[0], touched, write.record[1])))
            documents += [(each.kind, each.id, each.expires, each.table, each.body) for each in write.documents]
        if run.is_new:
            made.append((table, run.last, touched))
        else:
            moved.append((table, run.first, run.last, run.epoch, touched))
    ended = [record for _, record in sorted(records)]
    parts = (
        (moved, 5), (made, 3), (heads.values(), 5), (entries, 3), (snapshots.values(), 3), (ended, 4),
        (lobbies.values(), 1), (documents, 5),
    )  # fmt: skip
    return [column for part, width in parts for column in _transposed(part, width)]


def _transposed(part: Iterable[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return list(map(list, zip(*part, strict=True))) or [[] for _ in range(width)]

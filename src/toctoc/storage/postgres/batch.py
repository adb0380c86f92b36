"""Writes that are committed together: one statement, one round trip, all or nothing.

What follows upon each other at one table is one run. The statement moves the ends of all runs, and divides by zero
unless each of them was where its run begins, with this node as its owner: so nothing of it is stored then.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from toctoc.storage.store import Done, StoreError, Write

# What the arguments are: the node, the stamp, how many runs; and then columns of rows.
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
ENDS = "SELECT table_id, number, owner, epoch, stamp FROM ends WHERE table_id = ANY($1)"
FIRST_EPOCH = 1  # of whoever makes a table


@dataclass(slots=True)
class Job:
    """A write, as whose it was queued, and what came of it."""

    write: Write
    done: Done
    epoch: int  # in which this node has the table; 0 if it has not
    is_new: bool = False  # whether this write makes the table
    result: StoreError | None = None
    order: int = 0  # in which it was queued


PROBE = Write("", 1, ())  # only asks whether a commit is possible


class End(NamedTuple):
    """Where a table ends in the database."""

    number: int
    owner: int | None
    epoch: int
    stamp: int


@dataclass(slots=True)
class Run:
    """Writes of one table that follow upon each other."""

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
        """Add a job if it follows upon the run; tell whether it does."""
        write = job.write
        if write.first != self.last + 1 or job.epoch != self.epoch:
            return False
        self.jobs.append(job)
        self.last += len(write.entries)
        return True

    def fits(self, end: End | None, node: int) -> bool:
        """Tell whether the run can be stored at a table that ends there."""
        if end is None or self.is_new:
            return end is None and self.is_new
        return end.number == self.first - 1 and self.is_of(end, node)

    def is_of(self, end: End, node: int) -> bool:
        """Tell whether a table is still that of whoever queued the run."""
        return (end.owner, end.epoch) == (node, self.epoch)

    def is_stored(self, end: End | None, node: int, stamp: int) -> bool:
        """Tell whether the run is what the batch with this stamp has stored."""
        return end is not None and self.is_of(end, node) and (end.number, end.stamp) == (self.last, stamp)


def rows(runs: Sequence[Run], now: float) -> list[list[Any]]:
    """Return the columns of `APPEND`, from its fourth argument on."""
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
    return [column for part, width in parts for column in _columns(part, width)]


def _columns(part: Iterable[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return list(map(list, zip(*part, strict=True))) or [[] for _ in range(width)]

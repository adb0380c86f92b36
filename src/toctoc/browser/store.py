"""Implement `Store` on a database of keys and values, such as IndexedDB.

| key | value |
|---|---|
| `head/ID` | the head of a table, the numbers of its last entry and of its snapshot |
| `code/CODE` | the id of the table with that code |
| `log/ID/NUMBER` | an entry after the snapshot; older ones are deleted |
| `snapshot/ID` | the snapshot |
| `record/ID/GAME` | the time of the end of a game, and its record |
| `document/KIND/ID` | a document |
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence

import msgspec

from toctoc.browser.database import Change, Changes, Database
from toctoc.browser.documents import DOCUMENTS, BrowserDocuments, StoredDocument, document_key
from toctoc.storage.commit_timing import CommitTiming
from toctoc.storage.store import (
    Documents,
    Done,
    Head,
    Health,
    Nodes,
    SingleNode,
    StoredTable,
    StoreError,
    Write,
)

OTHER_TAB = "another tab"  # the owner of a table that this tab cannot claim
TAKEN = "taken"  # `StoreError.why` of a write to a table that another tab owns
logger = logging.getLogger("toctoc.storage")


class _StoredHead(msgspec.Struct, frozen=True):
    code: str
    game: str
    listed: bool
    closed: bool
    touched: float
    end: int = 0  # number of the last entry
    snapshot: int = 0  # number of the entry after which the snapshot was taken; 0 without one

    def head(self, table: str) -> Head:
        return Head(table, self.code, self.game, self.listed, self.closed, self.touched)


class _StoredRecord(msgspec.Struct, frozen=True):
    written: float
    line: str


Job = tuple[Change, Done]


class BrowserStore:
    """Stores the tables of one tab. Jobs that are queued during a commit share the next one.

    A tab owns the tables that it makes or claims: it holds a lock with the id of each.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self.nodes: Nodes = SingleNode()
        self.documents: Documents = BrowserDocuments(database, self.submit, clock)
        self.commits = 0
        self.commit_timing = CommitTiming()
        self.database, self._clock = database, clock
        self._owned: set[str] = set()
        self._jobs: list[Job] = []
        self._writer: asyncio.Task[None] | None = None
        self._committing = asyncio.Lock()  # so that a table is read between two commits
        self._locking = asyncio.Lock()  # so that a table which is being released is not taken for another tab's
        self._last_commit: float | None = None
        self._is_closed = False

    def write(self, write: Write, done: Done) -> None:
        async def append(changes: Changes) -> None:
            try:
                await self._append(changes, write)
            except Exception:
                write.fail()
                raise

        def answer(error: StoreError | None) -> None:
            if error is not None:  # of the whole transaction
                write.fail()
            done(error)

        self.submit(append, answer)

    def probe(self, done: Done) -> None:
        async def nothing(_: Changes) -> None:
            pass

        self.submit(nothing, done)

    def submit(self, change: Change, done: Done) -> None:
        """Queue a change; call `done` when it is durable, or has failed."""
        if self._is_closed:
            done(_closed())
            return
        self._jobs.append((change, done))
        if self._writer is None:
            self._writer = asyncio.ensure_future(self._write_all())

    async def settle(self) -> None:
        """Return when all queued jobs are answered."""
        if self._writer is not None:
            await asyncio.shield(self._writer)

    def health(self) -> Health:
        return Health(True, None, self._last_commit)

    async def owner_elsewhere(self, table: str) -> str | None:  # noqa: ARG002  # other tabs cannot be asked
        return None

    async def claim(self, table: str) -> str | None:
        async with self._locking:
            if table not in self._owned:
                if not await self.database.lock(table):
                    return OTHER_TAB
                self._owned.add(table)
            return None

    def has(self, table: str) -> bool:
        return table in self._owned

    async def release(self, table: str) -> None:
        async with self._locking:
            if table in self._owned:
                self._owned.discard(table)
                await self.database.unlock(table)

    async def load(self, table: str) -> StoredTable | None:
        async with self._committing:
            changes = Changes(self.database)
            stored = await changes.read(_head(table), _StoredHead)
            if stored is None:
                return None
            entries = tuple(entry for _, entry in await self.database.scan(_log(table)))
            snapshot = await self.database.read(_snapshot(table)) if stored.snapshot else None
        if len(entries) != stored.end - stored.snapshot:
            raise StoreError("store/broken", f"table {table}: entries are missing")
        return StoredTable(stored.head(table), stored.snapshot, snapshot, entries)

    async def find(self, code: str) -> str | None:
        return await Changes(self.database).read(_code(code), str)

    async def heads(self, listed: bool | None = None) -> list[Head]:
        found = [
            msgspec.msgpack.decode(value, type=_StoredHead).head(key.removeprefix(_head("")))
            for key, value in await self.database.scan(_head(""))
        ]
        return [head for head in found if not head.closed and listed in (None, head.listed)]

    async def record(self, table: str, game: int) -> str | None:
        found = await Changes(self.database).read(_record(table, game), _StoredRecord)
        return found.line if found else None

    async def records(self) -> AsyncIterator[str]:
        found = [
            msgspec.msgpack.decode(value, type=_StoredRecord) for _, value in await self.database.scan("record/")
        ]
        for record in sorted(found, key=lambda record: record.written):
            yield record.line

    async def close(self) -> None:
        self._is_closed = True
        await self.settle()
        for table in tuple(self._owned):
            await self.release(table)

    # --- writing ---------------------------------------------------------------------------------------------

    async def _write_all(self) -> None:
        try:
            while self._jobs:
                jobs, self._jobs = self._jobs, []
                async with self._committing:
                    results = await self._commit([change for change, _ in jobs])
                for (_, done), result in zip(jobs, results, strict=True):
                    try:
                        done(result)
                    except Exception:
                        logger.exception("a table could not take the answer of the store")
        finally:
            self._writer = None

    async def _commit(self, jobs: Sequence[Change]) -> list[StoreError | None]:
        """Commit the changes that fit in one transaction; return the error of each that does not."""
        begun, changes = time.perf_counter(), Changes(self.database)
        claimed: list[str] = []
        results: list[StoreError | None] = []
        for change in jobs:
            before, changes.claimed = dict(changes.staged), []
            try:
                await change(changes)
            except Exception as error:
                changes.staged = before
                await self._give_up(changes.claimed)
                results.append(_as_store_error(error))
            else:
                claimed += changes.claimed
                results.append(None)
        try:
            await changes.commit()
        except Exception as error:
            failure = _as_store_error(error)
            logger.error("%d writes failed: %s", len(jobs), failure)
            await self._give_up(claimed)
            return [failure] * len(jobs)
        self.commits += 1
        self.commit_timing.add(time.perf_counter() - begun)
        self._last_commit = self._clock()
        return results

    async def _give_up(self, tables: Sequence[str]) -> None:
        """Release tables that were not made after all."""
        for table in tables:
            await self.release(table)

    async def _append(self, changes: Changes, write: Write) -> None:
        table = write.table
        if write.head is not None and write.first == 1 and table not in self._owned:
            if await self.claim(table) is not None:
                raise _taken(table)
            changes.claimed.append(table)
        if write.removes:
            await _remove(changes, table)
            return
        stored = await changes.read(_head(table), _StoredHead)
        moment = self._clock()
        if write.head is not None:
            moment = write.head.touched
            stored = await _changed_head(changes, write.head, stored)
        if stored is None or write.first != stored.end + 1 or write.follows_failure:
            raise StoreError("store/stale", f"table {table}: entry {write.first} is not the next one")
        if table not in self._owned:
            raise _taken(table)
        for number, entry in enumerate(write.entries, write.first):
            changes.put_bytes(_log(table, number), entry)
        end, snapshot = stored.end + len(write.entries), stored.snapshot
        if write.snapshot is not None:
            changes.put_bytes(_snapshot(table), write.snapshot)
            for number in range(snapshot + 1, end + 1):
                changes.delete(_log(table, number))
            snapshot = end
        changes.put(_head(table), msgspec.structs.replace(stored, end=end, snapshot=snapshot, touched=moment))
        if write.record is not None:
            await _add_record(changes, table, *write.record, moment)
        for document in write.documents:
            key = document_key(document.kind, document.id)
            if await changes.read(key, StoredDocument) is None:
                changes.put(key, StoredDocument(document.body, 1, document.expires, document.table))


async def _changed_head(changes: Changes, head: Head, stored: _StoredHead | None) -> _StoredHead:
    """Return the new head of a table, and stage its code."""
    if await changes.read(_code(head.code), str) not in (None, head.table):
        raise StoreError("store/stale", f"table {head.table}: another table has its code")
    changes.put(_code(head.code), head.table)
    end, snapshot = (stored.end, stored.snapshot) if stored else (0, 0)
    return _StoredHead(head.code, head.game, head.listed, head.closed, head.touched, end, snapshot)


async def _add_record(changes: Changes, table: str, game: int, line: str, written: float) -> None:
    key = _record(table, game)
    if await changes.read(key, _StoredRecord) is not None:
        raise StoreError("store/stale", f"table {table}: the record of that game is there already")
    changes.put(key, _StoredRecord(written, line))


async def _remove(changes: Changes, table: str) -> None:
    """Remove a table with its records and documents."""
    if stored := await changes.read(_head(table), _StoredHead):
        changes.delete(_code(stored.code))
        changes.delete(_head(table))
        changes.delete(_snapshot(table))
    for prefix in (_log(table), f"record/{table}/"):
        for key, _ in await changes.scan(prefix):
            changes.delete(key)
    for key, value in await changes.scan(DOCUMENTS):
        if msgspec.msgpack.decode(value, type=StoredDocument).table == table:
            changes.delete(key)


def _head(table: str) -> str:
    return f"head/{table}"


def _code(code: str) -> str:
    return f"code/{code}"


def _log(table: str, number: int | None = None) -> str:
    return f"log/{table}/" if number is None else f"log/{table}/{number:09}"


def _snapshot(table: str) -> str:
    return f"snapshot/{table}"


def _record(table: str, game: int) -> str:
    return f"record/{table}/{game:06}"


def _taken(table: str) -> StoreError:
    return StoreError("store/stale", f"table {table} is open in another tab", TAKEN)


def _closed() -> StoreError:
    return StoreError("store/busy", "the store is closed")


def _as_store_error(error: Exception) -> StoreError:
    if isinstance(error, StoreError):
        return error
    return StoreError("store/broken", f"this cannot be stored ({error})")

"""A table has one owner. Others may have it once its node is silent, and then that one can store nothing there."""

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.storage.child import TABLES
from tests.storage.helpers import Opened, answer, both, entries, log, new, settle, step, stored
from tests.storage.postgres import LEASE, Cluster, DatabaseHome, OpenedDatabase
from toctoc.storage.store import StoreError, Write

STALE = "store/stale"
ROOT = Path(__file__).parents[2]


class Nodes(DatabaseHome):
    """Nodes on one database, of which a test says how long they have been silent."""

    def __init__(self, cluster: Cluster, opened: ExitStack) -> None:
        super().__init__(cluster)
        self._opened = opened

    def start(self, address: str, lease: float = LEASE) -> OpenedDatabase:
        return self._opened.enter_context(self.opened(address=address, lease_seconds=lease))

    def silence(self, node: OpenedDatabase, seconds: float) -> None:
        """Stop a node's heart, as a stopped process or a cut line does, so long ago by the database's clock."""
        answer(node.store.lease.pause())
        self.execute(
            f"UPDATE nodes SET seen = clock_timestamp() - interval '{seconds} s' WHERE id = {node.store.node}"
        )


@pytest.fixture
def nodes(cluster: Cluster) -> Iterator[Nodes]:
    with ExitStack() as opened:
        yield Nodes(cluster, opened)


def test_the_creating_node_owns_a_table_and_others_learn_its_address(nodes: Nodes) -> None:
    one, two = nodes.start("one:1"), nodes.start("two:2")
    assert stored(one, new("a"), step("a", 2)) == [None, None]
    assert two.claim("a") == "one:1"
    assert stored(two, step("a", 3)) == [STALE]
    assert one.claim("a") is None
    assert stored(one, step("a", 3)) == [None]
    assert two.claim("no such table") is None
    assert stored(two, new("b")) == [None]
    assert log(one, "a") == log(two, "a") == entries("a", 3)


@pytest.mark.parametrize(("silent", "is_taken"), [(30, False), (45, True)])
def test_a_table_is_taken_over_when_its_node_was_silent_for_a_whole_lease(
    nodes: Nodes, silent: float, is_taken: bool
) -> None:
    one, two = nodes.start("one:1"), nodes.start("two:2")
    stored(one, new("a"))
    nodes.silence(one, silent)
    assert two.claim("a") == (None if is_taken else "one:1")
    assert stored(two, step("a", 2)) == [None if is_taken else STALE]
    assert stored(one, step("a", 2)) == [STALE if is_taken else None]
    assert log(one, "a") == entries("a", 2)


def test_a_replaced_owner_cannot_store_even_the_next_entry(nodes: Nodes) -> None:
    one, two = nodes.start("one:1"), nodes.start("two:2")
    stored(one, new("a"), new("b"))
    nodes.silence(one, 45)
    assert two.claim("a") is None
    errors: list[StoreError | None] = []
    over = threading.Event()
    one.write(step("a", 2), errors.append)  # nobody has written it yet
    one.write(step("b", 2), both(errors, over))
    over.wait()
    [taken, own] = errors
    assert taken is not None
    assert (taken.code, taken.why) == (STALE, "taken")
    assert own is None, "nobody has claimed that one"
    answer(one.store.lease.beat())
    assert one.claim("a") == "two:2", "it knows that it has lost it"
    assert stored(two, step("a", 2)) == [None]


def test_a_write_queued_before_a_loss_is_not_stored_after_the_return(nodes: Nodes) -> None:
    one, two = nodes.start("one:1"), nodes.start("two:2")
    stored(one, new("a"))
    nodes.silence(one, 45)
    assert two.claim("a") is None
    two.release("a")
    answers: list[StoreError | None] = []
    answer(one.store.lease.beat())
    queue, one.store.writer.put = one.store.writer.put, lambda job: held.append(job)
    held: list[object] = []
    one.write(step("a", 2), answers.append)
    settle()
    one.store.lease.until = one.store.lease.clock()
    answer(one.store.lease.beat())  # it finds out
    assert one.claim("a") is None
    one.store.writer.put = queue
    assert nodes.execute("SELECT owner, epoch FROM ends") == [(one.store.node, 3)]
    answer(put(queue, held))
    assert stored(one, step("a", 2)) == [None]
    assert [error and error.code for error in answers] == [STALE]


def test_a_node_that_reads_its_table_again_claims_it_anew(nodes: Nodes) -> None:
    """Its lease has expired, and nobody else has claimed the table: writes of the first copy are still queued."""
    one = nodes.start("one:1")
    stored(one, new("a"))
    held: list[object] = []
    queue, one.store.writer.put = one.store.writer.put, held.append
    answers: list[StoreError | None] = []
    one.write(step("a", 2), answers.append)
    settle()
    one.store.lease.until = one.store.lease.clock()
    answer(one.store.lease.beat())
    assert one.store.has("a")
    assert one.claim("a") is None
    one.store.writer.put = queue
    answer(put(queue, held))
    assert stored(one, Write("a", 2, (b"of the second copy",))) == [None]
    assert [error and error.code for error in answers] == [STALE]
    assert log(one, "a") == [*entries("a", 1), b"of the second copy"]


def test_a_node_that_outlives_its_database_has_a_number_of_its_own_in_the_next_one(nodes: Nodes) -> None:
    stray = nodes.start("one:1")
    nodes.execute("TRUNCATE nodes RESTART IDENTITY")  # as in a database that was made anew
    answer(stray.store.lease.beat())
    after = nodes.start("two:2")
    nodes.execute("TRUNCATE nodes RESTART IDENTITY")
    before = nodes.start("three:3")
    for node in (stray, after):
        answer(node.store.lease.beat())
    assert sorted(nodes.execute("SELECT id, address FROM nodes")) == sorted(
        (node.store.node, node.store.lease.address) for node in (stray, after, before)
    )


async def put(queue: Callable[[object], None], jobs: list[object]) -> None:
    for job in jobs:
        queue(job)


def test_a_silent_node_keeps_tables_that_no_other_claims(nodes: Nodes) -> None:
    """As after a restart of the database, when all were silent."""
    one, two = nodes.start("one:1"), nodes.start("two:2")
    stored(one, *map(new, "abc"))
    nodes.silence(one, 45)
    one.store.lease.until = one.store.lease.clock()
    assert not any(map(one.store.has, "abc")), "for all that it knows"
    assert two.claim("b") is None
    answer(one.store.lease.beat())
    assert list(map(one.store.has, "abc")) == [True, False, True]
    assert stored(one, *(step(table, 2) for table in "abc")) == [None, STALE, None]


def test_a_node_with_a_stopped_clock_learns_of_its_loss_from_the_database(nodes: Nodes) -> None:
    """As after the sleep of a whole machine."""
    one, two = nodes.start("one:1"), nodes.start("two:2")
    stored(one, new("a"), new("b"))
    nodes.silence(one, 45)
    assert two.claim("a") is None
    assert one.store.has("a"), "for all that it knows"
    answer(one.store.lease.beat())
    assert [one.store.has("a"), one.store.has("b")] == [False, True]


def test_a_node_without_a_heartbeat_claims_nothing(nodes: Nodes) -> None:
    one, two = nodes.start("one:1"), nodes.start("two:2")
    stored(one, new("a"))
    one.close()
    nodes.silence(two, 45)
    with pytest.raises(StoreError, match="did not renew") as caught:
        two.claim("a")
    assert (caught.value.code, caught.value.why) == ("store/busy", "lapsed")
    answer(two.store.lease.beat())
    assert two.claim("a") is None


def test_a_node_that_ends_or_releases_frees_its_tables_at_once(nodes: Nodes) -> None:
    one, two = nodes.start("one:1"), nodes.start("two:2")
    stored(one, new("a"), new("b"))
    one.release("a")
    assert stored(one, step("a", 2)) == [STALE]
    assert two.claim("a") is None
    assert two.claim("b") == "one:1"
    one.close()
    assert two.claim("b") is None
    assert stored(two, step("a", 2), step("b", 2)) == [None, None]


def test_of_many_simultaneous_claims_one_succeeds(nodes: Nodes) -> None:
    first, others = nodes.start("first"), [nodes.start(f"node {n}") for n in range(4)]
    tables = [f"t{n}" for n in range(4)]
    stored(first, *map(new, tables))
    nodes.silence(first, 45)
    won: list[tuple[str, Opened]] = []

    def claim_all(node: Opened) -> None:
        won.extend((table, node) for table in tables if node.claim(table) is None)

    threads = [threading.Thread(target=claim_all, args=[node]) for node in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(table for table, _ in won) == sorted(tables)
    for table, node in won:
        for each in (first, *others):
            if each is not node:
                assert stored(each, step(table, 2)) == [STALE]
        assert stored(node, step(table, 2)) == [None]


def test_by_its_own_clock_a_node_knows_of_the_end_before_anybody_else(nodes: Nodes) -> None:
    now = 100.0
    node = nodes.start("one:1")
    lease = node.store.lease
    answer(lease.pause())
    lease.clock = lambda: now
    answer(lease.beat())
    assert lease.until == 140.0
    now = 139.9
    assert lease.is_held
    now = 140.0
    assert not lease.is_held
    answer(lease.beat())
    assert lease.is_held
    node.close()
    assert not lease.is_held


def has_claimed(node: Opened, table: str) -> bool:
    """Whether a node got a table: on a busy machine it may itself have been silent for too long."""
    try:
        return node.claim(table) is None
    except StoreError:
        return False


def test_a_heart_beats_by_itself_and_when_it_stops_others_take_over(nodes: Nodes) -> None:
    one, two = nodes.start("one:1", lease=0.4), nodes.start("two:2", lease=0.4)
    stored(one, new("a"))
    before = nodes.execute("SELECT max(seen) FROM nodes")
    while nodes.execute("SELECT min(seen) FROM nodes") <= before:
        pass  # both are seen again
    answer(one.store.lease.pause())
    while not has_claimed(two, "a"):
        pass
    assert not one.store.lease.is_held
    assert stored(one, step("a", 2)) == [STALE]
    assert stored(two, step("a", 2)) == [None]


def test_a_process_that_was_stopped_can_store_nothing_when_it_goes_on(nodes: Nodes) -> None:
    with nodes.opened():
        pass  # it is made
    command = [sys.executable, "-m", "tests.storage.child", nodes.url]
    acknowledged: dict[str, int] = {}
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        answers = (line.split() for line in process.stdout)
        while set(acknowledged) != set(TABLES):
            table, number = next(answers)
            acknowledged[table] = int(number)
        process.send_signal(signal.SIGSTOP)
        other = nodes.start("other", lease=0.5)  # as the process has it
        following: dict[str, int] = {}
        for table in TABLES:
            while not has_claimed(other, table):
                pass
            [(end,)] = nodes.execute(f"SELECT number FROM ends WHERE table_id = '{table}'")
            following[table] = end + 1
            assert stored(other, Write(table, end + 1, (b"of the other",))) == [None]
        process.send_signal(signal.SIGCONT)
        lost = set[str]()
        while lost != set(TABLES):
            table, said = next(answers)
            if said == STALE:
                lost.add(table)
            else:
                acknowledged[table] = int(said)
        process.kill()
    for table, last in acknowledged.items():
        assert last < following[table]
        kept = nodes.execute(f"SELECT entry FROM entries WHERE table_id = '{table}' ORDER BY number")
        assert [each for (each,) in kept] == [*entries(table, following[table] - 1), b"of the other"]


def test_a_node_whose_row_was_removed_lives_again_and_old_rows_are_removed(nodes: Nodes) -> None:
    one = nodes.start("one:1")
    stored(one, new("a"))
    answer(one.store.lease.pause())
    nodes.execute("UPDATE nodes SET seen = seen - interval '2 hours'")
    two = nodes.start("two:2")
    assert nodes.execute("SELECT id FROM nodes") == [(two.store.node,)]
    answer(one.store.lease.beat())
    assert two.claim("a") == "one:1"
    assert stored(one, step("a", 2)) == [None]

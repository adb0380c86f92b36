"""Test the data that nodes of one database share."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from tests.storage.helpers import answer, new, step, stored
from tests.storage.postgres import LEASE, Cluster
from tests.storage.test_leases import Nodes
from toctoc.storage.store import Write


@pytest.fixture
def nodes(cluster: Cluster) -> Iterator[Nodes]:
    with ExitStack() as opened:
        yield Nodes(cluster, opened)


def test_a_node_learns_the_living_nodes_and_its_lost_tables(nodes: Nodes) -> None:
    one, two = nodes.start("one:1"), nodes.start("two:2")
    assert stored(one, new("a"), new("b")) == [None, None]
    assert answer(two.store.nodes.living()).keys() == {"one:1", "two:2"}
    nodes.silence(one, 45)
    assert answer(two.store.nodes.living()).keys() == {"two:2"}
    assert two.claim("a") is None
    assert one.store.nodes.lost() == []
    answer(one.store.lease.beat())
    assert one.store.nodes.lost() == ["a"]
    assert one.store.nodes.lost() == []
    assert stored(two, step("a", 2)) == [None]
    nodes.silence(one, 45)
    assert two.claim("b") is None
    assert stored(one, step("b", 2)) == ["store/stale"]
    assert one.store.nodes.lost() == ["b"]
    assert two.store.nodes.lost() == []


def test_a_node_learns_the_last_heartbeat_and_lease_of_others(nodes: Nodes) -> None:
    one, two = nodes.start("one:1"), nodes.start("two:2")
    nodes.silence(one, LEASE - 10)
    first = answer(two.store.nodes.living())
    assert 0 < first["one:1"].remaining <= 10 < first["two:2"].remaining <= LEASE
    answer(two.store.lease.beat())
    then = answer(two.store.nodes.living())
    assert then["one:1"].last_seen == first["one:1"].last_seen
    assert then["one:1"].remaining < first["one:1"].remaining
    assert then["two:2"].last_seen > first["two:2"].last_seen


def test_the_tables_of_a_dead_node_are_taken_over_together(nodes: Nodes) -> None:
    one, two, three = nodes.start("one:1"), nodes.start("two:2"), nodes.start("three:3")
    assert stored(one, listed("a"), step("a", 2), listed("b"), listed("c")) == [None] * 4
    assert stored(three, listed("d")) == [None]
    tables = ["a", "b", "d", "no such table"]
    assert answer(two.store.nodes.take_over(tables)) == {}, "all of them live"
    nodes.silence(one, 45)
    assert answer(two.store.nodes.take_over(tables)) == {"a": 2, "b": 1}
    assert answer(two.store.nodes.take_over(tables)) == {}, "it has them already"
    assert answer(three.store.nodes.take_over(tables)) == {}
    assert stored(two, step("a", 3), step("b", 2), step("d", 2)) == [None, None, "store/stale"]
    assert stored(one, step("a", 4), step("b", 3), step("c", 2)) == ["store/stale", "store/stale", None]
    assert sorted(one.store.nodes.lost()) == ["a", "b"]
    assert two.store.nodes.lost() == []


def test_a_node_with_a_lapsed_lease_takes_over_nothing(nodes: Nodes) -> None:
    one, two = nodes.start("one:1"), nodes.start("two:2")
    assert stored(one, new("a")) == [None]
    nodes.silence(one, 45)
    nodes.silence(two, 45)
    assert answer(two.store.nodes.take_over(["a"])) == {}
    assert not two.store.has("a")


def test_other_nodes_list_the_public_part_of_a_listed_table(nodes: Nodes) -> None:
    one, two = nodes.start("one:1"), nodes.start("two:2")
    write = new("a")
    assert write.head is not None
    assert stored(one, write._replace(head=replace(write.head, listed=True, lobby=b"first"))) == [None]
    assert stored(one, step("a", 2)._replace(head=replace(write.head, listed=True, lobby=b"then"))) == [None]
    assert stored(one, new("b")._replace(head=replace(write.head, table="b", code="b", listed=False))) == [None]
    assert answer(two.store.nodes.listed(9)) == [b"then"]
    assert answer(two.store.nodes.listed(0)) == []
    assert answer(one.store.nodes.listed(9)) == []
    nodes.silence(one, 45)
    assert answer(two.store.nodes.listed(9)) == [], "nobody is there, for all that is known"


AWAKE = "SELECT id FROM tables WHERE listed AND awake AND NOT closed ORDER BY id"  # as the index has them


def listed(table: str) -> Write:
    write = new(table)
    assert write.head is not None
    return write._replace(head=replace(write.head, listed=True, lobby=table.encode()))


def test_released_tables_are_not_listed(nodes: Nodes) -> None:
    one, two = nodes.start("one:1"), nodes.start("two:2")
    assert stored(one, listed("a"), listed("b")) == [None, None]
    answer(one.store.release("a"))
    assert answer(two.store.nodes.listed(9)) == [b"b"]
    assert nodes.execute(AWAKE) == [("b",)]
    assert one.claim("a") is None
    assert nodes.execute(AWAKE) == [("a",), ("b",)]
    assert sorted(answer(two.store.nodes.listed(9))) == [b"a", b"b"]


def test_tables_of_a_forgotten_node_stay_asleep_until_claimed(nodes: Nodes) -> None:
    from toctoc.storage.postgres.lease import FORGET_NODE_SECONDS, TIDY_SECONDS

    one, two = nodes.start("one:1"), nodes.start("two:2")
    assert stored(one, listed("a"), listed("b")) == [None, None]
    assert stored(two, listed("c")) == [None]
    nodes.silence(one, FORGET_NODE_SECONDS + 1)
    three = nodes.start("three:3")
    assert nodes.execute(AWAKE) == [("c",)]
    assert three.claim("b") is None
    assert nodes.execute(AWAKE) == [("b",), ("c",)]
    nodes.silence(two, FORGET_NODE_SECONDS + 1)
    clock = three.store.lease.clock
    three.store.lease.clock = lambda: clock() + TIDY_SECONDS  # nobody starts, but time passes
    answer(three.store.lease.beat())
    assert nodes.execute(AWAKE) == [("b",)]


LAST = "SELECT query FROM pg_stat_activity WHERE application_name = 'toctoc' AND datname = current_database()"


def test_a_question_is_all_that_goes_over_its_line(nodes: Nodes) -> None:
    """A pool would tidy up a line after every question, and so ask the server twice."""
    one = nodes.start("one:1")
    assert answer(one.store.find("nowhere")) is None
    last = [query for (query,) in nodes.execute(LAST)]
    assert [query for query in last if "FROM tables WHERE code" in query]
    assert not [query for query in last if "RESET" in query]
